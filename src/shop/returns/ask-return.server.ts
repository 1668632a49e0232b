/** Stores returns that customers ask for, and withdrawals that consumers declare. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { isPaidOrder, isShippedLine, orderLines, orders } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { errorCode } from "../../errors.ts";
import { countAttempt } from "../../platform/auth/account-attempts.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database, insertFrom, newId } from "../../platform/database/database.ts";
import { logError } from "../../platform/services/log.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { actorIdOf, isOrderOfBuyer } from "../orders/lines.server.ts";
import { withdrawalWaitMs } from "../orders/order-wait.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import {
	areReturnable,
	type Declarer,
	insertReturnLines,
	isUnprovedReturn,
	linesOfPieces,
} from "./return-lines.server.ts";
import { type AskedReturn, returnAddress, withdrawalDays } from "./returns.ts";
import { freeLines, holdLines, settleWithdrawal } from "./settle-withdrawal.server.ts";

/** What came of it: `gone` if the order does not have so many pieces that could be sent back. */
export type AskOutcome = "asked" | "gone" | "too_many";

/**
 * Stores what the buyer of an order sends back or withdraws from, and e-mails them what was received, and when. What a
 * withdrawal has of lines that were not shipped is cancelled at once. The conditions are in the insert, so that of two
 * requests in one moment no piece is in both. `image` is the path of a stored picture.
 */
export async function askReturn(
	buyer: Buyer,
	orderId: string,
	asked: AskedReturn,
	image = "",
): Promise<AskOutcome> {
	if ((await countAttempt("return", orderId)) !== undefined) return "too_many";
	const actorId = actorIdOf(buyer);
	const { outcome, heldId } = await store(
		orderId,
		{ ...asked, image, actorId, declarer: "customer" },
		isOrderOfBuyer(buyer),
	);
	if (heldId) {
		// It is declared: if this fails, the outbox does it.
		await settleWithdrawal(heldId, actorId).catch((error: unknown) =>
			logError(errorCode(error), error, { subject: heldId }),
		);
	}
	return outcome;
}

/** A return with who has asked for it. */
interface NewReturn extends AskedReturn {
	image: string;
	actorId: string;
	declarer: Declarer;
}

interface Stored {
	outcome: Exclude<AskOutcome, "too_many">;
	/** The withdrawal from what was not shipped. */
	heldId: string | undefined;
}

/**
 * Stores a return of an order that meets a condition. What was shipped by now is sent back; from what was not, a withdrawal
 * is a row of its own, which holds it until it is cancelled. Without lines, staff find out what it is about.
 */
export async function store(
	orderId: string,
	{ kind, reason, note, name, image, lines, actorId, declarer }: NewReturn,
	condition: SQL,
): Promise<Stored> {
	const [id, heldId, now] = [newId(), newId(), Date.now()];
	const isProved = declarer === "customer";
	const hasLines = lines.length > 0;
	const isInTime = kind === "withdrawal" && hasLines ? isSurelyInTime(orderId, now) : null;
	const whenInTime = (value: SQL | number | string, otherwise: string | null) =>
		isInTime ? sql`iif(${isInTime}, ${value}, ${otherwise})` : otherwise;
	const ofLines = hasLines ? linesOfPieces(lines) : sql`${orderLines}`;
	const hasSome = (which: SQL) => sql`exists (select 1 from ${ofLines} where ${which})`;
	const isNotShipped = sql`not ${isShippedLine}`;
	const ofOrder = eq(orders.id, orderId);
	const isPossible = and(
		ofOrder,
		isPaidOrder,
		condition,
		hasLines ? areReturnable(kind, orderId, lines, declarer) : undefined,
	);
	const number = sql`(select coalesce(max(other.number), 0) + 1 from ${returns} as other)`;
	const declared = {
		number,
		orderId: orders.id,
		kind,
		reason,
		note,
		name,
		image,
		createdAt: now,
		isProved: isProved ? 1 : 0,
	};
	const waitsUntil = isProved ? now : now + withdrawalWaitMs;
	const results = await commit({
		guard: [hasRow(orders, isPossible)],
		write: {
			// Both before their lines: these count as returned.
			added: insertFrom(
				returns,
				{
					...declared,
					id,
					state: whenInTime("approved", "asked") ?? "asked",
					decidedAt: whenInTime(now, null),
					answer: whenInTime(returnAddress(), "") ?? "",
				},
				sql`from ${orders} where ${and(ofOrder, hasLines ? hasSome(isShippedLine) : undefined)}`,
			),
			...(hasLines && {
				held: insertFrom(
					returns,
					{ ...declared, id: heldId, state: "waiting", waitsUntil },
					sql`from ${orders} where ${and(ofOrder, hasSome(isNotShipped))}`,
				).returning({ id: returns.id }),
				...(isProved && takeOver(orderId, lines, now)),
				lines: insertReturnLines(id, lines, isShippedLine),
				heldLines: insertReturnLines(heldId, lines, isNotShipped),
				hold: holdLines(heldId, now),
				// What is cancelled at once has it too: whoever does so may not finish.
				ends: addToOutbox(
					{ kind: "return.wait_ends", subject: heldId, availableAt: new Date(waitsUntil) },
					hasSome(isNotShipped),
				),
			}),
			audit: auditLinesOf(
				"order.return_asked",
				actorId,
				eq(orderLines.orderId, orderId),
				hasLines ? { quantity: sql`part.value ->> 'quantity'` } : {},
				ofLines,
			),
			outbox: addToOutbox({
				kind: "order.return_asked",
				subject: orderId,
				payload: { returnId: id, heldId },
			}),
		},
		refused: () => null,
	});
	if (!results) return { outcome: "gone", heldId: undefined };
	sendFromOutbox(results.outbox);
	const isHeld = (results.held ?? []).length > 0;
	return { outcome: "asked", heldId: isHeld ? heldId : undefined };
}

/**
 * The statements by which a customer's own return takes its lines over from what a stranger has declared: that one keeps its
 * other lines, or is closed without any.
 */
function takeOver(orderId: string, lines: readonly { lineId: string }[], now: number) {
	const db = database();
	const ids = lines.map(({ lineId }) => lineId);
	const ofStranger = and(eq(returns.orderId, orderId), isUnprovedReturn);
	const has = (which: SQL) =>
		hasRow(returnLines, sql`${returnLines.returnId} = ${returns.id} and ${which}`);
	const isTaken = inArray(returnLines.lineId, ids);
	return {
		takenWhole: db
			.update(returns)
			.set({
				state: "closed",
				outcome: "none",
				closedAt: new Date(now),
				decidedAt: sql`coalesce(${returns.decidedAt}, ${now})`,
			})
			.where(and(ofStranger, has(isTaken), sql`not ${has(sql`not ${isTaken}`)}`)),
		takenLines: db
			.delete(returnLines)
			.where(
				and(
					isTaken,
					inArray(
						returnLines.returnId,
						db.select({ id: returns.id }).from(returns).where(ofStranger),
					),
				),
			),
		freed: freeLines(and(inArray(orderLines.id, ids), eq(orderLines.orderId, orderId))),
	};
}

/**
 * The condition that a withdrawal from an order needs no decision: a part of it was not shipped, so that the period has not
 * begun, or the last one so lately that it has not ended, whenever it was delivered.
 */
function isSurelyInTime(orderId: string, now: number): SQL {
	const since = now - withdrawalDays * 24 * 60 * 60_000;
	return sql`(
		select not min(${isShippedLine}) or max(${orderLines.shippedAt}) >= ${since}
		from ${orderLines}
		where ${orderLines.orderId} = ${orderId} and ${orderLines.cancelledAt} is null
	)`;
}
