/** Users: roles, profiles and the schemas of their forms. */

import * as v from "valibot";
import { type Role, roles } from "../../access/roles.ts";
import * as messages from "../../messages.ts";
import {
	email,
	maxLengths,
	maxPasswordLength,
	minPasswordLength,
	personName,
	requiredPersonName,
	requiredText,
	text,
} from "../../values/fields.ts";

/** Users per page. */
export const usersPageSize = 50;

/** How long an access token is valid, in milliseconds. */
export const tokenLifetimeMs = 60 * 60 * 1000;

/** The authenticated user of a request, read from the database each time. */
export interface Caller {
	id: string;
	name: string;
	email: string;
	phone: string;
	address: string;
	role: Role;
	/** Whether the e-mail is verified. */
	verified: boolean;
	sessionId: string;
}

/** Who places an order: a signed-in user, or a guest, who has only an e-mail and the id `guestUserId`. */
export type Customer = Pick<Caller, "id" | "name" | "email" | "phone" | "address" | "verified">;

/** Who calls about an order: a signed-in user, the guest who has the tokens of some orders, or both. */
export interface Buyer {
	user: Caller | undefined;
	/** SHA-256 of the tokens in the guest's cookie. */
	guestTokenHashes: readonly string[];
}

/** A user, as the API returns one. */
export const profileSchema = v.object({
	_id: v.string(),
	name: v.string(),
	email: v.string(),
	phone: v.string(),
	address: v.string(),
	role: v.picklist(roles),
	/** Whether the e-mail is verified. */
	verified: v.boolean(),
});
export type Profile = v.InferOutput<typeof profileSchema>;

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

/** Whether an account's e-mail is verified, and whether it has a password beside or instead of Google. */
export interface AccountState {
	verified: boolean;
	hasPassword: boolean;
}

/** The profile form. */
export const profileForm = v.object({
	name: v.optional(personName),
	phone: requiredText(maxLengths.phone, messages.phoneRequired),
	address: v.optional(text(maxLengths.address)),
});
export type ProfileForm = v.InferOutput<typeof profileForm>;
