/** Gift cards of an order that e-mails bring to somebody else: when they go out, and what their buyer can change. */
import { and, eq, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { giftCards } from "../../db/gift-card-tables.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { outbox } from "../../db/outbox-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database } from "../../platform/database/database.ts";
import { maxGiftsAgain } from "../gift-cards/gift-card-kinds.ts";
import type { GiftCardRow } from "../gift-cards/spend-cards.server.ts";
import { addToOutbox, type OutboxRow, sendFromOutbox } from "../outbox/outbox.server.ts";
import { auditLinesOf } from "./line-audit.server.ts";
import { actorIdOf, isOrderOfBuyer, type OrderRow } from "./lines.server.ts";

const kind = "order.gift";

/** The condition that an e-mail with them waits, or is being sent. */
const isOnItsWay = (orderId: string) =>
	hasRow(
		outbox,
		sql`${outbox.subjectId} = ${orderId} and ${outbox.kind} = ${kind} and ${outbox.doneAt} is null`,
	);

/** The condition that a row is a card of the order that pays for something. */
const isUsableOf = (orderId: string) =>
	sql`
		${giftCards.lineId} in (select ${orderLines.id} from ${orderLines} where ${orderLines.orderId} = ${orderId})
			and ${giftCards.balanceCents} > 0
			and ${giftCards.disabledAt} is null
	`;

const hasUsable = (orderId: string) => hasRow(giftCards, isUsableOf(orderId));

/**
 * The statement that adds the mail with the gift cards of a paid order to the outbox, for their day, if
 * they are for somebody, were not sent and none waits: when the order is paid, and when a dispute or a refund that had
 * stopped them is over.
 */
export function addGift(orderId: string) {
	return addToOutbox(
		{
			kind,
			subject: orderId,
			rows: sql`from ${orders}`,
			availableAt: sql`max(${orders.giftDueAt}, ${Date.now()})`,
		},
		sql`
			${orders.id} = ${orderId}
				and ${orders.giftTo} is not null
				and ${orders.giftSentAt} is null
				and ${orders.transactionId} is not null
				and ${orders.closedAt} is null
				and not ${isOnItsWay(orderId)}
		`,
	);
}

/**
 * What a row of the outbox e-mails: the order's cards that pay for something, to whom. From now on they count as sent, in the
 * same batch that reads them: a refund, a dispute and a correction come before or after that. Undefined if a refund or a
 * dispute has stopped them, or another row has sent them.
 */
export async function takeGift({ id, subjectId: orderId, payload }: OutboxRow) {
	const db = database();
	const now = new Date();
	const isOrder = eq(orders.id, orderId);
	const canSend = and(
		isOrder,
		isNotNull(orders.giftTo),
		isNull(orders.giftSentAt),
		hasUsable(orderId),
	);
	const isTaken = payload.isTaken === 1;
	const taken = await commit({
		guard: isTaken ? [] : [hasRow(orders, canSend)],
		write: {
			...(!isTaken && {
				sent: db.update(orders).set({ giftSentAt: now }).where(isOrder),
				// A delivery that failed is tried again.
				taken: db
					.update(outbox)
					.set({ payload: sql`json_set(${outbox.payload}, '$.isTaken', 1)` })
					.where(eq(outbox.id, id)),
			}),
			told: db
				.update(giftCards)
				.set({
					email: sql`(select ${orders.giftTo} ->> 'email' from ${orders} where ${isOrder})`,
					message: sql`(select ${orders.giftTo} ->> 'message' from ${orders} where ${isOrder})`,
				})
				.where(and(isUsableOf(orderId), eq(giftCards.email, ""))),
			order: db.select().from(orders).where(isOrder),
			cards: db.select().from(giftCards).where(isUsableOf(orderId)).orderBy(giftCards.id),
		},
		refused: () => null,
	});
	const order = taken?.order[0];
	return order?.giftTo ? giftOf(order, order.giftTo, taken?.cards ?? []) : undefined;
}

/** A gift as its e-mail tells it; undefined without a card. */
function giftOf(
	order: OrderRow,
	{ email, from, message }: NonNullable<OrderRow["giftTo"]>,
	cards: GiftCardRow[],
) {
	return cards.length > 0 ? { to: email, from: from || order.name, message, cards } : undefined;
}

/** A card that was bought for somebody, as its e-mail tells it; undefined for any other. */
export async function giftOfCard(card: GiftCardRow) {
	if (card.lineId === null) return undefined;
	const [found] = await database()
		.select({ order: orders })
		.from(orderLines)
		.innerJoin(orders, eq(orders.id, orderLines.orderId))
		.where(eq(orderLines.id, card.lineId));
	const gift = found?.order.giftTo;
	return gift ? giftOf(found.order, gift, [card]) : undefined;
}

/** Corrects the e-mail of who gets the gift cards of the buyer's own order. Returns whether they were not sent yet. */
export async function correctGift(buyer: Buyer, orderId: string, email: string): Promise<boolean> {
	const canCorrect = and(
		eq(orders.id, orderId),
		isOrderOfBuyer(buyer),
		isNotNull(orders.giftTo),
		isNull(orders.giftSentAt),
		isNull(orders.closedAt),
	);
	const corrected = await commit({
		guard: [hasRow(orders, canCorrect)],
		write: {
			corrected: database()
				.update(orders)
				.set({ giftTo: sql`json_set(${orders.giftTo}, '$.email', ${email})` })
				.where(eq(orders.id, orderId)),
			audit: auditLinesOf(
				"order.delivery_changed",
				actorIdOf(buyer),
				and(eq(orderLines.orderId, orderId), isNotNull(orderLines.giftCodes)),
				{ what: "gift card e-mail" },
			),
		},
		refused: () => null,
	});
	return corrected !== null;
}

/**
 * E-mails the gift cards of the buyer's own order again, to the same address, a few times and not while an e-mail is on its
 * way. Returns whether it did.
 */
export async function sendGiftAgain(buyer: Buyer, orderId: string): Promise<boolean> {
	const canSend = and(
		eq(orders.id, orderId),
		isOrderOfBuyer(buyer),
		isNotNull(orders.giftSentAt),
		lt(orders.giftsAgain, maxGiftsAgain),
		hasUsable(orderId),
		sql`not ${isOnItsWay(orderId)}`,
	);
	const { mail } = await commit({
		guard: [hasRow(orders, canSend)],
		write: {
			counted: database()
				.update(orders)
				.set({ giftsAgain: sql`${orders.giftsAgain} + 1` })
				.where(eq(orders.id, orderId)),
			mail: addToOutbox({ kind, subject: orderId, payload: { isTaken: 1 } }),
		},
		refused: () => ({ mail: [] }),
	});
	sendFromOutbox(mail);
	return mail.length > 0;
}
