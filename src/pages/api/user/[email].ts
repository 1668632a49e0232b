import { allowOnly, handle } from "../../../http/handle.ts";
import { issueTokenEndpoint } from "../../../shop/users/users.api.ts";
import { tokenFor } from "../../../shop/users/users.server.ts";

export const PUT = handle(issueTokenEndpoint, ({ caller, params }) =>
	tokenFor(caller, params.email),
);
export const ALL = allowOnly("PUT");
