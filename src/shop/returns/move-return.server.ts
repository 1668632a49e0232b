/** The statement that moves a return on, and the pieces that its audit entries name. */
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import { orderLines } from "../../db/order-tables.ts";
import { returnLines, returns } from "../../db/return-tables.ts";
import { database } from "../../platform/database/database.ts";
import { nextState, type ReturnAction, type ReturnState, statesFor } from "./return-states.ts";

/** The state that an action leads to, from any state in which it is possible. */
function stateAfter(action: ReturnAction): ReturnState {
	const [from] = statesFor(action);
	const to = from && nextState(from, action);
	if (!to) throw new Error(`Nothing leads to ${action}.`);
	return to;
}

/**
 * The statement that moves a return to its next state, if it is in one in which that is possible. The last of its batch. `set`
 * has the state only if the action may lead to another.
 */
export function moveReturn(
	id: string,
	action: ReturnAction,
	set: SQLiteUpdateSetSource<typeof returns>,
	condition: SQL = sql`true`,
) {
	return database()
		.update(returns)
		.set({ state: stateAfter(action), ...set })
		.where(and(eq(returns.id, id), inArray(returns.state, statesFor(action)), condition))
		.returning({ id: returns.id });
}

/** The pieces of a line in a return: those that have arrived, once they are checked in. */
export const piecesOf = (id: string) =>
	sql`(
		select coalesce(${returnLines.received}, ${returnLines.quantity})
		from ${returnLines}
		where ${returnLines.returnId} = ${id} and ${returnLines.lineId} = ${orderLines.id}
	)`;
