import { allowOnly, handle } from "../../../../http/handle.ts";
import { updateProfileEndpoint } from "../../../../shop/users/users.api.ts";
import { updateProfile } from "../../../../shop/users/users.server.ts";

export const PUT = handle(updateProfileEndpoint, ({ caller, params, body }) =>
	updateProfile(caller, params.email, body),
);
export const ALL = allowOnly("PUT");
