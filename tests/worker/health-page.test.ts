/** The page of health: what the shop has not done in time. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, it, vi } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { listAudit } from "../../src/shop/audit/audit.server.ts";
import { settleDeadLetter } from "../../src/shop/health/dead-letters.server.ts";
import { findLateWork, settingNotes } from "../../src/shop/health/health.server.ts";
import {
	jobGraceMs,
	mailReportedMs,
	maxShownFindings,
	maxShownRows,
} from "../../src/shop/health/health.ts";
import { canRetry, retryMail } from "../../src/shop/health/retry-mail.server.ts";
import { checkRows, repairRow } from "../../src/shop/health/row-checks.server.ts";
import {
	checkService,
	recheckFinding,
	type ServiceCheck,
} from "../../src/shop/health/service-checks.server.ts";
import { retrieveIntent, settlePayment } from "../../src/shop/payments/settle-payment.server.ts";
import { jobNames } from "../../src/values/jobs.ts";
import { beginPayment, payByCard } from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callerOf, insertImage, placeLine, signUp, stockOf } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

// Before the first call: the payments of other files are not this shop's.
env.STRIPE_API_URL = inject("healthStripeUrl");

const now = Date.now();
const late = now - jobGraceMs - 1000;
const numbers =
	"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?1)";

let lineId: string;

/** Inserts `count` of each kind of work that was due at `at`. */
async function insertWork(prefix: string, count: number, at: number): Promise<void> {
	const id = `'${prefix}' || n`;
	const inserted = [
		`failed_mails (id, kind, recipient, reason, failed_at) select ${id}, 'receipt', 'rider@example.test', 'retries', ?2`,
		`outbox (id, kind, subject_id, payload, created_at, available_at, due_at) select ${id}, 'order.paid', 'x', '{}', ?2, ?2, ?2`,
		`payment_events (id, type, intent_id, created_at, received_at, retry_at) select ${id}, 'charge.refunded', '', ?2, ?2, ?2`,
		`refunds (id, order_id, intent_id, amount_cents, reason, status, request_key, created_at, retry_at) select ${id}, 'x', 'pi', 100, 'other', 'due', ${id}, ?2, ?2`,
		`orders (id, name, email, phone, line1, address, items_cents, total_cents, currency, request_key, created_at, expires_at) select ${id}, 'Late', ${id} || '@example.test', '1', 'Here', 'Here', 0, 0, 'USD', ${id}, ?2, ?2`,
		`orders (id, name, email, phone, line1, address, items_cents, total_cents, currency, request_key, created_at, expires_at, tax_calculation_id) select 'taxed-' || ${id}, 'Late', ${id} || '@example.test', '1', 'Here', 'Here', 0, 0, 'USD', 'taxed-' || ${id}, ?2, ?2, 'calc'`,
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
	await env.DB.prepare(
		"update orders set paid_at = created_at, transaction_id = 'pi-' || id, tax_due_at = created_at where id like 'taxed-' || ? || '%' and paid_at is null",
	)
		.bind(prefix)
		.run();
}

beforeAll(async () => {
	lineId = (await placeLine(await signUp(), await addTool({ quantity: 9 })))._id;
});

it("names what is late and what was not sent, and nothing else", async () => {
	const nothing = { mails: [], outbox: [], reservations: [], refunds: [], events: [], taxes: [] };
	await insertWork("soon", 1, now);
	await env.DB.prepare("update failed_mails set failed_at = ?")
		.bind(now - mailReportedMs - 1000)
		.run();
	expect(await findLateWork(now)).toMatchObject({ ...nothing, refundsFailed: [], disputes: [] });
	await insertWork("late", 1, late);
	const at = new Date(late);
	const mark = env.DB.prepare(
		"update order_lines set disputed_at = ?, refund_failed_cents = ? where id = ?",
	);
	await mark.bind(now, 100, lineId).run();
	const order = { orderId: expect.any(String), number: expect.any(Number) };
	expect(await findLateWork(now)).toMatchObject({
		mails: [
			{ id: "late1", recipient: "rider@example.test", kind: "receipt", reason: "retries", at },
		],
		outbox: [{ kind: "order.paid", failures: 0, at }],
		reservations: [{ orderId: "late1", number: expect.any(Number), at }],
		refunds: [{ orderId: "x", number: null, failures: 0, at }],
		events: [{ type: "charge.refunded", failures: 0, at }],
		taxes: [{ orderId: "taxed-late1", number: expect.any(Number), failures: 0, at }],
		refundsFailed: [order],
		disputes: [order],
	});
	await mark.bind(null, 0, lineId).run();
});

it("delivers a failed e-mail again from the outbox, and only such an e-mail", async () => {
	await env.DB.batch([
		env.DB.prepare(
			"insert into outbox (id, kind, subject_id, payload, created_at, available_at, done_at, outcome, failures) values ('given-up', 'order.paid', ?, '{}', ?2, ?2, ?2, 'failed', 28)",
		).bind(lineId, now),
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
	const line = await placeLine(await signUp(), tool);
	await checkRows({ slices: 500, now: true });
	expect(await findingsOf(tool, line._id)).toEqual([]);
	await env.DB.batch([
		env.DB.prepare("update tools set quantity = 3, sold = 7 where id = ?").bind(tool),
		env.DB.prepare("update order_lines set refund_due_cents = 5 where id = ?").bind(line._id),
	]);
	// A day later, not with every run.
	await checkRows({ slices: 500 });
	expect(await findingsOf(tool, line._id)).toEqual([]);
	await checkRows({ slices: 500, now: true });
	const found = await findingsOf(tool, line._id);
	expect(found.map(({ message }) => message)).toEqual([
		"has a sold that is not what its rows say",
		"has a stock that is not what was ever stocked, without the pieces reserved and sold",
		"has a sum due that does not match its refunds",
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
	await env.DB.prepare("update order_lines set refund_due_cents = 0 where id = ?")
		.bind(line._id)
		.run();
	await checkRows({ slices: 500, now: true });
	expect(await findingsOf(tool, line._id)).toEqual([]);
});

it("finds sums, counts and search tables that differ from their rows, and sets them right", async () => {
	const admin = callerOf(await signUp({ role: "admin" }));
	const rider = await signUp();
	const tool = await addTool({ quantity: 9 });
	const line = await placeLine(rider, tool);
	const payment = await beginPayment(rider, line);
	await payByCard(payment);
	await settlePayment(await retrieveIntent(payment.id));
	const month = new Date(now).toISOString().slice(0, 7);
	const today = new Date(now).toISOString().slice(0, 10);
	const subjects = [tool, rider.id, today, "all", "gone", `2020-01 ${tool}`];
	await checkRows({ slices: 500, now: true });
	expect(await findingsOf(...subjects)).toEqual([]);
	await env.DB.batch(
		[
			`update users set spent_cents = 1 where id = '${rider.id}'`,
			`update tool_sales set cents = 1 where month = '${month}' and tool_id = '${tool}'`,
			`insert into tool_sales values ('2020-01', '${tool}', 1, 1)`,
			// The sums go on from day to day.
			"update sales_totals set revenue_cents = revenue_cents + 5 where day = (select max(day) from sales_totals)",
			"insert into partner_sales values ('gone', 2, 1, 700)",
			"update facet_counts set tool_count = 0",
			"delete from users_search where rowid = (select max(number) from users)",
			`delete from order_lines_search where rowid = (select number from order_lines where id = '${line._id}')`,
			`insert into order_lines_search (rowid, id) select number, id from order_lines where id = '${line._id}'`,
			`delete from tools_search_names where rowid in (select rowid from tools_search_names)`,
		].map((sql) => env.DB.prepare(sql)),
	);
	await checkRows({ slices: 500, now: true });
	const found = await findingsOf(...subjects, line._id);
	expect(found.map(({ tableName, message }) => `${tableName} ${message}`)).toEqual(
		[
			"partner_sales has sums, but no orders",
			"facet_counts has counts beside the filters that are not those of the tools",
			"users has a spent_cents that is not that of the orders",
			"sales_totals has revenue_cents that are not those of its payments and refunds",
			"tools has sales of a month that are not those of its orders",
			"tool_sales has sales, but no orders",
			"users is not in users_search",
			"order_lines is in the wrong tab of order_lines_search",
			"tools is not in tools_search_names",
		].toSorted((one, other) =>
			one.split(" ").slice(1).join(" ") < other.split(" ").slice(1).join(" ") ? -1 : 1,
		),
	);
	for (const finding of found) expect(await repairRow(admin, finding), finding.message).toBe(true);
	await checkRows({ slices: 500, now: true });
	expect(await findingsOf(...subjects, line._id)).toEqual([]);
});

/** Compares with a service as at this time, and returns what it finds. */
async function compare(name: ServiceCheck, time: number) {
	await checkService(name, { slices: 50, now: true, time });
	const { results } = await env.DB.prepare(
		"select subject, message from broken_rows where table_name = ?",
	)
		.bind(name)
		.all<{ subject: string; message: string }>();
	return results;
}

it("compares payments at Stripe with their checkouts, and settles what was missed", async () => {
	const rider = await signUp();
	const tool = await addTool({ quantity: 9 });
	const [missed, invented] = [await placeLine(rider, tool), await placeLine(rider, tool)];
	const payment = await beginPayment(rider, missed);
	await payByCard(payment);
	await env.DB.prepare("update orders set transaction_id = 'pi_none', paid_at = ? where id = ?")
		.bind(now, invented._id)
		.run();
	const finding = {
		subject: payment.id,
		message: `paid order ${missed._id}, which is still unpaid here`,
	};
	// The newest payments may be on their way.
	expect(await compare("payments", now - jobGraceMs)).not.toContainEqual(finding);
	const found = await compare("payments", Date.now() + jobGraceMs + 5000);
	expect(found).toContainEqual(finding);
	expect(found).toContainEqual({
		subject: invented._id,
		message: "is paid here by pi_none, but not at Stripe",
	});
	expect(await recheckFinding("payments", finding)).toBe(true);
	const paid = await env.DB.prepare("select transaction_id as id from order_lines where id = ?")
		.bind(missed._id)
		.first();
	expect(paid).toEqual({ id: payment.id });
	expect(await compare("payments", Date.now() + jobGraceMs + 5000)).not.toContainEqual(finding);
	// Belongs to another account at Stripe, before the shop's keys changed.
	expect(await recheckFinding("payments", { ...finding, subject: "pi_elsewhere" })).toBe(true);
});

it("compares images in the bucket with their rows", async () => {
	const [lost, untracked] = ["a".repeat(32), "b".repeat(32)];
	await insertImage(`/images/${lost}`);
	await env.MEDIA.put(untracked, "image");
	const later = Date.now() + 3 * 24 * 60 * 60_000;
	const found = (await compare("images", later)).filter(({ subject }) => /^(a+|b+)$/.test(subject));
	expect(found).toEqual([
		{ subject: lost, message: "has a row but is not in the bucket" },
		{ subject: untracked, message: "is in the bucket but has no row" },
	]);
	await env.MEDIA.put(lost, "image");
	expect(
		await recheckFinding("images", {
			...found[0],
			subject: lost,
			message: String(found[0]?.message),
		}),
	).toBe(true);
	await env.MEDIA.delete([lost, untracked]);
});

it("finds all images that are lost, however many lie beside each other", async () => {
	const lost = Array.from({ length: 45 }, (_, index) => `${index}`.padStart(32, "c"));
	for (const key of lost) await insertImage(`/images/${key}`);
	const found = await compare("images", Date.now() + 3 * 24 * 60 * 60_000);
	expect(found.map(({ subject }) => subject)).toEqual(expect.arrayContaining(lost));
	await env.DB.prepare("delete from images where key like 'c%'").run();
});

it("keeps messages whose retries are used up, sends them again and says who did", async () => {
	allowConsole(/"code":"dead_letter"/);
	const admin = callerOf(await signUp({ role: "admin" }));
	for (let delivery = 0; delivery < 2; delivery += 1)
		await deliver("cogsmith-payments-failed", [{ task: "event", id: "evt" }], { prefix: "pay" });
	await deliver("cogsmith-purges-failed", [{ tags: ["tools"] }, { tags: ["tools", "reviews"] }]);
	await deliver("cogsmith-events-failed-staging", [{ other: "version" }], { prefix: "old" });
	const { deadLetters, deadLetterCount } = await findLateWork(now);
	expect(deadLetterCount).toBe(3);
	expect(deadLetters.map(({ queue, body }) => ({ queue, body }))).toEqual(
		expect.arrayContaining([
			{ queue: "payments", body: { task: "event", id: "evt" } },
			{ queue: "purges", body: { tags: ["tools", "reviews"] } },
			{ queue: "events", body: { other: "version" } },
		]),
	);
	const send = vi.spyOn(env.PAYMENTS, "send").mockResolvedValue(undefined as never);
	expect(await settleDeadLetter(admin, "pay0", "resent")).toBe(true);
	expect(send).toHaveBeenCalledWith({ task: "event", id: "evt" });
	expect(await settleDeadLetter(admin, "pay0", "resent")).toBe(false);
	expect(await settleDeadLetter(admin, "old0", "resent")).toBe(false);
	expect(await settleDeadLetter(admin, "old0", "dismissed")).toBe(true);
	const { entries } = await listAudit({ role: "admin" }, { limit: 5, cursor: undefined });
	expect(entries.slice(0, 2)).toMatchObject([
		{ action: "message.dismissed", detail: { name: "events" }, who: { email: admin.email } },
		{ action: "message.resent", detail: { name: "payments" }, who: { email: admin.email } },
	]);
	expect((await findLateWork(now)).deadLetterCount).toBe(1);
});

it("looks through large tables a slice at a time", async () => {
	await env.DB.prepare(
		"insert into tools (number, id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) values (20001, 'far', 'Far', 'Far', '/x', 1, 1, 1, 100, 0, 0)",
	).run();
	await env.DB.prepare("update tools set stocked = 2 where id = 'far'").run();
	await checkRows({ slices: 20, now: true });
	expect(await findingsOf("far")).toEqual([]);
	const state = await env.DB.prepare(
		"select started_at, position from health_checks where name = 'rows'",
	).first();
	expect(state).toMatchObject({ position: "0 5000", started_at: expect.any(Number) });
	await checkRows({ slices: 100 });
	expect(await findingsOf("far")).toHaveLength(1);
});

it("reads at most 200 rows in one round trip, however much is late", async () => {
	await insertWork("many", 300, late);
	await env.DB.prepare(
		`${numbers} insert into broken_rows (table_name, message, subject, found_at, seen_at) select 'payments', 'is wrong', n, ?2, ?2 from numbers`,
	)
		.bind(300, now)
		.run();
	await env.DB.prepare(
		`${numbers} insert into dead_letters select 'many' || n, 'imports', '{}', ?2 from numbers`,
	)
		.bind(300, now)
		.run();
	await env.DB.batch([
		env.DB.prepare(
			"insert or replace into job_runs (name, succeeded_at) select value, 1 from json_each(?)",
		).bind(JSON.stringify(jobNames)),
		env.DB.prepare(
			"insert or replace into service_limits (name, reached_at, until) values ('mail', 1, ?1), ('images', 1, ?1)",
		).bind(now + 60_000),
	]);
	const [found, metrics] = await withD1Metrics(() => findLateWork(now));
	expect(found.jobs).toHaveLength(jobNames.length);
	for (const kind of ["mails", "outbox", "reservations", "refunds", "events", "taxes"] as const)
		expect(found[kind], kind).toHaveLength(maxShownFindings + 1);
	expect(found.broken).toHaveLength(maxShownRows + 1);
	expect(found.deadLetters).toHaveLength(maxShownFindings + 1);
	expect(metrics.trips).toBe(1);
	expect(metrics.rowsRead).toBeLessThanOrEqual(200);
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
