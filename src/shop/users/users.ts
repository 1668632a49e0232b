/** Users: what they are and what may be typed about them. */
import * as v from "valibot";
import * as messages from "../../messages.ts";
import {
	email,
	maxLengths,
	maxPasswordLength,
	minPasswordLength,
	requiredText,
	text,
} from "../fields.ts";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

/** Users that a list shows at first, and more with each asking. */
export const usersPageSize = 50;

/** How long an access token lives, in milliseconds. */
export const tokenLifetimeMs = 60 * 60 * 1000;

/** Who is asking, as every protected call reads it fresh from the database. */
export interface Caller {
	id: string;
	name: string;
	email: string;
	phone: string;
	address: string;
	role: Role;
	/** Whether the e-mail is proved to be theirs. */
	verified: boolean;
	sessionId: string;
}

/** A user as the calls show one. */
export const profileSchema = v.object({
	_id: v.string(),
	name: v.string(),
	email: v.string(),
	phone: v.string(),
	address: v.string(),
	role: v.picklist(roles),
	/** Whether the e-mail is proved to be theirs. */
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
	name: requiredText(maxLengths.name, messages.nameRequired),
	email,
	password,
});

/** Asks for a link to choose a new password with. */
export const forgotForm = v.object({ email });

const newPassword = v.pipe(
	v.string(messages.newPasswordRequired),
	v.minLength(1, messages.newPasswordRequired),
	v.minLength(minPasswordLength, messages.passwordTooShort),
	v.maxLength(maxPasswordLength, messages.tooLong(maxPasswordLength)),
);

/** A new password for whoever holds the link. */
export const resetForm = v.object({ newPassword });

/** A new password for who knows the old one. */
export const passwordForm = v.object({
	currentPassword: v.pipe(
		v.string(messages.currentPasswordRequired),
		v.minLength(1, messages.currentPasswordRequired),
	),
	newPassword,
});

/** How an account is held: whether its e-mail is proved to be its owner's, and whether it has a password. */
export interface AccountState {
	verified: boolean;
	hasPassword: boolean;
}

/** What a user may change of their profile. */
export const profileForm = v.object({
	name: v.optional(text(maxLengths.name)),
	phone: requiredText(maxLengths.phone, messages.phoneRequired),
	address: v.optional(text(maxLengths.address)),
});
export type ProfileForm = v.InferOutput<typeof profileForm>;
