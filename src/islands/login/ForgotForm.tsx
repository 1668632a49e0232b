import { useState } from "react";
import { useForm } from "react-hook-form";
import { requestPasswordReset } from "../../http/identity-client.ts";
import * as messages from "../../messages.ts";
import { forgotForm } from "../../shop/users/users.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { valibotResolver } from "../ui/valibot-resolver.ts";
import { useIdentityCall } from "./useIdentityForm.ts";

/** Asks for a link to choose a new password with. What it says after is the same for every e-mail. */
export function ForgotForm() {
	const { refusal: formError, sending, submit } = useIdentityCall();
	const [linkSent, setLinkSent] = useState(false);
	const { register, handleSubmit, formState } = useForm({
		resolver: valibotResolver(forgotForm),
		// No default values: what was typed before the island came alive stays.
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
				Send me a link
			</SubmitButton>
			<FieldError message={formError} />
			<p role="status" className="empty:hidden">
				{linkSent && messages.resetLinkSent}
			</p>
		</form>
	);
}
