import { handle } from "../../../../http/handle.ts";
import { removeAdminEndpoint } from "../../../../shop/users/users.api.ts";
import { removeAdmin } from "../../../../shop/users/users.server.ts";

export const { PUT, ALL } = handle(removeAdminEndpoint, ({ caller, params }) =>
	removeAdmin(caller, params.email),
);
