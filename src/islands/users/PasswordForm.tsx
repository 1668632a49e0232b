import { useForm } from "react-hook-form";
import { changePassword } from "../../http/identity-client.ts";
import * as messages from "../../messages.ts";
import { minPasswordLength } from "../../shop/fields.ts";
import { passwordForm } from "../../shop/users/users.ts";
import { startSession } from "../../stores/session.ts";
import { toast } from "../../stores/toasts.ts";
import { useIdentityCall } from "../login/useIdentityForm.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { valibotResolver } from "../ui/valibot-resolver.ts";

interface Props {
	/** The signed-in user's e-mail, for the browser's password manager. */
	email: string;
}

/** Changes the user's own password. All other sessions end; this one continues with a new token. */
export function PasswordForm({ email }: Props) {
	const { formError, sending, submit } = useIdentityCall();
	const { register, handleSubmit, formState, reset } = useForm({
		resolver: valibotResolver(passwordForm),
		// No default values, so that input typed before hydration stays.
	});
	return (
		<form
			noValidate
			method="post"
			className="grid max-w-xl gap-5"
			onSubmit={handleSubmit((passwords) =>
				submit(async () => {
					await startSession(await changePassword(passwords));
					reset();
					toast("success", messages.passwordChanged);
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
			<FieldError message={formError} />
			<div>
				<SubmitButton busy={sending} busyLabel="Saving …">
					Change password
				</SubmitButton>
			</div>
		</form>
	);
}
