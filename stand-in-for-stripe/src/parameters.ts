/** Parameters that several endpoints have. */
import { isSupported, supportedCurrencies } from "./currencies.ts";
import { invalidParameter, missingParameter } from "./errors.ts";
import { type Form, groupOf, textOf } from "./form-encoding.ts";

/** The `metadata[...]` of a form with Stripe's limits; empty values remove a key. Stripe API: Metadata. */
export function metadataFrom(
	form: Form,
	existing: Record<string, string> = {},
): Record<string, string> {
	const metadata = { ...existing };
	if (form.metadata === "") return {};
	for (const [name, value] of Object.entries(groupOf(form, "metadata") ?? {})) {
		if (typeof value !== "string") {
			throw invalidParameter(`metadata[${name}]`, "Metadata values must be strings.");
		}
		if (name.length > 40 || value.length > 500) {
			throw invalidParameter(
				`metadata[${name}]`,
				"Metadata names may have up to 40 characters, values up to 500.",
			);
		}
		if (value === "") delete metadata[name];
		else metadata[name] = value;
	}
	if (Object.keys(metadata).length > 50) {
		throw invalidParameter("metadata", "Metadata may have up to 50 keys.");
	}
	return metadata;
}

/** The `currency` of a form. Throws ApiError unless Stripe charges in it. */
export function readCurrency(form: Form): string {
	const currency = textOf(form, "currency");
	if (currency === undefined) throw missingParameter("currency");
	const code = currency.toLowerCase();
	if (isSupported(code)) return code;
	const message = `Invalid currency: ${currency}. Stripe currently supports these currencies: ${supportedCurrencies}`;
	throw invalidParameter("currency", message);
}

/** The integer under a name, or undefined if it is absent. Throws ApiError for any other text. */
export function integerOf(form: Form, name: string, param: string): number | undefined {
	const value = form[name];
	if (value === undefined) return undefined;
	if (typeof value !== "string" || !/^-?\d{1,15}$/.test(value)) {
		const message = `Invalid integer: ${typeof value === "string" ? value : name}`;
		throw invalidParameter(param, message, "parameter_invalid_integer");
	}
	return Number(value);
}
