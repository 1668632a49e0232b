/** Reads what tools can do, to tell whether they fit a bike. */
import { getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import type { Capability } from "./capabilities.ts";
import { toCapabilities } from "./capability-rows.ts";
import type { Bike } from "./fit.ts";
import { bestMark, type FitMarks, toFitMark } from "./fit-marks.ts";
import type { Vocabulary } from "./standards.ts";

/**
 * Returns whether these tools fit the bike. One query, which reads one row for each tool. An id with a point after it is
 * that of a tool that stands for its family: of its tools the one counts that fits best.
 */
export async function findFitMarks(
	marked: readonly string[],
	bike: Bike,
	vocabulary: Vocabulary,
): Promise<FitMarks> {
	const idOf = (mark: string) => mark.replace(/\.$/, "");
	const rows = await readCapabilities([...new Set(marked.map(idOf))]);
	return Object.fromEntries(
		marked.flatMap((mark) => {
			const row = rows.find(({ id }) => id === idOf(mark));
			if (!row) return [];
			const ofFamily = mark.endsWith(".") ? row.variants : [];
			const markOf = (capabilities: Capability[]) => toFitMark(capabilities, bike, vocabulary);
			return [[mark, bestMark([markOf(row.capabilities), ...ofFamily.map(markOf)])]];
		}),
	);
}

interface MarkedTool {
	id: string;
	slug: string | null;
	name: string;
	capabilities: Capability[];
	/** What the tools of the family can do for which it stands. */
	variants: Capability[][];
}

/** Returns what these tools can do. Values of a list cost no rows, those of json_each do. */
export async function readCapabilities(toolIds: readonly string[]): Promise<MarkedTool[]> {
	if (toolIds.length === 0) return [];
	const wanted: SQL = sql.join(
		toolIds.map((id) => sql`(${id})`),
		sql`, `,
	);
	const { id, slug, name, capabilities, family } = getTableColumns(tools);
	const rows = await database()
		.select({ id, slug, name, capabilities, family })
		.from(sql`(values ${wanted}) as wanted`)
		.crossJoin(tools)
		.where(sql`${id} = wanted.column1 and ${isNull(tools.archivedAt)}`);
	return rows.map(({ family, ...row }) => ({
		...row,
		capabilities: toCapabilities(row.capabilities),
		variants: (family?.[4] ?? []).map((variant) => toCapabilities(variant[7])),
	}));
}
