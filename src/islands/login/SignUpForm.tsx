import { useForm } from "react-hook-form";
import { signUp } from "../../http/identity-client.ts";
import { minPasswordLength } from "../../shop/fields.ts";
import { signUpForm } from "../../shop/users/users.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { valibotResolver } from "../ui/valibot-resolver.ts";
import { useIdentityForm } from "./useIdentityForm.ts";

interface Props {
	/** Where to go after signing up: a path of this shop. */
	returnTo: string;
}

/** Creates an account with name, e-mail and password, and signs it in. */
export function SignUpForm({ returnTo }: Props) {
	const { formError, sending, submit } = useIdentityForm(returnTo);
	const { register, handleSubmit, formState } = useForm({
		resolver: valibotResolver(signUpForm),
		// No default values, so that input typed before hydration stays.
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
			<FieldError message={formError} />
		</form>
	);
}
