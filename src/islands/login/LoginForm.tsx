import { signInForm } from "../../access/account-forms.ts";
import { signIn } from "../../http/auth-client.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { AuthForm, EmailField, PasswordField } from "./AuthForm.tsx";
import { startSessionAndReturn, useAuthForm } from "./useAuthForm.ts";

interface Props {
	/** Where to go after signing in: a path of this shop. */
	returnTo: string;
	/** The error of a failed sign-in at another provider. */
	initialError?: string | undefined;
}

/** Signs in with e-mail and password. */
export function LoginForm({ returnTo, initialError }: Props) {
	const { field, state } = useAuthForm(
		signInForm,
		async (credentials) => startSessionAndReturn(await signIn(credentials), returnTo),
		initialError,
	);
	return (
		<AuthForm {...state} label={common.login} busyLabel={messages.signingIn}>
			<EmailField {...field("email")} />
			<PasswordField {...field("password")} />
		</AuthForm>
	);
}
