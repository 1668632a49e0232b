import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { reconcile as handOver } from "../../src/shop/payments/reconcile.server.ts";
import { insertOrderRows } from "../helpers/order-rows.ts";
import {
	captureQueue,
	deliverJobs,
	drainQueue,
	nextDueTime,
	reconcile,
} from "../helpers/payment-jobs.ts";
import {
	beginPayment,
	callStripe,
	checkLedgerAfterEach,
	closeOrderDirectly,
	controlStripe,
	countEvents,
	eventOf,
	expireReservation,
	intentAtStripe,
	ledgerOf,
	payByCard,
	payWith,
	placePaidLine,
	refundsOf,
	rowOf,
} from "../helpers/payments.ts";
import { deliver } from "../helpers/queue.ts";
import { addTool, callApi, initialStock, type Person, placeLine, signUp } from "../helpers/shop.ts";
import { allowConsole } from "../setup/console-guard.ts";

checkLedgerAfterEach();

async function updateLine(id: string, set: string): Promise<void> {
	await env.DB.prepare(`update orders set ${set} where id = ?`).bind(id).run();
}

/** Empties Stripe's list of events. */
async function deleteEvents(): Promise<void> {
	await env.DB.prepare(
		"insert or replace into event_cursors (source, since, leased_until) values ('stripe', 8e15, 0)",
	).run();
}

/** Stores the newest `n` events of successful payments, rounded up to pages of the list, as handled. */
async function storeAsHandled(n: number): Promise<void> {
	let after = "";
	for (let stored = 0; stored < n; stored += 100) {
		const page = await callStripe<{ data: { id: string }[] }>(
			`events?type=payment_intent.succeeded&limit=100${after}`,
		);
		const ids = page.data.map(({ id }) => id);
		await env.DB.prepare(
			"insert or ignore into payment_events (id, type, intent_id, created_at, received_at) select value, 'x', '', 1, 1 from json_each(?)",
		)
			.bind(JSON.stringify(ids))
			.run();
		after = `&starting_after=${ids.at(-1)}`;
	}
}

async function countRows(table: string, where: string): Promise<number> {
	const row = await env.DB.prepare(`select count(*) as n from ${table} where ${where}`).first();
	return Number(row?.n);
}

/** Intents at Stripe for the orders `kind-0`, `kind-1` and so on, paid or not. */
async function intentsFor(kind: string, n: number, paid: boolean): Promise<string[]> {
	const lines = Array.from({ length: n }, (_, one) => `${kind}-${one}`);
	const created = { orders: lines, amount: 2599, paid };
	return (await controlStripe<{ ids: string[] }>("/_intents", created)).ids;
}

/**
 * Inserts orders for some intents: `lost` ones unpaid and not checked soon, `over` ones expired,
 * `owed` ones closed with a refund due.
 */
async function insertLines(kind: string, intents: string[], { id, email }: Person, tool: string) {
	const now = Date.now();
	const ends = kind === "over" ? now - 1000 : now + 3_600_000;
	const statements = insertOrderRows(
		"id, user_id, user_name, email, phone, address, tool_id, tool_name, image, unit_price_cents, quantity, total_cents, status, created_at, expires_at, currency, order_id, closed_at, closed_why",
		"select ?1 || '-' || key, ?2, 'Rider', ?3, '1', 'Here', ?4, 'Tool', '', 2599, 1, 2599, 'Pending', ?5, ?6, 'USD', ?1 || '-' || key, case ?1 when 'owed' then 1 end, case ?1 when 'owed' then 'refunded' end from json_each(?7)",
	);
	const values = [kind, id, email, tool, now, ends, JSON.stringify(intents)];
	await env.DB.batch(statements.map((sql) => env.DB.prepare(sql).bind(...values)));
	await env.DB.prepare(
		"update orders set payment_intent_id = one.value, check_at = case ?1 when 'lost' then 8e15 else min(?2 + 300000, ?3) end from json_each(?4) as one where orders.id = ?1 || '-' || one.key",
	)
		.bind(kind, now, ends, JSON.stringify(intents))
		.run();
}

describe("the scheduled job", () => {
	it("releases expired reservations and returns their stock once", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool, 2);
		await expireReservation(line._id);
		await Promise.all([reconcile(), reconcile()]);
		await reconcile();
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
		expect((await rowOf(line._id)).closed_why).toBe("expired");
		expect((await callApi("GET", `/order/${line._id}`, { token: rider.token })).status).toBe(404);
	});

	it("leaves valid reservations, paid orders and deleted orders unchanged", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 9 })];
		const held = await placeLine(rider, tool);
		const { line: paid } = await placePaidLine(rider, tool);
		const deleted = await placeLine(rider, tool);
		await callApi("DELETE", `/order?id=${deleted._id}`, { token: rider.token });
		await expireReservation(paid._id);
		await expireReservation(deleted._id);
		await reconcile();
		expect((await rowOf(held._id)).closed_at).toBeNull();
		expect((await rowOf(paid._id)).closed_at).toBeNull();
		expect((await rowOf(deleted._id)).closed_why).toBe("deleted");
		expect(await ledgerOf(tool)).toEqual({ stock: 7, held: 1, sold: 1 });
	});

	it("cancels the intent of an expired reservation", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await expireReservation(line._id);
		await reconcile();
		expect((await intentAtStripe(payment.id)).status).toBe("canceled");
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("extends the reservation of an unproved buyer once while the bank asks, and not of a proved one", async () => {
		const tool = await addTool({ quantity: 5 });
		const [unproved, proved] = [await signUp(), await signUp({ verified: true })];
		for (const rider of [unproved, proved]) {
			const line = await placeLine(rider, tool);
			await payWith(await beginPayment(rider, line), "pm_card_threeDSecureRequired");
			await expireReservation(line._id);
			await reconcile();
			const { closed_why } = await rowOf(line._id);
			expect(closed_why).toBe(rider === unproved ? null : "expired");
			if (rider === proved) continue;
			await expireReservation(line._id);
			await env.DB.prepare("update orders set check_at = null where id = ?").bind(line._id).run();
			await reconcile();
			expect((await rowOf(line._id)).closed_why).toBe("expired");
		}
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("keeps an order that was paid in time, though its reservation expired before the shop knew", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await expireReservation(line._id);
		await reconcile();
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await refundsOf(payment.id)).toEqual([]);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
	});

	it("finds a payment whose webhook was lost", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await Promise.all([reconcile(), reconcile()]);
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await ledgerOf(tool)).toEqual({ stock: 4, held: 0, sold: 1 });
		// Marks it as handled, so that no later run handles it again.
		expect(await countEvents((await eventOf(payment.id)).id)).toBe(1);
	});

	it("logs each failure without personal data, continues, and backs off", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const [line, next] = [await placeLine(rider, tool), await placeLine(rider, tool)];
		const payment = await beginPayment(rider, next);
		await deleteEvents();
		await payByCard(payment);
		await updateLine(line._id, "payment_intent_id = 'pi_unknown', check_at = 1");
		const logged: string[] = [];
		vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
		for (const [failures, minutes] of [5, 10, 20, 40, 60, 60].entries()) {
			const began = Date.now();
			await reconcile();
			const { check_at: at, check_failures: n } = await rowOf(line._id);
			expect(n).toBe(failures + 1);
			expect((Number(at) - began) / 60_000).toBeCloseTo(minutes, -1);
		}
		const messages = logged.filter((message) => message.includes(line._id));
		expect(messages).toHaveLength(6);
		expect(JSON.parse(messages[0] ?? "")).toMatchObject({
			code: "payments_failed",
			job: "payments",
			task: "order",
			subject: line._id,
		});
		expect(messages[0]).not.toContain(rider.email);
		// Checked directly, because the events were missing.
		expect((await rowOf(next._id)).transaction_id).toBe(payment.id);
		await updateLine(line._id, "payment_intent_id = null, check_at = null");
	});

	it("enqueues due work once, and handles a message delivered twice only once", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool, 2);
		await expireReservation(line._id);
		captureQueue();
		await handOver();
		const jobs = drainQueue();
		expect(jobs).toContainEqual({ task: "order", id: line._id });
		await handOver();
		expect(drainQueue()).toEqual([]);
		await Promise.all([deliverJobs(jobs), deliverJobs(jobs)]);
		await deliverJobs(jobs);
		expect(await ledgerOf(tool)).toEqual({ stock: 5, held: 0, sold: 0 });
	});

	it("enqueues the kinds in turn, so that each batch uses every rate limit", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 9 })];
		const intents = await intentsFor("turn", 3, true);
		const lines = [await placeLine(rider, tool), await placeLine(rider, tool)];
		for (const [n, { _id }] of lines.entries()) {
			await expireReservation(_id);
			await env.DB.prepare(
				"insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) values (?1, ?1, ?1, ?2, 2599, 'not_awaited', 'due', 0, 1)",
			)
				.bind(intents[n], _id)
				.run();
		}
		captureQueue();
		await handOver();
		const tasks = drainQueue().flatMap((job) => (job as { task?: string }).task ?? []);
		expect(tasks).toEqual(["order", "refund", "order", "refund"]);
		await env.DB.prepare("delete from refunds where intent_id in (?, ?)")
			.bind(intents[0], intents[1])
			.run();
	});

	it("leaves refunds found in the list of events to the queue and its rate", async () => {
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await closeOrderDirectly(line._id);
		captureQueue();
		await handOver(nextDueTime());
		const lists = drainQueue().filter((job) => !Object.hasOwn(job as object, "task"));
		expect(lists).toHaveLength(1);
		await deliverJobs(lists);
		expect(await refundsOf(payment.id)).toEqual([]);
		const jobs = drainQueue();
		expect(jobs).toContainEqual({ task: "refund", id: payment.id });
		await deliverJobs(jobs);
		expect((await refundsOf(payment.id)).map(({ amount }) => amount)).toEqual([2599]);
	});

	it("logs that it can't read the list of events, which the next run does", async () => {
		const error = vi.spyOn(console, "error").mockImplementation(() => {});
		await controlStripe("/_faults", { api: { fault: "403", only: "GET /v1/events" } });
		const now = Date.now();
		const { explicitAcks } = await deliver("cogsmith-events", [{ since: now, until: now }]);
		await controlStripe("/_faults", { api: "ok" });
		expect(explicitAcks).toEqual(["0"]);
		expect(error.mock.calls.flat().map((line) => JSON.parse(line))).toMatchObject([
			{ code: "payments_failed", job: "payments", task: "events", subject: "list" },
		]);
	});

	it("keeps to Stripe's rate limit on pages of the list without missed events", async () => {
		await deleteEvents();
		const configured = env.STRIPE_JOB_CALLS;
		env.STRIPE_JOB_CALLS = "5";
		try {
			const now = Date.now();
			await deliverJobs([{ since: now + 3_600_000, until: now + 3_600_001 }]);
			expect(Date.now() - now).toBeGreaterThanOrEqual(199);
		} finally {
			env.STRIPE_JOB_CALLS = configured;
		}
	});

	it("checks an open payment at growing intervals, and when its reservation expires", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const line = await placeLine(rider, tool);
		await beginPayment(rider, line);
		for (const [age, wait] of [
			[1, 5],
			[12, 12],
			[300, 60],
			[1439, 1],
		] as const) {
			const [from, until] = [Date.now() - age * 60_000, Date.now() + (1440 - age) * 60_000];
			await updateLine(line._id, `created_at = ${from}, expires_at = ${until}, check_at = 1`);
			await reconcile();
			const next = Number((await rowOf(line._id)).check_at) - Date.now();
			expect(next / 60_000, `${age} minutes old`).toBeCloseTo(wait, 0);
		}
	});

	it("retries a failed event that is no longer in Stripe's list, until Stripe answers", async () => {
		allowConsole(/"code":"payments_\w+"/);
		const [rider, tool] = [await signUp(), await addTool({ quantity: 5 })];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await deleteEvents();
		const { id } = await eventOf(payment.id);
		await env.DB.prepare(
			"insert into payment_events (id, type, intent_id, created_at, received_at, retry_at, failures) values (?, 'x', ?, 1, 1, 1, 3)",
		)
			.bind(id, payment.id)
			.run();
		await updateLine(line._id, "check_at = 8e15");
		const retryAt = () =>
			env.DB.prepare("select retry_at from payment_events where id = ?").bind(id).first("retry_at");
		await controlStripe("/_faults", { api: { fault: "500", only: "GET /v1/events/:id" } });
		await reconcile();
		await controlStripe("/_faults", { api: "ok" });
		expect(await retryAt()).toBeGreaterThan(Date.now());
		await env.DB.prepare("update payment_events set retry_at = 1 where id = ?").bind(id).run();
		await reconcile();
		expect((await rowOf(line._id)).transaction_id).toBe(payment.id);
		expect(await retryAt()).toBeNull();
	});

	it("finds 110 lost webhooks, releases 110 reservations and pays 110 refunds in one run", {
		timeout: 300_000,
	}, async () => {
		allowConsole(/"subject":"stuck-0"/);
		const rider = await signUp();
		// More than a page of the job. `npm run bench -- --jobs` does 10,000 at the pace of Stripe's limits.
		const each = 110;
		const tool = await addTool({ quantity: 0 });
		await env.DB.prepare("update tools set stocked = ? where id = ?")
			.bind(2 * each, tool)
			.run();
		initialStock.set(tool, 2 * each);
		const owed = await intentsFor("owed", each, true);
		// A due refund comes from a payment whose event was handled.
		await storeAsHandled(each);
		const payments = {
			owed,
			lost: await intentsFor("lost", each, true),
			over: await intentsFor("over", each, false),
		};
		for (const [kind, intents] of Object.entries(payments)) {
			await insertLines(kind, intents, rider, tool);
		}
		await insertLines("stuck", ["pi_unknown"], rider, tool);

		await env.DB.prepare(
			"insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) select payment_intent_id, payment_intent_id, payment_intent_id, id, total_cents, 'not_awaited', 'due', 0, 1 from orders where id like 'owed-%'",
		).run();
		await reconcile();
		expect(await countRows("orders", "id like 'lost-%' and transaction_id is not null")).toBe(each);
		expect(await countRows("orders", "id like 'over-%' and closed_why = 'expired'")).toBe(each);
		expect(await countRows("refunds", "order_id like 'owed-%' and done_at is not null")).toBe(each);
		expect(await countRows("orders", "id = 'stuck-0' and check_failures = 1")).toBe(1);
		for (const table of ["order_lines", "orders"])
			await env.DB.prepare(`delete from ${table} where id = 'stuck-0'`).run();
		expect(await ledgerOf(tool)).toEqual({ stock: each, held: 0, sold: each });
	});

	it("pays a due refund once", async () => {
		const [rider, tool] = [await signUp(), await addTool()];
		const line = await placeLine(rider, tool);
		const payment = await beginPayment(rider, line);
		await payByCard(payment);
		await closeOrderDirectly(line._id);
		await env.DB.prepare(
			"insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) values (?1, ?1, ?1, ?2, 2599, 'not_awaited', 'due', 0, ?3)",
		)
			.bind(payment.id, line._id, Date.now())
			.run();
		await Promise.all([reconcile(), reconcile()]);
		await reconcile();
		const refunds = await refundsOf(payment.id);
		expect(refunds.map(({ amount }) => amount)).toEqual([2599]);
		const row = await env.DB.prepare("select * from refunds where intent_id = ?")
			.bind(payment.id)
			.first<Record<string, unknown>>();
		expect(row).toMatchObject({ stripe_refund_id: refunds[0]?.id, done_at: expect.any(Number) });
	});
});
