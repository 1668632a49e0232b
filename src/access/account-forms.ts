/** The forms of signing in and up, and of passwords. */

import * as v from "valibot";
import * as messages from "../messages/messages.ts";
import {
	email,
	maxPasswordLength,
	minPasswordLength,
	requiredPersonName,
} from "../values/fields.ts";

const password = v.pipe(
	v.string(messages.passwordRequired),
	v.minLength(1, messages.passwordRequired),
	v.minLength(minPasswordLength, messages.passwordTooShort),
	v.maxLength(maxPasswordLength, messages.tooLong(maxPasswordLength)),
);

export const signInForm = v.object({ email, password });
export const signUpForm = v.object({
	name: requiredPersonName,
	email,
	password,
});

/** The form that requests a password reset link. */
export const forgotForm = v.object({ email });

const newPassword = v.pipe(
	v.string(messages.newPasswordRequired),
	v.minLength(1, messages.newPasswordRequired),
	v.minLength(minPasswordLength, messages.passwordTooShort),
	v.maxLength(maxPasswordLength, messages.tooLong(maxPasswordLength)),
);

/** The form that sets a new password with the token of a reset link. */
export const resetForm = v.object({ newPassword });

/** The form that changes the password. */
export const passwordForm = v.object({
	currentPassword: v.pipe(
		v.string(messages.currentPasswordRequired),
		v.minLength(1, messages.currentPasswordRequired),
	),
	newPassword,
});
