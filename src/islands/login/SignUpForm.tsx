import { useForm } from "react-hook-form";
import { signUp } from "../../http/identity.ts";
import { signUpForm } from "../../shop/users/users.ts";
import { minPasswordLength } from "../../shop/values.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { rulesOf } from "../ui/rules.ts";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useIdentityForm } from "./useIdentityForm.ts";

interface Props {
	/** Where to go afterwards: a path on this shop. */
	to: string;
}

/** Name, e-mail and password; the account is signed in at once. */
export function SignUpForm({ to }: Props) {
	const { refusal, sending, submit } = useIdentityForm(to);
	const { register, handleSubmit, formState } = useForm({
		resolver: rulesOf(signUpForm),
		// No default values: what was typed before the island came alive stays.
	});
	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit((account) => submit(() => signUp(account)))}
		>
			<Field
				label="Name"
				type="text"
				autoComplete="name"
				error={formState.errors.name?.message}
				{...register("name")}
			/>
			<Field
				label="Email"
				type="email"
				autoComplete="email"
				error={formState.errors.email?.message}
				{...register("email")}
			/>
			<Field
				label="Password"
				type="password"
				autoComplete="new-password"
				hint={`At least ${minPasswordLength} characters.`}
				error={formState.errors.password?.message}
				{...register("password")}
			/>
			<SubmitButton busy={sending} busyLabel="Creating your account …">
				Sign Up
			</SubmitButton>
			<FieldError message={refusal} />
		</form>
	);
}
