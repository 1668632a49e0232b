/** What staff do with a return before its refund: approve or reject it, check in what has arrived, close it. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Caller } from "../../access/caller.ts";
import { isShippedLine, orderLines } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import {
	areReturnable,
	insertReturnLines,
	isLineOfReturn,
	isReadyFor,
} from "./return-lines.server.ts";
import { nextState, type ReturnAction, type ReturnState, statesFor } from "./return-states.ts";
import type { Pieces, ReceivedLine } from "./returns.ts";

/** The state that an action leads to, from any state in which it is possible. */
function stateAfter(action: ReturnAction): ReturnState {
	const [from] = statesFor(action);
	const to = from && nextState(from, action);
	if (!to) throw new Error(`Nothing leads to ${action}.`);
	return to;
}

/** The statement that moves a return to its next state, if it is in one in which that is possible. The last of its batch. */
export function moveReturn(
	id: string,
	action: ReturnAction,
	set: SQLiteUpdateSetSource<typeof returns>,
	condition: SQL = sql`true`,
) {
	return database()
		.update(returns)
		.set({ ...set, state: stateAfter(action) })
		.where(and(eq(returns.id, id), inArray(returns.state, statesFor(action)), condition))
		.returning({ id: returns.id });
}

/**
 * The statements that record an action and mail the customer. Before `moveReturn`, because they hold while it is possible: of
 * two staff at once, one does it.
 */
function record(
	{ id, orderId }: { id: string; orderId: string },
	{ id: actorId }: Pick<Caller, "id">,
	action: "approve" | "reject" | "receive",
	condition: SQL = sql`true`,
) {
	const names = {
		approve: "order.return_approved",
		reject: "order.return_rejected",
		receive: "order.return_received",
	} as const satisfies Record<string, OutboxKind>;
	const isPossible = sql`${isReadyFor(id, action)} and ${condition}`;
	return {
		audit: auditLinesOf(names[action], actorId, and(isLineOfReturn(id), isPossible), {
			quantity: piecesOf(id),
		}),
		outbox: addToOutbox(
			{ kind: names[action], subject: orderId, payload: { returnId: id } },
			isPossible,
		),
	};
}

/** The pieces of a line in a return: those that have arrived, once they are checked in. */
export const piecesOf = (id: string) =>
	sql`(select coalesce(${returnLines.received}, ${returnLines.quantity}) from ${returnLines} where ${returnLines.returnId} = ${id} and ${returnLines.lineId} = ${orderLines.id})`;

/** Which return staff act on. */
interface Subject {
	id: string;
	orderId: string;
	kind: "return" | "withdrawal";
}

/**
 * Approves a return: `answer` says where to send it. `lines` are those of a withdrawal that was declared without any.
 * Returns whether that was possible.
 */
export async function approveReturn(
	caller: Caller,
	subject: Subject,
	{ answer, labelUrl, lines }: { answer: string; labelUrl: string; lines: Pieces[] },
): Promise<boolean> {
	const { id, orderId, kind } = subject;
	const hasLines = sql`exists (select 1 from ${returnLines} where ${returnLines.returnId} = ${id})`;
	const mayAdd = sql`${isReadyFor(id, "approve")} and not ${hasLines} and ${areReturnable(kind, orderId, lines)}`;
	const results = await batch({
		...(lines.length > 0 && { lines: insertReturnLines(id, lines, mayAdd) }),
		...record(subject, caller, "approve", hasLines),
		moved: moveReturn(
			id,
			"approve",
			{ answer, labelUrl, decidedAt: new Date(), decidedBy: caller.id },
			hasLines,
		),
	});
	sendFromOutbox(results.outbox);
	return results.moved.length > 0;
}

/** Rejects a return with a reason, which the customer reads. Returns whether that was possible. */
export async function rejectReturn(
	caller: Caller,
	subject: Subject,
	answer: string,
): Promise<boolean> {
	const results = await batch({
		...record(subject, caller, "reject"),
		moved: moveReturn(subject.id, "reject", {
			...{ answer, decidedAt: new Date(), decidedBy: caller.id },
		}),
	});
	sendFromOutbox(results.outbox);
	return results.moved.length > 0;
}

/**
 * Checks in what has arrived: the pieces of each line, how they are, and how many of them go back to the stock. What was
 * never shipped, or went back with a refund, does not. Returns whether that was possible.
 */
export async function receiveReturn(
	caller: Caller,
	subject: Subject,
	lines: readonly ReceivedLine[],
): Promise<boolean> {
	const { id } = subject;
	const db = database();
	const isReady = isReadyFor(id, "receive");
	const ofReturn = and(eq(returnLines.returnId, id), isReady);
	const given = (name: keyof ReceivedLine) =>
		sql`(select part.value ->> ${name} from json_each(${JSON.stringify(lines)}) as part where part.value ->> 'lineId' = ${returnLines.lineId})`;
	const received = sql`min(coalesce(${given("received")}, 0), ${returnLines.quantity})`;
	const canRestock = sql`exists (select 1 from ${orderLines} where ${orderLines.id} = ${returnLines.lineId} and ${isShippedLine} and ${orderLines.restockedAt} is null)`;
	const restockedOf = (line: SQL) =>
		sql`(select ${returnLines.restocked} from ${returnLines} where ${returnLines.returnId} = ${id} and ${returnLines.lineId} = ${line})`;
	const restockedTools = db
		.select({ toolId: orderLines.toolId })
		.from(orderLines)
		.where(and(isLineOfReturn(id), sql`${restockedOf(sql`${orderLines.id}`)} > 0`));
	const results = await batch({
		lines: db
			.update(returnLines)
			.set({
				received,
				condition: sql`iif(${received} > 0, ${given("condition")}, null)`,
				restocked: sql`iif(${canRestock}, min(${received}, coalesce(${given("restocked")}, 0)), 0)`,
			})
			.where(ofReturn),
		stock: db
			.update(tools)
			.set({
				quantity: sql`${tools.quantity} + (select sum(${returnLines.restocked}) from ${returnLines} join ${orderLines} on ${orderLines.id} = ${returnLines.lineId} where ${returnLines.returnId} = ${id} and ${orderLines.toolId} = ${tools.id})`,
				updatedAt: new Date(),
			})
			.where(and(inArray(tools.id, restockedTools), isReady))
			.returning({ id: tools.id }),
		restocked: db
			.update(orderLines)
			.set({
				restockedPieces: sql`${orderLines.restockedPieces} + ${restockedOf(sql`${orderLines.id}`)}`,
			})
			.where(and(isLineOfReturn(id), isReady)),
		...record(subject, caller, "receive"),
		moved: moveReturn(id, "receive", { receivedAt: new Date() }),
	});
	for (const tool of results.stock) purge("tools", `tool:${tool.id}`);
	sendFromOutbox(results.outbox);
	return results.moved.length > 0;
}

/** Closes a return without a refund of its own: nothing came, or it was refunded or cancelled on the order's page. */
export async function closeReturn(caller: Caller, { id }: Subject): Promise<boolean> {
	const now = new Date();
	const { moved } = await batch({
		audit: auditLinesOf(
			"order.return_closed",
			caller.id,
			and(isLineOfReturn(id), isReadyFor(id, "close")),
			{ quantity: piecesOf(id) },
		),
		moved: moveReturn(id, "close", {
			...{ outcome: "none", closedAt: now },
			decidedAt: sql`coalesce(${returns.decidedAt}, ${now.getTime()})`,
		}),
	});
	return moved.length > 0;
}
