import { handle } from "../../../../http/handle.ts";
import { setRoleEndpoint } from "../../../../shop/customers/customers.api.ts";
import { setRole } from "../../../../shop/customers/customers.server.ts";

export const { PUT, ALL } = handle(setRoleEndpoint, ({ caller, params, body }) =>
	setRole(caller, params.id, body.role),
);
