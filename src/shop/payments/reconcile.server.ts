/**
 * The scheduled job for orders and payments. It finds what is due and hands it to a queue, a message
 * each; payments/jobs works the queue off, and payments/events-list that of Stripe's list. What is handed over is due again only after a lease: the
 * database says what there is to do, the queue only carries it.
 */
import { logError } from "../../platform/log.ts";
import { type Message, send, sendAll } from "../../platform/queues.ts";
import { claimDueOrders } from "../orders/reservations.server.ts";
import { claimDueEvents } from "./events.server.ts";
import { acquirePollLease } from "./poll-events.server.ts";
import { claimDueRefunds } from "./refunds.server.ts";

/** Rows claimed at a time: as many messages as one call to the queue takes. */
const pageSize = 100;

/**
 * Pages of each kind that one run hands over. 5,000 in five minutes are as many as Stripe lets be
 * worked off meanwhile, and 300 calls of D1 are well below the 1,000 that Cloudflare allows a run.
 */
const maxPages = 50;

/** How long what was handed over is left to the queue, in milliseconds. */
const leaseMs = 15 * 60_000;

const dueJobs = [
	["order", claimDueOrders],
	["refund", claimDueRefunds],
	["event", claimDueEvents],
] as const;

/**
 * Hands over all that is due: unpaid orders whose time is up or whose payment is to be looked at,
 * refunds that are owed, events that failed, and the reading of Stripe's list of events. `now` in UTC
 * milliseconds. A kind that fails keeps no other back; it is logged.
 */
export async function reconcile(now = Date.now()): Promise<void> {
	await unlessItFails("events", async () => {
		const pollWindow = await acquirePollLease(now);
		if (pollWindow) await send("events", pollWindow);
	});
	let remaining = [...dueJobs];
	for (let page = 0; page < maxPages && remaining.length > 0; page += 1) {
		const pages: Message<"payments">[][] = [];
		const unfinished: typeof remaining = [];
		for (const job of remaining) {
			const messages = (await unlessItFails(job[0], () => claimPage(job, now))) ?? [];
			pages.push(messages);
			if (messages.length === pageSize) unfinished.push(job);
		}
		const sent = await unlessItFails("send", async () => {
			await sendAll("payments", inTurn(pages));
			return true;
		});
		// What is claimed now would wait for its lease alone.
		if (!sent) return;
		remaining = unfinished;
	}
}

/** Claims one page of a kind, a message each. */
async function claimPage(
	[task, claim]: (typeof dueJobs)[number],
	now: number,
): Promise<Message<"payments">[]> {
	const ids = await claim(new Date(now), new Date(now + leaseMs), pageSize);
	return ids.map((id) => ({ task, id }));
}

/**
 * One of each list in turn, so that each batch of the queue holds all kinds: each has a pace of its
 * own, and in a batch of one kind the pace of the others would be unused.
 */
function inTurn<T>(lists: T[][]): T[] {
	const longest = Math.max(...lists.map(({ length }) => length));
	return Array.from({ length: longest }, (_, n) =>
		lists.flatMap((list) => list.slice(n, n + 1)),
	).flat();
}

async function unlessItFails<T>(task: string, enqueue: () => Promise<T>): Promise<T | undefined> {
	try {
		return await enqueue();
	} catch (error) {
		logError("internal", error, { job: "reconcile", task });
		return undefined;
	}
}
