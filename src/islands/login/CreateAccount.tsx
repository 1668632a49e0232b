import { type SubmitEvent, useState } from "react";
import * as v from "valibot";
import { signUpForm } from "../../access/account-forms.ts";
import { signUp } from "../../http/auth-client.ts";
import * as texts from "../../messages/account.ts";
import { signIn } from "../../messages/checkout.ts";
import { sitePaths } from "../../paths/site.ts";
import { startSession } from "../../stores/session.ts";
import { shownEmail } from "../../values/shown-email.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";
import { NewPasswordField } from "./AuthForm.tsx";
import { useAuthCall } from "./useAuthCall.ts";

interface Props {
	/** The name and the e-mail of the order. */
	name: string;
	email: string;
	/** The id of its heading, which names its section. */
	headingId?: string;
}

/** Creates an account for a guest who has ordered: only the password is asked. */
export function CreateAccount({ name, email, headingId }: Props) {
	const [passwordError, setPasswordError] = useState<string>();
	const [isMade, setMade] = useState(false);
	const { formError, sending, submit } = useAuthCall();

	const make = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const password = new FormData(event.currentTarget).get("password");
		const parsed = v.safeParse(signUpForm.entries.password, password);
		setPasswordError(parsed.issues?.[0].message);
		if (!parsed.success) return;
		void submit(async () => {
			await startSession(await signUp({ name, email, password: parsed.output }));
			setMade(true);
		});
	};

	if (isMade) return <p role="status">{texts.accountCreated(shownEmail(email))}</p>;
	return (
		<form noValidate method="post" className="grid gap-4" onSubmit={make}>
			<h2 id={headingId} className="text-2xl">
				{texts.createAccount}
			</h2>
			<p>{texts.whyAccount}</p>
			{/* For password managers. */}
			<input type="email" autoComplete="username" defaultValue={email} readOnly hidden />
			<NewPasswordField label={texts.password} name="password" error={passwordError} />
			<div>
				{/* Not the strong button of its pages: the order comes first. */}
				<Button type="submit" disabled={sending}>
					{texts.createAccount}
				</Button>
			</div>
			<FieldError message={formError} />
			{/* Most likely the e-mail has an account. */}
			{formError && (
				<a className="link" href={sitePaths.loginReturningTo(sitePaths.myOrders)}>
					{signIn}
				</a>
			)}
		</form>
	);
}
