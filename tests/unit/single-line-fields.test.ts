/** Every text that a call takes is one line, unless it is listed here with the reason; what people copy is read as they mean it. */
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { signUpForm } from "../../src/access/account-forms.ts";
import { ShopError } from "../../src/errors.ts";
import { parseListQuery } from "../../src/islands/ui/list-query.ts";
import { parseAddress } from "../../src/shop/addresses/address.ts";
import { normalizeSearch } from "../../src/shop/catalogue/search-text.ts";
import { vatNumberOf } from "../../src/shop/costs/reverse-charge.ts";
import { parseCustomerQuery } from "../../src/shop/customers/customers.ts";
import { endpoints } from "../../src/shop/endpoints.ts";
import { parseDays } from "../../src/shop/exports/exports.ts";
import { cardForm } from "../../src/shop/gift-cards/card-form.ts";
import { readHeadings } from "../../src/shop/imports/columns.ts";
import { codesIn as codesOfParts } from "../../src/shop/imports/part-cells.ts";
import { namedIn } from "../../src/shop/imports/tool-columns.ts";
import { gtinIn } from "../../src/shop/imports/which-tool.ts";
import { parseInvoiceQuery } from "../../src/shop/invoices/invoices.ts";
import { codesIn } from "../../src/shop/offers/codes.ts";
import { readOffer } from "../../src/shop/offers/offer-form.ts";
import { readSale } from "../../src/shop/offers/sales.ts";
import { parseOrderNumber, searchTextOf } from "../../src/shop/orders/order-number.ts";
import { parseWorkspaceQuery } from "../../src/shop/orders/orders-workspace.ts";
import { readWithdrawal } from "../../src/shop/returns/withdrawal.ts";
import { rangeOf } from "../../src/shop/sales/overview.ts";
import { parseSetting } from "../../src/shop/settings/settings.ts";
import { readScan } from "../../src/shop/shipments/packing-scan.ts";
import { readTrackingFile } from "../../src/shop/shipments/tracking-file.ts";
import { supplierForm } from "../../src/shop/suppliers/suppliers.ts";
import { parseFilter } from "../../src/shop/tools/matching.ts";
import { rules } from "../../src/shop/tools/tool-fields.ts";
import { id, searchQuery } from "../../src/values/fields.ts";
import { pageQueryEntries } from "../../src/values/paging.ts";
import { parseForm } from "../../src/values/parse-form.ts";

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
	"POST /checkout gift.message": "words for who gets gift cards by e-mail",
	"POST /order/phone gift.message": "words for who gets gift cards by e-mail",
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
	marks.filter((mark) => {
		const { success, output } = v.safeParse(schema, `a${mark}b`);
		return success && String(output).includes(mark);
	});

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

/** What people copy, by the name of its field in any call. */
const copiedNames =
	/[ .](?:code|sku|gtin|mpn|email|phone|postalCode|taxNumber|reference|trackingNumber)$/;

/** What marks are put into, by field, so that it is read. */
const samples: Record<string, string> = {
	email: "ann-b@example.com",
	gtin: "4012345678901",
	code: "HALF-10",
};

/** What e-mail programs, word processors and phones add to it: `-` stands for each kind of dash. */
function copies(text: string): string[] {
	const wide = text.replace(/[0-9A-Z]/g, (sign) =>
		String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfe_e0),
	);
	const dashed = ["\u2010", "\u2011", "\u2013", "\u2014", "\u2212", "\uff0d"].map((dash) =>
		text.replaceAll("-", dash),
	);
	const half = Math.floor(text.length / 2);
	const hidden = ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u202a"].map(
		(sign) => `${sign}${text.slice(0, half)}${sign}${text.slice(half)}`,
	);
	return [wide, ...dashed, ...hidden, `\u00a0${text}.`, ` ${text} `];
}

const copied = texts.filter((text) => copiedNames.test(text.name) && !isListed(text, compared));

const page = (parameters: Record<string, string>) =>
	new URL(`https://shop.example/?${new URLSearchParams(parameters)}`);
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const columns = (heading: string) => {
	const read = readHeadings([heading]);
	if (typeof read === "string") throw new Error(read);
	return read;
};
/** The form of a supplier. */
const supplierOf = (mail: string) => new URLSearchParams({ name: "A", mail });
const packing = { orders: [], current: "1500", carrier: "UPS", shipped: new Map<string, string>() };
const inFile = (number: string) =>
	readTrackingFile(
		[
			{ line: 1, cells: ["order", "tracking"] },
			{ line: 2, cells: ["1500", number] },
		],
		new Map([[1500, { orderId: "a", canShip: true, isShipped: false }]]),
	);

/** Forms, files and searches that read what was copied, each with a sample. */
const readers: Record<string, [string, (text: string) => unknown]> = {
	"the code of an offer": ["HALF-10", codesIn],
	"the code of a gift card": ["7QXT-R4MH-KACD-EFGH-JKLM", codesIn],
	"the form of an offer": [
		"HALF-10",
		(code) =>
			readOffer(form({ label: "A", action: "freeShipping", code }), {
				needsCode: true,
				isNew: true,
				now: new Date(0),
			}),
	],
	"an order's number": ["1500", parseOrderNumber],
	"a search of orders and invoices": ["TLFC-36", searchTextOf],
	"a visitor's search": ["TLFC-36", normalizeSearch],
	"a list's search": ["TLFC-36", (q) => v.parse(searchQuery, q)],
	"a page's search": ["TLFC-36", (q) => parseListQuery(page({ q }), ["age"])],
	"a search of tools by staff": ["TL-36", (q) => parseFilter("listed", page({ q }).searchParams)],
	"a search of orders by staff": ["1500", (q) => parseWorkspaceQuery(page({ q }))],
	"a search of customers": ["a-b@example.com", (q) => parseCustomerQuery(page({ q }))],
	"a search of invoices": ["INV-1500", (q) => parseInvoiceQuery(page({ q }))],
	"a VAT number": ["DE123456789", vatNumberOf],
	"a withdrawal's number": ["1500", (number) => readWithdrawal(form({ number }))],
	"a withdrawal's e-mail": ["a-b@example.com", (email) => readWithdrawal(form({ email }))],
	"a gift card's e-mail": [
		"a-b@example.com",
		(email) =>
			parseForm(cardForm, form({ id: "0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f", amount: "5", email })),
	],
	"a supplier's e-mail": ["a-b@example.com", (mail) => parseForm(supplierForm, supplierOf(mail))],
	"a scan at the packing table": ["1Z-999-AA1-01", (scan) => readScan(scan, packing)],
	"a file of tracking numbers": ["1Z-999-AA1", inFile],
	"a file's SKU": ["TL-FC36", (sku) => namedIn("sku", [sku], columns("SKU"))],
	"a file's GTIN": ["4012345678901", (gtin) => gtinIn([gtin], columns("GTIN"))],
	"a file's kit": ["TL-FC36", (code) => codesOfParts(`2x ${code}`)],
	"a new tool's SKU": ["TL-FC36", (sku) => v.parse(rules.sku, sku)],
	"a new tool's part number": ["TL-FC36", (mpn) => v.parse(rules.mpn, mpn)],
	"a postal code": ["12345-6789", (postalCode) => parseAddress({ postalCode, country: "US" })],
};

/** Days and times that do not exist, or are written otherwise than the calls and forms write them. */
const noDays = ["2027-02-29", "2026-04-31", "2026-13-01", "2026-2-28", "28.02.2026", "31.12.2026"];
const noTimes = [
	...noDays.map((day) => `${day}T10:00:00Z`),
	"2026-02-28",
	"2026-02-28T24:00:00Z",
	"2026-02-28T10:60:00Z",
	"2026-02-28T10:00",
	"1764000000",
];

/** Fields of calls that take a day or a time, and nothing else. */
const timesOf = (example: string) =>
	texts.filter(
		({ schema }) =>
			v.is(schema, example) && !["any text", "text", "a=b"].some((text) => v.is(schema, text)),
	);
const calls = [
	...timesOf("2026-02-28").map((text) => ({ ...text, wrong: noDays })),
	...timesOf("2026-02-28T10:00:00Z").map((text) => ({ ...text, wrong: noTimes })),
];

/** Returns the problem that a reader says or throws. */
function problemOf(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		return error instanceof ShopError ? error.fields : undefined;
	}
}

const askedOffer = (day: string, field: string) =>
	readOffer(form({ label: "A", action: "freeShipping", [field]: day }), {
		needsCode: false,
		isNew: true,
		now: new Date(0),
	});
const askedSale = (day: string, field: string) => readSale(form({ name: "A", [field]: day }), []);

/** Forms and filters of lists that read a day. */
const dayReaders: Record<string, (day: string) => unknown> = {
	"the first day of an offer": (day) => askedOffer(day, "firstDay"),
	"the last day of an offer": (day) => askedOffer(day, "lastDay"),
	"the first day of a sale": (day) => askedSale(day, "firstDay"),
	"the last day of a sale": (day) => askedSale(day, "lastDay"),
	"the last day of a gift card": (until) =>
		parseForm(
			cardForm,
			form({ id: "0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f", amount: "5", email: "", until }),
		),
	"the start of an export": (from) => parseDays(form({ from })),
	"the end of an export": (to) => parseDays(form({ to })),
	"the start of the orders": (from) => parseWorkspaceQuery(page({ from })),
	"the end of the orders": (to) => parseWorkspaceQuery(page({ to })),
	"the start of the overview": (from) => rangeOf(page({ from }), 20_000),
	"the end of the overview": (to) => rangeOf(page({ to }), 20_000),
	"the month of the invoices": (day) => parseInvoiceQuery(page({ month: day.slice(0, -3) })),
	"a holiday": (from) =>
		parseSetting("holiday", { text: "Away", from, to: "2026-03-01", mode: "notice" }),
};

describe("a day or a time", () => {
	it.each(calls)("is refused by a call: $name", ({ schema, wrong }) => {
		expect(wrong.filter((time) => v.is(schema, time))).toEqual([]);
	});

	it.each(Object.entries(dayReaders))("is refused by a form or a filter: %s", (name, read) => {
		const isMonth = name.startsWith("the month");
		const wrong = isMonth ? ["2026-13-01", "2026-2-01", "12.2026-01", "abc-01"] : noDays;
		const said = (day: string) => JSON.stringify(problemOf(() => read(day)) ?? "");
		expect(said("2026-02-28")).not.toMatch(/real date|choose a day/);
		for (const day of wrong) expect(said(day), day).toMatch(/real date|choose a day/);
	});

	it("is taken by some calls", () => {
		const names = calls.map(({ name }) => name);
		expect(names).toContain("GET /order updatedSince");
		expect(names).toContain("PATCH /service/{id} publishAt");
	});
});

describe("what people copy", () => {
	it.each(copied)("is read with what programs add to it: $name", ({ name, schema }) => {
		const sample = samples[/\w+$/.exec(name)?.[0] ?? ""] ?? "12-34";
		const plain = v.parse(schema, sample);
		for (const copy of copies(sample)) expect(v.parse(schema, copy)).toEqual(plain);
	});

	it.each(Object.entries(readers))("is read so by %s", (_, [sample, read]) => {
		const plain = JSON.stringify(read(sample));
		for (const copy of copies(sample)) expect(JSON.stringify(read(copy))).toBe(plain);
	});

	it("is the name of a field in many calls", () => {
		expect(copied.length).toBeGreaterThan(20);
	});
});
