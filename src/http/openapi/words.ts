/** A JSON Schema in a few words, for those who read rather than generate. */
import type { JsonSchema } from "./schemas.ts";

const kinds: Record<string, string> = {
	string: "text",
	integer: "whole number",
	number: "number",
	boolean: "true or false",
	object: "object",
};

const formats: Record<string, string> = {
	email: "e-mail address",
	"date-time": "time, ISO 8601 in UTC",
};

/** The name of the shape that a schema refers to, or undefined. */
export function shapeNameOf(schema: JsonSchema): string | undefined {
	return schema.$ref?.split("/").at(-1);
}

/** What a value must be: `text, at most 120 characters`. */
export function inWords(schema: JsonSchema): string {
	const shape = shapeNameOf(schema);
	if (shape) return shape;
	if (schema.anyOf) return schema.anyOf.map(part).join(", or ");
	if (schema.type === "array" && schema.items && !Array.isArray(schema.items)) {
		return `list of ${part(schema.items)}`;
	}
	if (schema.const !== undefined) return JSON.stringify(schema.const);
	if (schema.enum) return `one of ${schema.enum.map((one) => JSON.stringify(one)).join(", ")}`;
	if (schema.pattern?.includes("images")) return "address of a picture in the shop, /images/{key}";
	if (schema.contentMediaType) return "file";
	return [kindOf(schema), boundsOf(schema)].filter(Boolean).join(", ");
}

function part(schema: JsonSchema | boolean): string {
	return typeof schema === "boolean" ? "anything" : inWords(schema);
}

function kindOf({ format, type }: JsonSchema): string {
	return formats[format ?? ""] ?? kinds[String(type)] ?? "anything";
}

function boundsOf(schema: JsonSchema): string {
	const { minimum, maximum, maxLength, type } = schema;
	const say = (value: number) => value.toLocaleString("en-US");
	if (type === "string")
		return maxLength === undefined ? "" : `at most ${say(maxLength)} characters`;
	if (minimum !== undefined && maximum !== undefined) return `${say(minimum)} to ${say(maximum)}`;
	if (minimum !== undefined) return `at least ${say(minimum)}`;
	return maximum === undefined ? "" : `at most ${say(maximum)}`;
}
