import { resetPassword } from "../../http/identity-client.ts";
import { resetForm } from "../../shop/users/users.ts";
import { sitePaths } from "../../site-paths.ts";
import { clearSession } from "../../stores/session.ts";
import { IdentityForm, NewPasswordField } from "./IdentityForm.tsx";
import { useIdentityForm } from "./useIdentityForm.ts";

interface Props {
	/** The token from the link in the e-mail. */
	token: string;
}

/** Sets a new password with the token of a reset link, then redirects to Login. */
export function ResetForm({ token }: Props) {
	const { field, state } = useIdentityForm(resetForm, async ({ newPassword }) => {
		await resetPassword({ token, newPassword });
		// The server has ended all sessions of the account, possibly this browser's too.
		clearSession();
		location.replace(sitePaths.loginAfterReset);
	});
	return (
		<IdentityForm {...state} label="Set password" busyLabel="Saving …">
			<NewPasswordField {...field("newPassword")} />
		</IdentityForm>
	);
}
