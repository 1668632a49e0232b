import { handle } from "../../../../http/handle.ts";
import { makeAdminEndpoint } from "../../../../shop/users/users.api.ts";
import { makeAdmin } from "../../../../shop/users/users.server.ts";

export const { PUT, ALL } = handle(makeAdminEndpoint, ({ caller, params }) =>
	makeAdmin(caller, params.email),
);
