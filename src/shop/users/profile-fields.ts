/** The form on the profile's page, with the formats of addresses: users.ts is in every page's script. */
import * as v from "valibot";
import { parseAddress } from "../addresses/address.ts";
import type { Address } from "../addresses/address-columns.ts";
import { hasAddress, profileForm } from "./users.ts";

/** What the form on the profile's page is filled with. */
export interface ProfileFields extends Address {
	name: string;
	phone: string;
}

/** What the form on the profile's page sends. */
export const profileFieldsForm = v.pipe(
	profileForm,
	v.rawCheck(({ dataset, addIssue }) => {
		if (!dataset.typed || !hasAddress(dataset.value)) return;
		const input = dataset.value;
		const parsed = parseAddress(input);
		for (const [key, message] of Object.entries("errors" in parsed ? parsed.errors : {}))
			addIssue({
				message,
				path: [{ type: "object", origin: "value", input: { ...input }, key, value: undefined }],
			});
	}),
);
