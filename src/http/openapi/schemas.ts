/** Our schemas as JSON Schema (draft 2020-12, as OpenAPI 3.1 has it). */
import {
	type ConversionConfig,
	type JsonSchema,
	toJsonSchema,
	toJsonSchemaDefs,
} from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { maxLimit, pageQueryEntries } from "../../shop/paging.ts";

export type { JsonSchema };

/** What a caller sends: checks that JSON Schema has no words for are left out, not guessed at. */
const config: ConversionConfig = {
	target: "draft-2020-12",
	typeMode: "input",
	errorMode: "ignore",
	overrideRef: ({ referenceId }) => schemaRef(referenceId),
	overrideSchema: ({ valibotSchema }) =>
		// Text in an address, but a number to whoever writes one; what lies outside is clamped.
		valibotSchema === pageQueryEntries.limit
			? { type: "integer", minimum: 1, maximum: maxLimit, default: maxLimit }
			: undefined,
	overrideAction: ({ valibotAction, jsonSchema }) =>
		valibotAction.type === "safe_integer" ? withoutSafeBounds(jsonSchema) : undefined,
};

/** Where a named shape stands in the document. */
export function schemaRef(name: string): string {
	return `#/components/schemas/${name}`;
}

/** The JSON Schema of a schema; those in `shapes` are referred to by name. */
export function jsonSchemaFor(
	schema: GenericSchema,
	schemas: Record<string, GenericSchema> = {},
): JsonSchema {
	const { $schema, $defs, ...rest } = toJsonSchema(schema, { ...config, definitions: schemas });
	return rest;
}

/** The JSON Schemas of named shapes. */
export function schemaDefinitions(
	schemas: Record<string, GenericSchema>,
): Record<string, JsonSchema> {
	return toJsonSchemaDefs(schemas, config);
}

/** That a whole number fits a JavaScript number goes without saying. */
function withoutSafeBounds({ minimum, maximum, ...rest }: JsonSchema): JsonSchema {
	return {
		...rest,
		...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
		...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
	};
}
