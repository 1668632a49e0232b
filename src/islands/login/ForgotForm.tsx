import { useState } from "react";
import { requestPasswordReset } from "../../http/identity-client.ts";
import * as messages from "../../messages.ts";
import { forgotForm } from "../../shop/users/users.ts";
import { EmailField, IdentityForm } from "./IdentityForm.tsx";
import { useIdentityForm } from "./useIdentityForm.ts";

/** Requests a password reset link. The confirmation is the same whether or not the e-mail has an account. */
export function ForgotForm() {
	const [linkSent, setLinkSent] = useState(false);
	const { field, state } = useIdentityForm(forgotForm, async ({ email }) => {
		setLinkSent(false);
		await requestPasswordReset(email);
		setLinkSent(true);
	});
	return (
		<>
			<IdentityForm {...state} label="Send reset link" busyLabel="Sending …">
				<EmailField {...field("email")} />
			</IdentityForm>
			<p role="status" className="mt-6 empty:hidden">
				{linkSent && messages.resetLinkSent}
			</p>
		</>
	);
}
