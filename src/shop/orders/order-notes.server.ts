/** Administrators' notes to an order, and the e-mails about it. */
import { desc, eq, or, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { orderLines, orderNotes, orders } from "../../db/order-tables.ts";
import { outbox } from "../../db/outbox-tables.ts";
import { ShopError } from "../../errors.ts";
import { database, insertFrom, newId } from "../../platform/database/database.ts";
import { isOrderOf } from "./orders.server.ts";

/** Notes that the page of an order shows, the newest. */
const maxNotes = 20;
/** E-mails that it shows. Most orders have fewer than ten. */
const maxMails = 50;

/**
 * Adds a note to the order of this id, or of the line of this id. It is never changed, so that it tells
 * by itself who wrote what and when. Throws ShopError `not_found`.
 */
export async function addOrderNote(
	caller: Caller,
	id: string,
	text: string,
): Promise<{ insertedId: string }> {
	const [added] = await insertFrom(
		orderNotes,
		{ id: newId(), orderId: orders.id, authorId: caller.id, text, createdAt: Date.now() },
		sql`from ${orders} where ${isOrderOf(id)}`,
	).returning({ id: orderNotes.id });
	if (!added) throw new ShopError("not_found");
	return { insertedId: added.id };
}

/** The statement that selects the notes of an order, the newest first, with their authors' names. */
export function selectNotes(orderId: SQL) {
	const { text, createdAt } = orderNotes;
	return database()
		.select({ text, at: createdAt, author: users.name })
		.from(orderNotes)
		.leftJoin(users, eq(users.id, orderNotes.authorId))
		.where(eq(orderNotes.orderId, orderId))
		.orderBy(desc(createdAt))
		.limit(maxNotes);
}

/** The statement that selects the e-mails about an order and its lines, unsorted. */
export function selectMails(orderId: SQL) {
	const { kind, subjectId, outcome, availableAt, doneAt } = outbox;
	const ofLine = sql`${subjectId} in (select ${orderLines.id} from ${orderLines} where ${eq(orderLines.orderId, orderId)})`;
	return database()
		.select({ kind, outcome, availableAt, doneAt })
		.from(outbox)
		.where(or(eq(subjectId, orderId), ofLine))
		.limit(maxMails);
}
