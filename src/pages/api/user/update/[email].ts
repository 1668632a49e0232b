import { handle } from "../../../../http/handle.ts";
import { updateProfileEndpoint } from "../../../../shop/users/users.api.ts";
import { updateProfile } from "../../../../shop/users/users.server.ts";

export const { PUT, ALL } = handle(updateProfileEndpoint, ({ caller, params, body }) =>
	updateProfile(caller, params.email, body),
);
