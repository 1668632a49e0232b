import { handle } from "../../../http/handle.ts";
import { issueTokenEndpoint } from "../../../shop/users/users.api.ts";
import { tokenFor } from "../../../shop/users/users.server.ts";

export const { PUT, ALL } = handle(issueTokenEndpoint, ({ caller, params }) =>
	tokenFor(caller, params.email),
);
