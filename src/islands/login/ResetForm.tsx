import { resetForm } from "../../access/account-forms.ts";
import { resetPassword } from "../../http/auth-client.ts";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import { sitePaths } from "../../paths/site.ts";
import { clearSession } from "../../stores/session.ts";
import { AuthForm, NewPasswordField } from "./AuthForm.tsx";
import { useAuthForm } from "./useAuthForm.ts";

interface Props {
	/** The token from the link in the e-mail. */
	token: string;
}

/** Sets a new password with the token of a reset link, then redirects to Login. */
export function ResetForm({ token }: Props) {
	const { field, state } = useAuthForm(resetForm, async ({ newPassword }) => {
		await resetPassword({ token, newPassword });
		// The server has ended all sessions of the account, possibly this browser's too.
		clearSession();
		location.replace(sitePaths.loginAfterReset);
	});
	return (
		<AuthForm {...state} label={texts.setPassword} busyLabel={common.saving}>
			<NewPasswordField {...field("newPassword")} />
		</AuthForm>
	);
}
