/** What administrators find by a few letters. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { type Found, maxFound } from "../../src/shop/find/find.ts";
import { closeOrderDirectly, placePaidOrder } from "../helpers/payments.ts";
import { addTool, archiveTool, callApi, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;
let rider: Person;

beforeAll(async () => {
	[admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp()]);
});

async function find(q: string): Promise<Found> {
	const reply = await callApi("GET", `/find?q=${encodeURIComponent(q)}`, { token: admin.token });
	expect(reply.status).toBe(200);
	return reply.body;
}

it("finds an order by number, payment, customer, tool and tracking number, and its customer", async () => {
	const tool = await addTool({ name: "Findable freewheel remover" });
	const { order, payment } = await placePaidOrder(rider, tool, 2);
	const trackingNumber = "RR 123456785 CH";
	await callApi("POST", "/shipment", {
		token: admin.token,
		body: { orderIds: [order._id], carrier: "Post", trackingNumber },
	});
	const { checkout_id: checkoutId } = (await env.DB.prepare(
		"select checkout_id from orders where id = ?",
	)
		.bind(order._id)
		.first<{ checkout_id: string }>()) ?? { checkout_id: "" };
	const found = {
		...{ _id: order._id, checkoutId, name: "Findable freewheel remover", quantity: 2 },
		...{ UserName: rider.name, email: rider.email, state: "Shipped" },
	};
	const texts = [order._id, checkoutId.slice(0, 9), payment.id, rider.email, "freewheel REM"];
	for (const q of [...texts, "rr 1234", ` ${trackingNumber} `])
		expect((await find(q)).orders, q).toEqual([found]);
	expect((await find(rider.email)).users).toEqual([
		{ _id: rider.id, email: rider.email, name: rider.name },
	]);
	expect((await find("freewheel rem")).tools).toEqual([
		{ _id: tool, name: "Findable freewheel remover", quantity: expect.any(Number) },
	]);
	await closeOrderDirectly(order._id);
	await archiveTool(tool);
	expect(await find("Findable")).toEqual({ orders: [], tools: [], users: [] });
	expect((await find("rr 1234")).orders).toEqual([]);
	expect((await find('"*')).orders).toEqual([]);
});

it("rejects an empty search", async () => {
	const reply = await callApi("GET", "/find?q=%20", { token: admin.token });
	expect(reply.status).toBe(422);
});

it("reads at most 60 rows in one round trip beside the caller's, however many match", async () => {
	const image = `/images/${"0".repeat(64)}`;
	const [tool, customer] = [await addTool({ name: "Counted" }), await signUp()];
	const numbers =
		"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200)";
	await env.DB.batch([
		env.DB.prepare(
			`${numbers} insert into orders (id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, request_key, created_at, expires_at) select 'counted' || n, ?, 'Counted', ?, '1', 'Here', ?, 'Counted', ?, 1000, 1, 1000, 'Pending', 'k' || n, n, 9e12 from numbers`,
		).bind(customer.id, customer.email, tool, image),
		env.DB.prepare(
			`${numbers} insert into shipments (id, checkout_id, carrier, tracking_number, created_at) select 's' || n, 'counted' || n, '', 'COUNTED' || n, n from numbers`,
		),
		env.DB.prepare(
			`${numbers} insert into users (id, name, email, created_at, updated_at) select 'u' || n, 'Counted', 'counted' || n || '@example.test', n, n from numbers`,
		),
		env.DB.prepare(
			`${numbers} insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at) select 't' || n, 'Counted', '', ?, 1, n, n, 1000, n, n from numbers`,
		).bind(image),
	]);
	for (const q of ["counted", "co", "c"]) {
		const [found, metrics] = await withD1Metrics(() => find(q));
		for (const results of Object.values(found)) expect(results).toHaveLength(maxFound);
		expect(metrics.rowsRead, q).toBeLessThanOrEqual(60);
		expect(metrics.trips, q).toBe(2);
	}
});
