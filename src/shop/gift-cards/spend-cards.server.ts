/** What an order spends of gift cards and store credit: read before it, and taken in its batch. */
import { and, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import { giftCardEntries, giftCards } from "../../db/gift-card-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { codeProblems } from "../../messages/code-problems.ts";
import { giftCards as texts } from "../../messages/gift-cards.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { database, insertFrom } from "../../platform/database/database.ts";
import { formatDate } from "../../values/fields.ts";
import { formatCents } from "../../values/money.ts";
import type { CardsNow } from "./cards-now.ts";
import { paidByCards } from "./gift-cards.ts";
import { hashGiftCode } from "./gift-code.server.ts";
import { type CodeCustomer, ownOpenOrder, readHoldingOrder } from "./holding-order.server.ts";
import type { OrderWithCode } from "./holding-order.ts";

export type GiftCardRow = typeof giftCards.$inferSelect;

/** A card, and the customer's own open order that holds all of its money, for `readHoldingOrder`. */
export type CardToSpend = Awaited<ReturnType<typeof selectCards>>[number];

/** What a customer wants to pay with. */
export interface AskedCards {
	/** The code of a card; empty for none. */
	code?: string | undefined;
	/** The account whose credit is spent. */
	creditOf?: string | undefined;
}

/** How the cards that are asked for are found. */
export interface CardsToRead {
	codeHash: string | undefined;
	userId: string | undefined;
}

/** Returns how the cards are found; undefined if none is asked for. */
export async function cardsToRead({
	code = "",
	creditOf: userId,
}: AskedCards): Promise<CardsToRead | undefined> {
	if (code === "" && userId === undefined) return undefined;
	return { codeHash: code === "" ? undefined : await hashGiftCode(code), userId };
}

/** The statement that selects these cards, with what keeps this customer from paying with the one of a code. */
export function selectCards({ codeHash, userId }: CardsToRead, customer?: CodeCustomer) {
	const ordersWithCard = (from: SQL, condition: SQL) =>
		sql`
			from ${from}
			cross join ${giftCardEntries} on ${giftCardEntries.orderId} = ${orders.id}
				and ${giftCardEntries.cardId} = ${giftCards.id}
				and ${giftCardEntries.reason} = 'spent'
			where ${condition}
		`;
	const openOrder =
		codeHash !== undefined && customer
			? sql<
					string | null
				>`case when ${giftCards.balanceCents} = 0 and ${giftCards.codeHash} = ${codeHash} then ${ownOpenOrder(customer, ordersWithCard)} end`
			: sql<string | null>`null`;
	return database()
		.select({ ...getTableColumns(giftCards), openOrder: openOrder.as("open_order") })
		.from(giftCards)
		.where(
			or(
				codeHash === undefined ? undefined : eq(giftCards.codeHash, codeHash),
				userId === undefined ? undefined : eq(giftCards.userId, userId),
			),
		);
}

/** Why nothing can be paid with the card of a code; undefined if it can. */
export function cardProblem(card: CardToSpend | undefined, now: Date): string | undefined {
	if (!card) return codeProblems.unknown;
	if (card.disabledAt) return texts.disabled;
	if (card.expiresAt && card.expiresAt <= now) return texts.expired(formatDate(card.expiresAt));
	if (card.balanceCents > 0) return undefined;
	return card.openOrder === null ? texts.empty : texts.heldByOwnOrder;
}

/** Why the card of a code can't pay, with the customer's own unpaid order that holds its money. */
interface CardRefusal {
	codeProblem: string;
	codeOrder?: OrderWithCode;
}

/** What can be paid with now, and why the card of a code can't. */
export function readCardsNow(
	cards: readonly CardToSpend[],
	{ codeHash }: CardsToRead,
	now = new Date(),
): { cards?: CardsNow; problem?: CardRefusal } {
	const ofCode = cards.find((card) => card.codeHash !== null && card.codeHash === codeHash);
	const codeProblem = codeHash === undefined ? undefined : cardProblem(ofCode, now);
	const codeOrder =
		codeProblem === texts.heldByOwnOrder ? readHoldingOrder(ofCode?.openOrder ?? null) : undefined;
	const credit = cards.find(({ userId, disabledAt }) => userId !== null && !disabledAt);
	const found: CardsNow = {
		...(ofCode &&
			codeProblem === undefined && {
				giftCard: { end: ofCode.codeEnd, cents: ofCode.balanceCents },
			}),
		...(credit && credit.balanceCents > 0 && { creditCents: credit.balanceCents }),
	};
	return {
		...(Object.keys(found).length > 0 && { cards: found }),
		...(codeProblem !== undefined && {
			problem: { codeProblem, ...(codeOrder && { codeOrder }) },
		}),
	};
}

/** What an order takes of a card. */
export interface Spend {
	cardId: string;
	cents: number;
}

/** What an order of this total takes of cards: of the one with a code first, because it may expire. */
export function spendOf(
	cards: readonly CardToSpend[],
	{ totalCents, boughtCardsCents }: { totalCents: number; boughtCardsCents: number },
	now: Date,
): Spend[] {
	const usable = cards
		.filter((card) => cardProblem(card, now) === undefined)
		.toSorted((one, other) => Number(one.userId !== null) - Number(other.userId !== null));
	let left = paidByCards(
		usable.reduce((sum, { balanceCents }) => sum + balanceCents, 0),
		totalCents,
		boughtCardsCents,
	);
	return usable.flatMap(({ id, balanceCents }) => {
		const cents = Math.min(left, balanceCents);
		left -= cents;
		return cents > 0 ? [{ cardId: id, cents }] : [];
	});
}

/** The condition that all of this can still be taken. */
export function canSpend(spends: readonly Spend[], now: Date): SQL | undefined {
	return and(
		...spends.map(({ cardId, cents }) =>
			hasRow(
				giftCards,
				sql`
					${giftCards.id} = ${cardId}
						and ${giftCards.balanceCents} >= ${cents}
						and ${giftCards.disabledAt} is null
						and (
							${giftCards.expiresAt} is null
							or ${giftCards.expiresAt} > ${now.getTime()}
						)
				`,
			),
		),
	);
}

/** Why it can't be taken any more, by the cards as they are now; undefined if it can. */
export function spendProblem(
	spends: readonly Spend[],
	cards: readonly CardToSpend[],
	now: Date,
): string | undefined {
	for (const { cardId, cents } of spends) {
		const card = cards.find(({ id }) => id === cardId);
		const problem = cardProblem(card, now);
		if (problem) return problem;
		if (card && card.balanceCents < cents)
			return texts.balanceIsNow(formatCents(card.balanceCents));
	}
	return undefined;
}

/** The statement that takes it. A trigger lowers the balances. */
export function insertSpends(
	orderId: string,
	spends: readonly Spend[],
	{ createdBy, now }: { createdBy: string | null; now: Date },
) {
	return insertFrom(
		giftCardEntries,
		{
			cardId: sql`json_each.value ->> 'cardId'`,
			cents: sql`-(json_each.value ->> 'cents')`,
			reason: "spent",
			orderId: sql`${orderId}`,
			createdBy,
			createdAt: now.getTime(),
		},
		sql`from json_each(${JSON.stringify(spends)})`,
	);
}
