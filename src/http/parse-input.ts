/** Parses the input of a call by its schemas. */
import * as v from "valibot";
import { type FieldErrors, ShopError } from "../errors.ts";
import { plainMessage } from "../values/plain-message.ts";

/** Parses one part of the input. Throws `malformed` if it is not an object, `invalid` if fields are. */
export function parseInput(schema: v.GenericSchema, input: unknown): unknown {
	const result = v.safeParse(schema, withAllFields(schema, input), { message: plainMessage });
	if (result.success) return result.output;
	const fields: FieldErrors = {};
	for (const issue of result.issues) {
		const path = v.getDotPath(issue);
		if (path === null) throw new ShopError("malformed");
		fields[path] ??= issue.message;
	}
	throw new ShopError("invalid", { fields });
}

/** Adds missing fields as undefined, so that they get the field's own message. */
function withAllFields(schema: v.GenericSchema, input: unknown): unknown {
	if (typeof input !== "object" || input === null || !("entries" in schema)) return input;
	return { ...mapKeys(schema.entries), ...input };
}

function mapKeys(entries: unknown): Record<string, undefined> {
	return Object.fromEntries(Object.keys(entries ?? {}).map((name) => [name, undefined]));
}
