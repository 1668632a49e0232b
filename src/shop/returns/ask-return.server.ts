/** Stores returns that customers ask for, and withdrawals that consumers declare. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { isPaidOrder, isShippedLine, orderLines, orders } from "../../db/order-tables.ts";
import { returns } from "../../db/return-tables.ts";
import { countAttempt } from "../../platform/account-attempts.ts";
import { batch, insertFrom, isInserted, newId } from "../../platform/database.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { actorIdOf, isOrderOfBuyer } from "../orders/lines.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { areReturnable, insertReturnLines, linesOfPieces } from "./return-lines.server.ts";
import { type AskedReturn, returnAddress, withdrawalDays } from "./returns.ts";

/** What came of it: `gone` if the order does not have so many pieces that could be sent back. */
export type AskOutcome = "asked" | "gone" | "too_many";

/**
 * Stores what the buyer of an order sends back, and mails them what was received, and when. The conditions are in the
 * insert, so that of two requests in one moment no piece is in both. `image` is the path of a stored picture.
 */
export async function askReturn(
	buyer: Buyer,
	orderId: string,
	asked: AskedReturn,
	image = "",
): Promise<AskOutcome> {
	if ((await countAttempt("return", orderId)) !== undefined) return "too_many";
	return store(orderId, { ...asked, image, actorId: actorIdOf(buyer) }, isOrderOfBuyer(buyer));
}

/** A return with who has asked for it. */
interface NewReturn extends AskedReturn {
	image: string;
	actorId: string;
}

/** Stores a return of an order that meets a condition. Without lines, staff find out what it is about. */
export async function store(
	orderId: string,
	{ kind, reason, note, name, image, lines, actorId }: NewReturn,
	condition: SQL,
): Promise<Exclude<AskOutcome, "too_many">> {
	const [id, now] = [newId(), Date.now()];
	const isAdded = isInserted(returns, id);
	const isInTime = kind === "withdrawal" && lines.length > 0 ? isSurelyInTime(orderId, now) : null;
	const whenInTime = (value: SQL | number | string, otherwise: string | null) =>
		isInTime ? sql`iif(${isInTime}, ${value}, ${otherwise})` : otherwise;
	const ofLines = lines.length > 0 ? linesOfPieces(lines) : sql`${orderLines}`;
	const results = await batch({
		added: insertFrom(
			returns,
			{
				number: sql`(select coalesce(max(other.number), 0) + 1 from ${returns} as other)`,
				...{ id, orderId: orders.id, kind, reason, note, name, image, createdAt: now },
				state: whenInTime("approved", "asked") ?? "asked",
				decidedAt: whenInTime(now, null),
				answer: whenInTime(returnAddress(), "") ?? "",
			},
			sql`from ${orders} where ${and(eq(orders.id, orderId), isPaidOrder, condition, lines.length > 0 ? areReturnable(kind, orderId, lines) : undefined)}`,
		).returning({ id: returns.id }),
		...(lines.length > 0 && { lines: insertReturnLines(id, lines, isAdded) }),
		audit: auditLinesOf(
			"order.return_asked",
			actorId,
			and(eq(orderLines.orderId, orderId), isAdded),
			lines.length > 0 ? { quantity: sql`part.value ->> 'quantity'` } : {},
			ofLines,
		),
		outbox: addToOutbox(
			{ kind: "order.return_asked", subject: orderId, payload: { returnId: id } },
			isAdded,
		),
	});
	sendFromOutbox(results.outbox);
	return results.added.length > 0 ? "asked" : "gone";
}

/**
 * The condition that a withdrawal from an order needs no decision: all of it was shipped, and the last part so lately that
 * the period has not ended, whenever it was delivered. What was not shipped is cancelled by staff.
 */
function isSurelyInTime(orderId: string, now: number): SQL {
	const since = now - withdrawalDays * 24 * 60 * 60_000;
	return sql`(select min(${isShippedLine}) and max(${orderLines.shippedAt}) >= ${since} from ${orderLines} where ${orderLines.orderId} = ${orderId} and ${orderLines.cancelledAt} is null)`;
}
