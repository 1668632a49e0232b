import { allowOnly, handle } from "../../../../http/handle.ts";
import { setBlockedEndpoint } from "../../../../shop/customers/customers.api.ts";
import { setBlocked } from "../../../../shop/customers/customers.server.ts";

export const PUT = handle(setBlockedEndpoint, ({ caller, params, body }) =>
	setBlocked(caller, params.id, body),
);

export const ALL = allowOnly("PUT");
