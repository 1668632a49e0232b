/** Describes a JSON Schema in a few words, for the API's HTML page. */
import { formatNumber } from "../../messages/numbers.ts";
import type { JsonSchema } from "./schemas.ts";

const typeNames: Record<string, string> = {
	string: "text",
	integer: "integer",
	number: "number",
	boolean: "true or false",
	object: "object",
};

const formatNames: Record<string, string> = {
	email: "e-mail address",
	"date-time": "time, ISO 8601 in UTC",
};

/** Returns the name of the schema that `$ref` points to, or undefined. */
export function referencedName(schema: JsonSchema): string | undefined {
	return schema.$ref?.split("/").at(-1);
}

/** Describes the values of a schema: `text, at most 120 characters`. */
export function describeSchema(schema: JsonSchema): string {
	const name = referencedName(schema);
	if (name) return name;
	if (schema.anyOf) return schema.anyOf.map(describeItem).join(", or ");
	if (schema.type === "array" && schema.items && !Array.isArray(schema.items)) {
		const max = schema.maxItems === undefined ? "" : `, at most ${schema.maxItems}`;
		return `list of ${describeItem(schema.items)}${max}`;
	}
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
	if (schema.properties) return `{ ${Object.keys(schema.properties).join(", ")} }`;
	if (schema.pattern?.includes("images")) return "path of an uploaded image, /images/{key}";
	if (schema.contentMediaType) return "file";
	return [typeName(schema), describeBounds(schema)].filter(Boolean).join(", ");
}

function describeItem(schema: JsonSchema | boolean): string {
	return typeof schema === "boolean" ? "anything" : describeSchema(schema);
}

function typeName({ format, type }: JsonSchema): string {
	return formatNames[format ?? ""] ?? typeNames[String(type)] ?? "anything";
}

function describeBounds(schema: JsonSchema): string {
	const { minimum, exclusiveMinimum, maximum, maxLength, type } = schema;
	if (type === "string")
		return maxLength === undefined ? "" : `at most ${formatNumber(maxLength)} characters`;
	if (minimum !== undefined && maximum !== undefined)
		return `${formatNumber(minimum)} to ${formatNumber(maximum)}`;
	if (exclusiveMinimum !== undefined)
		return [
			`above ${formatNumber(exclusiveMinimum)}`,
			...(maximum === undefined ? [] : [`at most ${formatNumber(maximum)}`]),
		].join(", ");
	if (minimum !== undefined) return `at least ${formatNumber(minimum)}`;
	return maximum === undefined ? "" : `at most ${formatNumber(maximum)}`;
}
