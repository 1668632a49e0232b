/** Rows that D1 reads and writes for calls whose other tests are in Node, where no rows are counted. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { listCustomers, readCustomer } from "../../src/shop/customers/customer-page.server.ts";
import { customersPageSize } from "../../src/shop/customers/customers.ts";
import { listOrdersToShip, listShippedParcels } from "../../src/shop/shipments/packing.server.ts";
import {
	beginPayment,
	deliverEvent,
	eventOf,
	payByCard,
	placePaidLine,
} from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callApi, signUp } from "../helpers/shop.ts";

it("placing a checkout takes two round trips, and ten times the rows for ten lines at most", async () => {
	const rider = await signUp({ verified: true });
	const cost = async (count: number) => {
		const tools = await Promise.all(Array.from({ length: count }, () => addTool()));
		const lines = tools.map((toolId) => ({ toolId, quantity: 1, price: 25.99 }));
		const body = { lines, phone: "+1 555 0123", address: "5 Spoke Street" };
		const [placed, trace] = await withD1Metrics(() =>
			callApi("POST", "/checkout", { token: rider.token, body }),
		);
		expect(placed.status).toBe(201);
		return trace;
	};
	const [one, ten] = [await cost(1), await cost(10)];
	// The first is the check of the account, the second reads offers and weights.
	expect(ten.trips).toBe(3);
	expect(one.rowsWritten).toBeGreaterThan(0);
	expect(ten.rowsWritten).toBeLessThanOrEqual(10 * one.rowsWritten);
	expect(ten.rowsRead).toBeLessThanOrEqual(10 * one.rowsRead);
});

it("lists of customers, a customer's page and lists of orders to ship read at most 60 rows in one round trip", async () => {
	const many = customersPageSize + 5;
	await env.DB.prepare(
		`with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ${many}) insert into users (id, name, email, created_at, updated_at) select 'many' || n, 'Many', 'many' || n || '@example.test', n, n from numbers`,
	).run();
	const [rider, tool] = [await signUp({ verified: true }), await addTool({ quantity: 100 })];
	for (let line = 0; line < 20; line++) await placePaidLine(rider, tool);
	const pages: (() => Promise<unknown>)[] = [
		() => listCustomers({ q: "", sort: "newest", cursor: undefined }),
		() => listCustomers({ q: "", sort: "spent", cursor: undefined }),
		() => listCustomers({ q: "example.test", sort: "newest", cursor: undefined }),
		() => readCustomer(rider.id),
		() => listOrdersToShip("", undefined),
		() => listShippedParcels("", undefined),
		() => listShippedParcels("person", undefined),
	];
	for (const read of pages) {
		const [, metrics] = await withD1Metrics(read);
		expect(metrics.trips, String(read)).toBe(1);
		expect(metrics.rowsRead, String(read)).toBeLessThanOrEqual(60);
	}
	// A pick list reads each line, its tool, and a row of three indexes.
	const [{ picks }, metrics] = await withD1Metrics(() =>
		listOrdersToShip("", undefined, { withPicks: true }),
	);
	expect(picks).toEqual([expect.objectContaining({ toolId: tool, pieces: 20, orders: 20 })]);
	expect(metrics.trips).toBe(1);
	expect(metrics.rowsRead).toBeLessThanOrEqual(60 + 5 * 20);
});

it("an order of two tools, its payment and its receipt write at most 107 rows", async () => {
	const tools = [await addTool({ quantity: 9 }), await addTool({ quantity: 9 })];
	const lines = tools.map((toolId) => ({ toolId, quantity: 1, price: 25.99 }));
	const body = { lines, phone: "+1 555 0123", address: "5 Spoke Street" };
	const buy = async () => {
		const rider = await signUp({ verified: true });
		const [placed, order] = await withD1Metrics(() =>
			callApi("POST", "/checkout", { token: rider.token, body }),
		);
		const payment = await beginPayment(rider, placed.body.order);
		await payByCard(payment);
		const event = await eventOf(payment.id);
		const [, paid] = await withD1Metrics(() => deliverEvent(event));
		const receipt = await env.DB.prepare(
			"select id from outbox where kind = 'order.paid' and subject_id = ?",
		)
			.bind(placed.body.order._id)
			.first<{ id: string }>();
		const [, sent] = await withD1Metrics(() =>
			deliver("cogsmith-mails", [{ outbox: receipt?.id }]),
		);
		expect(sent.rowsWritten).toBeGreaterThan(0);
		return order.rowsWritten + paid.rowsWritten + sent.rowsWritten;
	};
	await buy();
	// The month has sold both before, as it mostly has.
	expect(await buy()).toBeLessThanOrEqual(107);
});
