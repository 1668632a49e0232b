/**
 * The scheduled job for orders and payments. It finds what is due and sends one message each to a queue.
 * queue-consumer.server.ts consumes the payments queue, poll-events.server.ts the events queue. What was
 * sent is due again only after a lease: the database is the source of truth, the queue only transport.
 */
import { claimDue } from "../../platform/database/claim-due.ts";
import { logError } from "../../platform/services/log.ts";
import { type Message, send, sendAll } from "../../platform/services/queues.ts";
import { acquirePollLease } from "./poll-events.server.ts";
import { paymentJobs } from "./queue-consumer.server.ts";

/** Rows claimed at a time: the maximum number of messages that one call to the queue accepts. */
const pageSize = 100;

/**
 * Maximum number of pages of each kind that one run sends. Stripe's rate limits allow about 5,000 jobs in
 * the five minutes between runs, and 300 D1 queries are well below Cloudflare's limit of 1,000.
 */
const maxPages = 50;

/** How long a claimed row is leased to the queue, in milliseconds. */
const leaseMs = 15 * 60_000;

const tasks = Object.keys(paymentJobs) as Message<"payments">["task"][];

/**
 * Queues everything that is due: unpaid orders that expired or whose payment needs a check, refunds,
 * events that failed, the tax of paid orders and of refunds, and a poll of
 * Stripe's list of events. `now` in UTC milliseconds. A kind that fails is logged and does not stop the
 * others.
 */
export async function reconcile(now = Date.now()): Promise<void> {
	await logFailure("events", async () => {
		const pollWindow = await acquirePollLease(now);
		if (pollWindow) await send("events", pollWindow);
	});
	let remaining = tasks;
	for (let page = 0; page < maxPages && remaining.length > 0; page += 1) {
		const pages: Message<"payments">[][] = [];
		const unfinished: typeof remaining = [];
		for (const task of remaining) {
			const messages = (await logFailure(task, () => claimPage(task, now))) ?? [];
			pages.push(messages);
			if (messages.length === pageSize) unfinished.push(task);
		}
		const sent = await logFailure("send", async () => {
			await sendAll("payments", interleave(pages));
			return true;
		});
		// More claims would only wait until their lease expires.
		if (!sent) return;
		remaining = unfinished;
	}
}

/** Claims one page of a kind, one message for each row. */
async function claimPage(
	task: Message<"payments">["task"],
	now: number,
): Promise<Message<"payments">[]> {
	const ids = await claimDue(paymentJobs[task].rows, {
		now: new Date(now),
		leasedUntil: new Date(now + leaseMs),
		limit: pageSize,
	});
	return ids.map((id) => ({ task, id }));
}

/**
 * Takes one item of each list in turn, so that each batch of the queue contains all kinds: each kind has
 * its own rate limit, and a batch of one kind would leave the limits of the others unused.
 */
function interleave<T>(lists: T[][]): T[] {
	const maxLength = Math.max(...lists.map(({ length }) => length));
	return Array.from({ length: maxLength }, (_, n) =>
		lists.flatMap((list) => list.slice(n, n + 1)),
	).flat();
}

/** Runs a step. A failure is logged, and the result is undefined. */
async function logFailure<T>(task: string, step: () => Promise<T>): Promise<T | undefined> {
	try {
		return await step();
	} catch (error) {
		logError("internal", error, { job: "reconcile", task });
		return undefined;
	}
}
