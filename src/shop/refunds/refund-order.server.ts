/** Refunds and cancels orders and lines: the refund is stored as due first (store-refund.server.ts), then Stripe makes it. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import {
	isCancellableLine,
	isPaidLine,
	isShownLine,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { errorCode, ShopError } from "../../errors.ts";
import { cardIsUsed } from "../../messages/gift-cards.ts";
import * as messages from "../../messages/messages.ts";
import { batch, database } from "../../platform/database/database.ts";
import { checkIsRepeated, type RequestKey } from "../../platform/limits/idempotency-key.ts";
import { logError } from "../../platform/services/log.ts";
import { formatCents, toCents, toPrice } from "../../values/money.ts";
import { actorIdOf, isOrderOfBuyer, type LineRow, toLine } from "../orders/lines.server.ts";
import { isCancellable, piecesToShip } from "../orders/order-conditions.ts";
import {
	findOrderWithLines,
	isOrderOf,
	type OrderWithLines,
	selectOrder,
} from "../orders/orders.server.ts";
import {
	divideRefund,
	type LineLeft,
	leftCents,
	partOfLine,
	type RefundPart,
	shippingLeft,
} from "./divide-refund.ts";
import { issueRefund } from "./issue-refund.server.ts";
import {
	leftOf,
	type PaidLines,
	type Refund,
	readPaidLines,
	refundableOf,
} from "./payment-of-refunds.server.ts";
import { type ArrivedLine, divideReturn } from "./piece-shares.ts";
import type { RefundReply, RefundRequest } from "./refunds.ts";
import { insertRefund, isOfRequest, type NewRefund } from "./store-refund.server.ts";

/** How often a refund is tried anew because another one was stored meanwhile. */
const maxAttempts = 5;

/**
 * Refunds a paid order or line, by its id: all that is left, some lines, their shipping, or an amount. A
 * repeated request returns the first refund again. Throws ShopError `not_found`, `not_refundable`,
 * `idempotency_mismatch`, or `invalid` for an amount of shipping.
 */
export async function refundOrder(
	caller: Caller,
	id: string,
	request: RefundRequest,
	requestKey: RequestKey,
): Promise<RefundReply> {
	if (request.shipping && request.amount !== undefined)
		throw new ShopError("invalid", { fields: { amount: messages.invalidNumber } });
	const found = await findPart(id);
	const { lines: named = found.lines.map((line) => line.id), amount, shipping, credit } = request;
	const lines = found.lines.filter((line) => named.includes(line.id));
	if (lines.length < new Set(named).size) throw new ShopError("not_found");
	const cents = amount === undefined ? undefined : toCents(amount);
	const pieces = piecesOf(request, lines);
	const isOfPieces =
		request.pieces !== undefined && cents === undefined && request.lines === undefined;
	const divide: NewRefund["divide"] = (left, paid) => {
		if (shipping) return shippingLeft(left);
		if (isOfPieces) return divideReturn(arrivedOf(pieces, lines, left, paid), { shipping: false });
		return divideRefund(cents, left);
	};
	const refund = await addRefund(
		id,
		{ ...found, lines },
		{
			divide,
			pieces,
			reason: request.reason,
			isCredit: credit ?? false,
			note: request.note ?? "",
			restock: request.restock ?? false,
			createdBy: caller.id,
			requestKey,
			condition: isPaidLine,
		},
	);
	if (!refund) throw new ShopError("not_refundable");
	checkIsRepeated(refund.requestFingerprint, requestKey);
	return issue(refund);
}

/**
 * The pieces that go back to the stock, by line. Throws ShopError `invalid` if they are of no line that is refunded, or more
 * than are to be shipped: what has arrived comes back by a return.
 */
function piecesOf(
	{ pieces = [] }: RefundRequest,
	lines: readonly LineRow[],
): ReadonlyMap<string, number> {
	for (const [index, { line: lineId, quantity }] of pieces.entries()) {
		const line = lines.find((one) => one.id === lineId);
		if (!line || quantity > piecesToShip(line))
			throw new ShopError("invalid", {
				fields: { [`pieces.${index}.quantity`]: messages.atMost(line ? piecesToShip(line) : 0) },
			});
	}
	return new Map(pieces.map(({ line, quantity }) => [line, quantity]));
}

/** The same as lines of a return that have arrived, for what they have cost. */
const arrivedOf = (
	pieces: ReadonlyMap<string, number>,
	lines: readonly LineRow[],
	left: readonly LineLeft[],
	paid: readonly LineLeft[],
): ArrivedLine[] =>
	lines.flatMap(({ id, quantity, restockedPieces }) => {
		const [ofLeft, ofPaid] = [left, paid].map((all) => all.find(({ lineId }) => lineId === id));
		const received = pieces.get(id);
		if (!ofLeft || !ofPaid || received === undefined) return [];
		return { left: ofLeft, paid: ofPaid, quantity, before: restockedPieces, received };
	});

/**
 * Cancels the lines of a paid order that have not been shipped, or a line: the buyer's own, or any for an
 * administrator. Their pieces return to the stock, and all that is left of them is refunded. Repeated it
 * returns the same refund. Throws ShopError `not_found` or `not_cancellable`.
 */
export async function cancelOrder(buyer: Buyer, id: string): Promise<RefundReply> {
	const isOwn = may(buyer.user?.role, "orders") ? undefined : isOrderOfBuyer(buyer);
	const reply = await cancelLines(id, await findPart(id, isOwn), {
		createdBy: actorIdOf(buyer),
		// It is cancelled once.
		key: `cancel ${id}`,
	});
	if (!reply) throw new ShopError("not_cancellable");
	return reply;
}

interface Cancellation extends Pick<NewRefund, "createdBy" | "also"> {
	key: string;
	/** The pieces of lines of which some are left; the other lines are cancelled as a whole. */
	pieces?: ReadonlyMap<string, number>;
	/** What else must hold of the lines. */
	condition?: SQL;
}

/**
 * Cancels lines that have not been shipped, or some of their pieces: these return to the stock, and what they have cost is
 * refunded. `subject` is what was asked for, the order's or a line's id. Repeated with its key it returns the first refund;
 * undefined if there is nothing to cancel.
 */
export async function cancelLines(
	subject: string,
	found: OrderWithLines,
	{ createdBy, key, pieces = new Map(), condition = sql`true`, also }: Cancellation,
): Promise<RefundReply | undefined> {
	const open = found.lines.filter(isCancellable);
	const whole = new Set(open.map(({ id }) => id).filter((id) => !pieces.has(id)));
	const refund = await addRefund(subject, found, {
		divide: (left, paid) => [
			...divideRefund(
				undefined,
				left.filter(({ lineId }) => whole.has(lineId)),
			),
			...divideReturn(arrivedOf(pieces, open, left, paid), { shipping: false }),
		],
		reason: "cancelled",
		note: "",
		restock: true,
		pieces,
		createdBy,
		requestKey: { key, fingerprint: null },
		condition: sql`${isCancellableLine} and ${condition}`,
		...(also && { also }),
	});
	return refund && issue(refund);
}

/**
 * Refunds parts of lines as `refund` divides them, together with what else its batch does. Undefined if that is not
 * possible; repeated with its key it returns the first refund, which is not new unless its fingerprint is the same.
 */
export async function refundParts(
	ofOrder: OrderWithLines,
	refund: NewRefund,
): Promise<(RefundReply & { isNew: boolean }) | undefined> {
	const added = await addRefund(ofOrder.order.id, ofOrder, refund);
	if (!added) return undefined;
	const isNew = added.requestFingerprint === refund.requestKey.fingerprint;
	return { ...(await issue(added)), isNew };
}

/**
 * Refunds again what the newest refund of an order or a line, which has failed, did not: the same amounts, as far as so much
 * is left, for the same reason, with the pieces returned to the stock if they were before. Repeated it returns the same
 * refund. Throws ShopError `not_found` or `not_refundable`.
 */
export async function retryRefund(caller: Caller, id: string): Promise<RefundReply> {
	const { order, lines } = await findPart(id);
	const made = await readPaidLines(order.transactionId ?? "");
	const ids = new Set(lines.map((line) => line.id));
	const newest = made.refunds.findLast((refund) =>
		refund.lines.some(({ lineId }) => ids.has(lineId)),
	);
	// Already tried again, in another window or by a request whose answer was lost.
	if (newest && newest.status !== "failed" && newest.retryOf !== null) return issue(newest);
	if (newest?.status !== "failed") throw new ShopError("not_refundable");
	const { reason, note, lines: failed } = newest;
	const failedIds = new Set(failed.map(({ lineId }) => lineId));
	const refund = await addRefund(
		id,
		{ order, lines: made.lines.filter((line) => failedIds.has(line.id)) },
		{
			divide: (left) => upToLeft(failed, left),
			reason,
			note,
			restock: failed.some(({ restock }) => restock),
			pieces: new Map(
				failed.flatMap(({ lineId, pieces, isTakenBack }) =>
					pieces > 0 ? [[lineId, isTakenBack ? pieces : 0]] : [],
				),
			),
			createdBy: caller.id,
			// Each failed refund is tried again once.
			requestKey: { key: `retry ${newest.id}`, fingerprint: null },
			retryOf: newest.id,
			condition: isPaidLine,
		},
	);
	if (!refund) throw new ShopError("not_refundable");
	return issue(refund);
}

/** Parts of lines, each no more than is left of its line. */
const upToLeft = (parts: readonly RefundPart[], left: readonly LineLeft[]): RefundPart[] =>
	parts.flatMap((part) => {
		const line = left.find(({ lineId }) => lineId === part.lineId);
		if (!line || part.amountCents === 0) return [];
		const rest = leftCents(line);
		return part.amountCents <= rest ? part : partOfLine(rest, line);
	});

/** The order with this id and its lines that are shown, or that of the line with it and only that. Throws ShopError `not_found`. */
async function findPart(id: string, condition?: SQL): Promise<OrderWithLines> {
	const isNamed = or(eq(orderLines.id, id), eq(orderLines.orderId, id));
	const found = await findOrderWithLines(and(isOrderOf(id), condition), and(isNamed, isShownLine));
	if (!found || found.lines.length === 0) throw new ShopError("not_found");
	return found;
}

/**
 * Stores a refund of lines as due, or returns the one that was stored with the same key. `subject` is what was
 * asked for, the order's or a line's id. Returns undefined if the lines can't be refunded like that.
 */
async function addRefund(
	subject: string,
	{ order, lines }: OrderWithLines,
	refund: NewRefund,
): Promise<Refund | undefined> {
	const { id: orderId, currency, transactionId: intentId } = order;
	for (let attempt = 0; intentId && attempt < maxAttempts; attempt += 1) {
		const payment = await readPaidLines(intentId);
		const known = payment.refunds.find(({ requestKey }) => requestKey === refund.requestKey.key);
		if (known) return known;
		const ids = new Set(lines.map(({ id }) => id));
		const left = refundableOf(payment).filter(({ lineId }) => ids.has(lineId));
		const paid = leftOf({ ...payment, refunds: [] });
		const parts = refund.divide(left, paid);
		if (parts.length === 0) checkCards(payment, left);
		if (parts.length === 0) return undefined;
		const divided = { ...refund, parts, orderId, intentId, currency };
		const added = await insertRefund(subject, divided, payment, order);
		if (added) return added;
		// Another refund was stored meanwhile, or the state of the lines forbids it.
		const { refunds: stored, cards } = await readPaidLines(intentId);
		const areCardsAsRead = JSON.stringify(cards) === JSON.stringify(payment.cards);
		if (stored.length === payment.refunds.length && areCardsAsRead) return undefined;
	}
	return undefined;
}

/** Throws ShopError `not_refundable` with what is left on them, if some of these lines are gift cards that were used. */
function checkCards(payment: PaidLines, asked: readonly LineLeft[]): void {
	const before = new Map(leftOf(payment).map((line) => [line.lineId, line.itemsCents]));
	const isUsed = asked.some(
		({ lineId, itemsCents }) => itemsCents < (before.get(lineId) ?? itemsCents),
	);
	const cents = asked.reduce((sum, line) => sum + leftCents(line), 0);
	if (isUsed) throw new ShopError("not_refundable", { message: cardIsUsed(formatCents(cents)) });
}

/** Issues a refund if it is due, and returns it as it is then. While Stripe fails, the job tries again. */
async function issue(made: Refund): Promise<RefundReply> {
	const { id } = made;
	try {
		await issueRefund(id);
	} catch (error) {
		logError(errorCode(error), error, { subject: id });
	}
	const db = database();
	const ids = sql`select ${refunds.id} from ${refunds} where ${isOfRequest(made)}`;
	const found = await batch({
		refunds: db.select().from(refunds).where(isOfRequest(made)),
		...selectOrder(
			eq(orders.id, made.orderId),
			sql`${orderLines.id} in (select ${refundLines.lineId} from ${refundLines} where ${refundLines.refundId} in (${ids}))`,
		),
	});
	const refund = found.refunds.find((one) => one.id === id);
	const [order] = found.orders;
	if (!refund || !order) throw new ShopError("not_found");
	const lines = found.lines.map((row) => toLine(row, order));
	const [line] = lines;
	if (!line) throw new ShopError("not_found");
	return {
		refundId: id,
		amount: toPrice(found.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0)),
		status: refund.status,
		order: line,
		lines,
	};
}
