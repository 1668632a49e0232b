/** The batch that stores a refund, divided over the ways by which it goes back, with what follows from it. */
import { and, eq, inArray, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { giftCards } from "../../db/gift-card-tables.ts";
import { linePiecesToShip, orderLines } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import {
	database,
	inList,
	insertFrom,
	newId,
	type Statement,
} from "../../platform/database/database.ts";
import type { RequestKey } from "../../platform/limits/idempotency-key.ts";
import { addCredit, creditIdOf } from "../gift-cards/credit.server.ts";
import { findCard } from "../gift-cards/manage-cards.server.ts";
import { endOfRefunded } from "../gift-cards/refunded-cards.ts";
import { type CardToMake, cardInsteadOf, makeCard } from "../gift-cards/replace-card.server.ts";
import { addCreditNotes } from "../invoices/insert-invoices.server.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import type { OrderRow } from "../orders/lines.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { type LineLeft, type RefundPart, splitRefund } from "./divide-refund.ts";
import { insertRefundLines } from "./import-refunds.server.ts";
import {
	type CardOfPayment,
	isLineOfRefund,
	leftOnCardsOfLine,
	type PaidLines,
	type Refund,
	updateRefundSums,
	waysOf,
} from "./payment-of-refunds.server.ts";
import { recordRefund } from "./record-refund.server.ts";
import type { StoredRefundReason } from "./refund-states.ts";
import { sendTaxReversals, taxDueAt } from "./reverse-tax.server.ts";

/** A refund that somebody asks for. */
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
	/** The refund that has failed, if it tries that again. */
	retryOf?: string;
	/** Whether it becomes store credit, instead of going back as it was paid. */
	isCredit?: boolean;
	/** Other statements that are written with it. */
	also?: (refundId: string) => Record<string, Statement>;
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
	/** Null for the refund that has the key of the request. */
	wayOf: string | null;
	requestKey: string;
	cents: number;
	parts: (RefundPart & { restock: boolean; pieces: number })[];
	/** The card instead of the one that it can't go back onto. */
	newCard: CardToMake | undefined;
	/** The card that it goes back onto, as it was read. */
	card: CardOfPayment | undefined;
}

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
	const mainId = newId();
	const rows = splitRefund(parts, ways).map(async (way, index): Promise<WayBack> => {
		const id = index === 0 ? mainId : newId();
		const card = cards.find(({ giftCardId }) => giftCardId === way.giftCardId);
		const former = card ?? (credit && { ...credit, spentAt: now, disputedAt: null });
		const newCard = former && (await cardInsteadOf(former, { order, refundId: id, now }));
		return {
			id,
			card,
			newCard,
			giftCardId: newCard?.id ?? way.giftCardId,
			wayOf: index === 0 ? null : mainId,
			requestKey: index === 0 ? requestKey.key : id,
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
	return {
		before: made.map(makeCard),
		after: extended.map(({ id, end }) =>
			database().update(giftCards).set({ expiresAt: end }).where(eq(giftCards.id, id)),
		),
	};
}

/** The conditions that the cards which a refund goes back onto are as they were read. */
const areAsRead = (rows: readonly WayBack[]): SQL[] =>
	rows.flatMap(({ card }) =>
		card
			? [
					hasRow(
						giftCards,
						sql`
							${giftCards.id} = ${card.giftCardId}
								and ${giftCards.disabledAt} is ${card.disabledAt?.getTime() ?? null}
								and ${giftCards.expiresAt} is ${card.expiresAt?.getTime() ?? null}
								and (${giftCards.balanceCents} > 0) = ${card.balanceCents > 0 ? 1 : 0}
						`,
					),
				]
			: [],
	);

/**
 * Stores a refund and what follows from it in one transaction: the audit entries, the pieces back in stock,
 * and for a cancelled order its e-mail. What goes onto a card is done with it. Its guards have all conditions, so that concurrent
 * refunds never exceed what a line has paid, nor its shipping and tax, nor what Stripe or a card has paid.
 */
export async function insertRefund(
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
		const before = sql`(
			select coalesce(sum(${refundLines[name]}), 0)
			from ${refundLines}
			join ${refunds} on ${refunds.id} = ${refundLines.refundId}
			where ${refundLines.lineId} = ${orderLines.id} and ${refunds.status} <> 'failed'
		)`;
		return sql`${before} + (part.value ->> ${name}) <= ${paidAmounts[name]}`;
	});
	const isOnCards = sql`(${orderLines.giftCodes} is null or (part.value ->> 'amountCents') <= ${leftOnCardsOfLine})`;
	const asked = sql`(select value from json_each(${JSON.stringify(Object.fromEntries(refund.pieces ?? []))}) where key = ${orderLines.id})`;
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
	const restockedPieces = sql`(
		select sum(iif(
			${refundLines.restock},
			${orderLines.quantity} - ${orderLines.restockedPieces},
			${refundLines.pieces}
		))
		from ${refundLines}
		join ${orderLines} on ${orderLines.id} = ${refundLines.lineId}
		where ${orderLines.toolId} = ${tools.id} and ${inList(refundLines.refundId, ids)}
	)`;
	const toCancel = and(isLineOfRefund(ids), isNull(orderLines.cancelledAt), sql`${asked} is null`);
	const isNew = not(
		hasRow(
			refunds,
			sql`${refunds.orderId} = ${orderId} and ${refunds.requestKey} = ${requestKey.key}`,
		),
	);
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
	const results = await commit({
		guard: [
			sql`(select count(*) from ${partOf} where ${isRefundable}) = ${parts.length}`,
			isNew,
			...isAsRead,
		],
		write: {
			...(refund.isCredit && (await addCredit(order, new Date(now)))),
			newCards: cards.before,
			added: insertFrom(
				refunds,
				{
					orderId,
					intentId,
					reason,
					note,
					createdBy,
					createdAt: now,
					retryOf: refund.retryOf ?? null,
					id: ofWay("id"),
					wayOf: ofWay("wayOf"),
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
					restockedPieces: sql`${orderLines.restockedPieces} + (
						select sum(${refundLines.pieces})
						from ${refundLines}
						where ${refundLines.lineId} = ${orderLines.id} and ${inList(refundLines.refundId, ids)}
					)`,
				})
				.where(isLineOfRefund(ids, "some")),
			// A refund that is tried again cancels nothing, and has no second e-mail.
			...(reason === "cancelled" &&
				refund.retryOf === undefined && {
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
			recorded: ontoCards.map((row) =>
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
			extended: cards.after,
			// The e-mail about a cancelled order has no code.
			codes: rows.flatMap(({ newCard }) =>
				newCard && reason === "cancelled"
					? addToOutbox({ kind: "gift_card.issued", subject: newCard.id })
					: [],
			),
			...(ontoCards.length > 0 && addCreditNotes(orderId, new Date(now))),
			also: refund.also?.(id) ?? {},
		},
		refused: () => null,
	});
	if (!results) return undefined;
	const added = results.added.find((row) => row.id === id);
	sendFromOutbox([
		...results.recorded.flatMap(({ outbox }) => outbox),
		...results.codes.flat(),
		...(results.outbox ?? []),
	]);
	sendTaxReversals(results.added);
	for (const tool of results.stock) purge("tools", `tool:${tool.id}`);
	return added && { ...added, lines: results.lines.filter(({ refundId }) => refundId === id) };
}

/** The condition that a refund is of the same request as this one, which has its key. */
export const isOfRequest = ({ orderId, id }: Refund) =>
	and(eq(refunds.orderId, orderId), or(eq(refunds.id, id), eq(refunds.wayOf, id)));
