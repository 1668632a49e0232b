/** Businesses in other member states of the EU: their VAT numbers are checked, and nothing keeps them from ordering. */
import { env } from "cloudflare:workers";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { answerAsVies, viesPath } from "../../local/vies.ts";
import type { PricingConfig } from "../../src/shop/costs/totals.ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { parseDays } from "../../src/shop/exports/exports.ts";
import { brokenRules } from "../helpers/en16931.ts";
import { allowConsole } from "../setup/console-guard.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
const shipping: PricingConfig["shipping"] = {
	countries: "all",
	rates: [{ countries: "all", price: 4.9 }],
};
const tax: Record<string, unknown> = {};
const seller = { ...config.seller, country: "DE", vatNumber: "DE123456789" };
Object.defineProperty(config, "shipping", { get: () => shipping, enumerable: true });
Object.defineProperty(config, "tax", { get: () => tax, enumerable: true });
Object.defineProperty(config, "seller", { get: () => seller, enumerable: true });
const { addTools, callApi, signUp } = await import("../helpers/shop.ts");
const { beginPayment, deliverEvent, eventOf, payByCard } = await import("../helpers/payments.ts");
const { selectInvoices, toInvoice } = await import("../../src/shop/invoices/invoices.server.ts");
const { toUbl } = await import("../../src/shop/invoices/ubl.ts");
const { exportCsv } = await import("../../src/shop/exports/exports.server.ts");
const { orderPage } = await import("../../src/shop/orders/order-page.server.ts");
const { invoices } = await import("../../src/db/invoice-tables.ts");
const { eq } = await import("drizzle-orm");

/** What VIES does: it answers, or hangs up. */
let isAway = false;
const asked: string[] = [];
const realFetch = globalThis.fetch;
vi.stubGlobal("fetch", async (...sent: Parameters<typeof fetch>) => {
	const request = new Request(...sent);
	if (!request.url.endsWith(viesPath)) return realFetch(...sent);
	const body = await request.text();
	asked.push(body);
	if (isAway) throw new TypeError("network error");
	return Response.json(answerAsVies(body));
});
const setTax = (to: PricingConfig["tax"]) => {
	for (const key of Object.keys(tax)) delete tax[key];
	Object.assign(tax, to);
};
beforeEach(() => {
	isAway = false;
	asked.length = 0;
	setTax({ mode: "included", label: "VAT", percent: 19 });
});
afterAll(() => void vi.resetModules());

const admin = await signUp({ role: "admin" });
const vienna = { line1: "Ring 1", city: "Wien", postalCode: "1010", country: "AT" };
const company = { company: "Räder OG", taxNumber: "ATU 12345678" };

async function place(fields: Record<string, unknown>) {
	const [toolId] = await addTools(1);
	const { status, body } = await callApi("POST", "/checkout", {
		token: admin.token,
		body: {
			phone: "+43 1",
			...vienna,
			...fields,
			lines: [{ toolId, quantity: 1, price: 25.99 }],
		},
	});
	expect(status, JSON.stringify(body)).toBe(201);
	return body.order as { _id: string };
}

const taxOf = (id: string) =>
	env.DB.prepare(
		"select total_cents, tax_cents + included_tax_cents as tax, vat_check ->> 'state' as state from orders where id = ?",
	)
		.bind(id)
		.first();

/** What staff read about an order's number. */
async function saidToStaff(id: string) {
	const user = { ...admin, role: "admin" } as never;
	const page = await orderPage(id, { user, guestTokenHashes: [] });
	return page?.forAdministrator?.waits.find((sentence) => sentence.includes("VIES"));
}

it("a business with a number that VIES knows owes the tax itself, and its invoice says so", async () => {
	const order = await place(company);
	expect(asked.map((body) => JSON.parse(body))).toEqual([
		{
			countryCode: "AT",
			vatNumber: "U12345678",
			requesterMemberStateCode: "DE",
			requesterNumber: "123456789",
		},
	]);
	expect(await taxOf(order._id)).toEqual({ total_cents: 3089, tax: 0, state: "valid" });
	expect(await saidToStaff(order._id)).toContain("the buyer owes the tax");
	const payment = await beginPayment(admin, order);
	await payByCard(payment);
	await deliverEvent(await eventOf(payment.id));
	const [row] = await selectInvoices(eq(invoices.orderId, order._id));
	if (!row) throw new Error("there is no invoice");
	expect(row).toMatchObject({ reverseCharge: true, taxCents: 0, totalCents: 3089 });
	const xml = toUbl(toInvoice(row));
	expect(brokenRules(xml)).toEqual([]);
	expect(xml).toContain("VATEX-EU-IC");
	const category = /<cac:ClassifiedTaxCategory><cbc:ID>(\w)</.exec(xml)?.[1];
	for (const kind of ["accounting", "taxes", "invoices"] as const) {
		let file = "";
		for await (const piece of exportCsv(kind, parseDays(new URLSearchParams()), false))
			file += piece;
		const [headings, line] = parseCsv(file).map(({ cells }) => cells);
		expect([kind, line?.[headings?.indexOf("Tax category") ?? -1]]).toEqual([kind, category]);
	}
});

it.each([
	[
		"a number that VIES does not know",
		{ ...company, taxNumber: "ATU12345200" },
		"invalid",
		/doesn't know/,
	],
	[
		"a member state that is down",
		{ ...company, taxNumber: "ATU12345300" },
		"unavailable",
		/couldn't check/,
	],
])("%s leaves the tax as it is, and staff read it", async (_, fields, state, sentence) => {
	allowConsole(/"code":"vies"/);
	const order = await place(fields);
	expect(await taxOf(order._id)).toEqual({ total_cents: 3089, tax: 493, state });
	expect(await saidToStaff(order._id)).toMatch(sentence);
});

it("an order goes on while VIES is away", async () => {
	allowConsole(/"code":"vies"/);
	isAway = true;
	const order = await place(company);
	expect(await taxOf(order._id)).toEqual({ total_cents: 3089, tax: 493, state: "unavailable" });
});

it("asks VIES only if the tax depends on it", async () => {
	const berlin = { line1: "Ring 1", city: "Berlin", postalCode: "10115", country: "DE" };
	const bern = { line1: "Ring 1", city: "Bern", postalCode: "3000", country: "CH" };
	for (const fields of [
		{ ...company, ...berlin },
		{ ...company, ...bern },
		{ company: "", taxNumber: "ATU12345678" },
		{ ...company, taxNumber: "12345678" },
		{ ...company, taxNumber: "DE987654321" },
	]) {
		const order = await place(fields);
		expect(await taxOf(order._id)).toMatchObject({ state: null });
	}
	expect(asked).toEqual([]);
});

it("Stripe Tax gets the number, and says what is owed", async () => {
	setTax({ mode: "stripe", behaviour: "exclusive" });
	const withTax = await place({ ...company, company: "" });
	expect(await taxOf(withTax._id)).toMatchObject({ tax: 618, state: null });
	const order = await place(company);
	expect(await taxOf(order._id)).toEqual({ total_cents: 3089, tax: 0, state: "valid" });
});

it("what goes to a part of a member state outside VAT is an export, and nobody's number is asked for", async () => {
	const canaries = {
		line1: "Calle 1",
		city: "Las Palmas",
		region: "Las Palmas",
		postalCode: "35001",
	};
	const order = await place({ ...company, taxNumber: "ESB12345678", ...canaries, country: "ES" });
	expect(asked).toEqual([]);
	expect(await taxOf(order._id)).toEqual({ total_cents: 3089, tax: 0, state: null });
	const payment = await beginPayment(admin, order);
	await payByCard(payment);
	await deliverEvent(await eventOf(payment.id));
	const [row] = await selectInvoices(eq(invoices.orderId, order._id));
	const xml = row ? toUbl(toInvoice(row)) : "";
	expect(row?.reverseCharge).toBe(false);
	expect(xml).toContain("VATEX-EU-G");
	expect(brokenRules(xml)).toEqual([]);
});

it("a business in Northern Ireland has a number of its own", async () => {
	const belfast = { line1: "High St 1", city: "Belfast", postalCode: "BT1 2AB", country: "GB" };
	const order = await place({ ...company, taxNumber: "XI 123456789", ...belfast });
	expect(asked.map((body) => JSON.parse(body))).toMatchObject([
		{ countryCode: "XI", vatNumber: "123456789" },
	]);
	expect(await taxOf(order._id)).toMatchObject({ tax: 0, state: "valid" });
	const london = { ...belfast, city: "London", postalCode: "E1 6AN" };
	expect(await taxOf((await place({ ...company, ...london }))._id)).toMatchObject({ state: null });
	expect(asked).toHaveLength(1);
});
