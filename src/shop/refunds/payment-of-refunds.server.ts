/** The lines that a payment has paid, and its refunds. */
import { and, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { giftCardEntries, giftCards } from "../../db/gift-card-tables.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { selectLeftOnCards } from "../../db/triggers/gift-cards.ts";
import { ShopError } from "../../errors.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { toPrice } from "../../values/money.ts";
import { chargedCents } from "../gift-cards/gift-cards.ts";
import type { LineRow, OrderRow } from "../orders/lines.server.ts";
import { piecesToShip } from "../orders/order-conditions.ts";
import { findOrder, selectOrder } from "../orders/orders.server.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import {
	type LineLeft,
	leftCents,
	minus,
	type RefundPart,
	type RefundWay,
} from "./divide-refund.ts";
import type { Refundable, RefundableLine } from "./refunds.ts";

type RefundRow = typeof refunds.$inferSelect;
type RefundLineRow = typeof refundLines.$inferSelect;

/** A refund with what it refunds of each line; of none, if no order awaited the payment. */
export interface Refund extends RefundRow {
	lines: RefundLineRow[];
}

/** What counts of a refund when what is left is summed up. */
export interface CountedRefund {
	status: Refund["status"];
	lines: RefundPart[];
}

interface CountedPayment {
	lines: LineRow[];
	refunds: readonly CountedRefund[];
}

/** A card that has paid a part of an order. */
export interface CardOfPayment {
	giftCardId: string;
	/** What can go back onto it. */
	cents: number;
	/** What is left on it now. */
	balanceCents: number;
	expiresAt: Date | null;
	disabledAt: Date | null;
	/** Since when the payment that bought it is disputed. */
	disputedAt: Date | null;
	/** When it has paid, or got some of that back last, in UTC milliseconds. */
	spentAt: number;
	kind: (typeof giftCards.$inferSelect)["kind"];
	codeEnd: string;
}

export interface PaidLines extends CountedPayment {
	order: OrderRow | undefined;
	/** In the order's order. */
	lines: LineRow[];
	refunds: Refund[];
	/** What can go back onto the cards that it was paid with, the last one first. */
	cards: CardOfPayment[];
	/** What is left on the gift cards that its lines have become, by line. */
	leftOnCards: ReadonlyMap<string, number>;
}

/** The statements that select the refunds of a condition and their lines, for `toRefunds`. */
export function selectRefunds(condition: SQL | undefined) {
	const db = database();
	return {
		refundRows: db.select().from(refunds).where(condition).orderBy(refunds.createdAt, sql`rowid`),
		refundLineRows: db
			.select()
			.from(refundLines)
			.where(
				inArray(refundLines.refundId, db.select({ id: refunds.id }).from(refunds).where(condition)),
			)
			.orderBy(sql`rowid`),
	};
}

/** Puts refunds and their lines together. */
export function toRefunds(results: {
	refundRows: RefundRow[];
	refundLineRows: RefundLineRow[];
}): Refund[] {
	const linesOf = Map.groupBy(results.refundLineRows, ({ refundId }) => refundId);
	return results.refundRows.map((row) => ({ ...row, lines: linesOf.get(row.id) ?? [] }));
}

/** Reads the order that a payment has paid, its paid lines and its refunds; no lines if it has paid none. One round trip. */
export async function readPaidLines(intentId: string): Promise<PaidLines> {
	const ofIntent = eq(orders.transactionId, intentId);
	const found = await batch({
		...selectOrder(ofIntent, eq(orderLines.transactionId, intentId)),
		...selectRefunds(eq(refunds.intentId, intentId)),
		cards: database()
			.select({
				giftCardId: sql<string>`${giftCards.id}`.as("paid_with"),
				cents: sql<number>`-sum(entry.cents)`.as("spent"),
				last: sql<number>`max(iif(entry.why = 'spent', entry.number, 0))`.as("last_entry"),
				spentAt:
					sql<number>`max(iif(entry.why in ('spent', 'refunded') and entry.card_id = entry.of_card, entry.created_at, 0))`.as(
						"spent_at",
					),
				balanceCents: giftCards.balanceCents,
				expiresAt: giftCards.expiresAt,
				disabledAt: giftCards.disabledAt,
				disputedAt:
					sql`(select ${orderLines.disputedAt} from ${orderLines} where ${orderLines.id} = ${giftCards.lineId})`
						.mapWith(orderLines.disputedAt)
						.as("card_disputed_at"),
				kind: giftCards.kind,
				codeEnd: giftCards.codeEnd,
			})
			.from(giftCards)
			.innerJoin(
				// What went onto a card that replaces another has come back of that one.
				sql`(
					select own.*,
						iif(
							own.why = 'refunded'
							and not exists (
								select 1
								from ${giftCardEntries} as paid
								where paid.order_id = own.order_id
									and paid.card_id = own.card_id
									and paid.why = 'spent'
							),
								coalesce(
									(
										select made.replaces
										from ${giftCards} as made
										where made.id = own.card_id
									),
									own.card_id
								),
								own.card_id
						) as of_card
					from ${giftCardEntries} as own
					where own.order_id = (select ${orders.id} from ${orders} where ${ofIntent})
				) as entry`,
				sql`entry.of_card = ${giftCards.id}`,
			)
			.groupBy(giftCards.id)
			.having(sql`sum(entry.cents) < 0`),
		bought: database()
			.select({
				lineId: orderLines.id,
				cents: sql<number>`${leftOnCardsOfLine}`.as("left_on_cards"),
			})
			.from(orderLines)
			.where(
				and(
					eq(orderLines.orderId, sql`(select ${orders.id} from ${orders} where ${ofIntent})`),
					isNotNull(orderLines.giftCodes),
				),
			),
	});
	const { lines } = found;
	const leftOnCards = new Map(found.bought.map(({ lineId, cents }) => [lineId, cents]));
	const cards = found.cards.toSorted((one, other) => other.last - one.last);
	return { order: found.orders[0], lines, refunds: toRefunds(found), cards, leftOnCards };
}

/** Returns where a refund goes: to Stripe up to the amount charged there, then to the cards. */
export function waysOf({ order, refunds: made, cards }: PaidLines): RefundWay[] {
	const atStripe = made
		.filter(({ giftCardId, status }) => giftCardId === null && status !== "failed")
		.reduce((sum, { amountCents }) => sum + amountCents, 0);
	const cents = order ? Math.max(chargedCents(order) - atStripe, 0) : 0;
	return cards.length > 0 && cents === 0 ? cards : [{ giftCardId: null, cents }, ...cards];
}

/** Returns what is left to refund of the lines after the refunds with these statuses. */
export function leftOf(
	{ lines, refunds: made }: CountedPayment,
	statuses: readonly Refund["status"][] = ["done", "due"],
): LineLeft[] {
	const counted = made
		.filter(({ status }) => statuses.includes(status))
		.flatMap((one) => one.lines);
	const partsOf = Map.groupBy(counted, ({ lineId }) => lineId);
	return lines.map(({ id, totalCents, shippingCents, taxCents, includedTaxCents }) =>
		(partsOf.get(id) ?? []).reduce(minus, {
			lineId: id,
			itemsCents: totalCents,
			shippingCents,
			taxCents,
			includedTaxCents,
		}),
	);
}

/**
 * Returns what can be refunded of the lines: what is left of them, and of a gift card no more than is left on it. Nobody
 * gets the money and keeps the card.
 */
export function refundableOf(payment: PaidLines): LineLeft[] {
	return leftOf(payment).map((line) => {
		const onCards = payment.leftOnCards.get(line.lineId) ?? line.itemsCents;
		return { ...line, itemsCents: Math.min(line.itemsCents, onCards) };
	});
}

/** What is left on the gift cards that a line has become, as an expression. */
export const leftOnCardsOfLine = sql.raw(selectLeftOnCards("order_lines.id"));

/** The lines of a payment with their sums. */
export function toRefundable(payment: CountedPayment): RefundableLine[] {
	const [paid, afterDone, left] = [leftOf(payment, []), leftOf(payment, ["done"]), leftOf(payment)];
	return paid.map((line, index) => {
		const centsOf = (some: readonly LineLeft[]) => leftCents(some[index] ?? line);
		return {
			id: line.lineId,
			paidCents: leftCents(line),
			doneCents: leftCents(line) - centsOf(afterDone),
			dueCents: centsOf(afterDone) - centsOf(left),
		};
	});
}

/**
 * Returns the statement that sets the sums of lines from their refunds, and whether the newest has failed. A
 * line counts as refunded once all that it paid was, and no longer if a refund fails.
 */
export function updateRefundSums(lineIds: readonly string[]) {
	const ofLine = sql`${refundLines} join ${refunds} on ${refunds.id} = ${refundLines.refundId} where ${refundLines.lineId} = ${orderLines.id}`;
	const sum = (status: string) =>
		sql`(select coalesce(sum(${refundLines.amountCents}), 0) from ${ofLine} and ${refunds.status} = ${status})`;
	const newestFailed = sql`(
		select ${refundLines.amountCents} * (${refunds.status} = 'failed')
		from ${ofLine}
		order by ${refunds.createdAt} desc, ${refunds}.rowid desc
		limit 1
	)`;
	const paid = sql`${orderLines.totalCents} + ${orderLines.shippingCents} + ${orderLines.taxCents}`;
	return database()
		.update(orderLines)
		.set({
			refundedCents: sum("done"),
			refundDueCents: sum("due"),
			refundFailedCents: sql`coalesce(${newestFailed}, 0)`,
			refundedAt: sql`case when ${sum("done")} >= ${paid} then coalesce(${orderLines.refundedAt}, ${Date.now()}) end`,
		})
		.where(inList(orderLines.id, lineIds));
}

/** The condition that a line is in one of these refunds, and has all its pieces returned by it if `restock`, or some. */
export const isLineOfRefund = (refundIds: readonly string[], restock?: "all" | "some") =>
	inArray(
		orderLines.id,
		database()
			.select({ id: refundLines.lineId })
			.from(refundLines)
			.where(
				and(
					inList(refundLines.refundId, refundIds),
					restock === "all" ? eq(refundLines.restock, true) : undefined,
					restock === "some" ? gt(refundLines.pieces, 0) : undefined,
				),
			),
	);

const toPrices = ({ itemsCents, shippingCents, taxCents, includedTaxCents }: LineLeft) => ({
	itemsPrice: toPrice(itemsCents),
	shippingPrice: toPrice(shippingCents),
	taxPrice: toPrice(taxCents),
	includedTaxPrice: toPrice(includedTaxCents),
});

/** What is left to refund of the paid order with this id, or of that of the line with it. Throws ShopError `not_found`. */
export async function readRefundable(id: string): Promise<Refundable> {
	const found = await findOrder(id);
	const payment = await readPaidLines(found?.transactionId ?? "");
	const { order } = payment;
	if (!order) throw new ShopError("not_found");
	const sums = toRefundable(payment);
	const sumOf = (name: "paidCents" | "doneCents" | "dueCents") =>
		toPrice(sums.reduce((sum, line) => sum + line[name], 0));
	const left = new Map(refundableOf(payment).map((line) => [line.lineId, line]));
	const atStripe = { kind: "stripe" as const, codeEnd: "" };
	const cardOf = new Map<string | null, PaidLines["cards"][number]>(
		payment.cards.map((card) => [card.giftCardId, card]),
	);
	const paidOf = new Map(leftOf({ ...payment, refunds: [] }).map((line) => [line.lineId, line]));
	return {
		orderNumber: order.number,
		name: order.name,
		paidPrice: sumOf("paidCents"),
		refundedPrice: sumOf("doneCents"),
		duePrice: sumOf("dueCents"),
		ways: waysOf(payment).map(({ giftCardId, cents }) => {
			const { kind, codeEnd } = cardOf.get(giftCardId) ?? atStripe;
			return { kind, ...(codeEnd && { codeEnd }), price: toPrice(cents) };
		}),
		lines: payment.lines.flatMap((line) => {
			const [rest, paid] = [left.get(line.id), paidOf.get(line.id)];
			if (!rest || !paid) return [];
			return {
				_id: line.id,
				name: nameOfRow(line),
				quantity: line.quantity,
				restocked: line.restockedAt !== null,
				restockedPieces: line.restockedPieces,
				toShip: piecesToShip(line),
				paid: toPrices(paid),
				...toPrices(rest),
			};
		}),
	};
}
