import { signIn } from "../../http/identity-client.ts";
import { signInForm } from "../../shop/users/users.ts";
import { EmailField, IdentityForm, PasswordField } from "./IdentityForm.tsx";
import { startSessionAndReturn, useIdentityForm } from "./useIdentityForm.ts";

interface Props {
	/** Where to go after signing in: a path of this shop. */
	returnTo: string;
	/** The error of a failed sign-in at another provider. */
	initialError?: string | undefined;
}

/** Signs in with e-mail and password. */
export function LoginForm({ returnTo, initialError }: Props) {
	const { field, state } = useIdentityForm(
		signInForm,
		async (credentials) => startSessionAndReturn(await signIn(credentials), returnTo),
		initialError,
	);
	return (
		<IdentityForm {...state} label="Login" busyLabel="Signing in …">
			<EmailField {...field("email")} />
			<PasswordField {...field("password")} />
		</IdentityForm>
	);
}
