import { useState } from "react";
import { useForm } from "react-hook-form";
import { requestPasswordReset } from "../../http/identity-client.ts";
import * as messages from "../../messages.ts";
import { forgotForm } from "../../shop/users/users.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { valibotResolver } from "../ui/valibot-resolver.ts";
import { useIdentityCall } from "./useIdentityForm.ts";

/** Requests a password reset link. The confirmation is the same whether or not the e-mail has an account. */
export function ForgotForm() {
	const { formError, sending, submit } = useIdentityCall();
	const [linkSent, setLinkSent] = useState(false);
	const { register, handleSubmit, formState } = useForm({
		resolver: valibotResolver(forgotForm),
		// No default values, so that input typed before hydration stays.
	});
	const requestReset = (email: string) =>
		submit(async () => {
			setLinkSent(false);
			await requestPasswordReset(email);
			setLinkSent(true);
		});
	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit(({ email }) => requestReset(email))}
		>
			<Field
				label="Email"
				type="email"
				autoComplete="email"
				error={formState.errors.email?.message}
				{...register("email")}
			/>
			<SubmitButton busy={sending} busyLabel="Sending …">
				Send reset link
			</SubmitButton>
			<FieldError message={formError} />
			<p role="status" className="empty:hidden">
				{linkSent && messages.resetLinkSent}
			</p>
		</form>
	);
}
