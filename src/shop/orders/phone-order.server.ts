/** Places the orders that staff enter for customers at the telephone. */
import { eq } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { ShopError } from "../../errors.ts";
import { database } from "../../platform/database.ts";
import type { RequestKey } from "../../platform/idempotency-key.ts";
import type { PhoneOrderRequest } from "./order-changes.ts";
import type { Order } from "./orders.ts";
import { placeOrder } from "./place-order.server.ts";

/**
 * Places an order of the account that has this e-mail, if it has verified it, otherwise of a guest: anybody can sign up
 * with the e-mail of another. Throws ShopError `account_blocked`, and what `placeOrder` throws.
 */
export async function placePhoneOrder(
	caller: Caller,
	{ sendsLink, ...request }: PhoneOrderRequest,
	requestKey: RequestKey,
): Promise<Order> {
	const [user] = await database().select().from(users).where(eq(users.email, request.email));
	const isVerified = user?.emailVerified ?? false;
	if (isVerified && user?.blockedAt) throw new ShopError("account_blocked");
	const customer = isVerified ? user : undefined;
	return placeOrder(
		// Nothing comes from the profile: who calls says it.
		customer && { ...customer, phone: "", address: "", verified: true },
		request,
		requestKey,
		undefined,
		{ actorId: caller.id, sendsLink },
	);
}
