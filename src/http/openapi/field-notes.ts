/**
 * Notes on fields of bodies, by the name of the endpoint: what a schema can't say. Here and not in the endpoints, which
 * islands load.
 */
import type { JsonSchema } from "./schemas.ts";

const fromProfile = "Required if your profile has none.";
const withLine1 = "Required with line1, if addresses of the country have one.";
const withPostalCode =
	"Required with line1, if addresses of the country have one, in the country's format.";
const withCountry = "Required with line1: a code of ISO 3166-1.";
const ofGuests = "Required of guests. Of signed-in users it is the profile's, if left out.";

export const fieldNotes: Record<string, Record<string, string>> = {
	placeLine: {
		phone: fromProfile,
		address: fromProfile,
		price: "If sent, it must be the tool's, else 409 price_changed.",
		totalPrice: "If sent, it must be the order's, else 409 price_changed.",
	},
	updateProfile: {
		address: "In one line, instead of the fields from line1 to country.",
		line1: "Required with any other field of the address.",
		city: withLine1,
		postalCode: withPostalCode,
		region: withLine1,
		country: withCountry,
	},
	placeOrder: {
		email: "Required of guests. Of signed-in users it is the account's.",
		name: ofGuests,
		phone: "Required of guests, and of signed-in users whose profile has none.",
		address:
			"In one line, instead of the fields from line1 to country. Of signed-in users who send neither, it is the profile's.",
		line1: "Required without address, of guests.",
		city: withLine1,
		postalCode: withPostalCode,
		region: withLine1,
		country: withCountry,
		totalPrice: "If sent, it must be the total with shipping and tax, else 409 price_changed.",
	},
};

/** Examples of bodies whose required fields alone are not enough. */
const bodyExamples: Record<string, NonNullable<JsonSchema["examples"]>[number]> = {
	placeOrder: {
		lines: [{ toolId: "torque-wrench", quantity: 2, price: 89 }],
		email: "rider@example.com",
		name: "Robin Rider",
		phone: "+1 555 0142",
		line1: "27 Canal Street",
		city: "Portland",
		region: "OR",
		postalCode: "97209",
		country: "US",
	},
	placePhoneOrder: {
		lines: [{ toolId: "torque-wrench", quantity: 2, price: 89 }],
		email: "rider@example.com",
		name: "Robin Rider",
		phone: "+1 555 0142",
		address: "27 Canal Street, Portland, OR 97209",
	},
	changeDelivery: {
		line1: "27 Canal Street",
		city: "Portland",
		region: "OR",
		postalCode: "97209",
		country: "US",
	},
	placeLine: {
		productCode: "torque-wrench",
		quantity: 2,
		phone: "+1 555 0142",
		address: "27 Canal Street, Portland, OR 97209",
	},
};

/** Returns the schema of an endpoint's body with its notes as descriptions, and its example. */
export function withFieldNotes(endpointName: string, schema: JsonSchema): JsonSchema {
	const notes = fieldNotes[endpointName] ?? {};
	const example = bodyExamples[endpointName];
	const properties = Object.entries(schema.properties ?? {}).map(([field, described]) => {
		const note = notes[field];
		if (!note || typeof described === "boolean") return [field, described];
		const description = [described.description, note].filter(Boolean).join(". ");
		return [field, { ...described, description }];
	});
	return {
		...schema,
		...(schema.properties && { properties: Object.fromEntries(properties) }),
		...(example && { examples: [example] }),
	};
}
