/** Reads what decides whether tools can be put into families as lines say, at the moment when these are saved or reverted. */
import { and, eq, sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { importLines } from "../../db/import-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import type { OptionAxis, OptionValues } from "../tools/stored-options.ts";
import type { MadeFamily } from "./family-columns.ts";

/** Where a line puts its tool. */
export interface Wanted {
	toolId: string;
	family: string;
	options: OptionValues | null;
}

export interface FamilyContext {
	/** The options of families, by their ids. */
	options: ReadonlyMap<string, readonly OptionAxis[]>;
	/** The name of another tool that has the options which a tool is to have, by the tool's id. */
	taken: ReadonlyMap<string, string>;
}

/** Whether two tools of a family have the same options. */
function isSameCombination(one: OptionValues | null, other: OptionValues | null): boolean {
	const keys = Object.keys(one ?? {});
	return keys.every((key) => one?.[key]?.toLowerCase() === other?.[key]?.toLowerCase());
}

/**
 * Returns the families that tools are to be in, and which of the tools can't have their options. Tools whose lines of this
 * import are still in `state` may have them: they move on.
 */
export async function familyContext(
	importId: string,
	state: "waiting" | "saved",
	wanted: readonly Wanted[],
): Promise<FamilyContext> {
	if (wanted.length === 0) return { options: new Map(), taken: new Map() };
	const db = database();
	const ids = new Set(wanted.map(({ family }) => family));
	const { id, name, familyId, optionValues } = tools;
	const { known, members } = await batch({
		known: db
			.select({ id: families.id, options: families.options })
			.from(families)
			.where(inList(families.id, ids)),
		members: db
			.select({ id, name, familyId, optionValues })
			.from(tools)
			.where(inList(familyId, ids)),
	});
	const same = wanted.flatMap(({ toolId, family, options }) =>
		members
			.filter(
				(one) =>
					one.id !== toolId &&
					one.familyId === family &&
					isSameCombination(options, one.optionValues),
			)
			.map((other) => ({ toolId, other })),
	);
	const moving = new Set(
		same.length === 0
			? []
			: (
					await db
						.select({ toolId: importLines.toolId })
						.from(importLines)
						.where(
							and(
								eq(importLines.importId, importId),
								eq(importLines.state, state),
								inList(
									sql`${importLines.toolId}`,
									same.map(({ other }) => other.id),
								),
							),
						)
				).map(({ toolId }) => toolId),
	);
	return {
		options: new Map(known.map((one) => [one.id, one.options])),
		taken: new Map(
			same
				.filter(({ other }) => !moving.has(other.id))
				.map(({ toolId, other }) => [toolId, other.name]),
		),
	};
}

/** The family as it is, or as the line makes it. */
export function optionsOf(
	{ options }: FamilyContext,
	family: string,
	makes: MadeFamily | undefined,
): readonly OptionAxis[] | undefined {
	return options.get(family) ?? (makes?.id === family ? makes.options : undefined);
}
