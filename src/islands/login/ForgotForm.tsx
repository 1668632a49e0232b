import { useState } from "react";
import { useForm } from "react-hook-form";
import { askForReset } from "../../http/identity.ts";
import * as messages from "../../messages.ts";
import { forgotForm } from "../../shop/users/users.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { rulesOf } from "../ui/rules.ts";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useIdentity } from "./useIdentityForm.ts";

/** Asks for a link to choose a new password with. What it says after is the same for every e-mail. */
export function ForgotForm() {
	const { refusal, sending, submit } = useIdentity();
	const [asked, setAsked] = useState(false);
	const { register, handleSubmit, formState } = useForm({
		resolver: rulesOf(forgotForm),
		// No default values: what was typed before the island came alive stays.
	});
	const ask = (email: string) =>
		submit(async () => {
			setAsked(false);
			await askForReset(email);
			setAsked(true);
		});
	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit(({ email }) => ask(email))}
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
			<FieldError message={refusal} />
			<p role="status" className="empty:hidden">
				{asked && messages.resetAsked}
			</p>
		</form>
	);
}
