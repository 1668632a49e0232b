import { useState } from "react";
import { forgotForm } from "../../access/account-forms.ts";
import { requestPasswordReset } from "../../http/auth-client.ts";
import * as texts from "../../messages/account.ts";
import * as messages from "../../messages/messages.ts";
import { AuthForm, EmailField } from "./AuthForm.tsx";
import { useAuthForm } from "./useAuthForm.ts";

/** Requests a password reset link. The confirmation is the same whether or not the e-mail has an account. */
export function ForgotForm() {
	const [linkSent, setLinkSent] = useState(false);
	const { field, state } = useAuthForm(forgotForm, async ({ email }) => {
		setLinkSent(false);
		await requestPasswordReset(email);
		setLinkSent(true);
	});
	return (
		<>
			<AuthForm {...state} label={texts.sendResetLink} busyLabel={texts.sending}>
				<EmailField {...field("email")} />
			</AuthForm>
			<p role="status" className="mt-6 empty:hidden">
				{linkSent && messages.resetLinkSent}
			</p>
		</>
	);
}
