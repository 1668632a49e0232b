/** Refunds and cancels orders and lines: stores the refund as due first, then Stripe makes it. */
import { and, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { giftCards } from "../../db/gift-card-tables.ts";
import {
	isPaidLine,
	isShownLine,
	linePiecesToShip,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { errorCode, ShopError } from "../../errors.ts";
import { cardIsUsed } from "../../messages/gift-cards.ts";
import * as messages from "../../messages/messages.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { commit } from "../../platform/database/commit.ts";
import {
	batch,
	database,
	inList,
	insertFrom,
	newId,
	type Statement,
} from "../../platform/database/database.ts";
import { checkIsRepeated, type RequestKey } from "../../platform/limits/idempotency-key.ts";
import { logError } from "../../platform/services/log.ts";
import { formatCents, toCents, toPrice } from "../../values/money.ts";
import { addCredit, creditIdOf } from "../gift-cards/credit.server.ts";
import { findCard } from "../gift-cards/manage-cards.server.ts";
import { endOfRefunded } from "../gift-cards/refunded-cards.ts";
import { type CardToMake, cardInsteadOf, makeCard } from "../gift-cards/replace-card.server.ts";
import { addCreditNotes } from "../invoices/insert-invoices.server.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { piecesToShip } from "../orders/line-states.ts";
import {
	actorIdOf,
	isOrderOfBuyer,
	type LineRow,
	type OrderRow,
	toLine,
} from "../orders/lines.server.ts";
import {
	findOrderWithLines,
	isOrderOf,
	type OrderWithLines,
	selectOrder,
} from "../orders/orders.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import {
	divideRefund,
	type LineLeft,
	leftCents,
	partOfLine,
	type RefundPart,
	shippingLeft,
	splitRefund,
} from "./divide-refund.ts";
import { insertRefundLines } from "./import-refunds.server.ts";
import { issueRefund } from "./issue-refund.server.ts";
import {
	type CardOfPayment,
	isLineOfRefund,
	leftOf,
	leftOnCardsOfLine,
	type PaidLines,
	type Refund,
	readPaidLines,
	refundableOf,
	updateRefundSums,
	waysOf,
} from "./payment-of-refunds.server.ts";
import { type ArrivedLine, divideReturn } from "./piece-shares.ts";
import { recordRefund, sendRecorded } from "./record-refund.server.ts";
import type { StoredRefundReason } from "./refund-states.ts";
import type { RefundReply, RefundRequest } from "./refunds.ts";
import { sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

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
	const open = found.lines.filter(
		({ status, cancelledAt }) => status === "Pending" && !cancelledAt,
	);
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
		condition: sql`${isCancellable} and ${condition}`,
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

/** The start of the request keys of refunds that were tried again. */
const retryPrefix = "retry ";

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
	if (newest && newest.status !== "failed" && newest.requestKey.startsWith(retryPrefix))
		return issue(newest);
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
			requestKey: { key: retryPrefix + newest.id, fingerprint: null },
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

/** The condition that a line can be cancelled. What was refunded of it before stays refunded. */
const isCancellable = sql`${isPaidLine} and ${orderLines.status} = 'Pending' and ${orderLines.cancelledAt} is null`;

export interface NewRefund {
	/** What it refunds of its lines, of which so much is left of what they have paid. Nothing if that is not possible. */
	divide: (left: readonly LineLeft[], paid: readonly LineLeft[]) => readonly RefundPart[];
	reason: StoredRefundReason;
	note: string;
	/** Whether all pieces of its lines return to the stock, but for those of which some do. */
	restock: boolean;
	/** How many pieces of a line do, if not all. */
	pieces?: ReadonlyMap<string, number>;
	/** Null for the shop itself. */
	createdBy: string | null;
	requestKey: RequestKey | { key: string; fingerprint: null };
	/** The state that its lines must have. */
	condition: SQL;
	/** Whether it becomes store credit, instead of going back as it was paid. */
	isCredit?: boolean;
	/** Other statements of its batch, which must do nothing unless the refund was added. */
	also?: (refundId: string) => Record<string, Statement>;
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

interface DividedRefund extends Omit<NewRefund, "divide"> {
	parts: readonly RefundPart[];
	orderId: string;
	intentId: string;
	currency: string;
}

/** What a line has paid, by the amounts of a refund. */
const paidAmounts = {
	amountCents: sql`${orderLines.totalCents} + ${orderLines.shippingCents} + ${orderLines.taxCents}`,
	shippingCents: orderLines.shippingCents,
	taxCents: orderLines.taxCents,
	includedTaxCents: orderLines.includedTaxCents,
};
const amountNames = ["amountCents", "shippingCents", "taxCents", "includedTaxCents"] as const;

/** What goes back by one way: one row of `refunds`. */
interface WayBack {
	id: string;
	giftCardId: string | null;
	requestKey: string;
	cents: number;
	parts: (RefundPart & { restock: boolean; pieces: number })[];
	/** The card instead of the one that it can't go back onto. */
	newCard: CardToMake | undefined;
	/** The card that it goes back onto, as it was read. */
	card: CardOfPayment | undefined;
}

/** What the key of a refund that went onto a card begins with, if another row has the request's. No client's key has a space. */
const cardKey = "card ";

/**
 * Divides a refund over the ways by which it goes back, that of the request's key last: it is the newest, and the only one that
 * can fail. The pieces of a line return to the stock with one of them.
 */
async function waysBack(
	{ parts, requestKey, isCredit, pieces }: DividedRefund,
	payment: PaidLines,
	order: OrderRow,
	now: number,
): Promise<WayBack[]> {
	const credit = isCredit ? await findCard(creditIdOf(order)) : undefined;
	const cards = isCredit ? [] : payment.cards;
	const ways = isCredit ? [{ giftCardId: creditIdOf(order), cents: 0 }] : waysOf(payment);
	const restocked = new Set<string>();
	const rows = splitRefund(parts, ways).map(async (way, index): Promise<WayBack> => {
		const id = newId();
		const card = cards.find(({ giftCardId }) => giftCardId === way.giftCardId);
		const former = card ?? (credit && { ...credit, spentAt: now, disputedAt: null });
		const newCard = former && (await cardInsteadOf(former, { order, refundId: id, now }));
		return {
			id,
			card,
			newCard,
			giftCardId: newCard?.id ?? way.giftCardId,
			requestKey: index === 0 ? requestKey.key : `${cardKey}${way.giftCardId} ${requestKey.key}`,
			cents: way.parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
			parts: way.parts.map((part) => {
				const isFirst = !restocked.has(part.lineId);
				restocked.add(part.lineId);
				const some = pieces?.get(part.lineId);
				return {
					...part,
					restock: isFirst && some === undefined,
					pieces: isFirst ? (some ?? 0) : 0,
				};
			}),
		};
	});
	return (await Promise.all(rows)).toReversed();
}

/** The statements that make the cards of a refund, before it, and that let what came back onto others be spent long enough, after it. */
function cardsOfRefund(rows: readonly WayBack[], now: number) {
	const made = rows.flatMap(({ newCard }) => newCard ?? []);
	const extended = rows.flatMap(({ card, newCard }) => {
		const end = card && !newCard ? endOfRefunded(card, now) : null;
		return card && end ? [{ id: card.giftCardId, end }] : [];
	});
	const named = (name: string, statements: Statement[]): Record<string, Statement> =>
		Object.fromEntries(statements.map((statement, index) => [`${name} ${index}`, statement]));
	return {
		before: named("newCard", made.map(makeCard)),
		after: named(
			"extended",
			extended.map(({ id, end }) =>
				database().update(giftCards).set({ expiresAt: end }).where(eq(giftCards.id, id)),
			),
		),
	};
}

/** The conditions that the cards which a refund goes back onto are as they were read. */
const areAsRead = (rows: readonly WayBack[]): SQL[] =>
	rows.flatMap(({ card }) =>
		card
			? [
					sql`exists (select 1 from ${giftCards} where ${giftCards.id} = ${card.giftCardId} and ${giftCards.disabledAt} is ${card.disabledAt?.getTime() ?? null} and ${giftCards.expiresAt} is ${card.expiresAt?.getTime() ?? null} and (${giftCards.balanceCents} > 0) = ${card.balanceCents > 0 ? 1 : 0})`,
				]
			: [],
	);

/**
 * Stores a refund and what follows from it in one transaction: the audit entries, the pieces back in stock,
 * and for a cancelled order its e-mail. What goes onto a card is done with it. Its guards have all conditions, so that concurrent
 * refunds never exceed what a line has paid, nor its shipping and tax, nor what Stripe or a card has paid.
 */
async function insertRefund(
	subject: string,
	refund: DividedRefund,
	payment: PaidLines,
	order: OrderRow,
): Promise<Refund | undefined> {
	const { parts, orderId, intentId, reason, note, restock, createdBy, requestKey } = refund;
	const db = database();
	const now = Date.now();
	const rows = await waysBack(refund, payment, order, now);
	const main = rows.at(-1);
	if (!main) return undefined;
	const { id } = main;
	const ids = rows.map((row) => row.id);
	const json = JSON.stringify(rows.map(({ newCard: _, card: __, ...row }) => row));
	const ontoCards = rows.filter(({ giftCardId }) => giftCardId !== null);
	const lineIds = parts.map(({ lineId }) => lineId);
	const amountCents = parts.reduce((sum, part) => sum + part.amountCents, 0);
	const partOf = sql`json_each(${JSON.stringify(parts)}) as part join ${orderLines} on ${orderLines.id} = part.value ->> 'lineId'`;
	const isLeft = amountNames.map((name) => {
		const before = sql`(select coalesce(sum(${refundLines[name]}), 0) from ${refundLines} join ${refunds} on ${refunds.id} = ${refundLines.refundId} where ${refundLines.lineId} = ${orderLines.id} and ${refunds.status} <> 'failed')`;
		return sql`${before} + (part.value ->> ${name}) <= ${paidAmounts[name]}`;
	});
	const isOnCards = sql`(${orderLines.giftCodes} is null or (part.value ->> 'amountCents') <= ${leftOnCardsOfLine})`;
	const asked = sql`(select value ->> 1 from json_each(${JSON.stringify([...(refund.pieces ?? [])])}) where value ->> 0 = ${orderLines.id})`;
	// What a withdrawal holds is not to be shipped until then.
	const piecesLeft =
		reason === "cancelled"
			? sql`iif(${orderLines.restockedAt} is null, ${orderLines.quantity} - ${orderLines.restockedPieces}, 0)`
			: linePiecesToShip;
	const arePiecesLeft = sql`(coalesce(${asked}, 0) = 0 or ${asked} <= ${piecesLeft})`;
	const isRefundable = and(
		refund.condition,
		isNull(orderLines.disputedAt),
		isOnCards,
		arePiecesLeft,
		...isLeft,
	);
	const restockedPieces = sql`(select sum(iif(${refundLines.restock}, ${orderLines.quantity} - ${orderLines.restockedPieces}, ${refundLines.pieces})) from ${refundLines} join ${orderLines} on ${orderLines.id} = ${refundLines.lineId} where ${orderLines.toolId} = ${tools.id} and ${inList(refundLines.refundId, ids)})`;
	const toCancel = and(isLineOfRefund(ids), isNull(orderLines.cancelledAt), sql`${asked} is null`);
	const isNew = sql`not exists (select 1 from ${refunds} where ${refunds.orderId} = ${orderId} and ${refunds.requestKey} = ${requestKey.key})`;
	// The ways it goes back depend on all refunds before.
	const isAsRead =
		order.giftCardCents > 0
			? [
					sql`(select count(*) from ${refunds} where ${refunds.intentId} = ${intentId}) = ${payment.refunds.length}`,
					...areAsRead(rows),
				]
			: [];
	const cards = cardsOfRefund(rows, now);
	const ofWay = (name: keyof WayBack) => sql`made.value ->> ${name}`;
	const onStripe = (value: SQL | string) =>
		sql`iif(${ofWay("giftCardId")} is null, ${value}, null)`;
	const onCard = (value: SQL | number) => sql`iif(${ofWay("giftCardId")} is null, null, ${value})`;
	// The e-mail about a cancelled order has no code.
	const codes = Object.fromEntries(
		rows.flatMap(({ newCard }) =>
			newCard && reason === "cancelled"
				? [[`code ${newCard.id}`, addToOutbox({ kind: "gift_card.issued", subject: newCard.id })]]
				: [],
		),
	) as Record<string, Statement>;
	const named = Object.assign(
		{},
		...ontoCards.map((row) =>
			recordRefund(
				{
					id: row.id,
					orderId,
					createdBy,
					reason,
					lineIds: row.parts.map(({ lineId }) => lineId),
				},
				{ id: row.id, amount: row.cents, currency: refund.currency },
			),
		),
	) as Record<string, Statement>;
	const results = await commit({
		guard: [
			sql`(select count(*) from ${partOf} where ${isRefundable}) = ${parts.length}`,
			isNew,
			...isAsRead,
		],
		write: {
			...(refund.isCredit && (await addCredit(order, new Date(now)))),
			...cards.before,
			added: insertFrom(
				refunds,
				{
					orderId,
					intentId,
					reason,
					note,
					createdBy,
					createdAt: now,
					id: ofWay("id"),
					giftCardId: ofWay("giftCardId"),
					amountCents: ofWay("cents"),
					status: sql`iif(${ofWay("giftCardId")} is null, 'due', 'done')`,
					requestKey: ofWay("requestKey"),
					requestFingerprint: requestKey.fingerprint,
					// Until then the caller issues the refund; afterwards the job does.
					retryAt: onStripe(sql`${now + baseDelayMs}`),
					doneAt: onCard(now),
					taxDueAt: onCard(taxDueAt(orderId)),
				},
				sql`from json_each(${json}) as made order by made.key`,
			).returning(),
			lines: insertRefundLines(
				sql`json_each(${json}) as made, json_each(made.value -> 'parts') as part join ${orderLines} on ${orderLines.id} = part.value ->> 'lineId'`,
				ofWay("id"),
				{
					restock: restock
						? sql`(part.value ->> 'restock') and ${orderLines.restockedAt} is null`
						: sql`0`,
					pieces: sql`part.value ->> 'pieces'`,
				},
			).returning(),
			audit: auditLinesOf(
				"order.refund_owed",
				createdBy,
				sql`true`,
				{ cents: sql`part.value ->> 'amountCents'`, reason, restock },
				partOf,
			),
			stock: db
				.update(tools)
				.set({ quantity: sql`${tools.quantity} + ${restockedPieces}`, updatedAt: new Date(now) })
				.where(
					inArray(
						tools.id,
						db
							.select({ id: orderLines.toolId })
							.from(orderLines)
							.where(or(isLineOfRefund(ids, "all"), isLineOfRefund(ids, "some"))),
					),
				)
				.returning({ id: tools.id }),
			restocked: db
				.update(orderLines)
				.set({ restockedAt: new Date(now) })
				.where(isLineOfRefund(ids, "all")),
			somePieces: db
				.update(orderLines)
				.set({
					restockedPieces: sql`${orderLines.restockedPieces} + (select sum(${refundLines.pieces}) from ${refundLines} where ${refundLines.lineId} = ${orderLines.id} and ${inList(refundLines.refundId, ids)})`,
				})
				.where(isLineOfRefund(ids, "some")),
			// A refund that is tried again cancels nothing, and has no second e-mail.
			...(reason === "cancelled" &&
				!requestKey.key.startsWith(retryPrefix) && {
					outbox: addToOutbox({
						id: `cancelled-${id}`,
						kind: "order.cancelled",
						subject,
						payload: {
							cents: amountCents,
							currency: refund.currency,
							refundId: id,
							...(ontoCards.length > 0 && {
								cardCents: ontoCards.reduce((sum, { cents }) => sum + cents, 0),
								refundIds: ids.join(" "),
							}),
						},
					}),
				}),
			...(reason === "cancelled" && {
				cancelled: db
					.update(orderLines)
					.set({ cancelledAt: new Date(now) })
					.where(toCancel),
			}),
			sums: updateRefundSums(lineIds),
			...named,
			...cards.after,
			...codes,
			...(ontoCards.length > 0 && addCreditNotes(orderId, new Date(now))),
			...refund.also?.(id),
		},
		refused: () => null,
	});
	if (!results) return undefined;
	const added = results.added.find((row) => row.id === id);
	sendRecorded(results, ontoCards);
	for (const name of Object.keys(codes)) {
		const sent: unknown = (results as Record<string, unknown>)[name];
		sendFromOutbox(sent as Parameters<typeof sendFromOutbox>[0]);
	}
	sendTaxReversals(results.added);
	for (const tool of results.stock) purge("tools", `tool:${tool.id}`);
	sendFromOutbox(results.outbox ?? []);
	return added && { ...added, lines: results.lines.filter(({ refundId }) => refundId === id) };
}

/** The condition that a refund was made of the same request as this one. */
const isOfRequest = ({ orderId, requestKey }: Refund) =>
	sql`${refunds.orderId} = ${orderId} and (${refunds.requestKey} = ${requestKey} or (${refunds.requestKey} like ${`${cardKey}%`} and substr(${refunds.requestKey}, -length(${requestKey}) - 1) = ' ' || ${requestKey}))`;

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
