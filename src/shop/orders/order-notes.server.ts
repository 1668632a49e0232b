/** Administrators' notes to an order, and the mails about it. */
import { desc, eq, or, type SQL, sql } from "drizzle-orm";
import { users } from "../../db/auth-tables.ts";
import { checkouts, orderNotes, orders } from "../../db/order-tables.ts";
import { outbox } from "../../db/outbox-tables.ts";
import { database, insertFrom, newId } from "../../platform/database.ts";
import { isCheckoutOf } from "../checkouts/checkouts.server.ts";
import { ShopError } from "../errors.ts";
import type { Caller } from "../users/users.ts";

/** Notes that the page of an order shows, the newest. */
const maxNotes = 20;
/** Mails that it shows. Most checkouts have fewer than ten. */
const maxMails = 50;

/**
 * Adds a note to the checkout of this id, or of the order of this id. It is never changed, so that it tells
 * by itself who wrote what and when. Throws ShopError `not_found`.
 */
export async function addOrderNote(
	caller: Caller,
	id: string,
	text: string,
): Promise<{ insertedId: string }> {
	const [added] = await insertFrom(
		orderNotes,
		{ id: newId(), checkoutId: checkouts.id, authorId: caller.id, text, createdAt: Date.now() },
		sql`from ${checkouts} where ${isCheckoutOf(id)}`,
	).returning({ id: orderNotes.id });
	if (!added) throw new ShopError("not_found");
	return { insertedId: added.id };
}

/** The statement that selects the notes of a checkout, the newest first, with their authors' names. */
export function selectNotes(checkoutId: SQL) {
	const { text, createdAt } = orderNotes;
	return database()
		.select({ text, at: createdAt, author: users.name })
		.from(orderNotes)
		.leftJoin(users, eq(users.id, orderNotes.authorId))
		.where(eq(orderNotes.checkoutId, checkoutId))
		.orderBy(desc(createdAt))
		.limit(maxNotes);
}

/** The statement that selects the mails about a checkout and its orders, in no order. */
export function selectMails(checkoutId: SQL) {
	const { kind, subjectId, outcome, availableAt, doneAt } = outbox;
	const ofOrder = sql`${subjectId} in (select ${orders.id} from ${orders} where ${eq(orders.checkoutId, checkoutId)})`;
	return database()
		.select({ kind, outcome, availableAt, doneAt })
		.from(outbox)
		.where(or(eq(subjectId, checkoutId), ofOrder))
		.limit(maxMails);
}
