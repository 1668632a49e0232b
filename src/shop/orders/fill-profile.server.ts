/** Where an order goes, kept in the profile of a customer who had not given it there yet. */
import { and, eq, exists, or, sql } from "drizzle-orm";
import { users } from "../../db/auth-tables.ts";
import { orders } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";

/**
 * The statement that fills an empty phone or address of the customer's profile from their order, if
 * the same batch has written it. What the profile has already stays, field by field.
 */
export function fillProfile(
	userId: string,
	orderId: string,
	{ phone, address }: { phone: string; address: string },
) {
	const db = database();
	const fillIfEmpty = (column: typeof users.phone | typeof users.address, value: string) =>
		sql`case when ${column} = '' then ${value} else ${column} end`;
	const placed = db.select({ one: sql`1` }).from(orders).where(eq(orders.id, orderId));
	return db
		.update(users)
		.set({
			phone: fillIfEmpty(users.phone, phone),
			address: fillIfEmpty(users.address, address),
			updatedAt: new Date(),
		})
		.where(
			and(eq(users.id, userId), or(eq(users.phone, ""), eq(users.address, "")), exists(placed)),
		);
}
