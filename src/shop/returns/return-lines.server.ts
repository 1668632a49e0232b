/** Which pieces of an order can be sent back: the conditions of the statements that store a return. */
import { type SQL, sql } from "drizzle-orm";
import { hasMoneyLeft, isPaidLine, isShippedLine, orderLines } from "../../db/order-tables.ts";
import { returnedPieces } from "../../db/return-conditions.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { hasRow } from "../../platform/database/commit.ts";
import { inList, insertFrom } from "../../platform/database/database.ts";
import { type ReturnAction, type ReturnKind, statesFor } from "./return-states.ts";
import type { Pieces } from "./returns.ts";

/** The condition that somebody who has proved nothing has declared a return, and nothing of it has arrived. */
export const isUnprovedReturn = sql`(not ${returns.isProved} and ${returns.state} in ('asked', 'waiting', 'approved'))`;

/** Who declares a return: the order's customer, who takes over what a stranger has declared, or anybody. */
export type Declarer = "customer" | "anybody";

/** How many pieces of a row of `order_lines` are in returns that count for who declares another. */
export const returnedOfLine = (declarer: Declarer) =>
	sql<number>`(
		select coalesce(sum(${sql.raw(returnedPieces)}), 0)
		from ${returnLines}
		join ${returns} on ${returns.id} = ${returnLines.returnId}
		where ${returnLines.lineId} = ${orderLines.id}
			and ${declarer === "customer" ? sql`not ${isUnprovedReturn}` : sql`true`}
	)`;

/**
 * The condition that something of a line can be sent back: it is paid, not cancelled and not refunded in full. A return is of
 * what was shipped; from the contract a consumer can also withdraw before.
 */
export function isReturnableLine(kind: ReturnKind): SQL {
	const isOpen = sql`${isPaidLine} and ${orderLines.cancelledAt} is null and ${hasMoneyLeft}`;
	return kind === "return" ? sql`${isOpen} and ${isShippedLine}` : isOpen;
}

/** The rows of lines that are sent back, each with its pieces. */
export const linesOfPieces = (lines: readonly Pieces[]) =>
	sql`json_each(${JSON.stringify(lines)}) as part join ${orderLines} on ${orderLines.id} = part.value ->> 'lineId'`;

/** The condition that so many pieces of each of these lines of an order can be sent back, and are not already. */
export function areReturnable(
	kind: ReturnKind,
	orderId: string,
	lines: readonly Pieces[],
	declarer: Declarer,
): SQL {
	const isLeft = sql`${returnedOfLine(declarer)} + (part.value ->> 'quantity') <= ${orderLines.quantity}`;
	return sql`(
		select count(distinct ${orderLines.id})
		from ${linesOfPieces(lines)}
		where ${orderLines.orderId} = ${orderId} and ${isReturnableLine(kind)} and ${isLeft}
	) = ${lines.length}`;
}

/** The statement that inserts the lines of a return, if `condition` holds. */
export function insertReturnLines(returnId: string, lines: readonly Pieces[], condition: SQL) {
	return insertFrom(
		returnLines,
		{ returnId, lineId: orderLines.id, quantity: sql`part.value ->> 'quantity'` },
		sql`from ${linesOfPieces(lines)} where ${condition}`,
	);
}

/** The condition that a return is in a state in which an action is possible. */
export function isReadyFor(id: string, action: ReturnAction): SQL {
	return hasRow(
		returns,
		sql`${returns.id} = ${id} and ${inList(returns.state, statesFor(action))}`,
	);
}

/** The condition that a row of `order_lines` has pieces in a return. */
export const isLineOfReturn = (id: string) =>
	sql`${orderLines.id} in (select ${returnLines.lineId} from ${returnLines} where ${returnLines.returnId} = ${id})`;
