/** Example values and notes, by the name of the parameter or field. */
import { maxLimit } from "../../values/paging.ts";
import type { JsonSchema } from "./schemas.ts";

const lineId = "q7hJ2vXo0kYw3sNc9TgB5A";

/** Example values of text fields. */
const exampleStrings: Record<string, string> = {
	id: "torque-wrench",
	productCode: "torque-wrench",
	toolId: "torque-wrench",
	lineId,
	email: "rider@example.com",
	name: "Robin Rider",
	description: "Clicks at the torque you set.",
	image: `/images/${"0123456789abcdef".repeat(2)}`,
	phone: "+1 555 0142",
	address: "27 Canal Street, Portland, OR 97209",
	transactionId: "pi_3QkLr2Fx8YtB1c",
};

const exampleNumbers: Record<string, number> = { price: 89, quantity: 2, name: 5 };

const parameterNotes: Record<string, string> = {
	limit: `Page size, clamped to 1 to ${maxLimit}.`,
	cursor: "Cursor from the Link header of the previous page.",
	q: "Search terms.",
	sort: "Sort field; prefix - for descending order.",
	updatedSince:
		"Only what has changed at this time or later, the oldest change first, each with its updatedAt. Ask again with the last updatedAt: nothing is missed, and what changed at that very time comes again. What is no longer listed does not appear. It goes with limit and cursor only, and for orders needs the right to see all.",
	ratings: "1 adds the average rating of tools with reviews.",
};

/** Returns the note for a parameter, or undefined if its name explains it. */
export function parameterNote(name: string): string | undefined {
	return parameterNotes[name];
}

/** Returns an example value of a schema: its own, if it has one. An object has its required fields, or all if none is required. */
export function exampleFor(schema: JsonSchema, name = "", entity = ""): unknown {
	const [example] = schema.examples ?? [];
	if (example !== undefined) return example;
	if (schema.enum) return schema.enum[0];
	const [choice] = schema.anyOf ?? [];
	if (typeof choice === "object") return exampleFor(choice, name, entity);
	if (schema.properties) return exampleObject(schema, entity);
	if (schema.type === "array" && typeof schema.items === "object" && !Array.isArray(schema.items)) {
		return [exampleFor(schema.items, name, entity)];
	}
	if (schema.type === "boolean") return true;
	if (schema.type === "integer" || schema.type === "number") {
		return exampleNumbers[name] ?? schema.minimum ?? 1;
	}
	if (name === "id" && entity === "orders") return lineId;
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
