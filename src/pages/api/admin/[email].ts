import { handle } from "../../../http/handle.ts";
import { isAdminEndpoint } from "../../../shop/users/users.api.ts";
import { isAdmin } from "../../../shop/users/users.server.ts";

export const { GET, ALL } = handle(isAdminEndpoint, ({ caller, params }) =>
	isAdmin(caller, params.email),
);
