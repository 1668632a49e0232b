import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { makeAdminEndpoint, removeAdminEndpoint } from "../../shop/users/users.api.ts";
import type { Profile } from "../../shop/users/users.ts";
import { sitePaths } from "../../site.ts";
import { forgetSession } from "../../stores/session.ts";
import { say, sayThere } from "../../stores/toasts.ts";
import { leaveQuietly } from "../ui/leave.ts";
import { useSend, wordsOf } from "../ui/useSend.ts";

/** Gives and takes the administrator's role; `show` gets the user as they are then. */
export function useRoles(self: string, show: (user: Profile) => void) {
	const { sending, send } = useSend();

	const grant = ({ email, ...user }: Profile, done: () => void) =>
		send(
			async () => {
				await call(makeAdminEndpoint, { params: { email } });
				done();
				say("success", messages.madeAdmin(email));
				show({ ...user, email, role: "admin" });
			},
			(error) => {
				say("error", isForbidden(error) ? messages.makeAdminFailed : wordsOf(error));
				done();
			},
		);

	const revoke = ({ email, ...user }: Profile, done: () => void) =>
		send(
			async () => {
				await call(removeAdminEndpoint, { params: { email } });
				done();
				if (email !== self) {
					say("success", messages.removedAdmin(email));
					return show({ ...user, email, role: "user" });
				}
				sayThere({ kind: "success", text: messages.removedAdmin(email) });
				// The server has ended one's sessions with the role.
				forgetSession();
				leaveQuietly(sitePaths.login);
			},
			(error) => {
				say("error", isForbidden(error) ? messages.removeAdminFailed(email) : wordsOf(error));
				done();
			},
		);

	return { sending, grant, revoke };
}

function isForbidden(error: unknown): boolean {
	return error instanceof ShopError && error.code === "forbidden";
}
