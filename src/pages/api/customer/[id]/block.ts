import { handle } from "../../../../http/handle.ts";
import { setBlockedEndpoint } from "../../../../shop/customers/customers.api.ts";
import { setBlocked } from "../../../../shop/customers/customers.server.ts";

export const { PUT, ALL } = handle(setBlockedEndpoint, ({ caller, params, body }) =>
	setBlocked(caller, params.id, body),
);
