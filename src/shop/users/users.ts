/** Users: their profiles and the schema of the profile form. */

import * as v from "valibot";
import { roles } from "../../access/roles.ts";
import * as messages from "../../messages/messages.ts";
import { maxLengths, personName, requiredPastedText, text } from "../../values/fields.ts";
import { type Address, addressFieldNames } from "../addresses/address-columns.ts";
import { addressTexts } from "../addresses/address-fields.ts";

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

/** What the profile's page knows of an account beside the profile. */
export interface AccountState {
	verified: boolean;
	/** Beside or instead of Google. */
	hasPassword: boolean;
	/** The profile's address, if it was entered in fields. */
	addressParts: Address | null;
}

/** What changes a profile. The address is either `address`, in one line, or the fields from `line1` to `country`. */
export const profileForm = v.object({
	name: v.optional(personName),
	phone: requiredPastedText(maxLengths.phone, messages.phoneRequired),
	address: v.optional(text(maxLengths.address)),
	...addressTexts,
});
export type ProfileForm = v.InferOutput<typeof profileForm>;

/** Whether an address was entered in fields. A country alone, which may be preselected, is none. */
export function hasAddress(fields: Omit<ProfileForm, "phone">): boolean {
	return addressFieldNames.some((name) => fields[name]);
}
