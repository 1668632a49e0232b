/** Three thousand orders, for lists and searches among many. */
import { env } from "cloudflare:workers";
import { insertOrderRows } from "./order-rows.ts";
import type { Person } from "./shop.ts";

/** The day of the first orders, or `n` days later, as in an address. */
export const dayOfMany = (n: number) =>
	new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

/** Inserts ten orders a day, w0 to w2999. By turns to ship, shipped, unpaid, and refunded. */
export async function insertManyLines(rider: Person, tool: string): Promise<void> {
	const statements = insertOrderRows(
		"number, id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, transaction_id, paid_at, shipped_at, refunded_cents, created_at, expires_at, currency, order_id",
		"select n - 5000, 'w' || n, ?1, 'Many Riders', ?2, '1', 'Here', ?3, 'Frame jig', '', 1000, 1, 1000, iif(n % 4 = 1, 'Shipped', 'Pending'), iif(n % 4 = 2, null, 'pi_w' || n), iif(n % 4 = 2, null, 1), iif(n % 4 = 1, 1, null), iif(n % 4 = 3, 1000, 0), ?4 + n * 8640000, ?5, 'USD', 'w' || n from numbers",
		"with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < 2999)",
	);
	const values = [rider.id, rider.email, tool, Date.parse(dayOfMany(0)), Date.now() + 3_600_000];
	await env.DB.batch(statements.map((sql) => env.DB.prepare(sql).bind(...values)));
}
