/** The cells of the exports, and the pages in which they are read. That they can be imported: exports-again.test.ts. */
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { parseCsv } from "../../src/shop/csv/parse-csv.server.ts";
import { exportCsv } from "../../src/shop/exports/exports.server.ts";
import { type ExportKind, parseDays } from "../../src/shop/exports/exports.ts";
import { addReview, addTool, type Person, placeLine, signUp } from "../helpers/shop.ts";

let rider: Person;
let toolId: string;
let lineId: string;
let number: string;

/** A day long before what other tests insert. */
const day = "2020-02-01";
const at = Date.parse(`${day}T10:00:00.000Z`);
const later = at + 24 * 60 * 60_000;

const run = (sql: string, ...values: unknown[]) =>
	env.DB.prepare(sql)
		.bind(...values)
		.run();

beforeAll(async () => {
	rider = await signUp({ role: "manager" });
	toolId = await addTool({ name: "Cone key", quantity: 9, priceCents: 1250 });
	const line = await placeLine(rider, toolId, 2);
	lineId = line._id;
	number = String(line.orderNumber);
	await env.DB.batch([
		env.DB.prepare(
			"update orders set paid_at = ?1, transaction_id = 'pi_1', country = 'DE', shipping_cents = 490, tax_cents = 100, included_tax_cents = 50, total_cents = items_cents + 590, created_at = ?1, partner = 'velo' where id = ?2",
		).bind(at, lineId),
		env.DB.prepare(
			"update order_lines set created_at = ?1, paid_at = ?1, transaction_id = 'pi_1', shipping_cents = 490, tax_cents = 100, included_tax_cents = 50, tax_rate = 51000 where id = ?2",
		).bind(at, lineId),
		env.DB.prepare(
			"update users set created_at = ?, last_seen_at = ?, phone = '1' where id = ?",
		).bind(at, later, rider.id),
		...[
			["txn_charge", "ch_1", "charge", 3090, 120, "po_1"],
			["txn_refund", "re_1", "refund", -500, 0, "po_2"],
			["txn_dispute", "dp_1", "dispute", -3090, 1500, null],
			["txn_won", "dp_1", "dispute_reversal", 3090, 0, null],
		].map(([id, source, category, amount, fee, payout]) =>
			env.DB.prepare(
				"insert into balance_transactions (id, source_id, intent_id, category, amount_cents, fee_cents, net_cents, currency, created_at, available_at, payout_id) values (?1, ?2, 'pi_1', ?3, ?4, ?5, ?4 - ?5, 'EUR', ?6, ?6, ?7)",
			).bind(id, source, category, amount, fee, at, payout),
		),
		...[
			["po_1", "paid"],
			["po_2", "failed"],
		].map(([id, status]) =>
			env.DB.prepare(
				"insert into payouts (id, amount_cents, currency, status, created_at, arrives_at, reading) values (?, 1, 'EUR', ?, ?, ?, 'done')",
			).bind(id, status, at, later),
		),
	]);
});

async function linesOf(kind: ExportKind, query = `?from=${day}&to=${day}`): Promise<string[][]> {
	const range = parseDays(new URLSearchParams(query));
	let file = "";
	for await (const piece of exportCsv(kind, range, false)) file += piece;
	return parseCsv(file).map(({ cells }) => cells);
}

const time = new Date(at).toISOString();

it("an order has its amounts, and no line once it is deleted", async () => {
	const [headings, line] = await linesOf("orders");
	expect(Object.fromEntries((headings ?? []).map((heading, n) => [heading, line?.[n]]))).toEqual({
		Order: number,
		"Order ID": lineId,
		Line: lineId,
		Placed: time,
		Paid: time,
		Shipped: "",
		Status: "Pending",
		Customer: rider.name,
		"E-mail": rider.email,
		Phone: "+1 555 0100",
		Address: "1 Test Street",
		Tool: "Cone key",
		"Tool ID": toolId,
		SKU: "",
		Options: "",
		Quantity: "2",
		"Unit price": "12.50",
		Discount: "0.00",
		Items: "25.00",
		Shipping: "4.90",
		Tax: "1.00",
		Refunded: "0.00",
		Currency: "USD",
		Transaction: "pi_1",
		Partner: "velo",
	});
});

it("a customer has a line, as has a guest who has paid, and the guests' row has none", async () => {
	const insertGuest = (email: string, orderCount: number) =>
		run("insert into guests values (?, 'Grace', ?, ?, 0)", email, at, orderCount);
	await Promise.all([insertGuest("!grace@b.test", 2), insertGuest("former@b.test", 0)]);
	const [headings, ...lines] = await linesOf("customers");
	expect(headings).toEqual([
		"Customer",
		"Name",
		"E-mail",
		"Verified",
		"Phone",
		"Address",
		"Role",
		"Since",
		"Orders",
		"Last seen",
	]);
	expect(lines).toEqual([
		["", "Grace", "!grace@b.test", "", "", "", "guest", time, "2", ""],
		[
			rider.id,
			rider.name,
			rider.email,
			"yes",
			"1",
			"1 Test Street",
			"manager",
			time,
			"1",
			new Date(later).toISOString(),
		],
	]);
	expect((await linesOf("customers", "")).flat()).not.toContain("Guest");
});

it("a review has its tool, whether it was bought, why it is hidden, and its answer", async () => {
	const bought = await addReview(rider, { toolId, lineId, createdAt: at });
	const other = await addReview(rider, { createdAt: at + 1 });
	await run("update reviews set answer = 'Thanks', answered_at = 1 where id = ?", bought);
	const [headings, ...lines] = await linesOf("reviews");
	expect(headings).toEqual([
		"Review",
		"Written",
		"Author",
		"Stars",
		"Text",
		"Tool",
		"Tool ID",
		"Verified",
		"Hidden for",
		"Answer",
	]);
	const otherTime = new Date(at + 1).toISOString();
	expect(lines).toEqual([
		[bought, time, rider.name, "4", "Works.", "Cone key", toolId, "yes", "", "Thanks"],
		[other, otherTime, rider.name, "4", "Works.", "", "", "no", "", ""],
	]);
});

it("a question has its tool, its state and its answer", async () => {
	await run(
		"insert into questions (id, author, tool_id, text, created_at, state, answer, answered_at) values ('q', 'A', ?1, 'Is it steel?', ?2, 'hidden', 'Yes.', ?2)",
		toolId,
		at,
	);
	const [headings, ...lines] = await linesOf("questions");
	expect(headings).toHaveLength(lines[0]?.length ?? 0);
	expect(lines).toEqual([
		["q", time, "A", "Is it steel?", "Cone key", toolId, "hidden", "Yes.", time],
	]);
});

it("only tools that were added on these days are exported", async () => {
	await run("update tools set created_at = ? where id = ?", at, toolId);
	expect((await linesOf("tools")).map(([id]) => id)).toEqual(["ID", toolId]);
	expect(await linesOf("tools", "?to=2020-01-31")).toHaveLength(1);
});

describe("the accounting", () => {
	const numbers =
		"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)";
	const refund =
		"insert into refunds (id, order_id, intent_id, amount_cents, reason, stripe_refund_id, status, request_key, created_at, done_at)";

	it("has a line for a payment, each part of a refund and of a dispute, with what Stripe took", async () => {
		await run(
			`${refund} values (?1, ?2, 'pi_1', 500, 'other', 're_1', 'done', ?1, ?3, ?3)`,
			"refund1",
			lineId,
			at,
		);
		await run("insert into refund_lines values ('refund1', ?, 500, 79, 16, 8, 0, 0, 0)", lineId);
		// More than was left: a part of one, and all of another.
		await run("update refunds set amount_cents = 600, overpaid_cents = 100 where id = 'refund1'");
		await run(
			`${refund} values (?1, ?2, 'pi_1', 300, 'other', 're_3', 'done', ?1, ?3, ?3)`,
			"refund2",
			lineId,
			at,
		);
		await run("update refunds set overpaid_cents = 300 where id = 'refund2'");
		// One of a payment that no order awaits is in no order's accounting.
		await run(
			`${refund} values (?1, ?2, ?1, 500, 'not_awaited', 're_2', 'done', ?1, ?3, ?3)`,
			"pi_late",
			lineId,
			at,
		);
		const [headings, ...lines] = await linesOf("accounting");
		expect(headings).toEqual([
			"Date",
			"Type",
			"Order",
			"Order ID",
			"Country",
			"Currency",
			"Gross",
			"Net",
			"Tax",
			"Rate",
			"Tax category",
			"Shipping",
			"Gift cards",
			"Refund",
			"Dispute",
			"Transaction",
			"Fee",
			"Net after fee",
			"Balance currency",
			"Payout",
			"Paid out",
		]);
		const none = ["", "", "", "", "", "", ""];
		const part = ["-5.00", "-4.76", "-0.24", "5.1", "S", "-0.79", "0.00"];
		expect(lines).toEqual([
			[
				time,
				"payment",
				number,
				lineId,
				"DE",
				"USD",
				"30.90",
				"29.40",
				"1.50",
				"5.1",
				"S",
				"4.90",
				"0.00",
				"",
				"",
				"pi_1",
				"1.20",
				"29.70",
				"EUR",
				"po_1",
				"2020-02-02",
			],
			[
				time,
				"refund",
				number,
				lineId,
				"DE",
				"USD",
				...part,
				"5.00",
				"",
				"re_1",
				// The payout has failed.
				"0.00",
				"-5.00",
				"EUR",
				"",
				"",
			],
			[
				time,
				"overpaid refund",
				number,
				lineId,
				"DE",
				"USD",
				...none,
				"1.00",
				"",
				"re_1",
				"",
				"",
				"",
				"",
				"",
			],
			[
				time,
				"overpaid refund",
				number,
				lineId,
				"DE",
				"USD",
				"",
				"",
				"",
				"",
				"",
				"",
				"0.00",
				"3.00",
				"",
				"re_3",
				"",
				"",
				"",
				"",
				"",
			],
			[
				time,
				"dispute",
				number,
				lineId,
				"DE",
				"EUR",
				...none,
				"",
				"30.90",
				"dp_1",
				"0.00",
				"-30.90",
				"EUR",
				"",
				"",
			],
			[
				time,
				"dispute fee",
				number,
				lineId,
				"DE",
				"EUR",
				...none,
				"",
				"",
				"dp_1",
				"15.00",
				"-15.00",
				"EUR",
				"",
				"",
			],
			[
				time,
				"dispute won",
				number,
				lineId,
				"DE",
				"EUR",
				...none,
				"",
				"-30.90",
				"dp_1",
				"0.00",
				"30.90",
				"EUR",
				"",
				"",
			],
		]);
	});

	it("has each line once, however many pages there are of payments, refunds and disputes", async () => {
		const days = "?from=2020-03-01&to=2020-03-01";
		const march = Date.parse("2020-03-01T10:00:00.000Z");
		await run(
			`${numbers} insert into orders (id, name, email, phone, line1, address, items_cents, total_cents, currency, request_key, created_at, expires_at, paid_at, transaction_id) select 'paged' || n, 'Many', 'a@b.test', '1', 'Here', 'Here', 0, 0, 'USD', 'paged' || n, ?2, ?2, ?2, 'pi-paged' || n from numbers`,
			501,
			march,
		);
		await run(
			`${numbers} ${refund} select 'many' || n, ?2, 'pi_1', 500, 'other', 're-many' || n, 'done', 'many' || n, ?3, ?3 from numbers`,
			1000,
			lineId,
			march,
		);
		await run(
			`${numbers} insert into balance_transactions (id, source_id, intent_id, category, amount_cents, fee_cents, net_cents, currency, created_at, available_at) select 'txn-many' || n, 'dp-many', 'pi_1', 'dispute', -1, 0, -1, 'EUR', ?2, ?2 from numbers`,
			501,
			march,
		);
		const [, ...lines] = await linesOf("accounting", days);
		const counts = Map.groupBy(lines, ([, type]) => type);
		expect([...counts].map(([type, { length }]) => [type, length])).toEqual([
			["payment", 501],
			["refund", 1000],
			["dispute", 501],
		]);
		expect(new Set(lines.map(([, type, order]) => `${type} ${order}`)).size).toBe(503);
	});

	it("has tools and gift cards of an order in lines of their own, by their rates", async () => {
		const april = Date.parse("2020-04-01T10:00:00.000Z");
		await env.DB.batch(
			[
				"insert into orders (id, name, email, phone, line1, address, items_cents, total_cents, included_tax_cents, currency, request_key, created_at, expires_at, paid_at, transaction_id) values ('mixed', 'M', 'a@b.test', '1', 'Here', 'Here', 6190, 6190, 190, 'USD', 'mixed', ?1, ?1, ?1, 'pi-mixed')",
				`insert into order_lines (id, order_id, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, created_at, paid_at, transaction_id, status, included_tax_cents, tax_rate) select 'mixed-tool', 'mixed', id, 'Tool', '', 1190, 1, 1190, ?1, ?1, 'pi-mixed', 'Pending', 190, 190000 from tools where id = '${toolId}'`,
				`insert into order_lines (id, order_id, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, created_at, paid_at, transaction_id, status, shipped_at, gift_codes) select 'mixed-card', 'mixed', id, 'Card', '', 5000, 1, 5000, ?1, ?1, 'pi-mixed', 'Shipped', ?1, '[{}]' from tools where id = '${toolId}'`,
				`${refund} values ('mixed', 'mixed', 'pi-mixed', 5595, 'other', 're-mixed', 'done', 'mixed', ?1, ?1)`,
			].map((sql) => env.DB.prepare(sql).bind(april)),
		);
		await env.DB.batch(
			[
				"insert into refund_lines values ('mixed', 'mixed-tool', 595, 0, 0, 95, 0, 0, 0)",
				"insert into refund_lines values ('mixed', 'mixed-card', 5000, 0, 0, 0, 0, 0, 0)",
			].map((sql) => env.DB.prepare(sql)),
		);
		const days = "?from=2020-04-01&to=2020-04-01";
		const [, ...lines] = await linesOf("accounting", days);
		expect(
			lines.map(([, type, , , , , gross, net, tax, rate, category, , , refunded, , transaction]) =>
				[type, gross, net, tax, rate, category, refunded, transaction].join(" "),
			),
		).toEqual([
			"payment 11.90 10.00 1.90 19 S  pi-mixed",
			"payment 50.00 50.00 0.00 0 E  ",
			"refund -5.95 -5.00 -0.95 19 S 55.95 re-mixed",
			"refund -50.00 -50.00 0.00 0 E  ",
		]);
		const [, ...sums] = await linesOf("taxes", days);
		expect(
			sums.map(([, , rate, category, , , , gross, net, tax]) =>
				[rate, category, gross, net, tax].join(" "),
			),
		).toEqual(["0 E 0.00 0.00 0.00", "19 S 5.95 5.00 0.95"]);
	});
});
