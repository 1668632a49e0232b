import { useForm } from "react-hook-form";
import { resetPassword } from "../../http/identity-client.ts";
import { minPasswordLength } from "../../shop/fields.ts";
import { resetForm } from "../../shop/users/users.ts";
import { sitePaths } from "../../site-paths.ts";
import { clearSession } from "../../stores/session.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { valibotResolver } from "../ui/valibot-resolver.ts";
import { useIdentityCall } from "./useIdentityForm.ts";

interface Props {
	/** The token from the link in the e-mail. */
	token: string;
}

/** Sets a new password with the token of a reset link, then redirects to Login. */
export function ResetForm({ token }: Props) {
	const { formError, sending, submit } = useIdentityCall();
	const { register, handleSubmit, formState } = useForm({ resolver: valibotResolver(resetForm) });
	const setPassword = (newPassword: string) =>
		submit(async () => {
			await resetPassword({ token, newPassword });
			// The server has ended all sessions of the account, possibly this browser's too.
			clearSession();
			location.replace(sitePaths.loginAfterReset);
		});
	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit(({ newPassword }) => setPassword(newPassword))}
		>
			<Field
				label="New password"
				type="password"
				autoComplete="new-password"
				hint={`At least ${minPasswordLength} characters.`}
				error={formState.errors.newPassword?.message}
				{...register("newPassword")}
			/>
			<SubmitButton busy={sending} busyLabel="Saving …">
				Set password
			</SubmitButton>
			<FieldError message={formError} />
		</form>
	);
}
