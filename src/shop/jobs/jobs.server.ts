/** Reads the tools for a job. */
import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { toolCapabilities, tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import type { Capability } from "../fit/capabilities.ts";
import {
	type Action,
	actions,
	leavesOf,
	type Standard,
	type Vocabulary,
} from "../fit/standards.ts";
import { toTool } from "../tools/tools.server.ts";
import { canOrder, type Tool } from "../tools/tools.ts";
import type { Need } from "./jobs.ts";
import { type KitTool, possibleStandards } from "./kit.ts";

/** A tool for a job. */
export interface JobTool extends KitTool {
	tool: Tool;
}

/** A row of the index: what a tool is looked for. */
interface Wanted {
	action: Action;
	dimension: string;
	standard: string;
	/** The torque or length that it must reach. */
	from: number | null;
	to: number | null;
}

/**
 * Returns the best tools for these needs with what they can do, in one query: for each standard the one
 * that the index has first. It reads as many rows however many tools there are.
 */
export async function findJobTools(
	needs: readonly Need[],
	vocabulary: Vocabulary,
): Promise<JobTool[]> {
	if (needs.length === 0) return [];
	const wanted = JSON.stringify(wantedBy(needs, vocabulary));
	const wantedActions = JSON.stringify([...new Set(needs.map((need) => need.action))]);
	const { toolId, action, dimension, standard, fits, also, unavailable, priceCents } =
		toolCapabilities;
	const { rangeFrom, rangeTo } = toolCapabilities;
	const field = (name: keyof Wanted) => sql`(wanted.value ->> ${name})`;
	const candidates = sql`
		select (
			select ${toolId} from ${toolCapabilities}
			where ${fits} = 1 and ${action} = ${field("action")} and ${dimension} = ${field("dimension")}
				and ${standard} = ${field("standard")}
				and (${field("from")} is null or (${rangeFrom} <= ${field("from")} and ${rangeTo} >= ${field("to")}))
			order by ${also}, ${unavailable}, ${priceCents}, ${toolId}
			limit 1
		)
		from json_each(${wanted}) as wanted`;
	const rows = await database()
		.select({ tool: getTableColumns(tools), capability: getTableColumns(toolCapabilities) })
		.from(tools)
		.innerJoin(toolCapabilities, eq(toolId, tools.id))
		.where(
			and(
				sql`${tools.id} in (${candidates})`,
				// A tool's other uses are not needed: a hex key set has many.
				sql`${action} in (select value from json_each(${wantedActions}))`,
			),
		);
	return [...Map.groupBy(rows, ({ tool }) => tool.id).values()].flatMap((ofTool) => {
		const [first] = ofTool;
		if (!first) return [];
		const tool = toTool(first.tool);
		return {
			tool,
			id: tool._id,
			priceCents: first.tool.priceCents,
			available: canOrder(tool),
			capabilities: toCapabilities(ofTool.map(({ capability }) => capability)),
		};
	});
}

/** Returns what to look for: the standards themselves, and those of the same shape, which one tool does. */
function wantedBy(needs: readonly Need[], vocabulary: Vocabulary): Wanted[] {
	const all = needs.flatMap((need): Wanted[] => {
		const { action, dimension: dimensionId = "", from = null, to = null } = need;
		const dimension = vocabulary.dimensions[dimensionId];
		if (!dimension) return [{ action, dimension: "", standard: "", from, to }];
		const standards = possibleStandards(need, vocabulary);
		const shapes = new Set(standards.flatMap((standard) => shapesOf(standard, action)));
		return leavesOf(dimension)
			.filter(
				(leaf) =>
					standards.includes(leaf) || shapesOf(leaf, action).some((shape) => shapes.has(shape)),
			)
			.map(({ id }) => ({ action, dimension: dimensionId, standard: id, from: null, to: null }));
	});
	return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

const shapesOf = (standard: Standard, action: Action) =>
	standard.tools[action]?.map(({ shape }) => shape) ?? [];

type CapabilityRow = typeof toolCapabilities.$inferSelect;

/** Returns the capabilities of a tool's rows: one for each action and dimension. */
function toCapabilities(rows: readonly CapabilityRow[]): Capability[] {
	const groups = Map.groupBy(rows, ({ action, dimension, also }) =>
		JSON.stringify([action, dimension, also]),
	);
	return [...groups.values()].flatMap((group) => {
		const [first] = group;
		const action = actions.find((name) => name === first?.action);
		if (!first || !action) return [];
		const named = (fits: boolean) =>
			group.filter((row) => row.standard && row.fits === fits).map(({ standard }) => standard);
		return {
			action,
			...(first.dimension && { dimension: first.dimension }),
			standards: named(true),
			except: named(false),
			...(first.rangeFrom !== null && { from: first.rangeFrom }),
			...(first.rangeTo !== null && { to: first.rangeTo }),
			madeFor: !first.also,
		};
	});
}
