import { useForm } from "react-hook-form";
import { resetPassword } from "../../http/identity.ts";
import { resetForm } from "../../shop/users/users.ts";
import { minPasswordLength } from "../../shop/values.ts";
import { sitePaths } from "../../site.ts";
import { forgetSession } from "../../stores/session.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { rulesOf } from "../ui/rules.ts";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useIdentity } from "./useIdentityForm.ts";

interface Props {
	/** What the link in the mail carried. */
	token: string;
}

/** A new password for whoever holds the link; signing in with it is the next step. */
export function ResetForm({ token }: Props) {
	const { refusal, sending, submit } = useIdentity();
	const { register, handleSubmit, formState } = useForm({ resolver: rulesOf(resetForm) });
	const set = (newPassword: string) =>
		submit(async () => {
			await resetPassword({ token, newPassword });
			// The server has ended every session of the account, this browser's perhaps among them.
			forgetSession();
			location.replace(sitePaths.loginAfterReset);
		});
	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit(({ newPassword }) => set(newPassword))}
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
			<FieldError message={refusal} />
		</form>
	);
}
