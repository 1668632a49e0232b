/** Whatever is sent to a call or a form, what it says back is a sentence of ours: valibot's words are for programmers. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { ShopError } from "../../src/errors.ts";
import { parseInput } from "../../src/http/parse-input.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { parseForm } from "../../src/values/parse-form.ts";

/** Values of each type, of which most fields take one. */
const wrongValues: unknown[] = [
	...[undefined, null, "", " ", "x", "\u0000", "x".repeat(5_000)],
	...[0, -1, 1.5, 1e300, true, [], ["x"], [5], [{}], {}, { x: 1 }],
];

const valibotsWords = /Invalid |Expected|received|undefined|NaN|Object\b|Array\b/;

/** Returns what is said of a value of each field, and of each field of lists and objects in it. */
function said(schema: v.GenericSchema): string[] {
	const names = "entries" in schema ? Object.keys(schema.entries ?? {}) : [];
	const inputs = names.flatMap((name) => wrongValues.map((value) => ({ [name]: value })));
	return [{}, ...inputs].flatMap((input) => {
		try {
			parseInput(schema, input);
			return [];
		} catch (error) {
			if (!(error instanceof ShopError)) throw error;
			return Object.values(error.fields ?? {});
		}
	});
}

describe("what is wrong with a value", () => {
	it.each(
		endpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
	)("is said in plain words by %s", (_, { params, query, body }) => {
		const sentences = [params, query, ...(body ? [body] : [])].flatMap(said);
		expect(sentences.filter((sentence) => valibotsWords.test(sentence))).toEqual([]);
		for (const sentence of sentences) expect(sentence).toMatch(/\S/);
	});

	it("is found by the test: without our sentences there are valibot's", () => {
		const bare = v.safeParse(v.object({ a: v.number() }), { a: "x" });
		expect(bare.issues?.[0].message).toMatch(valibotsWords);
	});

	it.each([
		[v.number(), "This must be a number."],
		[v.string(), "This must be text."],
		[v.boolean(), "This must be true or false."],
		[v.array(v.string()), "This must be a list."],
		[v.picklist(["up", "down"]), "Use one of these: up, down."],
		[
			v.pipe(
				v.unknown(),
				v.check(() => false),
			),
			"Check this value: it doesn't belong here.",
		],
	])("says what it must be", (schema, sentence) => {
		const parse = () => parseInput(v.object({ a: schema }), { a: null });
		expect(parse).toThrowError(expect.objectContaining({ fields: { a: sentence } }));
	});

	it("says so of forms too", () => {
		const form = v.object({ a: v.picklist(["up"]), b: v.pipe(v.string(), v.minLength(1)) });
		const { fields = {} } = { fields: {}, ...parseForm(form, new URLSearchParams({ a: "x" })) };
		expect(Object.values(fields).join()).not.toMatch(valibotsWords);
		expect(Object.keys(fields)).toEqual(["a", "b"]);
	});
});
