/** Users: what they are and what may be typed about them. */
import * as v from "valibot";
import { messages } from "../../messages.ts";
import { email, longest, minPasswordLength, requiredText, text } from "../values.ts";

export const roles = ["user", "admin"] as const;
export type Role = (typeof roles)[number];

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
	sessionId: string;
}

/** A user as the calls show one. */
export const profileShape = v.object({
	_id: v.string(),
	name: v.string(),
	email: v.string(),
	phone: v.string(),
	address: v.string(),
	role: v.picklist(roles),
});
export type Profile = v.InferOutput<typeof profileShape>;

const password = v.pipe(
	v.string(messages.passwordRequired),
	v.minLength(1, messages.passwordRequired),
	v.minLength(minPasswordLength, messages.passwordTooShort),
);

export const signInForm = v.object({ email, password });
export const signUpForm = v.object({
	name: requiredText(longest.name, messages.nameRequired),
	email,
	password,
});

/** What a user may change of their profile. */
export const profileForm = v.object({
	name: v.optional(text(longest.name)),
	phone: requiredText(longest.phone, messages.phoneRequired),
	address: v.optional(text(longest.address)),
});
export type ProfileForm = v.InferOutput<typeof profileForm>;
