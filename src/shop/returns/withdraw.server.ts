/**
 * Takes withdrawals from contracts without an account or a link: by the number of the order and its e-mail (Directive
 * 2011/83/EU, Article 11a, as Directive (EU) 2023/2673 has it since 19 June 2026).
 */
import { and, eq, sql } from "drizzle-orm";
import { guestUserId } from "../../access/guest.ts";
import { orders } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { countAttempt } from "../../platform/auth/account-attempts.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { database } from "../../platform/database/database.ts";
import { store } from "./ask-return.server.ts";
import { findReturnableOf } from "./returns.server.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** How many withdrawals that name no lines wait for a decision in an order: a stranger can declare no more, nor e-mail more. */
const maxWithoutLines = 3;

/**
 * Stores a withdrawal if there is a paid order with this number and e-mail, and e-mails what was declared, and when, to that
 * e-mail. It moves no money: what was not shipped waits a day, in which the customer can undo it by a link in the e-mail. Who
 * declares it learns nothing else: the answer is the same without such an order, but `undone` once the customer has undone one.
 */
export async function withdrawByNumber(
	request: Request,
	{ number, email, name, note }: Withdrawal,
): Promise<"received" | "too_many" | "undone"> {
	const network = await hashNetwork(request);
	if ((await countAttempt("withdrawal", network)) !== undefined) return "too_many";
	const isOrder = and(eq(orders.number, number), eq(orders.email, email));
	const found = await findReturnableOf(isOrder, "withdrawal", "anybody");
	if (!found) return "received";
	if (await wasUndone(found.order.id)) return "undone";
	if (found.order.isUnproved && (await countAttempt("networkMail", network)) !== undefined)
		return "too_many";
	// The whole order is all that is left of it. What a part of it is, staff read; and so what is meant if pieces are in a
	// return already: a declaration is never lost.
	const lines = note
		? []
		: found.lines.map(({ line, left }) => ({ lineId: line.id, quantity: left }));
	const waiting = sql`(
		select count(*)
		from ${returns}
		where ${returns.orderId} = ${orders.id}
			and ${returns.state} = 'asked'
			and not exists (
				select 1 from ${returnLines} where ${returnLines.returnId} = ${returns.id}
			)
	)`;
	await store(
		found.order.id,
		{
			kind: "withdrawal",
			reason: null,
			note,
			name,
			image: "",
			lines,
			actorId: guestUserId,
			declarer: "anybody",
		},
		lines.length > 0 ? sql`${isOrder}` : sql`${isOrder} and ${waiting} < ${maxWithoutLines}`,
	);
	return "received";
}

/** Whether the customer of an order has undone a withdrawal from it, or staff after talking with them. */
async function wasUndone(orderId: string): Promise<boolean> {
	const [undone] = await database()
		.select({ id: returns.id })
		.from(returns)
		.where(and(eq(returns.orderId, orderId), eq(returns.outcome, "undone")))
		.limit(1);
	return undone !== undefined;
}
