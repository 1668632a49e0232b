import type { ComponentProps, ReactNode } from "react";
import * as texts from "../../messages/account.ts";
import * as common from "../../messages/common.ts";
import { minPasswordLength } from "../../values/fields.ts";
import { Field, FieldError } from "../ui/Field.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import type { AuthFormState } from "./useAuthForm.ts";

interface Props extends AuthFormState {
	/** The label of the submit button. */
	label: string;
	busyLabel: string;
	/** Whether the page has a primary button already. */
	quiet?: boolean;
	/** The fields. */
	children: ReactNode;
}

/** A form that calls the auth API, with the error message of the last call under the button. */
export function AuthForm(props: Props) {
	const { label, busyLabel, quiet = false, sending, formError, onSubmit, children } = props;
	const button = (
		<SubmitButton quiet={quiet} busy={sending} busyLabel={busyLabel}>
			{label}
		</SubmitButton>
	);
	return (
		<form noValidate method="post" className="grid gap-5" onSubmit={onSubmit}>
			{children}
			{quiet ? <div>{button}</div> : button}
			<FieldError message={formError} />
		</form>
	);
}

type FieldState = Omit<ComponentProps<typeof Field>, "label">;

export function EmailField(field: FieldState) {
	return <Field label={common.email} type="email" autoComplete="email" {...field} />;
}

/** A field for the password of an existing account. */
export function PasswordField({
	label = texts.password,
	...field
}: FieldState & { label?: string }) {
	return <Field label={label} type="password" autoComplete="current-password" {...field} />;
}

/** A field for the new password of an account. */
export function NewPasswordField({
	label = texts.newPassword,
	...field
}: FieldState & { label?: string }) {
	return (
		<Field
			label={label}
			type="password"
			autoComplete="new-password"
			hint={texts.passwordHint(minPasswordLength)}
			{...field}
		/>
	);
}
