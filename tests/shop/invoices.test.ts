/** Invoices and credit notes: made with the payment and the refund, numbered without gaps, never changed. */
import { env } from "cloudflare:workers";
import { unzipSync } from "fflate";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import type { PricingConfig } from "../../src/shop/costs/totals.ts";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { brokenRules } from "../helpers/en16931.ts";
import { allowConsole } from "../setup/console-guard.ts";

// The shop's modules are loaded again, after the config they read: vitest's mocks don't run on workerd.
vi.resetModules();
const config = await import("../../src/config/config.ts");
const shipping: PricingConfig["shipping"] = {
	countries: "all",
	rates: [{ countries: "all", price: 4.9 }],
};
const tax: PricingConfig["tax"] = { mode: "included", label: "VAT", percent: 19 };
const invoiceConfig = { ...config.invoices };
Object.defineProperty(config, "shipping", { get: () => shipping, enumerable: true });
Object.defineProperty(config, "tax", { get: () => tax, enumerable: true });
Object.defineProperty(config, "invoices", { get: () => invoiceConfig, enumerable: true });
const { mailTo, withMail } = await import("../helpers/mail.ts");
const { insertOrderRows } = await import("../helpers/order-rows.ts");
const { addTool, addTools, callApi, signUp, shipLine } = await import("../helpers/shop.ts");
const { beginPayment, deliverEvent, eventOf, failRefundAtStripe, payByCard, refundAtStripe } =
	await import("../helpers/payments.ts");
const { invoicesZip } = await import("../../src/shop/invoices/invoice-zip.server.ts");
const { exportCsv } = await import("../../src/shop/exports/exports.server.ts");
const { findInvoice, listInvoices, selectInvoices, toInvoice } = await import(
	"../../src/shop/invoices/invoices.server.ts"
);
const { totalsByCategory } = await import("../../src/shop/invoices/tax-category.ts");
const { monthOf, parseInvoiceQuery } = await import("../../src/shop/invoices/invoices.ts");
const { addInvoice } = await import("../../src/shop/invoices/insert-invoices.server.ts");
const { batch } = await import("../../src/platform/database/database.ts");
const { invoices } = await import("../../src/db/invoice-tables.ts");
const { settlePayment } = await import("../../src/shop/payments/settle-payment.server.ts");
const { brokenRows } = await import("../helpers/broken-rows.ts");
const { invoiceRules } = await import("../../src/db/row-rules.ts");
const { eq } = await import("drizzle-orm");

afterAll(() => void vi.resetModules());

const [admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
const berlin = { line1: "Invalidenstr. 1", city: "Berlin", postalCode: "10115", country: "DE" };

async function place(tools: string[], fields: Record<string, unknown> = {}) {
	const { status, body } = await callApi("POST", "/checkout", {
		token: admin.token,
		body: {
			phone: "+49 30 1",
			...berlin,
			...fields,
			lines: tools.map((toolId) => ({ toolId, quantity: 1, price: 25.99 })),
		},
	});
	expect(status, JSON.stringify(body)).toBe(201);
	return body.order;
}

/** Pays an order; returns the documents of it. */
async function pay(order: { _id: string }) {
	const payment = await beginPayment(admin, order);
	await payByCard(payment);
	await deliverEvent(await eventOf(payment.id));
	return payment;
}

const documentsOf = async (orderId: string) =>
	(await selectInvoices(eq(invoices.orderId, orderId))).map(toInvoice);

const refund = (id: string, body: Record<string, unknown> = {}) =>
	callApi("POST", `/order/${id}/refund`, {
		token: admin.token,
		body: { reason: "other", ...body },
	});

afterEach(async () => {
	expect(await brokenRows(invoiceRules(invoiceConfig.at))).toEqual([]);
});

describe("an invoice", () => {
	it("is made with the payment, once, with all that the order was then", async () => {
		const order = await place(await addTools(2), {
			company: "Wheels Ltd",
			taxNumber: "DE123456789",
			reference: "PO-7",
		});
		expect(await documentsOf(order._id)).toEqual([]);
		const payment = await pay(order);
		await deliverEvent(await eventOf(payment.id));
		await settlePayment((await eventOf(payment.id)).data.object as never);
		const [invoice, ...others] = await documentsOf(order._id);
		expect(others).toEqual([]);
		// 56.88 with 19 %: 47.80 and 9.08.
		expect(invoice).toMatchObject({
			kind: "invoice",
			refundId: null,
			corrects: null,
			netCents: 4780,
			taxCents: 908,
			totalCents: 5688,
			currency: "USD",
			seller: { name: config.seller.name, country: "US" },
			buyer: { company: "Wheels Ltd", taxNumber: "DE123456789", reference: "PO-7", city: "Berlin" },
		});
		expect(invoice?.code).toMatch(/^INV-20\d\d-0001$/);
		expect(invoice?.lines).toMatchObject([
			{
				kind: "item",
				quantity: 1,
				unitCents: 2599,
				netCents: 2184,
				taxCents: 415,
				taxRate: 190_000,
			},
			{ kind: "item", quantity: 1, unitCents: 2599, netCents: 2184, taxCents: 415 },
			{ kind: "shipping", name: "", quantity: 1, unitCents: 490, netCents: 412, taxCents: 78 },
		]);
		expect(invoice && totalsByCategory(invoice)).toEqual([
			{ category: "S", taxRate: 190_000, netCents: 4780, taxCents: 908 },
		]);
		const sees = async (user: typeof admin | undefined, orderId = order._id) =>
			(await findInvoice(orderId, invoice?.id ?? "", { user: user as never, guestTokenHashes: [] }))
				?.code;
		expect(await sees(admin)).toBe(invoice?.code);
		expect(await sees(rider)).toBeUndefined();
		expect(await sees(undefined)).toBeUndefined();
		expect(await sees(admin, "another")).toBeUndefined();
	});

	it("names who is billed, if that is another", async () => {
		const billing = {
			name: "Head office",
			line1: "Ring 1",
			city: "Wien",
			postalCode: "1010",
			country: "AT",
		};
		const order = await place(await addTools(1), { billing });
		await pay(order);
		const [invoice] = await documentsOf(order._id);
		expect(invoice?.buyer).toMatchObject({ ...billing, line2: "", deliveryCountry: "DE" });
	});

	it("is made with the first parcel, or with a refund before it, if the shop wants that", async () => {
		invoiceConfig.at = "shipment";
		try {
			const shipped = await place(await addTools(1));
			await pay(shipped);
			const refunded = await place(await addTools(1));
			await pay(refunded);
			expect(await documentsOf(shipped._id)).toEqual([]);
			await shipLine(admin, shipped.lines[0]._id);
			await refund(refunded._id);
			const kinds = async (id: string) => (await documentsOf(id)).map(({ kind }) => kind);
			expect(await kinds(shipped._id)).toEqual(["invoice"]);
			expect(await kinds(refunded._id)).toEqual(["invoice", "credit-note"]);
		} finally {
			invoiceConfig.at = "payment";
		}
	});
});

describe("a credit note", () => {
	it("is made for each refund that is done, of the shop or of Stripe's Dashboard", async () => {
		const order = await place(await addTools(2));
		const payment = await pay(order);
		await refund(order._id, { lines: [order.lines[0]._id], shipping: true });
		await refund(order._id, { amount: 10 });
		await refundAtStripe(payment.id, 500);
		await deliverEvent(await eventOf(payment.id, "charge.refunded"));
		await refund(order._id);
		const [invoice, ...notes] = await documentsOf(order._id);
		expect(notes.map(({ kind, totalCents }) => [kind, totalCents])).toEqual([
			["credit-note", 245],
			["credit-note", 1000],
			["credit-note", 500],
			["credit-note", 3943],
		]);
		expect(notes.map(({ corrects }) => corrects?.code)).toEqual(notes.map(() => invoice?.code));
		if (!invoice) throw new Error("no invoice");
		const sums = totalsByCategory({ ...invoice, lines: notes.flatMap(({ lines }) => lines) });
		expect(sums).toEqual(totalsByCategory(invoice));
		expect(notes[0]?.lines).toMatchObject([{ kind: "shipping", netCents: 206, taxCents: 39 }]);
		// A row has one sign: on paper none is negative, and in the export no amount of a credit note is positive.
		for (const { quantity, unitCents, netCents, taxCents } of notes.flatMap(({ lines }) => lines))
			expect(Math.min(quantity, unitCents, netCents, taxCents)).toBeGreaterThanOrEqual(0);
		let file = "";
		for await (const piece of exportCsv("invoices", { from: 0, until: Date.now() + 1 }, false))
			file += piece;
		const rows = parseCsv(file)
			.map(({ cells }) => cells)
			.filter((cells) => cells.includes(order._id));
		expect(rows.filter(([, kind]) => kind === "credit-note")).toHaveLength(notes.length);
		for (const [, kind, ...cells] of rows)
			for (const amount of cells.slice(-3).map(Number))
				expect(kind === "invoice" ? amount : 0 - amount).toBeGreaterThanOrEqual(0);
	});

	it("is taken back by an invoice if its refund fails later", async () => {
		const order = await place(await addTools(1));
		const payment = await pay(order);
		await refund(order._id, { amount: 10 });
		await failRefundAtStripe(payment.id);
		allowConsole(/refund_failed/);
		for (const _ of [1, 2]) await deliverEvent(await eventOf(payment.id, "refund.failed"));
		await refund(order._id);
		const [invoice, note, back, again] = await documentsOf(order._id);
		expect(back).toMatchObject({
			kind: "invoice",
			lines: note?.lines,
			totalCents: 1000,
			corrects: { code: note?.code },
		});
		expect(again).toMatchObject({ kind: "credit-note", totalCents: 3089 });
		expect(again?.corrects?.code).toBe(invoice?.code);
	});
});

/** 200 unpaid orders, `many0` to `many199`, whose reservations the tool's stock has already. */
async function insertUnpaid(tool: string) {
	const statements = insertOrderRows(
		"number, id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id",
		"select n + 5000, 'many' || n, ?1, 'Many Riders', ?2, '1', 'Here', ?3, 'Frame jig', '', 2599, 1, 2599, 'Pending', 1, ?4, 'USD', 'many' || n from numbers",
		"with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 199)",
	);
	const values = [rider.id, rider.email, tool, Date.now() + 3_600_000];
	await env.DB.batch(statements.map((text) => env.DB.prepare(text).bind(...values)));
}

describe("the numbers", () => {
	const serials = async () => {
		const { results } = await env.DB.prepare(
			"select serial from invoices where kind = 'invoice' order by number",
		).all<{ serial: number }>();
		return results.map(({ serial }) => serial);
	};

	it("of 200 payments at once are 200 that follow each other", async () => {
		const [tool, before] = [await addTool({ quantity: 500 }), await serials()];
		const ids = Array.from({ length: 200 }, (_, index) => `many${index}`);
		await insertUnpaid(tool);
		const paid = ids.map((id) => ({
			id: `pi_${id}`,
			status: "succeeded",
			currency: "usd",
			metadata: { orderId: id },
			amount: 2599,
			amount_received: 2599,
		}));
		await Promise.all(paid.map((intent) => settlePayment(intent as never)));
		const numbers = await serials();
		expect(numbers).toHaveLength(before.length + 200);
		expect(numbers).toEqual(numbers.map((_, index) => index + 1));
	});

	it("are not taken by a batch that fails half way", async () => {
		const order = await place(await addTools(1));
		await pay(order);
		const before = await serials();
		const next = await place(await addTools(1));
		await env.DB.batch(
			[
				"update orders set transaction_id = 'pi_half', paid_at = 1 where id = ?",
				"update order_lines set transaction_id = 'pi_half', paid_at = 1 where order_id = ?",
			].map((text) => env.DB.prepare(text).bind(next._id)),
		);
		const half = batch({
			invoice: addInvoice(next._id, new Date()),
			failing: (await import("../../src/platform/database/database.ts"))
				.database()
				.insert(invoices)
				.values({ id: "x" } as never),
		});
		await expect(half).rejects.toThrow();
		expect(await serials()).toEqual(before);
		await batch({ invoice: addInvoice(next._id, new Date()) });
		expect(await serials()).toEqual([...before, before.length + 1]);
	});

	it("can't be changed, deleted or skipped, not even with a console", async () => {
		const run = (text: string) => env.DB.prepare(text).run();
		await expect(
			run("update invoices set total_cents = 1, net_cents = 1, tax_cents = 0"),
		).rejects.toThrow("an invoice is never changed");
		await expect(run("delete from invoices")).rejects.toThrow("an invoice is never deleted");
		const copied =
			"order_id, order_number, refund_id, issued_at, seller, buyer, lines, net_cents, tax_cents, total_cents, currency, settled_at";
		await expect(
			run(
				`insert into invoices (id, kind, series, year, serial, ${copied}) select 'gap', kind, series, year, serial + 1000, ${copied} from invoices limit 1`,
			),
		).rejects.toThrow("the numbers of invoices have no gaps");
	});
});

/** All that a generator yields. */
async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
	const found: T[] = [];
	for await (const piece of pieces) found.push(piece);
	return found;
}

describe("documents", () => {
	it("are attached to the receipt and to the refund's e-mail; a company gets the e-invoice too", async () => {
		const order = await place(await addTools(1), { company: "Wheels Ltd" });
		const sent = await withMail(async (mails) => {
			await pay(order);
			await mailTo(mails, admin.email, /receipt/);
			await refund(order._id, { amount: 5 });
			await mailTo(mails, admin.email, /[Rr]efund/);
			return mails;
		});
		const [invoice, note] = await documentsOf(order._id);
		const files = sent.flatMap(({ attachments = [] }) => attachments);
		expect(files.map(({ filename }) => filename)).toEqual(
			[invoice, note].flatMap((one) => [`${one?.code}.pdf`, `${one?.code}.xml`]),
		);
		expect(new TextDecoder().decode(files[0]?.content as Uint8Array).slice(0, 5)).toBe("%PDF-");
		expect(brokenRules(String(files[3]?.content))).toEqual([]);
	});

	it("are listed by kind and month, found by number, order and buyer, page by page", async () => {
		const of = (parameters: string) =>
			parseInvoiceQuery(new URL(`https://x.example/?${parameters}`));
		const codes = async (parameters: string) =>
			(await listInvoices(of(parameters))).rows.map(({ code }) => code);
		const order = await place(await addTools(1), { company: "Zebra Works" });
		await pay(order);
		const [invoice] = await documentsOf(order._id);
		const month = monthOf(Date.now());
		for (const found of ["q=Zebra", `q=${invoice?.code}`, `q=${invoice?.orderNumber}`, "q=ze"])
			expect(await codes(found)).toContain(invoice?.code);
		expect((await codes(`kind=invoice&month=${month}`))[0]).toBe(invoice?.code);
		expect(await codes("month=2001-01")).toEqual([]);
		const kinds = await listInvoices(of("kind=credit-note"));
		expect(new Set(kinds.rows.map(({ kind }) => kind))).toEqual(new Set(["credit-note"]));
		const listed: string[] = [];
		for (let query = of(""); ; ) {
			const { rows, next } = await listInvoices(query);
			listed.push(...rows.map(({ code }) => code));
			if (!next) break;
			query = { ...query, cursor: next };
		}
		const { results } = await env.DB.prepare(
			"select code from invoices order by issued_at desc, number desc",
		).all<{ code: string }>();
		expect(listed).toEqual(results.map(({ code }) => code));
	});

	it("of a month are one ZIP file, and their export adds up to what was paid and not refunded", async () => {
		const pieces = await all(invoicesZip(monthOf(Date.now())));
		const files = unzipSync(new Uint8Array(await new Blob(pieces as never).arrayBuffer()));
		const documents = (await selectInvoices(undefined)).map(toInvoice);
		expect(Object.keys(files).toSorted()).toEqual(
			documents.flatMap(({ code }) => [`${code}.pdf`, `${code}.xml`]).toSorted(),
		);
		const range = { from: 0, until: Number.MAX_SAFE_INTEGER };
		const csv = (await all(exportCsv("invoices", range, false))).join("");
		const gross = csv
			.trim()
			.split(/\r?\n/)
			.slice(1)
			.map((line) => Number(line.split(",").at(-1)));
		const row = await env.DB.prepare(
			"select (select sum(total_cents) from orders where transaction_id is not null) - (select sum(amount_cents) from refunds where status = 'done') as cents",
		).first<{ cents: number }>();
		expect(Math.round(gross.reduce((sum, one) => sum + one, 0) * 100)).toBe(row?.cents);
	});
});
