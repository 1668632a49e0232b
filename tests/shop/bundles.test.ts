/** Bundles: their stock and price follow from their parts, and an order of one has a line for each part. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { invoices } from "../../src/db/invoice-tables.ts";
import {
	isPart,
	kitFor,
	partIsKit,
	partUnknown,
	stockFollows,
	tooFewPieces,
	wasOrdered,
} from "../../src/messages/bundles.ts";
import { selectInvoices, toInvoice } from "../../src/shop/invoices/invoices.server.ts";
import { linesByKit } from "../../src/shop/invoices/invoices.ts";
import { toUbl } from "../../src/shop/invoices/ubl.ts";
import { noEnd } from "../../src/shop/offers/offer-terms.ts";
import { findShownOrder } from "../../src/shop/orders/payment-page.server.ts";
import { askReturn } from "../../src/shop/returns/ask-return.server.ts";
import { approveReturn, receiveReturn } from "../../src/shop/returns/decide-return.server.ts";
import { refundReturn } from "../../src/shop/returns/refund-return.server.ts";
import { returnsOfOrder } from "../../src/shop/returns/returns.server.ts";
import { loadToolPage } from "../../src/shop/reviews/page-data.server.ts";
import { contact, payOrder, requestOrder } from "../helpers/checkouts.ts";
import { addBundle, addTool, callApi, callerOf, type Person, signUp } from "../helpers/shop.ts";

let rider: Person;
let admin: Person;
beforeAll(async () => {
	rider = await signUp();
	admin = await signUp({ role: "admin" });
});
beforeEach(() => env.DB.prepare("update offers set ends_at = starts_at").run());

const toolOf = (id: string) =>
	env.DB.prepare(
		"select quantity, price_cents as cents, in_stock as inStock from tools where id = ?",
	)
		.bind(id)
		.first<{ quantity: number; cents: number; inStock: number }>();
const set = (id: string, assignments: string) =>
	env.DB.prepare(`update tools set ${assignments} where id = ?`).bind(id).run();
const amountsOf = (orderId: string) =>
	env.DB.prepare(
		"select items_cents as items, discounts_cents as discounts, total_cents as total, (select sum(discount_cents) from order_lines where order_id = orders.id and closed_at is null) as ofLines, (select sum(bundle_discount_cents) from order_lines where order_id = orders.id and closed_at is null) as ofBundles from orders where id = ?",
	)
		.bind(orderId)
		.first();

/** Parts of 10.00 and, twice, 3.33: together 16.66; the bundle costs 15.00. */
async function addKit({ quantity = 10, priceCents = 1500 } = {}) {
	const [one, two] = [
		await addTool({ priceCents: 1000, quantity }),
		await addTool({ priceCents: 333, quantity: 2 * quantity + 1 }),
	];
	const parts: [string, number][] = [
		[one, 1],
		[two, 2],
	];
	return { one, two, kit: await addBundle(parts, { priceCents }) };
}

describe("the row of a bundle", () => {
	it("has the stock that its parts allow, whoever sells or stocks them", async () => {
		const { one, two, kit } = await addKit();
		expect(await toolOf(kit)).toEqual({ quantity: 10, cents: 1500, inStock: 1 });
		await requestOrder(rider, [{ toolId: two, quantity: 18, price: 3.33 }]);
		expect(await toolOf(kit)).toMatchObject({ quantity: 1 });
		await set(one, "quantity = 0, stocked = 0");
		expect(await toolOf(kit)).toMatchObject({ quantity: 0, inStock: 0 });
		await set(one, "quantity = 5, stocked = 5");
		expect(await toolOf(kit)).toMatchObject({ quantity: 1, inStock: 1 });
		await set(one, "archived_at = 1");
		expect(await toolOf(kit)).toMatchObject({ quantity: 0 });
	});

	it("costs no more than its parts together, and its price history says so", async () => {
		const { one, kit } = await addKit();
		await set(one, "regular_price_cents = 700");
		expect(await toolOf(kit)).toMatchObject({ cents: 1366 });
		await set(one, "regular_price_cents = 2000");
		const { results } = await env.DB.prepare(
			"select price_cents as cents from price_history where tool_id = ? order by number",
		)
			.bind(kit)
			.all();
		expect(results).toEqual([{ cents: 1500 }, { cents: 1366 }, { cents: 1500 }]);
	});

	it.each([
		[
			"set its stock apart from that",
			"update tools set quantity = 99, stocked = 99 where id = :kit",
		],
		[
			"make a bundle of bundles",
			"update tools set made_of = json_array(json_object('toolId', :kit, 'quantity', 2)) where id = :other",
		],
		[
			"make a part a bundle",
			"update tools set made_of = json_array(json_object('toolId', :other, 'quantity', 2)) where id = :one",
		],
		["delete a part", "delete from tools where id = :one"],
	])("no statement can %s", async (_, statement) => {
		const { kit, one } = await addKit();
		const ids: Record<string, string> = { kit, one, other: await addTool() };
		const bound = statement.replaceAll(/:(\w+)/g, (__, name) => `'${ids[name]}'`);
		await expect(env.DB.prepare(bound).run()).rejects.toThrow();
	});
});

describe("what a tool is made of", () => {
	const change = (id: string, body: object) =>
		callApi("PATCH", `/service/${id}`, { token: admin.token, body });
	const tools = (...ids: string[]) => ids.map((toolId) => ({ toolId, quantity: 2 }));

	it("is set and unset by staff, and its stock follows", async () => {
		const [one, kit] = [await addTool({ quantity: 9 }), await addTool({ quantity: 4 })];
		const made = await change(kit, { parts: tools(one) });
		expect([made.status, made.body.parts, made.body.quantity]).toEqual([200, tools(one), 4]);
		const more = await change(kit, { quantity: 5 });
		expect(more.body.error.fields).toEqual({ quantity: stockFollows });
		const put = { quantity: 5, minOrderQuantity: 1, price: 10 };
		const byPut = await callApi("PUT", `/service?id=${kit}`, { token: admin.token, body: put });
		expect(byPut.body.error.fields).toEqual({ quantity: stockFollows });
		const unmade = await change(kit, { parts: [] });
		expect([unmade.body.parts, unmade.body.quantity]).toEqual([[], 0]);
		expect(await toolOf(kit)).toMatchObject({ quantity: 0, cents: 2599 });
	});

	it("is no bundle, not itself, and at least two pieces", async () => {
		const { kit, one } = await addKit();
		const [other, ordered] = [await addTool(), await addTool()];
		await requestOrder(rider, [{ toolId: ordered, quantity: 1, price: 25.99 }]);
		const wrong = async (id: string, parts: object[]) =>
			(await change(id, { parts })).body.error?.fields;
		expect(await wrong(other, tools(kit))).toEqual({ "parts.0.toolId": partIsKit });
		expect(await wrong(other, tools("no-such-tool"))).toEqual({ "parts.0.toolId": partUnknown });
		expect(await wrong(other, tools(other))).toEqual({ "parts.0.toolId": partIsKit });
		expect(await wrong(one, tools(other))).toEqual({ parts: isPart });
		expect(await wrong(ordered, tools(other))).toEqual({ parts: wasOrdered });
		expect(await wrong(other, [{ toolId: one, quantity: 1 }])).toEqual({ parts: tooFewPieces });
	});

	it("is on the pages of its parts, with what it saves, while it is sold", async () => {
		const { kit, one, two } = await addKit();
		const kitsOf = async (id: string) => (await loadToolPage(id))?.kits;
		const shown = { _id: kit, price: 15, less: 1.66, parts: [one, two].toSorted() };
		expect(await kitsOf(one)).toMatchObject([shown]);
		expect(await kitsOf(kit)).toEqual([]);
		await set(two, "regular_price_cents = 250");
		expect((await kitsOf(two))?.map(({ less }) => less)).toEqual([undefined]);
		// Nobody can buy less of it than its minimum order.
		await set(one, "min_order_quantity = 3");
		expect((await kitsOf(two))?.map(({ less }) => less)).toEqual([20]);
		await set(kit, "archived_at = 1");
		expect(await kitsOf(one)).toEqual([]);
	});

	it("keeps a part that is deleted, archived", async () => {
		const { kit, one } = await addKit();
		const deleted = await callApi("DELETE", `/service?id=${one}`, { token: admin.token });
		expect(deleted.body).toEqual({ deletedCount: 1 });
		expect(await toolOf(kit)).toMatchObject({ quantity: 0 });
	});
});

describe("an order of a bundle", () => {
	it("has a line for each part, which together cost its price", async () => {
		const { kit, one, two } = await addKit();
		const { status, body } = await requestOrder(rider, [{ toolId: kit, quantity: 2, price: 15 }]);
		expect(status, JSON.stringify(body)).toBe(201);
		const { order } = body;
		expect(
			order.lines.map((line: Record<string, unknown>) => [
				line.productCode,
				line.quantity,
				line.totalPrice,
				line.discountPrice,
				line.bundle,
			]),
		).toEqual([
			[one, 2, 20, 1.99, { productCode: kit, name: expect.any(String), quantity: 2 }],
			[two, 4, 13.32, 1.33, { productCode: kit, name: expect.any(String), quantity: 2 }],
		]);
		expect(order.totalPrice).toBe(30);
		expect(await amountsOf(order._id)).toEqual({
			items: 3332,
			discounts: 332,
			total: 3000,
			ofLines: 332,
			ofBundles: 332,
		});
		expect([await toolOf(one), await toolOf(two), await toolOf(kit)]).toMatchObject([
			{ quantity: 8 },
			{ quantity: 17 },
			{ quantity: 8 },
		]);
	});

	it("works by the specification's call, at its price, and goes as one", async () => {
		const { kit, one } = await addKit();
		const body = { productCode: kit, quantity: 2, ...contact };
		const placed = await callApi("POST", "/order", { token: rider.token, body });
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		const { _id: id, orderId } = placed.body.order;
		expect(await amountsOf(orderId)).toMatchObject({ total: 3000 });
		const wrong = { ...body, price: 14 };
		expect((await callApi("POST", "/order", { token: rider.token, body: wrong })).status).toBe(409);
		const removed = await callApi("DELETE", `/order?id=${id}`, { token: rider.token });
		expect(removed.body).toEqual({ deletedCount: 1 });
		expect([await toolOf(one), await toolOf(kit)]).toMatchObject([
			{ quantity: 10 },
			{ quantity: 10 },
		]);
	});

	it("leaves an order that has more, with all of its lines", async () => {
		const { kit, one } = await addKit();
		const lines = [
			{ toolId: one, quantity: 3, price: 10 },
			{ toolId: kit, quantity: 1, price: 15 },
		];
		const { body } = await requestOrder(rider, lines);
		expect(await amountsOf(body.order._id)).toMatchObject({ total: 4500, ofBundles: 166 });
		const { _id: lineOfKit } = body.order.lines[2];
		await callApi("DELETE", `/order?id=${lineOfKit}`, { token: rider.token });
		expect(await amountsOf(body.order._id)).toEqual({
			items: 3000,
			discounts: 0,
			total: 3000,
			ofLines: 0,
			ofBundles: 0,
		});
		expect(await toolOf(one)).toMatchObject({ quantity: 7 });
		const deleted = await env.DB.prepare(
			"select count(*) as n from audit where action = 'order.deleted' and subject_id in (select id from order_lines where order_id = ?)",
		)
			.bind(body.order._id)
			.first("n");
		expect(deleted).toBe(2);
	});

	it("is a tool of its price to offers, also when the order changes", async () => {
		const { kit } = await addKit();
		const other = await addTool();
		const terms = {
			action: { type: "percent", value: 10 },
			conditions: { tools: [kit] },
			combines: false,
		};
		await env.DB.prepare(
			"insert into offers (id, label, terms, needs_code, once_per_customer, starts_at, ends_at, created_at) values ('kits', 'Kits', ?, 0, 0, 1, ?, 1)",
		)
			.bind(JSON.stringify(terms), noEnd.getTime())
			.run();
		const { body } = await requestOrder(rider, [{ toolId: kit, quantity: 1, price: 15 }]);
		const expected = { items: 1666, discounts: 316, total: 1350, ofLines: 316, ofBundles: 166 };
		expect(await amountsOf(body.order._id)).toEqual(expected);
		// The payment page says it as the checkout did: the kit at its price, then the offer by its name.
		const buyer = { user: callerOf(rider), guestTokenHashes: [] };
		expect((await findShownOrder(buyer, body.order._id))?.costs).toMatchObject({
			kits: { [kit]: 1500 },
			totals: { itemsCents: 1500, totalCents: 1350 },
			applied: [{ offer: { label: "Kits", code: null }, cents: 150, freesShipping: false }],
		});
		const added = await callApi("POST", `/order/${body.order._id}/line`, {
			token: admin.token,
			body: { toolId: other, quantity: 1 },
		});
		expect(added.status, JSON.stringify(added.body)).toBe(201);
		expect(await amountsOf(body.order._id)).toEqual({
			...expected,
			items: 1666 + 2599,
			total: 1350 + 2599,
		});
	});

	it("is refunded by line, what each has cost", async () => {
		const { kit, two } = await addKit();
		const { body } = await requestOrder(rider, [{ toolId: kit, quantity: 1, price: 15 }]);
		await payOrder(rider, body.order._id);
		const line = body.order.lines.find(
			({ productCode }: { productCode: string }) => productCode === two,
		);
		const refunded = await callApi("POST", `/order/${line._id}/refund`, {
			token: admin.token,
			body: { reason: "damaged", restock: true },
		});
		expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
		const row = env.DB.prepare("select refunded_cents as cents from order_lines where id = ?");
		expect(await row.bind(line._id).first("cents")).toBe(600);
		expect(await toolOf(kit)).toMatchObject({ quantity: 9 });
	});

	it("has its name above its lines on the invoice, and in them in the e-invoice", async () => {
		const { kit } = await addKit();
		const { body } = await requestOrder(rider, [{ toolId: kit, quantity: 2, price: 15 }]);
		await payOrder(rider, body.order._id);
		const [row] = await selectInvoices(eq(invoices.orderId, body.order._id));
		if (!row) throw new Error("There is no invoice.");
		const invoice = toInvoice(row);
		const { name } = body.order.lines[0].bundle;
		expect(linesByKit(invoice)).toMatchObject([
			{ heading: kitFor(name, "$30.00"), lines: [{ quantity: 2 }, { quantity: 4 }] },
		]);
		expect(invoice.lines.every((line) => line.bundle === name)).toBe(true);
		const names = toUbl(invoice)
			.match(/<cbc:Name>[^<]*/g)
			?.filter((one) => one.endsWith(`(${name})`));
		expect(names).toHaveLength(2);
	});

	it("gives back what a piece of it has cost when that is returned", async () => {
		const { kit, two } = await addKit();
		const { body } = await requestOrder(rider, [{ toolId: kit, quantity: 1, price: 15 }]);
		await payOrder(rider, body.order._id);
		for (const { _id: id } of body.order.lines)
			await callApi("PUT", `/order?id=${id}`, { token: admin.token, body: { status: "Shipped" } });
		const { _id: lineId } = body.order.lines.find(
			({ productCode }: { productCode: string }) => productCode === two,
		);
		const buyer = { user: callerOf(rider), guestTokenHashes: [] };
		const lines = [{ lineId, quantity: 1 }];
		const fields = { kind: "return", reason: "not_needed", note: "", name: "" } as const;
		expect(await askReturn(buyer, body.order._id, { ...fields, lines })).toBe("asked");
		const newest = async () => {
			const [found] = await returnsOfOrder(body.order._id);
			if (!found) throw new Error("There is no return.");
			return found;
		};
		await approveReturn(callerOf(admin), await newest(), { answer: "", labelUrl: "", lines: [] });
		await receiveReturn(callerOf(admin), await newest(), [
			{ lineId, received: 1, condition: "opened", restocked: 1 },
		]);
		const done = { outcome: "refund", shipping: false, amount: undefined } as const;
		expect(await refundReturn(callerOf(admin), await newest(), done)).toBe(true);
		const row = env.DB.prepare("select refunded_cents as cents from order_lines where id = ?");
		// Two of 3.33 less 0.66.
		expect(await row.bind(lineId).first("cents")).toBe(300);
		expect([await toolOf(two), await toolOf(kit)]).toMatchObject([
			{ quantity: 20 },
			{ quantity: 9 },
		]);
	});

	it("is rejected with its tool's reason if its parts are needed for other lines too", async () => {
		const { kit, one } = await addKit({ quantity: 3 });
		const { status, body } = await requestOrder(rider, [
			{ toolId: kit, quantity: 2, price: 15 },
			{ toolId: one, quantity: 2, price: 10 },
		]);
		expect([status, body.error.code]).toEqual([409, "out_of_stock"]);
		expect(Object.keys(body.error.fields)).toEqual(["lines.0.quantity", "lines.1.quantity"]);
	});

	it("of 200 at once for the last ten of a part, alone and in bundles, ten are placed", async () => {
		const part = await addTool({ quantity: 10, priceCents: 1000 });
		const other = await addTool({ quantity: 1000, priceCents: 1000 });
		const kit = await addBundle(
			[
				[part, 1],
				[other, 1],
			],
			{ priceCents: 1500 },
		);
		const all = await Promise.all(
			Array.from({ length: 200 }, (_, index) =>
				requestOrder(rider, [
					index % 2 === 0
						? { toolId: kit, quantity: 1, price: 15 }
						: { toolId: part, quantity: 1, price: 10 },
				]),
			),
		);
		expect(all.filter(({ status }) => status === 201)).toHaveLength(10);
		expect([await toolOf(part), await toolOf(kit)]).toMatchObject([
			{ quantity: 0 },
			{ quantity: 0 },
		]);
	});
});
