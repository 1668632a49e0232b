/** What it costs to find something by a few letters. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { type Found, maxFound } from "../../src/shop/find/find.ts";
import { insertOrderRows } from "../helpers/order-rows.ts";
import { addTool, callApi, type Person, signUp } from "../helpers/shop.ts";

let admin: Person;

beforeAll(async () => {
	admin = await signUp({ role: "admin" });
});

async function find(q: string): Promise<Found> {
	const reply = await callApi("GET", `/find?q=${encodeURIComponent(q)}`, { token: admin.token });
	expect(reply.status).toBe(200);
	return reply.body;
}

it("reads at most 65 rows in one round trip beside the caller's, however many match", async () => {
	const image = `/images/${"0".repeat(32)}`;
	const [tool, customer] = [await addTool({ name: "Counted" }), await signUp()];
	const numbers =
		"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 200)";
	await env.DB.batch([
		...insertOrderRows(
			"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id",
			"select 'counted' || n, ?, 'Counted', ?, '1', 'Here', ?, 'Counted', ?, 1000, 1, 1000, 'Pending', n, 9e12, 'USD', 'counted' || n from numbers",
			numbers,
		).map((sql) => env.DB.prepare(sql).bind(customer.id, customer.email, tool, image)),
		env.DB.prepare(
			`${numbers} insert into shipments (id, order_id, carrier, tracking_number, created_at) select 's' || n, 'counted' || n, '', 'COUNTED' || n, n from numbers`,
		),
		env.DB.prepare(
			`${numbers} insert into users (id, name, email, created_at, updated_at) select 'u' || n, 'Counted', 'counted' || n || '@example.test', n, n from numbers`,
		),
		env.DB.prepare(
			`${numbers} insert into guests select 'counted' || n || '@guests.test', 'Counted', n, 1, 0 from numbers`,
		),
		env.DB.prepare(
			`${numbers} insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) select 't' || n, 'Counted', '', ?, 1, n, n, 1000, n, n from numbers`,
		).bind(image),
	]);
	for (const q of ["counted", "co", "c"]) {
		const [found, metrics] = await withD1Metrics(() => find(q));
		for (const results of Object.values(found)) expect(results).toHaveLength(maxFound);
		expect(metrics.rowsRead, q).toBeLessThanOrEqual(65);
		expect(metrics.trips, q).toBe(2);
	}
});
