/** The scheduled job and the queues. */
import { env } from "cloudflare:workers";
import { dayOf } from "../../../src/config/days.ts";
import { sweepAuth } from "../../../src/platform/auth/auth-sweep.ts";
import { expireCards } from "../../../src/shop/gift-cards/manage-cards.server.ts";
import { sweepDeadLetters } from "../../../src/shop/health/dead-letters.server.ts";
import { checkRows } from "../../../src/shop/health/row-checks.server.ts";
import { checkService } from "../../../src/shop/health/service-checks.server.ts";
import { sweepImages } from "../../../src/shop/images/sweep.server.ts";
import { sweepImports } from "../../../src/shop/imports/imports.server.ts";
import { runSales } from "../../../src/shop/offers/run-sales.server.ts";
import { planSale } from "../../../src/shop/offers/sales.server.ts";
import { dispatchOutbox, sweepOutbox } from "../../../src/shop/outbox/outbox.server.ts";
import { readBalance } from "../../../src/shop/payments/balance.server.ts";
import { sweepEvents } from "../../../src/shop/payments/events.server.ts";
import { reconcile } from "../../../src/shop/payments/reconcile.server.ts";
import { syncTimeZone } from "../../../src/shop/sales/time-zone.server.ts";
import { publishDrafts } from "../../../src/shop/tools/drafts.server.ts";
import {
	beginPayment,
	closeOrderDirectly,
	createForeignIntent,
	eventOf,
	expireReservation,
	payByCard,
	placePaidLine,
} from "../../helpers/payments.ts";
import { deliver } from "../../helpers/queue.ts";
import { placeLine, signUpByApi } from "../../helpers/shop.ts";
import { realDatabase } from "../record-statements.ts";
import { formType } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

export async function recordJobsAndQueues(scenario: Scenario) {
	const after = await recordJobs(scenario);
	await recordPaymentQueues(scenario, after);
	await recordMailQueues(scenario, after);
	await recordDeadLetters(scenario);
}

type AfterJobs = Awaited<ReturnType<typeof recordJobs>>;

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000);

/** The scheduled job. Returns a customer, two unpaid orders of theirs, and the time of the outbox's run. */
async function recordJobs({ record, tool }: Scenario) {
	// Changing a role has ended the sessions of the other customer.
	const buyer = await signUpByApi();
	const [expired, awaited] = [await placeLine(buyer, tool), await placeLine(buyer, tool)];
	await expireReservation(expired._id);
	await beginPayment(buyer, awaited);
	await record("job reconcile", () => reconcile());
	const dispatchedAt = daysFromNow(2).getTime();
	await record("job readBalance", () => readBalance());
	await record("job dispatchOutbox", () => dispatchOutbox(dispatchedAt));
	await record("job sweepAuth", () => sweepAuth(daysFromNow(2)));
	await record("job sweepImages", () => sweepImages(daysFromNow(2)));
	await record("job publishDrafts", () => publishDrafts());
	const caller = { id: buyer.id };
	const later = dayOf(Date.now()) + 1;
	await planSale(caller, {
		name: "Sale",
		firstDay: later,
		lastDay: later,
		percent: 10,
		tools: [{ id: tool, priceCents: undefined }],
	});
	await record("job runSales (starts)", () => runSales(daysFromNow(1)));
	await record("job runSales (ends)", () => runSales(daysFromNow(2)));
	await record("job expireCards", () => expireCards());
	await record("job checkRows", () => checkRows({ slices: 20, now: true }));
	await record("job comparePayments", () => checkService("payments", { now: true }));
	await record("job compareImages", () => checkService("images", { now: true }));
	await record("job syncTimeZone", () => syncTimeZone("Europe/Berlin"));
	await syncTimeZone();
	await record("job sweepEvents", () => sweepEvents(daysFromNow(31).getTime()));
	await record("job sweepOutbox", () => sweepOutbox(daysFromNow(31).getTime()));
	await record("job sweepDeadLetters", () => sweepDeadLetters(daysFromNow(31).getTime()));
	await record("queue cogsmith-jobs", () => deliver("cogsmith-jobs", [{ job: "expireCards" }]));
	await record("job sweepImports", () => sweepImports(daysFromNow(31).getTime()));
	return { buyer, expired, awaited, dispatchedAt };
}

async function recordPaymentQueues(
	{ record, tool }: Scenario,
	{ buyer, expired, awaited }: AfterJobs,
) {
	const task = (kind: string, of: string) => deliver("cogsmith-payments", [{ task: kind, id: of }]);
	await record("queue cogsmith-payments (an expired order)", () => task("order", expired._id));
	await record("queue cogsmith-payments (an order with a payment)", () =>
		task("order", awaited._id),
	);
	// Handles what was missed so far, in any order, so that one payment alone is recorded.
	await deliver("cogsmith-events", [{ since: Date.now() - 600_000, until: Date.now() }]);
	const missed = await placeLine(buyer, tool);
	const missedPayment = await beginPayment(buyer, missed);
	await payByCard(missedPayment);
	const pollWindow = { since: Date.now() - 600_000, until: Date.now() };
	await record("queue cogsmith-events", () => deliver("cogsmith-events", [pollWindow]));
	const refunded = await placeLine(buyer, tool);
	await closeOrderDirectly(refunded._id);
	const cents = Math.round(refunded.totalPrice * 100);
	const unexpected = await createForeignIntent(refunded._id, cents);
	await payByCard(unexpected);
	await env.DB.prepare(
		"insert into refunds (id, intent_id, request_key, order_id, amount_cents, reason, status, retry_at, created_at) values (?1, ?1, ?1, ?2, ?3, 'not_awaited', 'due', 0, 1)",
	)
		.bind(unexpected.id, refunded._id, cents)
		.run();
	await record("queue cogsmith-payments (a refund)", () => task("refund", unexpected.id));
	const toRefund = await placePaidLine(buyer, tool);
	await env.DB.batch([
		env.DB.prepare(
			"insert into refunds (id, order_id, intent_id, amount_cents, reason, status, request_key, created_at, retry_at) values ('due', ?1, ?2, 100, 'other', 'due', 'due', 1, 1)",
		).bind(toRefund.line._id, toRefund.payment.id),
		env.DB.prepare("insert into refund_lines values ('due', ?1, 100, 0, 0, 0, 0, 0, 0)").bind(
			toRefund.line._id,
		),
	]);
	await record("queue cogsmith-payments (a refund of an order)", () => task("refund", "due"));
	const { id: eventId } = await eventOf(missedPayment.id);
	await record("queue cogsmith-payments (a failed event)", () => task("event", eventId));
}

async function recordMailQueues(
	{ record, mails, rider, soldOut }: Scenario,
	{ dispatchedAt }: AfterJobs,
) {
	await record("queue cogsmith-purges", () => deliver("cogsmith-purges", [{ tags: ["tools"] }]));
	const [mail] = mails;
	await record("queue cogsmith-mails", () => deliver("cogsmith-mails", [mail]));
	const [receipt] = mails.filter((body) => Object.hasOwn(body, "outbox"));
	await record("queue cogsmith-mails (a receipt)", () => deliver("cogsmith-mails", [receipt]));
	await env.DB.batch([
		env.DB.prepare(
			"insert into stock_alerts (user_id, tool_id, created_at) values (?1, ?2, 1)",
		).bind(rider.id, soldOut),
		env.DB.prepare("update tools set quantity = 9, stocked = 9, updated_at = 1 where id = ?").bind(
			soldOut,
		),
	]);
	await record("queue cogsmith-mails (back in stock)", async () =>
		deliver("cogsmith-mails", [await outboxMessage("stock.back")]),
	);
	await record("queue cogsmith-mails (an alert)", async () =>
		deliver("cogsmith-mails", [await outboxMessage("stock.alert")]),
	);
	const digest = { outbox: `digest-${Math.floor(dispatchedAt / 3_600_000)}` };
	await env.DB.prepare("update outbox set available_at = 1 where id = ?").bind(digest.outbox).run();
	await record("queue cogsmith-mails (a digest)", () => deliver("cogsmith-mails", [digest]));
	await record("queue cogsmith-mails-failed", () => deliver("cogsmith-mails-failed", [mail]));
}

/** The message of an outbox row of a kind. The query is not recorded. */
async function outboxMessage(kind: string): Promise<{ outbox: string }> {
	const row = await realDatabase
		.prepare("select id from outbox where kind = ?")
		.bind(kind)
		.first<{ id: string }>();
	if (!row) throw new Error(`the outbox has no ${kind}`);
	return { outbox: row.id };
}

async function recordDeadLetters({ send, record, admin }: Scenario) {
	for (const name of ["events", "imports", "jobs", "payments", "purges"]) {
		const queue = `cogsmith-${name}-failed`;
		await record(`queue ${queue}`, () => deliver(queue, [{ id: "x" }], { prefix: name }));
	}
	const dismissed = "do=dismiss&id=imports0";
	await send("/dashboard/health", {
		as: admin,
		body: dismissed,
		headers: formType,
		note: "a dead letter",
	});
}
