/** Reads the tools for a job. */
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toolCapabilities, tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database/database.ts";
import { bikeValuePattern } from "../fit/bike.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import type { Bike } from "../fit/fit.ts";
import { partCapabilities, toPartCapabilities } from "../fit/fit-marks.server.ts";
import { type Action, leavesOf, type Standard, type Vocabulary } from "../fit/standards.ts";
import { numberOfTool } from "../tools/addresses.server.ts";
import { canOrder } from "../tools/availability.ts";
import { addressOf, toPart, toTool } from "../tools/tools.server.ts";
import type { Tool } from "../tools/tools.ts";
import type { Need } from "./jobs.ts";
import { type FoundKit, type JobTool, standardsToFit } from "./kit.ts";

/** What a tool is looked for: one that does `action` to a standard, or reaches a torque or length. */
interface Wanted {
	action: Action;
	dimension: string;
	/** The standard, then those of the same shape, which the same tool does. */
	standards: string[];
	from?: number | undefined;
	to?: number | undefined;
}

/** The most tools that one page looks for. Each reads two rows: of the index and of the tool. */
const maxWanted = 30;

/** The most tools that are compared with a torque or length, the best first. */
const maxCompared = 10;

/** The most gift cards that one page reads, the cheapest first. */
const maxCards = 12;

/** What is read along with the tools. */
interface ReadAlong {
	/** The addresses of kits. */
	kits?: readonly string[];
	/** Whether the shop's gift cards are read too. */
	giftCards?: boolean;
}

interface FoundTools {
	tools: JobTool[];
	/** Needs for which no tool was looked for: with them the page would read too many rows. */
	left: ReadonlySet<Need>;
	/** The kits that were asked for, if the shop sells them. */
	kits: FoundKit[];
	/** The gift cards, the cheapest first. */
	cards: Tool[];
}

/**
 * Finds the best tool for each standard of these needs, in one query: the one made for it before one that
 * can also do it, then one in stock, then the cheapest. It reads at most two rows for each of `maxWanted`,
 * and for each part of a kit.
 */
export async function findJobTools(
	needs: readonly Need[],
	bike: Bike,
	vocabulary: Vocabulary,
	{ kits = [], giftCards = false }: ReadAlong = {},
): Promise<FoundTools> {
	const { wanted, left } = wantedBy(needs, bike, vocabulary);
	// Values of a list cost no rows, those of json_each do.
	const lists = [
		...wanted.map((want) => sql`((${bestTool(want)}))`),
		...kits.map((kit) => sql`((${numberedTool(kit)}))`),
	];
	const ids = [
		...(lists.length > 0 ? [sql`select column1 from (values ${sql.join(lists, sql`, `)})`] : []),
		...(giftCards ? [giftCardIds] : []),
	];
	if (ids.length === 0) return { tools: [], left, kits: [], cards: [] };
	const found = sql`(select distinct column1 from (${sql.join(ids, sql` union all `)})) as found`;
	const rows = await database()
		.select({ ...getTableColumns(tools), partCapabilities })
		.from(found)
		.crossJoin(tools)
		.where(sql`${tools.id} = found.column1 and ${tools.archivedAt} is null`);
	const isKit = ({ id, slug, parts }: (typeof rows)[number]) =>
		parts !== null && [slug, id].some((address) => kits.includes(address ?? ""));
	const toShown = (row: (typeof rows)[number]): Tool => ({
		...toTool(row),
		...addressOf(row),
		...(row.cardLine !== null && { cardLine: row.cardLine }),
	});
	return {
		kits: rows.flatMap((row) => {
			const { parts, partCapabilities: selected } = row;
			if (!isKit(row) || parts === null || selected === null) return [];
			const fitting = toPartCapabilities(selected);
			return [{ tool: toShown(row), parts: parts.map(toPart), fitting }];
		}),
		cards: rows
			.filter(({ isGiftCard }) => isGiftCard)
			.toSorted((one, other) => one.priceCents - other.priceCents)
			.map(toShown),
		tools: rows
			.filter((row) => !isKit(row) && !row.isGiftCard)
			.map((row) => {
				const tool = toShown(row);
				return {
					tool,
					id: tool._id,
					priceCents: row.priceCents,
					available: canOrder(tool),
					capabilities: toCapabilities(row.capabilities),
				};
			}),
		left,
	};
}

/** Whether a tool is made for it and in stock, the best first: the order of the index. */
const ranks: [also: number, unavailable: number][] = [
	[0, 0],
	[0, 1],
	[1, 0],
	[1, 1],
];

/**
 * The query of the best tool, which stops at the first row it finds. Its values are ids of the vocabulary
 * and numbers, so that they need no parameters: D1 takes a hundred.
 */
function bestTool({ action, dimension, standards, from, to }: Wanted): SQL {
	const { toolId, fits, also, unavailable, priceCents, rangeFrom, rangeTo } = toolCapabilities;
	const { action: ofAction, dimension: ofDimension, standard } = toolCapabilities;
	const does = sql`${fits} = 1 and ${ofAction} = ${idValue(action)} and ${ofDimension} = ${idValue(dimension)}`;
	if (from !== undefined && to !== undefined) {
		return sql`
			select tool_id
			from (
				select ${toolId}, ${rangeFrom}, ${rangeTo}
				from ${toolCapabilities}
				where ${does} and ${standard} = ''
				order by ${also}, ${unavailable}, ${priceCents}, ${toolId}
				limit ${sql.raw(String(maxCompared))}
			)
			where range_from <= ${sql.raw(String(from))} and range_to >= ${sql.raw(String(to))}
			limit 1
		`;
	}
	const values = ranks.flatMap(([isAlso, isUnavailable]) =>
		standards.map((id) => sql`(${sql.raw(`${isAlso}, ${isUnavailable}`)}, ${idValue(id)})`),
	);
	return sql`
		select ${toolId}
		from (values ${sql.join(values, sql`, `)}) as ranked
		cross join ${toolCapabilities} indexed by tool_capabilities_best
		where ${does}
			and ${also} = ranked.column1
			and ${unavailable} = ranked.column2
			and ${standard} = ranked.column3
		limit 1
	`;
}

/** The query of the ids of the gift cards. */
const giftCardIds = sql`
	select column1
	from (
		select ${tools.id} as column1
		from ${tools} indexed by tools_gift_cards
		where ${tools.isGiftCard} = 1 and ${tools.archivedAt} is null
		order by ${tools.priceCents}
		limit ${sql.raw(String(maxCards))}
	)
`;

/** The query of the id of the tool at an address. */
const numberedTool = (address: string) =>
	sql`select ${tools.id} from ${tools} where ${tools.number} = ${numberOfTool(address)}`;

/** An id of the vocabulary as a literal. */
function idValue(id: string): SQL {
	if (id !== "" && !bikeValuePattern.test(id)) throw new Error(`${id} is not an id.`);
	return sql.raw(`'${id}'`);
}

/**
 * Returns what to look for, each once: for what must be done before what is optional, and all standards of
 * a need or none.
 */
function wantedBy(
	needs: readonly Need[],
	bike: Bike,
	vocabulary: Vocabulary,
): { wanted: Wanted[]; left: ReadonlySet<Need> } {
	const wanted = new Map<string, Wanted>();
	const left = new Set<Need>();
	const byImportance = needs.toSorted(
		(part, other) => Number(part.optional) - Number(other.optional),
	);
	for (const need of byImportance) {
		const added = wantedByNeed(need, bike, vocabulary)
			.map((want): [string, Wanted] => [JSON.stringify(want), want])
			.filter(([key]) => !wanted.has(key));
		if (wanted.size + added.length > maxWanted) left.add(need);
		else for (const [key, want] of added) wanted.set(key, want);
	}
	return { wanted: [...wanted.values()], left };
}

function wantedByNeed(need: Need, bike: Bike, vocabulary: Vocabulary): Wanted[] {
	const { action, dimension: dimensionId = "", from, to } = need;
	const dimension = vocabulary.dimensions[dimensionId];
	const standardsOfNeed = standardsToFit(need, bike, vocabulary);
	if (!standardsOfNeed) return [];
	if (!dimension) return [{ action, dimension: "", standards: [], from, to }];
	return standardsOfNeed.map((standard) => {
		const shapes = new Set(shapesOf(standard, action));
		const alike = leavesOf(dimension).filter(
			(leaf) => leaf !== standard && shapesOf(leaf, action).some((shape) => shapes.has(shape)),
		);
		return { action, dimension: dimensionId, standards: [standard, ...alike].map(({ id }) => id) };
	});
}

const shapesOf = (standard: Standard, action: Action) =>
	standard.tools[action]?.map(({ shape }) => shape) ?? [];
