import { useState } from "react";
import type { FieldErrors } from "../../values/field-errors.ts";

/**
 * Returns the errors after the field of this name has changed: its own are what is wrong with it now, all others stay. A
 * country brings fields of its own, so that the errors of its region and postal code are gone.
 */
export function afterChange(
	errors: FieldErrors,
	name: string,
	wrongNow: () => FieldErrors,
): FieldErrors {
	const isOwn = (one: string) => one === name || one.startsWith(`${name}.`);
	const isGone = (one: string) =>
		/country$/.test(name) &&
		["region", "postalCode"].some((code) => one === name.replace("country", code));
	const names = Object.keys(errors);
	const wrong = names.some(isOwn) ? wrongNow() : {};
	const shown = names
		.filter((one) => !isGone(one))
		.map((one) => [one, isOwn(one) ? wrong[one] : errors[one]] as const)
		.filter((entry): entry is [string, string] => entry[1] !== undefined);
	return Object.fromEntries(shown);
}

/**
 * The errors of a form without react-hook-form, by the names or paths of its fields: an error goes when its own field is
 * corrected, and stays while another changes. `wrongNow` checks what is typed now; by default a field that changes counts
 * as corrected, until the server looks again.
 */
export function useFieldErrors(wrongNow: () => FieldErrors = () => ({})) {
	const [errors, setErrors] = useState<FieldErrors>({});
	return {
		errors,
		setErrors,
		/** The field of this name, or one below it, has changed. */
		changed: (name: string) => setErrors((current) => afterChange(current, name, wrongNow)),
	};
}
