/** Reads what tools can do, to tell whether they fit a bike. */
import { eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { bundleParts, tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database/database.ts";
import type { Capability } from "./capabilities.ts";
import type { StoredCapability } from "./capability-rows.ts";
import { toCapabilities } from "./capability-rows.ts";
import { type Bike, verdictOfAll } from "./fit.ts";
import { bestMark, type FitMarks, markOf, toFitMark } from "./fit-marks.ts";
import type { Vocabulary } from "./standards.ts";

/**
 * Returns whether these tools fit the bike. One query, which reads one row for each tool, and two more for each part of a
 * kit. A gift card has no mark. An id with a point after it is
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
			const own = row && verdictOfAll(row.fitting, bike, vocabulary);
			if (!own) return [];
			const ofFamily = mark.endsWith(".") ? row.variants : [];
			const marks = ofFamily.map((capabilities) => toFitMark(capabilities, bike, vocabulary));
			return [[mark, bestMark([markOf(own), ...marks])]];
		}),
	);
}

interface MarkedTool {
	id: string;
	slug: string | null;
	name: string;
	/** What must all fit: what it can do, of a kit what each of its parts can; none of a gift card. */
	fitting: Capability[][];
	/** What the tools of the family can do for which it stands. */
	variants: Capability[][];
}

/** Selects what each part of a kit can do; null of any other tool. */
export const partCapabilities = sql<string | null>`case when ${tools.parts} is not null then (
	select json_group_array(json(part.capabilities))
	from ${bundleParts}
	join ${tools} as part on part.id = ${bundleParts.partId}
	where ${eq(bundleParts.bundleId, tools.id)}
) end`;

const storedParts = v.array(v.array(v.custom<StoredCapability>((row) => typeof row === "object")));

/** Returns what each part of a kit can do, from what `partCapabilities` has selected. */
export function toPartCapabilities(selected: string): Capability[][] {
	return v.parse(storedParts, JSON.parse(selected)).map(toCapabilities);
}

/** Returns what these tools can do. Values of a list cost no rows, those of json_each do. */
export async function readCapabilities(toolIds: readonly string[]): Promise<MarkedTool[]> {
	if (toolIds.length === 0) return [];
	const wanted: SQL = sql.join(
		toolIds.map((id) => sql`(${id})`),
		sql`, `,
	);
	const { id, slug, name, capabilities, family, isGiftCard } = getTableColumns(tools);
	const rows = await database()
		.select({ id, slug, name, capabilities, family, isGiftCard, parts: partCapabilities })
		.from(sql`(values ${wanted}) as wanted`)
		.crossJoin(tools)
		.where(sql`${id} = wanted.column1 and ${isNull(tools.archivedAt)}`);
	return rows.map(({ id, slug, name, capabilities, family, isGiftCard, parts }) => ({
		id,
		slug,
		name,
		fitting: isGiftCard
			? []
			: parts === null
				? [toCapabilities(capabilities)]
				: toPartCapabilities(parts),
		variants: (family?.variants ?? []).map((variant) => toCapabilities(variant.capabilities)),
	}));
}
