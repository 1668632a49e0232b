/** Reads what tools can do, to tell whether they fit a bike. */
import { getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import type { Capability } from "./capabilities.ts";
import type { Bike } from "./fit.ts";
import { type FitMarks, toFitMark } from "./fit-marks.ts";
import type { Vocabulary } from "./standards.ts";
import { toCapabilities } from "./stored-capabilities.server.ts";

/** Returns whether these tools fit the bike. One query, which reads one row for each tool. */
export async function findFitMarks(
	toolIds: readonly string[],
	bike: Bike,
	vocabulary: Vocabulary,
): Promise<FitMarks> {
	const rows = await readCapabilities(toolIds);
	return Object.fromEntries(
		rows.map(({ id, capabilities }) => [id, toFitMark(capabilities, bike, vocabulary)]),
	);
}

/** Returns what these tools can do. Values of a list cost no rows, those of json_each do. */
export async function readCapabilities(
	toolIds: readonly string[],
): Promise<{ id: string; slug: string | null; name: string; capabilities: Capability[] }[]> {
	if (toolIds.length === 0) return [];
	const wanted: SQL = sql.join(
		toolIds.map((id) => sql`(${id})`),
		sql`, `,
	);
	const { id, slug, name, capabilities } = getTableColumns(tools);
	const rows = await database()
		.select({ id, slug, name, capabilities })
		.from(sql`(values ${wanted}) as wanted`)
		.crossJoin(tools)
		.where(sql`${id} = wanted.column1 and ${isNull(tools.archivedAt)}`);
	return rows.map((row) => ({ ...row, capabilities: toCapabilities(row.capabilities) }));
}
