/**
 * Ends withdrawals from what was not shipped: they hold their lines until these are cancelled and refunded, or its customer
 * undoes it.
 */
import { and, eq, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { hasMoneyLeft, isShippedLine, orderLines, orders } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { actorIdOf, isOrderOfBuyer, type LineRow } from "../orders/lines.server.ts";
import { findOrderWithLines } from "../orders/orders.server.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import { cancelLines } from "../refunds/refund-order.server.ts";
import { moveReturn, piecesOf } from "./move-return.server.ts";
import { isLineOfReturn, isReadyFor, isUnprovedReturn } from "./return-lines.server.ts";
import { findReturn } from "./returns.server.ts";

/** When a withdrawal is tried again that can't be cancelled now, such as while a dispute is open, in milliseconds. */
const retryMs = 6 * 60 * 60_000;

/** The statement that holds the lines of a withdrawal that waits: they leave what is to be shipped. */
export const holdLines = (id: string, now: number) =>
	database()
		.update(orderLines)
		.set({ withdrawnAt: new Date(now) })
		.where(and(isLineOfReturn(id), isReadyFor(id, "cancel")));

/** The statement that no longer holds lines which no withdrawal waits for any more. After what ends a withdrawal: another may wait. */
export const freeLines = (condition: SQL | undefined) =>
	database()
		.update(orderLines)
		.set({ withdrawnAt: null })
		.where(
			and(
				condition,
				isNotNull(orderLines.withdrawnAt),
				sql`not exists (
					select 1
					from ${returnLines}
					join ${returns} on ${returns.id} = ${returnLines.returnId}
					where ${returnLines.lineId} = ${orderLines.id} and ${returns.state} = 'waiting'
				)`,
			),
		);

/** What came of it: `held` if its lines can't be cancelled now, `gone` if it does not wait any more. */
export type SettleOutcome = "cancelled" | "held" | "gone";

/**
 * Cancels and refunds what a withdrawal that waits is about, in the batch that closes it. By then staff or the customer may
 * have cancelled or refunded it otherwise. What was shipped all the same is sent back. `actorId` is null for the shop itself.
 */
export async function settleWithdrawal(id: string, actorId: string | null): Promise<SettleOutcome> {
	const found = await findReturn(id);
	if (found?.state !== "waiting") return "gone";
	const ofOrder = await findOrderWithLines(eq(orders.id, found.orderId), isLineOfReturn(id));
	if (!ofOrder) return "gone";
	const asked = new Map(found.lines.map(({ lineId, quantity }) => [lineId, quantity]));
	// What is back in the stock, nothing else could ship.
	const isSome = ({ id: lineId, quantity, restockedPieces, restockedAt }: LineRow) =>
		restockedAt === null && (asked.get(lineId) ?? 0) < quantity - restockedPieces;
	const whole = ofOrder.lines.filter((line) => !isSome(line)).map((line) => line.id);
	const end = (condition?: SQL) => ({
		closed: closeRefunded(id, whole, condition),
		moved: moveReturn(id, "cancel", afterCancel(id), condition),
		freed: freeLines(isLineOfReturn(id)),
	});
	const reply = await cancelLines(found.orderId, ofOrder, {
		createdBy: actorId,
		key: `withdrawal ${id}`,
		pieces: new Map(
			ofOrder.lines.flatMap((line) => (isSome(line) ? [[line.id, asked.get(line.id) ?? 0]] : [])),
		),
		condition: isReadyFor(id, "cancel"),
		also: () => end(),
	});
	if (reply) return "cancelled";
	// Nothing is left to refund of lines that were shipped, cancelled or refunded meanwhile.
	const isDone = sql`not ${hasRow(orderLines, and(isLineOfReturn(id), isToCancel))}`;
	const { moved } = await batch(end(isDone));
	if (moved.length > 0) return "cancelled";
	const isWaiting = isReadyFor(id, "cancel");
	const availableAt = new Date(Date.now() + retryMs);
	// Whoever tries it, there is one next try.
	const period = Math.floor(availableAt.getTime() / retryMs);
	await batch({
		again: addToOutbox(
			{ id: `wait-${id}-${period}`, kind: "return.wait_ends", subject: id, availableAt },
			isWaiting,
		),
	});
	return (await findReturn(id))?.state === "waiting" ? "held" : "gone";
}

/** The statement that cancels lines which were refunded otherwise: they don't ship, even if that refund fails later. */
const closeRefunded = (id: string, lineIds: readonly string[], condition: SQL | undefined) =>
	database()
		.update(orderLines)
		.set({ cancelledAt: new Date() })
		.where(
			and(
				inList(orderLines.id, lineIds),
				eq(orderLines.status, "Pending"),
				condition,
				isNull(orderLines.cancelledAt),
				isReadyFor(id, "cancel"),
				or(isNotNull(orderLines.refundedAt), isNotNull(orderLines.restockedAt)),
			),
		);

/** The condition that something of a line is still to be cancelled. A refund that waits may fail. */
const isToCancel = and(
	sql`not ${isShippedLine}`,
	isNull(orderLines.cancelledAt),
	isNull(orderLines.refundedAt),
	sql`not (${orderLines.restockedAt} is not null and not ${hasMoneyLeft})`,
);

/** What becomes of a withdrawal whose lines were cancelled: it is done, unless some of them were shipped after all. */
function afterCancel(id: string) {
	const now = Date.now();
	const isShipped = hasRow(orderLines, and(isLineOfReturn(id), isShippedLine));
	const ifDone = (value: string | number) => sql`iif(${isShipped}, null, ${value})`;
	return {
		state: sql`iif(${isShipped}, 'asked', 'closed')`,
		outcome: ifDone("cancel"),
		closedAt: ifDone(now),
		decidedAt: ifDone(now),
	};
}

/** Undoes a withdrawal of a buyer's order that they have not declared, while it waits. Returns whether that was possible. */
export const undoWithdrawal = (buyer: Buyer, id: string): Promise<boolean> =>
	undo(
		id,
		actorIdOf(buyer),
		sql`${returns.waitsUntil} > ${Date.now()} and exists (select 1 from ${orders} where ${orders.id} = ${returns.orderId} and ${isOrderOfBuyer(buyer)})`,
	);

/**
 * Puts what a withdrawal holds back to what is to be shipped, and closes what else was declared for the order by its number and
 * e-mail. `condition` is of the row. Returns whether that was possible.
 */
export async function undo(
	id: string,
	actorId: string,
	condition: SQL = sql`true`,
): Promise<boolean> {
	const db = database();
	const now = Date.now();
	const closing = {
		outcome: "undone" as const,
		closedAt: new Date(now),
		decidedAt: sql`coalesce(${returns.decidedAt}, ${now})`,
	};
	const ofSameOrder = sql`${returns.orderId} = (select waiting.order_id from ${returns} as waiting where waiting.id = ${id})`;
	const undone = await commit({
		guard: [isReadyFor(id, "undo"), hasRow(returns, and(eq(returns.id, id), condition))],
		write: {
			audit: auditLinesOf("order.withdrawal_undone", actorId, isLineOfReturn(id), {
				quantity: piecesOf(id),
			}),
			others: db
				.update(returns)
				.set({ ...closing, state: "closed" })
				.where(and(ofSameOrder, ne(returns.id, id), isUnprovedReturn)),
			moved: moveReturn(id, "undo", closing),
			freed: freeLines(
				sql`${orderLines.orderId} = (select ${returns.orderId} from ${returns} where ${returns.id} = ${id})`,
			),
		},
		refused: () => null,
	});
	return undone !== null;
}
