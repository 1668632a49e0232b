import { allowOnly, handle } from "../../../../http/handle.ts";
import { cancelLine } from "../../../../shop/refunds/refund-line.server.ts";
import { cancelLineEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const POST = handle(cancelLineEndpoint, ({ caller, params }) =>
	cancelLine(caller, params.id),
);

export const ALL = allowOnly("POST");
