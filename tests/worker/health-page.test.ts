/** The page of health: what the shop has not done in time. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { findLateWork, settingNotes } from "../../src/shop/health/health.server.ts";
import { jobGraceMs, mailReportedMs, maxShownFindings } from "../../src/shop/health/health.ts";
import { addTool, placeOrder, signUp } from "./helpers.ts";

// Must run before the shop's first call, which decides whether its database counts.
env.SHOP_TRACE = "1";

const now = Date.now();
const late = now - jobGraceMs - 1000;
const numbers =
	"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)";

let orderId: string;

/** Inserts `count` of each kind of work that was due at `at`. */
async function insertWork(prefix: string, count: number, at: number): Promise<void> {
	const id = `'${prefix}' || n`;
	const inserted = [
		`failed_mails (id, kind, recipient, reason, failed_at) select ${id}, 'receipt', 'rider@example.test', 'retries', ?2`,
		`outbox (id, kind, subject_id, payload, created_at, available_at, due_at) select ${id}, 'order.paid', 'x', '{}', ?2, ?2, ?2`,
		`payment_events (id, type, intent_id, created_at, received_at, retry_at) select ${id}, 'charge.refunded', '', ?2, ?2, ?2`,
		`order_refunds (id, order_id, checkout_id, intent_id, amount_cents, reason, restock, status, request_key, created_at, retry_at) select ${id}, '${orderId}', 'x', 'pi', 100, 'other', 0, 'due', ${id}, ?2, ?2`,
		`checkouts (id, name, email, phone, line1, items_cents, total_cents, currency, request_key, created_at, expires_at) select ${id}, 'Late', ${id} || '@example.test', '1', 'Here', 0, 0, 'USD', ${id}, ?2, ?2`,
		`checkouts (id, name, email, phone, line1, items_cents, total_cents, currency, request_key, created_at, expires_at, paid_at, transaction_id, tax_calculation_id, tax_due_at) select 'taxed-' || ${id}, 'Late', ${id} || '@example.test', '1', 'Here', 0, 0, 'USD', 'taxed-' || ${id}, ?2, ?2, ?2, 'pi-' || ${id}, 'calc', ?2`,
	];
	await env.DB.batch(
		inserted.map((rows) => {
			const [into, columns] = [
				rows.slice(0, rows.indexOf(" select")),
				rows.slice(rows.indexOf(" select")),
			];
			return env.DB.prepare(`${numbers} insert into ${into}${columns} from numbers`).bind(
				count,
				at,
			);
		}),
	);
}

beforeAll(async () => {
	orderId = (await placeOrder(await signUp(), await addTool({ quantity: 9 })))._id;
});

it("names what is late and what was not sent, and nothing else", async () => {
	const nothing = { mails: [], outbox: [], reservations: [], refunds: [], events: [], taxes: [] };
	await insertWork("soon", 1, now);
	await env.DB.prepare("update failed_mails set failed_at = ?")
		.bind(now - mailReportedMs - 1000)
		.run();
	expect(await findLateWork(now)).toEqual({ ...nothing, refundsFailed: 0, disputes: 0 });
	await insertWork("late", 1, late);
	const at = new Date(late);
	expect(await findLateWork(now)).toEqual({
		mails: [{ recipient: "rider@example.test", kind: "receipt", reason: "retries", at }],
		outbox: [{ kind: "order.paid", failures: 0, at }],
		reservations: [{ checkoutId: "late1", at }],
		refunds: [{ checkoutId: "x", failures: 0, at }],
		events: [{ type: "charge.refunded", failures: 0, at }],
		taxes: [{ checkoutId: "taxed-late1", failures: 0, at }],
		refundsFailed: 0,
		disputes: 0,
	});
});

it("reads at most 60 rows in one round trip, however much is late", async () => {
	await insertWork("many", 300, late);
	const [found, metrics] = await withD1Metrics(() => findLateWork(now));
	for (const kind of ["mails", "outbox", "reservations", "refunds", "events", "taxes"] as const)
		expect(found[kind], kind).toHaveLength(maxShownFindings + 1);
	expect(metrics.trips).toBe(1);
	expect(metrics.rowsRead).toBeLessThanOrEqual(60);
});

it("names settings that are left out, without values", () => {
	const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, DIGEST_TO } = env;
	Object.assign(env, { GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "", DIGEST_TO: "off" });
	expect(settingNotes()).toEqual([
		expect.stringContaining("GOOGLE_CLIENT_ID"),
		expect.stringContaining("DIGEST_TO"),
	]);
	Object.assign(env, { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s", DIGEST_TO: "a@b.test" });
	expect(settingNotes()).toEqual([]);
	Object.assign(env, { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, DIGEST_TO });
});
