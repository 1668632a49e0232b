/** What staff do with a return before its refund: approve or reject it, check in what has arrived, close it. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { isShippedLine, orderLines } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database, insertFrom, newId } from "../../platform/database/database.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import { moveReturn, piecesOf } from "./move-return.server.ts";
import {
	areReturnable,
	insertReturnLines,
	isLineOfReturn,
	isReadyFor,
} from "./return-lines.server.ts";
import type { Pieces, ReceivedLine } from "./returns.ts";
import { holdLines, settleWithdrawal } from "./settle-withdrawal.server.ts";

/** The statements that record an action and e-mail the customer. */
function record(
	{ id, orderId }: { id: string; orderId: string },
	{ id: actorId }: Pick<Caller, "id">,
	action: "approve" | "reject" | "receive",
	condition?: SQL,
) {
	const names = {
		approve: "order.return_approved",
		reject: "order.return_rejected",
		receive: "order.return_received",
	} as const satisfies Record<string, OutboxKind>;
	return {
		audit: auditLinesOf(names[action], actorId, and(isLineOfReturn(id), condition), {
			quantity: piecesOf(id),
		}),
		outbox: addToOutbox(
			{ kind: names[action], subject: orderId, payload: { returnId: id } },
			condition,
		),
	};
}

/** Which return staff act on. */
interface Subject {
	id: string;
	orderId: string;
	kind: "return" | "withdrawal";
}

/**
 * Approves a return: `answer` says where to send it. `lines` are those of a withdrawal that was declared without any; what
 * was not shipped of them is cancelled. Returns whether that was possible.
 */
export async function approveReturn(
	caller: Caller,
	subject: Subject,
	{ answer, labelUrl, lines }: { answer: string; labelUrl: string; lines: Pieces[] },
): Promise<boolean> {
	const { id, orderId, kind } = subject;
	const [heldId, now] = [newId(), Date.now()];
	const hasLines = hasRow(returnLines, sql`${returnLines.returnId} = ${id}`);
	const canAdd = lines.length > 0 ? areReturnable(kind, orderId, lines, "anybody") : sql`false`;
	const ofReturn = (which: SQL) => hasRow(orderLines, sql`${isLineOfReturn(id)} and ${which}`);
	const isOther = sql`not ${isShippedLine} and ${orderLines.cancelledAt} is null`;
	const notShipped = database()
		.select({ id: orderLines.id })
		.from(orderLines)
		.where(and(isLineOfReturn(id), isOther));
	const results = await commit({
		guard: [isReadyFor(id, "approve"), sql`(${hasLines} or ${canAdd})`],
		write: {
			...(lines.length > 0 && { lines: insertReturnLines(id, lines, sql`not ${hasLines}`) }),
			...record(subject, caller, "approve", ofReturn(isShippedLine)),
			held: insertFrom(
				returns,
				{
					id: heldId,
					orderId: returns.orderId,
					kind: returns.kind,
					reason: returns.reason,
					name: returns.name,
					note: returns.note,
					isProved: returns.isProved,
					number: sql`(select max(other.number) + 1 from ${returns} as other)`,
					createdAt: returns.createdAt,
					state: "waiting",
					waitsUntil: now,
				},
				sql`from ${returns} where ${returns.id} = ${id} and ${ofReturn(isOther)}`,
			).returning({ id: returns.id }),
			ends: addToOutbox({ kind: "return.wait_ends", subject: heldId }, ofReturn(isOther)),
			moveLines: database()
				.update(returnLines)
				.set({ returnId: heldId })
				.where(and(eq(returnLines.returnId, id), inArray(returnLines.lineId, notShipped))),
			hold: holdLines(heldId, now),
			moved: moveReturn(
				id,
				"approve",
				{ answer, labelUrl, decidedAt: new Date(now), decidedBy: caller.id },
				hasLines,
			),
			// All of it is to be cancelled: the other one has taken its place.
			replaced: moveReturn(
				id,
				"close",
				{ outcome: "none", closedAt: new Date(now), decidedAt: new Date(now) },
				sql`not ${hasLines}`,
			),
		},
		refused: () => null,
	});
	if (!results) return false;
	sendFromOutbox(results.outbox);
	if (results.held.length > 0) await settleWithdrawal(heldId, caller.id);
	return true;
}

/** Rejects a return with a reason, which the customer reads. Returns whether that was possible. */
export async function rejectReturn(
	caller: Caller,
	subject: Subject,
	answer: string,
): Promise<boolean> {
	const rejected = await commit({
		guard: [isReadyFor(subject.id, "reject")],
		write: {
			...record(subject, caller, "reject"),
			moved: moveReturn(subject.id, "reject", {
				answer,
				decidedAt: new Date(),
				decidedBy: caller.id,
			}),
		},
		refused: () => null,
	});
	sendFromOutbox(rejected?.outbox ?? []);
	return rejected !== null;
}

/**
 * Checks in what has arrived: the pieces of each line, how they are, and how many of them go back to the stock. What went
 * back with a refund does not, and of what was never shipped nothing can have arrived. Returns whether that was possible.
 */
export async function receiveReturn(
	caller: Caller,
	subject: Subject,
	lines: readonly ReceivedLine[],
): Promise<boolean> {
	const { id } = subject;
	const db = database();
	const ofReturn = eq(returnLines.returnId, id);
	const given = (name: keyof ReceivedLine) =>
		sql`(select part.value ->> ${name} from json_each(${JSON.stringify(lines)}) as part where part.value ->> 'lineId' = ${returnLines.lineId})`;
	const ofLine = (which: SQL) =>
		hasRow(orderLines, sql`${orderLines.id} = ${returnLines.lineId} and ${which}`);
	const received = sql`iif(${ofLine(isShippedLine)}, min(coalesce(${given("received")}, 0), ${returnLines.quantity}), 0)`;
	const canRestock = ofLine(sql`${orderLines.restockedAt} is null`);
	// A refund may have put some of its pieces back meanwhile.
	const left = sql`(select ${orderLines.quantity} - ${orderLines.restockedPieces} from ${orderLines} where ${orderLines.id} = ${returnLines.lineId})`;
	const restockedOf = (line: SQL) =>
		sql`(select ${returnLines.restocked} from ${returnLines} where ${returnLines.returnId} = ${id} and ${returnLines.lineId} = ${line})`;
	const restockedTools = db
		.select({ toolId: orderLines.toolId })
		.from(orderLines)
		.where(and(isLineOfReturn(id), sql`${restockedOf(sql`${orderLines.id}`)} > 0`));
	const results = await commit({
		guard: [isReadyFor(id, "receive")],
		write: {
			lines: db
				.update(returnLines)
				.set({
					received,
					condition: sql`iif(${received} > 0, ${given("condition")}, null)`,
					restocked: sql`iif(${canRestock}, min(${received}, coalesce(${given("restocked")}, 0), ${left}), 0)`,
				})
				.where(ofReturn),
			stock: db
				.update(tools)
				.set({
					quantity: sql`${tools.quantity} + (
						select sum(${returnLines.restocked})
						from ${returnLines}
						join ${orderLines} on ${orderLines.id} = ${returnLines.lineId}
						where ${returnLines.returnId} = ${id} and ${orderLines.toolId} = ${tools.id}
					)`,
					updatedAt: new Date(),
				})
				.where(inArray(tools.id, restockedTools))
				.returning({ id: tools.id }),
			restocked: db
				.update(orderLines)
				.set({
					restockedPieces: sql`${orderLines.restockedPieces} + ${restockedOf(sql`${orderLines.id}`)}`,
				})
				.where(isLineOfReturn(id)),
			...record(subject, caller, "receive"),
			moved: moveReturn(id, "receive", { receivedAt: new Date() }),
		},
		refused: () => null,
	});
	if (!results) return false;
	for (const tool of results.stock) purge("tools", `tool:${tool.id}`);
	sendFromOutbox(results.outbox);
	return true;
}

/** Closes a return without a refund of its own: nothing came, or it was refunded or cancelled on the order's page. */
export async function closeReturn(caller: Caller, { id }: Subject): Promise<boolean> {
	const now = new Date();
	const closed = await commit({
		guard: [isReadyFor(id, "close")],
		write: {
			audit: auditLinesOf("order.return_closed", caller.id, isLineOfReturn(id), {
				quantity: piecesOf(id),
			}),
			moved: moveReturn(id, "close", {
				outcome: "none",
				closedAt: now,
				decidedAt: sql`coalesce(${returns.decidedAt}, ${now.getTime()})`,
			}),
		},
		refused: () => null,
	});
	return closed !== null;
}
