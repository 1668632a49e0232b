import { signUpForm } from "../../access/account-forms.ts";
import { signUp } from "../../http/auth-client.ts";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import { Field } from "../ui/Field.tsx";
import { AuthForm, EmailField, NewPasswordField } from "./AuthForm.tsx";
import { startSessionAndReturn, useAuthForm } from "./useAuthForm.ts";

interface Props {
	/** Where to go after signing up: a path of this shop. */
	returnTo: string;
}

/** Creates an account with name, e-mail and password, and signs it in. */
export function SignUpForm({ returnTo }: Props) {
	const { field, state } = useAuthForm(signUpForm, async (account) =>
		startSessionAndReturn(await signUp(account), returnTo),
	);
	return (
		<AuthForm {...state} label={texts.signUp} busyLabel={texts.creatingYourAccount}>
			<Field label={common.name} type="text" autoComplete="name" {...field("name")} />
			<EmailField {...field("email")} />
			<NewPasswordField label={texts.password} {...field("password")} />
		</AuthForm>
	);
}
