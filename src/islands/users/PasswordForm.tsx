import { useForm } from "react-hook-form";
import { changePassword } from "../../http/identity.ts";
import * as messages from "../../messages.ts";
import { passwordForm } from "../../shop/users/users.ts";
import { minPasswordLength } from "../../shop/values.ts";
import { startSession } from "../../stores/session.ts";
import { say } from "../../stores/toasts.ts";
import { useIdentity } from "../login/useIdentityForm.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { rulesOf } from "../ui/rules.ts";
import { SubmitButton } from "../ui/SubmitButton.tsx";

interface Props {
	/** The signed-in user's, for the browser's password keeper. */
	email: string;
}

/** Changes one's own password. Every other session ends; this one goes on with a new token. */
export function PasswordForm({ email }: Props) {
	const { refusal, sending, submit } = useIdentity();
	const { register, handleSubmit, formState, reset } = useForm({
		resolver: rulesOf(passwordForm),
		// No default values: what was typed before the island came alive stays.
	});
	return (
		<form
			noValidate
			method="post"
			className="grid max-w-xl gap-5"
			onSubmit={handleSubmit((change) =>
				submit(async () => {
					await startSession(await changePassword(change));
					reset();
					say("success", messages.passwordChanged);
				}),
			)}
		>
			<input type="email" autoComplete="username" value={email} readOnly hidden />
			<Field
				label="Current password"
				type="password"
				autoComplete="current-password"
				error={formState.errors.currentPassword?.message}
				{...register("currentPassword")}
			/>
			<Field
				label="New password"
				type="password"
				autoComplete="new-password"
				hint={`At least ${minPasswordLength} characters.`}
				error={formState.errors.newPassword?.message}
				{...register("newPassword")}
			/>
			<FieldError message={refusal} />
			<div>
				<SubmitButton busy={sending} busyLabel="Saving …">
					Change password
				</SubmitButton>
			</div>
		</form>
	);
}
