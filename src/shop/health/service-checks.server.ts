/**
 * Compares payments at Stripe and images in the bucket with the database, some pages a run of the scheduled job,
 * as `npm run doctor` does at once. Findings are stored with those of row-checks.server.ts.
 */
import { and, eq, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { brokenRows } from "../../db/health-tables.ts";
import { images } from "../../db/image-tables.ts";
import { isPaidOrder, orders } from "../../db/order-tables.ts";
import { balanceTransactions, refunds } from "../../db/payment-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { listOriginals, originalExists } from "../../platform/services/images.ts";
import { callStripe, isResourceMissing } from "../../platform/services/stripe.ts";
import { stripeJobCallsPerSecond } from "../../platform/settings/settings.ts";
import { orphanLifetimeMs } from "../../values/images.ts";
import { isPaidByCards } from "../gift-cards/gift-cards.ts";
import {
	type ComparedOrder,
	comparedOrderJson,
	comparePaidOrder,
	comparePayment,
	type PaymentFacts,
} from "../payments/compare-payment.ts";
import { settlePayment } from "../payments/settle-payment.server.ts";
import {
	type CheckName,
	continueCheck,
	type Finding,
	isFinding,
	type RunLimits,
	type Slice,
} from "./findings.server.ts";
import { jobGraceMs } from "./health.ts";

export type ServiceCheck = Exclude<CheckName, "rows">;

/** How far back payments are compared, in milliseconds: as far as the doctor does by default. */
const paymentsMs = 30 * 24 * 60 * 60_000;

/** Paid orders that a slice looks at. */
const ordersOfSlice = 1000;

/** Payments or images that a slice looks at one by one. It ends with the last of them. */
const maxRetrieved = 20;

/** How long the scheduled job may take to delete an object without a row, in milliseconds. */
const untrackedMs = orphanLifetimeMs + 24 * 60 * 60_000;

const slices: Record<ServiceCheck, (position: string | null, startedAt: Date) => Promise<Slice>> = {
	payments: comparePayments,
	images: compareImages,
};

/** Slices of a run: each is up to 32 calls. */
const slicesOfRun = 4;

/** Checks the slices that come next. For the scheduled job, and with `now` for the button on the page of health. */
export function checkService(name: ServiceCheck, limits: RunLimits = {}): Promise<void> {
	return continueCheck(name, slices[name], { slices: slicesOfRun, ...limits });
}

/** Starts calls to Stripe no faster than a consumer of cogsmith-payments does. */
function spacedCalls() {
	let turn = Promise.resolve();
	return async <T>(run: (stripe: Stripe) => Promise<T>): Promise<T> => {
		await turn;
		turn = scheduler.wait(1000 / stripeJobCallsPerSecond());
		return callStripe(run);
	};
}
type CallStripe = ReturnType<typeof spacedCalls>;

/** A position in the payments: the last one of Stripe's list, or of the paid orders, which come after it. */
const intentPosition = (id: string) => `intent ${id}`;
const orderPosition = (paidAt: number, id: string) => `order ${paidAt} ${id}`;

function comparePayments(position: string | null, startedAt: Date): Promise<Slice> {
	const [list, ...place] = (position ?? "").split(" ");
	// The newest payments may be on their way to the shop.
	const until = startedAt.getTime() - jobGraceMs;
	const window = { since: until - paymentsMs, until };
	return list === "order"
		? compareOrders(window, Number(place[0]), place[1] ?? "")
		: compareIntents(window, place[0]);
}

interface Window {
	since: number;
	until: number;
}

/** Compares a page of Stripe's payments with the orders that they name. */
async function compareIntents({ since, until }: Window, after: string | undefined): Promise<Slice> {
	const call = spacedCalls();
	const { data, has_more: hasMore } = await call((stripe) =>
		stripe.paymentIntents.list({
			created: { gte: Math.floor(since / 1000), lte: Math.floor(until / 1000) },
			limit: 100,
			expand: ["data.latest_charge"],
			...(after && { starting_after: after }),
		}),
	);
	const different = await differencesOf(data.map(toFacts));
	const looked = different.slice(0, maxRetrieved);
	const found: Finding[] = [];
	// The shop may have changed between the two reads.
	for (const { subject } of looked) found.push(...(await findDifference(call, subject)));
	const isCut = looked.length < different.length;
	const last = isCut ? looked.at(-1)?.subject : data.at(-1)?.id;
	return {
		checked: isCut ? data.findIndex(({ id }) => id === last) + 1 : data.length,
		found,
		next: last && (hasMore || isCut) ? intentPosition(last) : orderPosition(since, ""),
	};
}

function toFacts(intent: Stripe.PaymentIntent): PaymentFacts {
	const metadata = intent.metadata as Stripe.Metadata | null | undefined;
	const charge = intent.latest_charge;
	return {
		id: intent.id,
		status: intent.status,
		receivedCents: intent.amount_received,
		currency: intent.currency.toUpperCase(),
		orderId: metadata?.orderId ?? "",
		refundedCents: typeof charge === "object" ? (charge?.amount_refunded ?? 0) : 0,
	};
}

async function differencesOf(payments: PaymentFacts[]): Promise<Finding[]> {
	if (payments.length === 0) return [];
	const orderIds = payments.map(({ orderId }) => orderId);
	const intentIds = payments.map(({ id }) => id);
	const { known, owed } = await batch({
		known: database()
			.select({ row: sql<string>`row` })
			.from(
				sql`(select ${sql.raw(comparedOrderJson)} as row from ${orders} where ${inList(sql`id`, orderIds)}) as compared`,
			),
		owed: database()
			.select({ intentId: refunds.intentId, done: sql<number | null>`${refunds.doneAt}` })
			.from(refunds)
			.where(and(eq(refunds.reason, "not_awaited"), inList(refunds.id, intentIds))),
	});
	const compared = known.map(({ row }): ComparedOrder => JSON.parse(row));
	return payments.flatMap((payment) => {
		const order = compared.find(({ id }) => id === payment.orderId);
		const refund = owed.find(({ intentId }) => intentId === payment.id);
		const difference = comparePayment(payment, order, refund);
		return difference ? [{ subject: payment.id, message: difference.message }] : [];
	});
}

/** Returns a payment at Stripe; undefined if Stripe has none of this id. */
const retrievePayment = (call: CallStripe, id: string) =>
	call((stripe) => stripe.paymentIntents.retrieve(id, { expand: ["latest_charge"] })).catch(
		(error: unknown) => {
			if (isResourceMissing(error)) return undefined;
			throw error;
		},
	);

/** Compares one payment. */
async function findDifference(call: CallStripe, id: string): Promise<Finding[]> {
	const intent = await retrievePayment(call, id);
	return intent ? differencesOf([toFacts(intent)]) : [];
}

/**
 * Looks for orders that are paid here and not at Stripe. A payment that Stripe has in its balance is known;
 * the others are retrieved.
 */
async function compareOrders({ since, until }: Window, paidAt: number, id: string): Promise<Slice> {
	const rows = await database()
		.select({
			...paidColumns,
			paidAt: sql<number>`${orders.paidAt}`,
			isKnown: sql<number>`
				${isWithoutStripe}
					or exists (
						select 1
						from ${balanceTransactions}
						where ${balanceTransactions.intentId} = ${orders.transactionId}
							and ${balanceTransactions.category} = 'charge'
					)
			`,
		})
		.from(orders)
		.where(
			and(
				isPaidOrder,
				sql`(${orders.paidAt}, ${orders.id}) > (${Math.max(since, paidAt)}, ${id})`,
				sql`${orders.paidAt} < ${until}`,
			),
		)
		.orderBy(orders.paidAt, orders.id)
		.limit(ordersOfSlice);
	const call = spacedCalls();
	const found: Finding[] = [];
	let retrieved = 0;
	let checked = 0;
	for (const row of rows) {
		if (!row.isKnown && retrieved === maxRetrieved) break;
		checked += 1;
		if (row.isKnown) continue;
		retrieved += 1;
		found.push(...(await findUnpaid(call, row)));
	}
	const last = rows[checked - 1];
	const isDone = !last || (checked === rows.length && rows.length < ordersOfSlice);
	return { checked: 0, found, next: isDone ? null : orderPosition(last.paidAt, last.id) };
}

/** What Stripe was to charge for an order, and with which payment. */
const paidColumns = {
	id: orders.id,
	total: sql<number>`${orders.totalCents} - ${orders.giftCardCents}`.as("charged"),
	currency: orders.currency,
	paidBy: orders.transactionId,
};

/** Gift cards have paid it in full. */
const isWithoutStripe = sql`${orders.giftCardCents} = ${orders.totalCents}`;

type PaidOrder = Pick<ComparedOrder, "id" | "total" | "currency" | "paidBy">;

async function findUnpaid(call: CallStripe, order: PaidOrder): Promise<Finding[]> {
	const intent = await retrievePayment(call, order.paidBy ?? "");
	const message = comparePaidOrder(order, intent && toFacts(intent));
	return message === undefined ? [] : [{ subject: order.id, message }];
}

/** Compares some originals in the bucket with their rows, by their keys. A position is the last key. */
async function compareImages(position: string | null, startedAt: Date): Promise<Slice> {
	const after = position ?? "";
	const limit = 1000;
	// Rows first: an upload stores the object before its row.
	const rows = await database()
		.select({ key: images.key })
		.from(images)
		.where(and(sql`${images.key} > ${after}`, sql`${images.deletingAt} is null`))
		.orderBy(images.key)
		.limit(limit);
	const { objects, hasMore } = await listOriginals(after);
	const [end] = [
		...(rows.length === limit ? [rows.at(-1)?.key ?? ""] : []),
		...(hasMore ? [objects.at(-1)?.key ?? ""] : []),
	].toSorted();
	const isInSlice = ({ key }: { key: string }) => end === undefined || key <= end;
	const [rowsHere, objectsHere] = [rows.filter(isInSlice), objects.filter(isInSlice)];
	const keysOf = (list: { key: string }[]) => new Set(list.map(({ key }) => key));
	const [rowKeys, objectKeys] = [keysOf(rowsHere), keysOf(objectsHere)];
	const isOld = (uploaded: Date) => startedAt.getTime() - uploaded.getTime() > untrackedMs;
	const suspects = [
		...rowsHere.filter(({ key }) => !objectKeys.has(key)),
		...objectsHere.filter(({ key, uploaded }) => !rowKeys.has(key) && isOld(uploaded)),
	]
		.map(({ key }) => key)
		.toSorted();
	const looked = suspects.slice(0, maxRetrieved);
	const found: Finding[] = [];
	for (const key of looked) found.push(...(await findImage(key)));
	const next = looked.length < suspects.length ? looked.at(-1) : end;
	const isChecked = (key: string) => next === undefined || key <= next;
	return {
		checked: rowsHere.filter(({ key }) => isChecked(key)).length,
		found,
		next: next ?? null,
	};
}

/** Compares one image. */
async function findImage(key: string): Promise<Finding[]> {
	const [row] = await database()
		.select({ deletingAt: images.deletingAt })
		.from(images)
		.where(eq(images.key, key));
	const isStored = await originalExists(key);
	if (row && !row.deletingAt && !isStored)
		return [{ subject: key, message: "has a row but is not in the bucket" }];
	if (!row && isStored) return [{ subject: key, message: "is in the bucket but has no row" }];
	return [];
}

/**
 * Looks at a finding again, for a payment as if its event had just come, which settles what was missed. Returns
 * whether it is right now; then it leaves the findings.
 */
export async function recheckFinding(name: ServiceCheck, finding: Finding): Promise<boolean> {
	const { subject, message } = finding;
	const left = name === "images" ? await findImage(subject) : await recheckPayment(subject);
	if (left.some((one) => one.message === message)) return false;
	await database()
		.delete(brokenRows)
		.where(isFinding({ ...finding, tableName: name }));
	return true;
}

/** Settles a payment, or looks again for the payment of an order. */
async function recheckPayment(subject: string): Promise<Finding[]> {
	const call = spacedCalls();
	const [order] = await database().select(paidColumns).from(orders).where(eq(orders.id, subject));
	if (order)
		return order.paidBy === null || isPaidByCards(order.paidBy) ? [] : findUnpaid(call, order);
	const intent = await retrievePayment(call, subject);
	if (!intent) return [];
	await settlePayment(intent);
	return findDifference(call, subject);
}
