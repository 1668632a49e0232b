/** Gift cards and store credit as staff have them: issued, listed, corrected and disabled. */
import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { currency } from "../../config/config.ts";
import { users } from "../../db/auth-tables.ts";
import { giftCardEntries, giftCards } from "../../db/gift-card-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { shopCounts } from "../../db/sales-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, insertFrom } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { codeKey, storedSearch } from "../../values/pasted.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { AskedCard } from "./card-form.ts";
import { giftCodeIn } from "./gift-cards.ts";
import { codeColumns } from "./gift-code.server.ts";
import type { GiftCardRow } from "./spend-cards.server.ts";

/** A card as entries of the audit log call it. */
const nameOf = ({ codeEnd }: { codeEnd: string }) => `…${codeEnd}`;

/**
 * Issues a gift card, once for an id, and e-mails its code if it has an address. Returns the code.
 */
export async function issueCard(
	{ id: issuedBy }: Pick<Caller, "id">,
	{ id, cents, email, message, expiresAt }: AskedCard,
	now = new Date(),
): Promise<string> {
	const { code, columns } = await codeColumns(id);
	const issued = await commit({
		guard: [sql`not ${hasRow(giftCards, eq(giftCards.id, id))}`],
		write: {
			card: database()
				.insert(giftCards)
				.values({
					id,
					kind: "gift_card",
					...columns,
					email,
					message,
					currency,
					issuedBy,
					issuedAt: now,
					expiresAt: expiresAt ?? null,
				}),
			// A trigger adds it to the balance.
			entry: database()
				.insert(giftCardEntries)
				.values({ cardId: id, cents, reason: "issued", createdBy: issuedBy, createdAt: now }),
			audit: insertAuditEvent({
				action: "gift_card.issued",
				actorId: issuedBy,
				subject: id,
				detail: { name: nameOf(columns), cents },
			}),
			...(email !== "" && { outbox: addToOutbox({ kind: "gift_card.issued", subject: id }) }),
		},
		// The form was sent twice.
		refused: () => null,
	});
	if (issued?.outbox) sendFromOutbox(issued.outbox);
	return code;
}

/** Corrects a balance, with the reason. Returns whether as much was left on it. */
export async function adjustCard(
	{ id: createdBy }: Pick<Caller, "id">,
	id: string,
	{ cents, note }: { cents: number; note: string },
): Promise<boolean> {
	const isThisCard = eq(giftCards.id, id);
	const adjusted = await commit({
		guard: [hasRow(giftCards, sql`${isThisCard} and ${giftCards.balanceCents} + ${cents} >= 0`)],
		write: {
			entry: database()
				.insert(giftCardEntries)
				.values({ cardId: id, cents, reason: "adjusted", note, createdBy, createdAt: new Date() }),
			audit: insertAuditEvent(
				{
					action: "gift_card.adjusted",
					actorId: createdBy,
					subject: id,
					detail: { name: sql`'…' || ${giftCards.codeEnd}`, cents },
				},
				sql`from ${giftCards} where ${isThisCard}`,
			),
		},
		refused: () => false,
	});
	return adjusted !== false;
}

/** Disables a card, or enables it again. */
export async function setDisabled(
	{ id: actorId }: Pick<Caller, "id">,
	id: string,
	isDisabled: boolean,
): Promise<void> {
	const { disabledAt } = giftCards;
	const isThisCard = eq(giftCards.id, id);
	await commit({
		guard: [
			hasRow(giftCards, and(isThisCard, isDisabled ? isNull(disabledAt) : isNotNull(disabledAt))),
		],
		write: {
			set: database()
				.update(giftCards)
				.set({ disabledAt: isDisabled ? new Date() : null })
				.where(isThisCard),
			audit: insertAuditEvent(
				{
					action: isDisabled ? "gift_card.disabled" : "gift_card.enabled",
					actorId,
					subject: id,
					detail: { name: sql`'…' || ${giftCards.codeEnd}`, cents: giftCards.balanceCents },
				},
				sql`from ${giftCards} where ${isThisCard}`,
			),
		},
		// It is so already.
		refused: () => null,
	});
}

/** E-mails the code again, if the card has an e-mail. */
export async function mailAgain(id: string): Promise<void> {
	const { outbox } = await batch({
		outbox: addToOutbox(
			{ kind: "gift_card.issued", subject: id },
			hasRow(giftCards, sql`${giftCards.id} = ${id} and ${giftCards.email} <> ''`),
		),
	});
	sendFromOutbox(outbox);
}

/** The card of this id, or undefined. */
export async function findCard(id: string): Promise<GiftCardRow | undefined> {
	const [card] = await database().select().from(giftCards).where(eq(giftCards.id, id));
	return card;
}

/** Cards with the name and the e-mail of the account that has them, if one does. */
const selectWithOwner = () =>
	database()
		.select({
			card: giftCards,
			name: users.name,
			account: sql<string | null>`${users.email}`.as("account"),
		})
		.from(giftCards)
		.leftJoin(users, eq(users.id, giftCards.userId));

/** Cards on a page of the list. */
const pageSize = 25;

/** A page of the cards with entries, the last issued first; by the end of a code, an e-mail or the name of an account. */
export async function listCards(cursor: Cursor | undefined, q = "") {
	const { issuedAt, id } = giftCards;
	const columns = [giftCards.codeEnd, giftCards.email, users.email, users.name];
	// The database has only the last letters of a code.
	const typed = codeKey(giftCodeIn(q).giftCode.slice(-4) || storedSearch(q));
	const matches = columns.map((column) => sql`instr(lower(${column}), ${typed}) > 0`);
	const { found, owed } = await batch({
		found: selectWithOwner()
			.where(
				and(
					q === "" ? undefined : or(...matches),
					hasRow(giftCardEntries, sql`${giftCardEntries.cardId} = ${id}`),
					afterCursor(issuedAt, id, "desc", cursor),
				),
			)
			.orderBy(...orderByKey(issuedAt, id, "desc"))
			.limit(pageSize + 1),
		owed: database().select({ cents: shopCounts.giftCardsCents }).from(shopCounts),
	});
	const rows = found.map(({ card, ...owner }) => ({ ...card, ...owner }));
	return {
		...splitPage(rows, pageSize, (row) => row.issuedAt.getTime()),
		owedCents: owed[0]?.cents ?? 0,
	};
}

/** A card with its entries, the newest first, and whose it is. */
export async function readCard(id: string) {
	const { cards, entries } = await batch({
		cards: selectWithOwner().where(eq(giftCards.id, id)),
		entries: database()
			.select({
				entry: giftCardEntries,
				orderNumber: sql<number | null>`${orders.number}`.as("order_number"),
				by: sql<string | null>`${users.name}`.as("made_by"),
			})
			.from(giftCardEntries)
			.leftJoin(orders, eq(orders.id, giftCardEntries.orderId))
			.leftJoin(users, eq(users.id, giftCardEntries.createdBy))
			.where(eq(giftCardEntries.cardId, id))
			.orderBy(desc(giftCardEntries.number))
			.limit(100),
	});
	const [found] = cards;
	return found && { ...found, entries };
}

/** What is left of an account's store credit. */
export async function creditOf(userId: string): Promise<number> {
	const [row] = await database()
		.select({ cents: giftCards.balanceCents })
		.from(giftCards)
		.where(and(eq(giftCards.userId, userId), isNull(giftCards.disabledAt)));
	return row?.cents ?? 0;
}

/** Takes what is left of cards that have expired. For the scheduled job. */
export async function expireCards(now = new Date()): Promise<void> {
	const { id, balanceCents, expiresAt } = giftCards;
	await batch({
		expired: insertFrom(
			giftCardEntries,
			{
				cardId: id,
				cents: sql`-${balanceCents}`,
				reason: "expired",
				createdAt: now.getTime(),
			},
			sql`from ${giftCards} where ${expiresAt} is not null and ${balanceCents} > 0 and ${expiresAt} <= ${now.getTime()}`,
		),
	});
}
