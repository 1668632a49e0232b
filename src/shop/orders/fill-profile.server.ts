/** Saves the phone and address of an order to a profile that lacks them. */
import { and, eq, exists, or, sql } from "drizzle-orm";
import { users } from "../../db/auth-tables.ts";
import { orderLines } from "../../db/order-tables.ts";
import { database } from "../../platform/database.ts";

/**
 * The statement that fills an empty phone or address of the user's profile, if the same batch inserted
 * the order. Fields that have a value keep it.
 */
export function fillProfile(
	userId: string,
	lineId: string,
	{ phone, address }: { phone: string; address: string },
) {
	const db = database();
	const fillIfEmpty = (column: typeof users.phone | typeof users.address, value: string) =>
		sql`case when ${column} = '' then ${value} else ${column} end`;
	const placed = db.select({ one: sql`1` }).from(orderLines).where(eq(orderLines.id, lineId));
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
