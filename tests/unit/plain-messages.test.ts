/** Whatever is sent to a call or a form, what it says back is a sentence of ours: valibot's words are for programmers. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import * as account from "../../src/access/account-forms.ts";
import { ShopError } from "../../src/errors.ts";
import { parseInput } from "../../src/http/parse-input.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { checkoutForm, deliveryForm } from "../../src/shop/orders/delivery-forms.ts";
import { purchaseForm } from "../../src/shop/orders/lines.ts";
import { newReview } from "../../src/shop/reviews/reviews.ts";
import { trackingForm } from "../../src/shop/shipments/tracking-form.ts";
import { familyInput } from "../../src/shop/tools/families.ts";
import { toolChanges } from "../../src/shop/tools/tool-fields.ts";
import { newTool, restock, toolUpdate } from "../../src/shop/tools/tools.ts";
import { profileFieldsForm } from "../../src/shop/users/profile-fields.ts";
import { parseForm } from "../../src/values/parse-form.ts";

/** Values of each type, of which most fields take one. */
const wrongValues: unknown[] = [
	undefined,
	null,
	"",
	" ",
	"x",
	"\u0000",
	"x".repeat(5_000),
	0,
	-1,
	1.5,
	1e300,
	true,
	[],
	["x"],
	[5],
	[{}],
	{},
	{ x: 1 },
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

describe("what a browser's form says before it is sent", () => {
	/** All forms of islands, by the name in their source. They are parsed as they are, without sentences for all schemas. */
	const forms: Record<string, v.GenericSchema> = {
		...account,
		profileFieldsForm,
		trackingForm,
		purchaseForm: purchaseForm({ minOrderQuantity: 2, quantity: 9 }),
		checkoutForm: checkoutForm("US", ["US"], true, "DE"),
		deliveryForm: deliveryForm("DE", ["DE"]),
		newReview,
		newTool,
		restock,
		toolUpdate,
		toolChanges,
		familyInput,
	};
	/** What a field of each kind can hold: no number is NaN, and nothing chosen is undefined. Rows of lists are made by the form. */
	const typed: Record<string, unknown[]> = {
		string: [undefined, "", " ", "x", "\u0000", "x".repeat(5_000)],
		number: [undefined, Number.NaN, -1, 0, 1.5, 1e300],
		array: [[]],
	};

	/** Whether a schema takes texts, numbers or lists, below what makes it optional or checks it further. */
	function kindOf(schema: unknown): string {
		if (!schema || typeof schema !== "object") return "";
		if ("pipe" in schema && Array.isArray(schema.pipe)) return kindOf(schema.pipe[0]);
		if ("wrapped" in schema) return kindOf(schema.wrapped);
		return "type" in schema ? String(schema.type) : "";
	}

	it.each(Object.entries(forms))("is a sentence of ours: %s", (_, form) => {
		const fields = Object.entries("entries" in form ? (form.entries ?? {}) : {});
		const empty = Object.fromEntries(
			fields.map(([name, field]) => [name, typed[kindOf(field)]?.[0]]),
		);
		const inputs = fields.flatMap(([name, field]) =>
			(typed[kindOf(field)] ?? []).map((value) => ({ ...empty, [name]: value })),
		);
		const sentences = [empty, ...inputs].flatMap((input) =>
			(v.safeParse(form, input).issues ?? []).map(({ path, message }) => [
				path?.map(({ key }) => key).join("."),
				message,
			]),
		);
		expect(inputs.length).toBeGreaterThan(0);
		const wrong = sentences.filter(([, message = ""]) => valibotsWords.test(message));
		expect([...new Set(wrong.map((one) => one.join(": ")))]).toEqual([]);
	});
});
