/** Which orders a buyer may see and change: those of their account, and those they placed as a guest. */
import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { orders } from "../../db/order-tables.ts";

/** The condition that an order is the buyer's. */
export function isOrderOfBuyer({ user, guestTokenHashes }: Buyer): SQL {
	return (
		or(
			user && eq(orders.userId, user.id),
			guestTokenHashes.length > 0
				? inArray(orders.accessTokenHash, [...guestTokenHashes])
				: undefined,
		) ?? sql`false`
	);
}

/** The buyer's id in the audit log. */
export function actorIdOf({ user }: Buyer): string {
	return user?.id ?? guestUserId;
}
