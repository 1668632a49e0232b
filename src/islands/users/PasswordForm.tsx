import { passwordForm } from "../../access/account-forms.ts";
import { changePassword } from "../../http/auth-client.ts";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import { startSession } from "../../stores/session.ts";
import { toast } from "../../stores/toasts.ts";
import { AuthForm, NewPasswordField, PasswordField } from "../login/AuthForm.tsx";
import { useAuthForm } from "../login/useAuthForm.ts";

interface Props {
	/** The signed-in user's e-mail, for the browser's password manager. */
	email: string;
}

/** Changes the user's own password. All other sessions end; this one continues with a new token. */
export function PasswordForm({ email }: Props) {
	const { field, state } = useAuthForm(passwordForm, async (passwords, resetFields) => {
		await startSession(await changePassword(passwords));
		resetFields();
		toast("success", messages.passwordChanged);
	});
	return (
		<div className="max-w-xl">
			<AuthForm {...state} label={texts.changePassword} busyLabel={common.saving} quiet>
				<input type="email" autoComplete="username" value={email} readOnly hidden />
				<PasswordField label={texts.currentPassword} {...field("currentPassword")} />
				<NewPasswordField {...field("newPassword")} />
			</AuthForm>
		</div>
	);
}
