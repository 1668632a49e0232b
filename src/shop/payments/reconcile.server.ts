/**
 * The scheduled job for orders and payments. It finds what is due and hands it to a queue, a message
 * each; payments/jobs works the queue off. What is handed over is due again only after a lease: the
 * database says what there is to do, the queue only carries it.
 */
import { logFault } from "../../platform/log.ts";
import { type Message, send, sendAll } from "../../platform/queues.ts";
import { claimDueOrders } from "../orders/holds.server.ts";
import { claimDueEvents } from "./events.server.ts";
import { leaseReading } from "./events-list.server.ts";
import { claimDueRefunds } from "./refunds.server.ts";

/** Rows claimed at a time: as many messages as one call to the queue takes. */
const pageSize = 100;

/**
 * Pages of each kind that one run hands over. 5,000 in five minutes are as many as Stripe lets be
 * worked off meanwhile, and 300 calls of D1 are well below the 1,000 that Cloudflare allows a run.
 */
const mostPages = 50;

/** How long what was handed over is left to the queue, in milliseconds. */
const leaseMs = 15 * 60_000;

const kinds = [
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
	await handOver("events", async () => {
		const reading = await leaseReading(now);
		if (reading) await send("payments", { task: "events", ...reading });
		return false;
	});
	let left = [...kinds];
	// Page by page of each in turn, so that the queue holds a mixture: each kind has its own limit.
	for (let page = 0; page < mostPages && left.length > 0; page += 1) {
		const more: typeof left = [];
		for (const kind of left)
			if (await handOver(kind[0], () => nextPage(kind, now))) more.push(kind);
		left = more;
	}
}

/** Claims and sends one page; gives whether there may be another. */
async function nextPage([task, claim]: (typeof kinds)[number], now: number): Promise<boolean> {
	const ids = await claim(new Date(now), new Date(now + leaseMs), pageSize);
	const messages = ids.map((id): Message<"payments"> => ({ task, id }));
	if (messages.length > 0) await sendAll("payments", messages);
	return ids.length === pageSize;
}

async function handOver(task: string, work: () => Promise<boolean>): Promise<boolean> {
	try {
		return await work();
	} catch (error) {
		logFault("internal", error, { job: "reconcile", task });
		return false;
	}
}
