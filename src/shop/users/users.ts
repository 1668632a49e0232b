/** Users: their profiles and the schema of the profile form. */

import * as v from "valibot";
import { roles } from "../../access/roles.ts";
import * as messages from "../../messages.ts";
import { maxLengths, personName, requiredText, text } from "../../values/fields.ts";

/** Users per page. */
export const usersPageSize = 50;

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
