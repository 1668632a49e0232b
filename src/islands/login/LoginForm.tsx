import { useForm } from "react-hook-form";
import { signIn } from "../../http/identity-client.ts";
import { signInForm } from "../../shop/users/users.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { valibotResolver } from "../ui/valibot-resolver.ts";
import { useIdentityForm } from "./useIdentityForm.ts";

interface Props {
	/** Where to go after signing in: a path of this shop. */
	returnTo: string;
	/** The error of a failed sign-in at another provider. */
	initialError?: string | undefined;
}

/** Signs in with e-mail and password. */
export function LoginForm({ returnTo, initialError }: Props) {
	const { formError, sending, submit } = useIdentityForm(returnTo, initialError);
	const { register, handleSubmit, formState } = useForm({
		resolver: valibotResolver(signInForm),
		// No default values, so that input typed before hydration stays.
	});
	return (
		<form
			noValidate
			method="post"
			className="grid gap-5"
			onSubmit={handleSubmit((credentials) => submit(() => signIn(credentials)))}
		>
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
				autoComplete="current-password"
				error={formState.errors.password?.message}
				{...register("password")}
			/>
			<SubmitButton busy={sending} busyLabel="Signing in …">
				Login
			</SubmitButton>
			<FieldError message={formError} />
		</form>
	);
}
