import { allowOnly, handle } from "../../../../http/handle.ts";
import { refundLine } from "../../../../shop/refunds/refund-line.server.ts";
import { refundLineEndpoint } from "../../../../shop/refunds/refunds.api.ts";

export const POST = handle(refundLineEndpoint, async ({ caller, params, body, requestKey }) =>
	refundLine(caller, params.id, body, await requestKey()),
);

export const ALL = allowOnly("POST");
