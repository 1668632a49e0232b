/** Examples and notes for the document, by the names that parameters and fields have. */
import { maxLimit } from "../../shop/paging.ts";
import type { JsonSchema } from "./schemas.ts";

const orderId = "q7hJ2vXo0kYw3sNc9TgB5A";

/** What stands in an example where the schema alone would give an empty text. */
const exampleStrings: Record<string, string> = {
	id: "torque-wrench",
	productCode: "torque-wrench",
	orderId,
	email: "rider@cogsmith.test",
	name: "Robin Rider",
	description: "Clicks at the torque you set.",
	image: `/images/${"0123456789abcdef".repeat(4)}`,
	phone: "+1 555 0142",
	address: "27 Canal Street, Portland, OR 97209",
	transactionId: "pi_3QkLr2Fx8YtB1c",
};

const exampleNumbers: Record<string, number> = { price: 89, quantity: 2, name: 5 };

const parameterNotes: Record<string, string> = {
	limit: `How many at most. What lies outside 1 to ${maxLimit} is clamped.`,
	cursor: "Where the page begins: from the Link header of the page before.",
	q: "Only those that hold these words.",
	sort: "What to sort by; - turns it round.",
};

/** What is to be said of a parameter of that name, where its name does not say it. */
export function parameterNote(name: string): string | undefined {
	return parameterNotes[name];
}

/** A value a schema would take: of objects only the fields that must be there, or all where none must. */
export function exampleFor(schema: JsonSchema, name = "", entity = ""): unknown {
	if (schema.enum) return schema.enum[0];
	if (schema.properties) return exampleObject(schema, entity);
	if (schema.type === "boolean") return true;
	if (schema.type === "integer" || schema.type === "number") {
		return exampleNumbers[name] ?? schema.minimum ?? 1;
	}
	if (name === "id" && entity === "orders") return orderId;
	return exampleStrings[name] ?? name;
}

function exampleObject(schema: JsonSchema, entity: string): Record<string, unknown> {
	const fields = Object.entries(schema.properties ?? {});
	const requiredFields = fields.filter(([name]) => schema.required?.includes(name));
	return Object.fromEntries(
		(requiredFields.length > 0 ? requiredFields : fields).map(([name, field]) => [
			name,
			typeof field === "boolean" ? null : exampleFor(field, name, entity),
		]),
	);
}
