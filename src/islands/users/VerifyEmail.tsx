import { useState } from "react";
import { requestVerification } from "../../http/auth-client.ts";
import * as texts from "../../messages/account.ts";
import * as messages from "../../messages/messages.ts";
import { useAuthCall } from "../login/useAuthCall.ts";
import { Button } from "../ui/Button.tsx";
import { FieldError } from "../ui/Field.tsx";

interface Props {
	email: string;
}

/** Shows that the user's e-mail is not verified yet, and resends the link. */
export function VerifyEmail({ email }: Props) {
	const { formError, sending, submit } = useAuthCall();
	const [sent, setSent] = useState(false);
	const resend = () =>
		submit(async () => {
			setSent(false);
			await requestVerification(email);
			setSent(true);
		});
	return (
		<div className="grid max-w-xl justify-items-start gap-4">
			<p>{messages.notVerified}</p>
			<Button disabled={sending} onClick={resend}>
				{sending ? texts.sending : texts.resendLink}
			</Button>
			<p role="status" className="empty:hidden">
				{sent && messages.verificationSent}
			</p>
			<FieldError message={formError} />
		</div>
	);
}
