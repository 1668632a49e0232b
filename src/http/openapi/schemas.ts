/** Converts valibot schemas to JSON Schema (draft 2020-12, as in OpenAPI 3.1). */
import {
	type ConversionConfig,
	type JsonSchema,
	toJsonSchema,
	toJsonSchemaDefs,
} from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { currency } from "../../config/config.ts";
import { maxLimit, pageQueryEntries } from "../../values/paging.ts";

export type { JsonSchema };

/** Describes the input side. Checks that JSON Schema can't express are left out. */
const config: ConversionConfig = {
	target: "draft-2020-12",
	typeMode: "input",
	errorMode: "ignore",
	overrideRef: ({ referenceId }) => schemaRef(referenceId),
	overrideSchema: ({ valibotSchema }) =>
		// Text in a query string, but an integer to callers; other values are clamped.
		valibotSchema === pageQueryEntries.limit
			? { type: "integer", minimum: 1, maximum: maxLimit, default: maxLimit }
			: undefined,
	overrideAction: ({ valibotAction, jsonSchema }) =>
		valibotAction.type === "safe_integer" ? withoutSafeBounds(jsonSchema) : undefined,
};

/** Returns the `$ref` of a named schema. */
export function schemaRef(name: string): string {
	return `#/components/schemas/${name}`;
}

/** Returns the JSON Schema of a valibot schema; those in `schemas` are referenced by name. */
export function jsonSchemaFor(
	schema: GenericSchema,
	schemas: Record<string, GenericSchema> = {},
): JsonSchema {
	const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...config, definitions: schemas });
	return withCurrency(rest);
}

/** Returns the JSON Schemas of named valibot schemas. */
export function schemaDefinitions(
	schemas: Record<string, GenericSchema>,
): Record<string, JsonSchema> {
	return Object.fromEntries(
		Object.entries(toJsonSchemaDefs(schemas, config)).map(([name, schema]) => [
			name,
			withCurrency(schema),
		]),
	);
}

/**
 * Returns the schema with one lower bound: JSON Schema asks for both `minimum` and `exclusiveMinimum`, so that the lower one
 * says nothing (JSON Schema Validation 2020-12, 6.2.4 and 6.2.5), and some programs take one of them alone.
 */
function withOneMinimum({ minimum, exclusiveMinimum, ...rest }: JsonSchema): JsonSchema {
	if (exclusiveMinimum !== undefined && (minimum === undefined || minimum <= exclusiveMinimum))
		return { ...rest, exclusiveMinimum };
	return minimum === undefined ? rest : { ...rest, minimum };
}

/** Matches the names of fields with an amount of money. */
const moneyName = /price$|^amount$|^cost$/i;

/** Returns the schema with the shop's currency as the description of each amount of money. */
function withCurrency(schema: JsonSchema): JsonSchema {
	const inside = (part: JsonSchema | boolean) =>
		typeof part === "boolean" ? part : withCurrency(part);
	const { properties, items, anyOf } = schema;
	return {
		...withOneMinimum(schema),
		...(anyOf && { anyOf: anyOf.map(inside) }),
		...(items && !Array.isArray(items) && { items: inside(items) }),
		...(properties && {
			properties: Object.fromEntries(
				Object.entries(properties).map(([name, field]) => {
					if (typeof field === "boolean") return [name, field];
					const described = withCurrency(field);
					const isMoney = moneyName.test(name) && isNumber(field);
					return [name, isMoney ? { description: `In ${currency}`, ...described } : described];
				}),
			),
		}),
	};
}

function isNumber({ type, anyOf }: JsonSchema): boolean {
	return (
		type === "number" ||
		(anyOf?.some((choice) => typeof choice === "object" && isNumber(choice)) ?? false)
	);
}

/** The bounds of `safeInteger`, which say nothing to a reader. */
const safeBounds: Partial<Record<string, number>> = {
	minimum: Number.MIN_SAFE_INTEGER,
	maximum: Number.MAX_SAFE_INTEGER,
};

function withoutSafeBounds(schema: JsonSchema): JsonSchema {
	const stated = Object.entries(schema).filter(([name, value]) => value !== safeBounds[name]);
	return Object.fromEntries(stated);
}
