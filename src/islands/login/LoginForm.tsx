import { useForm } from "react-hook-form";
import { signIn } from "../../http/identity.ts";
import { signInForm } from "../../shop/users/users.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { rulesOf } from "../ui/rules.ts";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useIdentityForm } from "./useIdentityForm.ts";

interface Props {
	/** Where to go afterwards: a path on this shop. */
	to: string;
	/** Why signing in elsewhere came to nothing. */
	refused?: string | undefined;
}

/** E-mail and password. */
export function LoginForm({ to, refused }: Props) {
	const { refusal, sending, submit } = useIdentityForm(to, refused);
	const { register, handleSubmit, formState } = useForm({
		resolver: rulesOf(signInForm),
		// No default values: what was typed before the island came alive stays.
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
			<FieldError message={refusal} />
		</form>
	);
}
