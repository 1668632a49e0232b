import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import { sitePaths } from "../../paths/site.ts";
import { makeAdminEndpoint, removeAdminEndpoint } from "../../shop/users/users.api.ts";
import type { Profile } from "../../shop/users/users.ts";
import { clearSession } from "../../stores/session.ts";
import { toast, toastAfterNavigation } from "../../stores/toasts.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

/** Grants and revokes the administrator's role. `onUpdated` receives the changed user. */
export function useRoles(currentEmail: string, onUpdated: (user: Profile) => void) {
	const { sending, send } = useSend();

	const grant = ({ email, ...user }: Profile, onDone: () => void) =>
		send(
			async () => {
				await call(makeAdminEndpoint, { params: { email } });
				onDone();
				toast("success", messages.madeAdmin(shownEmail(email)));
				onUpdated({ ...user, email, role: "admin" });
			},
			(error) => {
				toast("error", isForbidden(error) ? messages.makeAdminFailed : errorMessage(error));
				onDone();
			},
		);

	const revoke = ({ email, ...user }: Profile, onDone: () => void) =>
		send(
			async () => {
				await call(removeAdminEndpoint, { params: { email } });
				onDone();
				if (email !== currentEmail) {
					toast("success", messages.removedAdmin(shownEmail(email)));
					return onUpdated({ ...user, email, role: "user" });
				}
				toastAfterNavigation({ kind: "success", text: messages.removedAdmin(shownEmail(email)) });
				// The server has ended the user's own sessions together with the role.
				clearSession();
				leaveWithoutWarning(sitePaths.login);
			},
			(error) => {
				toast(
					"error",
					isForbidden(error) ? messages.removeAdminFailed(shownEmail(email)) : errorMessage(error),
				);
				onDone();
			},
		);

	return { sending, grant, revoke };
}

function isForbidden(error: unknown): boolean {
	return error instanceof ShopError && error.code === "forbidden";
}
