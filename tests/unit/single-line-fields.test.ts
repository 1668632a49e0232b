/** Every text that a call takes is one line, unless it is listed here with the reason. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { signUpForm } from "../../src/access/account-forms.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { id, searchQuery } from "../../src/values/fields.ts";
import { pageQueryEntries } from "../../src/values/paging.ts";

/** Texts with several lines. */
const multiline: Record<string, string> = {
	"POST /service description": "a tool's description has paragraphs",
	"PATCH /service/{id} description": "a tool's description has paragraphs",
	"PATCH /service/{id} warnings": "a tool can have several",
	"PATCH /service/{id} specifications.value": "a specification can be a list",
	"POST /rating description": "a review has paragraphs",
	"PATCH /rating/{id} answer": "so has the answer to it",
	"POST /checkout note": "directions for the delivery, shown to staff",
	"POST /order/phone note": "directions for the delivery, shown to staff",
	"POST /checkout giftNote": "words for who gets it, printed on the packing slip",
	"POST /order/phone giftNote": "words for who gets it, printed on the packing slip",
	"POST /order/{id}/note text": "a note of staff for staff",
	"POST /order/{id}/refund note": "a note of staff for staff",
	"POST /customer/{id}/note text": "a note of staff for staff",
	"PUT /customer/{id}/block reason": "a note of staff for staff",
};

/** Texts that are compared with what is stored, and never stored themselves. */
const compared: Record<string, string> = {
	"POST /shipments/file file": "a CSV file, of which each cell is checked",
	"PATCH /service/{id} category": "must be the slug of a category",
	"PATCH /service/{id} capabilities.dimension": "must be in the vocabulary",
	"PATCH /service/{id} capabilities.standards": "must be in the vocabulary",
	"PATCH /service/{id} capabilities.except": "must be in the vocabulary",
	"PATCH /service/{id} was": "what the administrator saw",
	"PUT /user/{email} email": "of the specification's payload; ignored",
	"PUT /user/{email} name": "of the specification's payload; ignored",
};

/** Schemas of what is looked up. */
const lookedUp: unknown[] = [
	id,
	searchQuery,
	pageQueryEntries.limit.wrapped,
	pageQueryEntries.cursor.wrapped,
];

interface Text {
	name: string;
	schema: v.GenericSchema;
}

/** The texts of a schema by their path. A wrapper such as `optional` stays part of its text. */
function textsOf(schema: unknown, name: string, outermost = schema): Text[] {
	const { type, entries, item, items, options, value, wrapped } = schema as Record<string, unknown>;
	switch (type) {
		case "object":
		case "strict_object":
			return Object.entries(entries as object).flatMap(([key, entry]) =>
				textsOf(entry, name.endsWith(" ") ? name + key : `${name}.${key}`),
			);
		case "array":
			return textsOf(item, name);
		case "tuple":
			return (items as unknown[]).flatMap((one) => textsOf(one, name));
		case "union":
			return (options as unknown[]).flatMap((one) => textsOf(one, name));
		case "record":
			return textsOf(value, name);
		case "optional":
		case "exact_optional":
		case "nullable":
			return textsOf(wrapped, name, outermost);
		case "string":
			return isLookedUp(schema) ? [] : [{ name, schema: outermost as v.GenericSchema }];
		case "number":
		case "boolean":
		case "picklist":
		case "literal":
			return [];
		default:
			throw new Error(`${name} is of a type that this test does not know: ${type}`);
	}
}

/** Whether it is such a schema, or one with further rules. */
function isLookedUp(schema: unknown): boolean {
	const pipe = (schema as { pipe?: readonly unknown[] }).pipe ?? [];
	return lookedUp.includes(schema) || pipe.some((step) => lookedUp.includes(step));
}

const texts = [
	...endpoints.flatMap(({ endpoint: { method, path, params, query, body } }) =>
		[params, query, body].flatMap((part) => (part ? textsOf(part, `${method} ${path} `) : [])),
	),
	...textsOf(signUpForm, "sign-up ").filter(({ name }) => name !== "sign-up password"),
];

const lineBreaks = ["\n", "\r\n", "\r", "\t", "\u2028", "\u2029"];
const controls = [
	"\0",
	"\b",
	"\x1b",
	"\x7f",
	"\x85",
	"\x9f",
	"\u202a",
	"\u202e",
	"\u2066",
	"\u2069",
];

const takes = (schema: v.GenericSchema, marks: readonly string[]) =>
	marks.filter((mark) => v.is(schema, `a${mark}b`));

const isListed = ({ name }: Text, list: Record<string, string>) =>
	Object.keys(list).some((listed) => name === listed || name.startsWith(`${listed}.`));

describe("a text that a call takes", () => {
	it.each(texts.filter((text) => !isListed(text, compared)))(
		"has no control characters: $name",
		({ schema }) => {
			expect(takes(schema, controls)).toEqual([]);
		},
	);

	it.each(texts.filter((text) => !isListed(text, compared) && !isListed(text, multiline)))(
		"is one line: $name",
		({ schema }) => {
			expect(takes(schema, lineBreaks)).toEqual([]);
		},
	);

	it.each(Object.keys(multiline))("may have several lines: %s", (name) => {
		const [text] = texts.filter((one) => one.name === name);
		expect(text && takes(text.schema, ["\n", "\r\n"])).toEqual(["\n", "\r\n"]);
	});

	it("is among them if it is listed", () => {
		const unknown = Object.keys(compared).filter(
			(listed) => !texts.some((text) => isListed(text, { [listed]: "" })),
		);
		expect(unknown).toEqual([]);
		expect(texts.length).toBeGreaterThan(50);
	});
});
