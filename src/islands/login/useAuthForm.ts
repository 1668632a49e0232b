import type { SubmitEvent } from "react";
import type { FieldValues } from "react-hook-form";
import type * as v from "valibot";
import type { AuthUser } from "../../http/current-user.ts";
import { startSession } from "../../stores/session.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { useAuthCall } from "./useAuthCall.ts";

/** What AuthForm needs to know. */
export interface AuthFormState {
	sending: boolean;
	/** The error message of the last call. */
	formError: string | undefined;
	onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
}

/** A form that calls the auth API with `task`. */
export function useAuthForm<Input extends FieldValues, Output>(
	schema: v.GenericSchema<Input, Output>,
	task: (input: Output, resetFields: () => void) => Promise<void>,
	initialError?: string | undefined,
) {
	const { form, field } = useSchemaForm(schema);
	const { formError, sending, submit } = useAuthCall(initialError);
	const onSubmit = form.handleSubmit((input) => submit(() => task(input, () => form.reset())));
	const state: AuthFormState = { sending, formError, onSubmit };
	return { field, state };
}

/** Fetches the access token of a user who has just signed in, and redirects. */
export async function startSessionAndReturn(user: AuthUser, returnTo: string): Promise<void> {
	await startSession(user);
	location.assign(returnTo);
}
