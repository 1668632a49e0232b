/** The page of health: what the shop has not done in time. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/d1-metrics.ts";
import { findLateWork, settingNotes } from "../../src/shop/health/health.server.ts";
import {
	jobGraceMs,
	mailReportedMs,
	maxShownFindings,
	maxShownRows,
} from "../../src/shop/health/health.ts";
import { canRetry, retryMail } from "../../src/shop/health/retry-mail.server.ts";
import { checkRows, repairRow } from "../../src/shop/health/row-checks.server.ts";
import { addTool, callerOf, placeOrder, signUp, stockOf } from "./helpers.ts";

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
	expect(await findLateWork(now)).toMatchObject({ ...nothing, refundsFailed: 0, disputes: 0 });
	await insertWork("late", 1, late);
	const at = new Date(late);
	expect(await findLateWork(now)).toMatchObject({
		mails: [
			{ id: "late1", recipient: "rider@example.test", kind: "receipt", reason: "retries", at },
		],
		outbox: [{ kind: "order.paid", failures: 0, at }],
		reservations: [{ checkoutId: "late1", at }],
		refunds: [{ checkoutId: "x", failures: 0, at }],
		events: [{ type: "charge.refunded", failures: 0, at }],
		taxes: [{ checkoutId: "taxed-late1", failures: 0, at }],
		refundsFailed: 0,
		disputes: 0,
	});
});

it("delivers a failed mail again from the outbox, and only such a mail", async () => {
	await env.DB.batch([
		env.DB.prepare(
			"insert into outbox (id, kind, subject_id, payload, created_at, available_at, done_at, outcome, failures) values ('given-up', 'order.paid', ?, '{}', ?2, ?2, ?2, 'failed', 28)",
		).bind(orderId, now),
		env.DB.prepare(
			"insert into failed_mails (id, kind, recipient, reason, failed_at) values ('given-up', 'order.paid', 'rider@example.test', 'retries', ?)",
		).bind(now),
	]);
	expect(canRetry("order.paid")).toBe(true);
	expect(canRetry("verify")).toBe(false);
	expect(await retryMail("given-up")).toBe(true);
	const again = await env.DB.prepare("select * from outbox where id = 'given-up'").first();
	expect(again).toMatchObject({ done_at: null, outcome: null, failures: 0 });
	expect((await findLateWork(now)).mails.map(({ id }) => id)).not.toContain("given-up");
	expect(await retryMail("given-up")).toBe(false);
});

/** The findings of the rows with this id, and whether each was set right. */
async function findingsOf(...subjects: string[]) {
	const { results } = await env.DB.prepare(
		"select table_name as tableName, message, subject from broken_rows order by message",
	).all<{ tableName: string; message: string; subject: string }>();
	return results.filter(({ subject }) => subjects.includes(subject));
}

it("finds rows that break a rule in slices, and sets right what it can", async () => {
	const admin = callerOf(await signUp({ role: "admin" }));
	const tool = await addTool({ quantity: 9 });
	const order = await placeOrder(await signUp(), tool);
	await checkRows({ slices: 200, now: true });
	expect(await findingsOf(tool, order._id)).toEqual([]);
	await env.DB.batch([
		env.DB.prepare("update tools set quantity = 3, sold = 7 where id = ?").bind(tool),
		env.DB.prepare("update orders set refund_due_cents = 5 where id = ?").bind(order._id),
	]);
	// A day later, not with every run.
	await checkRows({ slices: 200 });
	expect(await findingsOf(tool, order._id)).toEqual([]);
	await checkRows({ slices: 200, now: true });
	const found = await findingsOf(tool, order._id);
	expect(found.map(({ message }) => message)).toEqual([
		"has a sold that is not what its rows say",
		"has a stock that is not what was ever stocked, without the pieces reserved and sold",
		"has a sum due that is not that of its refunds",
	]);
	const repaired = await Promise.all(found.map((finding) => repairRow(admin, finding)));
	expect(repaired).toEqual([true, true, false]);
	expect(await stockOf(tool)).toBe(8);
	const audit = await env.DB.prepare("select detail from audit where subject_id = ?")
		.bind(tool)
		.all<{ detail: string }>();
	expect(audit.results.map(({ detail }) => JSON.parse(detail))).toContainEqual(
		expect.objectContaining({ quantityWas: 3, quantity: 8 }),
	);
	// What somebody has set right leaves the findings with the next look.
	await env.DB.prepare("update orders set refund_due_cents = 0 where id = ?").bind(order._id).run();
	await checkRows({ slices: 200, now: true });
	expect(await findingsOf(tool, order._id)).toEqual([]);
});

it("looks through large tables a slice at a time", async () => {
	await env.DB.prepare(
		"insert into tools (number, id, name, description, image, min_order_quantity, quantity, stocked, price_cents, created_at, updated_at) values (90001, 'far', 'Far', 'Far', '/x', 1, 1, 1, 100, 0, 0)",
	).run();
	await env.DB.prepare("update tools set stocked = 2 where id = 'far'").run();
	await checkRows({ slices: 20, now: true });
	expect(await findingsOf("far")).toEqual([]);
	const state = await env.DB.prepare("select started_at, position from row_checks").first();
	expect(state).toMatchObject({ position: 20_000, started_at: expect.any(Number) });
	await checkRows({ slices: 200 });
	expect(await findingsOf("far")).toHaveLength(1);
});

it("reads at most 60 rows in one round trip, however much is late", async () => {
	await insertWork("many", 300, late);
	await env.DB.prepare(
		`${numbers} insert into broken_rows (table_name, message, subject, found_at, seen_at) select 'tools', 'is wrong', n, ?2, ?2 from numbers`,
	)
		.bind(300, now)
		.run();
	const [found, metrics] = await withD1Metrics(() => findLateWork(now));
	for (const kind of ["mails", "outbox", "reservations", "refunds", "events", "taxes"] as const)
		expect(found[kind], kind).toHaveLength(maxShownFindings + 1);
	expect(found.broken).toHaveLength(maxShownRows + 1);
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
