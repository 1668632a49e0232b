/** What the scheduled job does for orders and payments. */
import { asc, desc, isNull } from "drizzle-orm";
import { refunds } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import { database } from "../../platform/database.ts";
import { logFault } from "../../platform/log.ts";
import { amongFirst, byLot } from "../../platform/lots.ts";
import { expiredOrders, ordersAwaitingPayment } from "../orders/holds.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { closeOrder } from "./closing.server.ts";
import { payRefund } from "./refunds.server.ts";
import { retrieve, settlePayment } from "./settling.server.ts";

/** How many orders or refunds of each kind one run takes up. */
const jobSize = 50;

/**
 * How many are under way at once: where Stripe lets every call wait for its time-out, a full run
 * still ends within the fifteen minutes a scheduled job has (Cloudflare docs: Workers limits).
 */
const lanes = 5;

interface Task {
	name: "expire" | "look" | "refund";
	/** The order or payment it is about. */
	subject: string;
	work: () => Promise<unknown>;
}

/**
 * What the scheduled job does: ends holds that ran out, looks for payments whose news got lost,
 * pays refunds that are still owed. Each run takes up some of each, at random, so that none that
 * fails every time keeps others from their turn. A failure stops nothing else; it is logged, and
 * what failed is tried again by a later run.
 */
export async function reconcile(): Promise<void> {
	const found = await Promise.all([
		findTasks("expire", expiredOrders, (order) => [order.id, () => endHold(order)]),
		findTasks("look", ordersAwaitingPayment, (order) => [order.id, () => lookForPayment(order)]),
		findTasks("refund", owedRefunds, ({ intentId }) => [intentId, () => payRefund(intentId)]),
	]);
	// One queue that all lanes take from.
	const queue = found.flat().values();
	await Promise.all(
		Array.from({ length: lanes }, async () => {
			for (const task of queue) await attempt(task);
		}),
	);
}

async function findTasks<T>(
	name: Task["name"],
	find: (limit: number) => Promise<T[]>,
	toTask: (found: T) => [subject: string, work: Task["work"]],
): Promise<Task[]> {
	try {
		return (await find(jobSize)).map(toTask).map(([subject, work]) => ({ name, subject, work }));
	} catch (error) {
		logFailure(name, "list", error);
		return [];
	}
}

async function attempt({ name, subject, work }: Task): Promise<void> {
	try {
		await work();
	} catch (error) {
		logFailure(name, subject, error);
	}
}

function logFailure(task: Task["name"], subject: string, error: unknown): void {
	const code = error instanceof ShopError ? error.code : "internal";
	logFault(code, error, { job: "reconcile", task, subject });
}

/** Ends a hold that ran out. Where the payment turns out to have gone through, that is as good. */
async function endHold(order: OrderRow): Promise<void> {
	try {
		await closeOrder(order, "expired");
	} catch (error) {
		if (!(error instanceof ShopError && error.code === "already_paid")) throw error;
	}
}

async function lookForPayment(order: OrderRow): Promise<void> {
	if (order.paymentIntentId) await settlePayment(await retrieve(order.paymentIntentId));
}

function owedRefunds(limit: number) {
	const index = "refunds_open";
	const open = isNull(refunds.doneAt);
	return database()
		.select()
		.from(refunds)
		.where(
			amongFirst(
				refunds,
				{ index, where: open, by: asc(refunds.createdAt) },
				{ index, where: open, by: desc(refunds.createdAt) },
			),
		)
		.orderBy(byLot)
		.limit(limit);
}
