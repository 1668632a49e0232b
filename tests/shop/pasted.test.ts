/**
 * Everything that people copy, as the real calls take it. Which field is read by which parser, and other kinds of marks:
 * tests/unit/single-line-fields.test.ts.
 */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { issueCard } from "../../src/shop/gift-cards/manage-cards.server.ts";
import { noEnd } from "../../src/shop/offers/offer-terms.ts";
import { readWithdrawal } from "../../src/shop/returns/withdrawal.ts";
import { newAddress, requestOrder } from "../helpers/guests.ts";
import { placePaidLine } from "../helpers/payments.ts";
import {
	addTool,
	callApi,
	callAuth,
	callerOf,
	type Person,
	password,
	signUp,
} from "../helpers/shop.ts";

let admin: Person;
let rider: Person;
let tool: string;
let orderNumber: number;
const card = { code: "" };
beforeAll(async () => {
	[admin, rider, tool] = await Promise.all([
		signUp({ role: "admin" }),
		signUp(),
		addTool({ quantity: 1000 }),
	]);
	orderNumber = (await placePaidLine(rider, tool)).line.orderNumber;
	await env.DB.batch([
		env.DB.prepare(
			"insert into offers (id, label, terms, needs_code, once_per_customer, starts_at, ends_at, created_at) values ('half', 'Half', ?, 1, 0, 1, ?, 1)",
		).bind(
			JSON.stringify({ action: { type: "percent", value: 50 }, conditions: {}, combines: false }),
			noEnd.getTime(),
		),
		env.DB.prepare("insert into offer_codes (code, offer_id) values ('HALF-10', 'half')"),
	]);
	card.code = await issueCard(callerOf(admin), {
		id: crypto.randomUUID(),
		cents: 500,
		email: "",
		message: "",
		expiresAt: undefined,
	});
});

const cart = async (code: string) => {
	const { body } = await callApi("POST", "/cart/offers", {
		token: rider.token,
		body: { toolIds: [tool], code },
	});
	return [body.codeProblem, body.offers.map(({ label }: { label: string }) => label), body.cards];
};

/** What a tool has in a field after it was changed to a text. */
const toolWith = async (field: "sku" | "gtin" | "mpn", text: string) => {
	const change = (value: string | null) =>
		callApi("PATCH", `/service/${tool}`, { token: admin.token, body: { [field]: value } });
	await change(null);
	const { status, body } = await change(text);
	if (status !== 200) return body.error;
	return (await callApi("GET", `/service/${tool}`, { token: admin.token })).body[field];
};

/** What the order of a guest has in a column. */
const ordered = async (column: string, fields: object) => {
	const { status, body } = await requestOrder({
		...newAddress(),
		lines: [{ toolId: tool, quantity: 1, price: 25.99 }],
		...fields,
	});
	if (status !== 201) return body.error;
	return env.DB.prepare(`select ${column} as value from orders where id = ?`)
		.bind(body.order._id)
		.first("value");
};

/** What a shipment has as its number, by the call for one and by that for several. */
const shipped = async (trackingNumber: string) => {
	const numbers: unknown[] = [];
	for (const path of ["/shipment", "/shipments"]) {
		const { line } = await placePaidLine(rider, tool);
		const parcel = { lineIds: [line._id], carrier: "UPS", trackingNumber };
		const body = path === "/shipment" ? parcel : { parcels: [parcel] };
		await callApi("POST", path, { token: admin.token, body });
		numbers.push(
			await env.DB.prepare(
				"select tracking_number as value from shipments join order_lines on shipments.id = shipment_id where order_lines.id = ?",
			)
				.bind(line._id)
				.first("value"),
		);
	}
	return numbers;
};

let accounts = 0;
/** The e-mail of an account that signed up with one, and whether it signs in with it. */
const account = async (email: string) => {
	accounts += 1;
	const typed = email.replace("ann", `ann${accounts}`);
	const signedUp = await callAuth("sign-up/email", { name: "Ann", email: typed, password });
	const signedIn = await callAuth("sign-in/email", { email: typed, password });
	return [signedUp.body.user?.email?.replace(String(accounts), ""), signedIn.status];
};

const foundBy = async (q: string) => {
	const { body } = await callApi("GET", `/find?q=${encodeURIComponent(q)}`, { token: admin.token });
	return body.orders.length;
};

/** Each field: what is copied, what the call makes of it, and what that must be. */
const fields: Record<
	string,
	[copied: () => string, sent: (text: string) => unknown, becomes: () => unknown]
> = {
	"an offer's code": [() => "HALF-10", async (code) => (await cart(code))[1], () => ["Half"]],
	"a gift card's code": [
		() => card.code,
		async (code) => {
			const [problem, , cards] = await cart(code);
			return [problem, cards !== undefined];
		},
		() => [undefined, true],
	],
	"an order's number, found by staff": [() => String(orderNumber), foundBy, () => 1],
	"an order's number, in a withdrawal": [
		() => String(orderNumber),
		(number) =>
			readWithdrawal(new URLSearchParams({ number, email: "ann@example.com", name: "Ann" })),
		() => ({ withdrawal: expect.objectContaining({ number: orderNumber }) }),
	],
	"an e-mail, in a withdrawal": [
		() => "ann-b@example.com",
		(email) => readWithdrawal(new URLSearchParams({ number: "1500", email, name: "Ann" })),
		() => ({ withdrawal: expect.objectContaining({ email: "ann-b@example.com" }) }),
	],
	"a tracking number": [() => "1Z-999-AA1", shipped, () => ["1Z-999-AA1", "1Z-999-AA1"]],
	"a VAT number": [
		() => "ATU12345678",
		(taxNumber) => ordered("tax_number", { company: "Räder OG", taxNumber }),
		() => "ATU12345678",
	],
	"a guest's e-mail": [
		() => `ann-b${crypto.randomUUID().slice(0, 8)}@example.test`,
		(email) => ordered("substr(email, 1, 5)", { email }),
		() => "ann-b",
	],
	"an account's e-mail": [() => "ann-c@example.test", account, () => ["ann-c@example.test", 200]],
	"a SKU": [() => "TL-FC36", (sku) => toolWith("sku", sku), () => "TL-FC36"],
	"a maker's part number": [() => "NOR-0707", (mpn) => toolWith("mpn", mpn), () => "NOR-0707"],
	"a GTIN": [() => "4006381333931", (gtin) => toolWith("gtin", gtin), () => "4006381333931"],
};

/** What chat programs, word processors and phones make of a text. */
const copies: Record<string, (text: string) => string> = {
	"with a zero-width space": (text) => `${text.slice(0, 3)}\u200b${text.slice(3)}\u200b`,
	"in full width": (text) =>
		text.replace(/[!-~]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfe_e0)),
	"with en dashes": (text) => text.replaceAll("-", "–"),
	"with a full stop behind it": (text) => `\u00a0${text}. `,
};

it.each(
	Object.keys(fields).flatMap((field) => Object.keys(copies).map((copy) => [field, copy] as const)),
)("%s is read %s", async (field, copy) => {
	const [copied, sent, becomes] = fields[field] ?? [];
	expect(await sent?.(copies[copy]?.(copied?.() ?? "") ?? "")).toEqual(becomes?.());
});
