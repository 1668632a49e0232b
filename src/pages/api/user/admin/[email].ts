import { allowOnly, handle } from "../../../../http/handle.ts";
import { makeAdminEndpoint } from "../../../../shop/users/users.api.ts";
import { makeAdmin } from "../../../../shop/users/users.server.ts";

export const PUT = handle(makeAdminEndpoint, ({ caller, params }) =>
	makeAdmin(caller, params.email),
);
export const ALL = allowOnly("PUT");
