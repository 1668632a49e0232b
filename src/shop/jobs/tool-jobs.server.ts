/**
 * Reads the tools that go with a tool: a few rows, however many tools there are. What a tool can do is in
 * its own row, as text (`StoredCapability`). Rows of json_each would count as rows read, values of a list
 * don't; so the items of an array are taken by number, and capabilities are found in their text.
 */
import { eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import { inLists, toolCapabilities, tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database/database.ts";
import { hasAddress } from "../tools/addresses.server.ts";
import type { Companion } from "./tool-jobs.ts";

/** How many tools that are needed with a tool are looked for. */
const maxNeeded = 4;

/** How many standards each is looked for by, and how many tools are compared with a torque. */
const maxTried = 3;

/** How many related tools are shown. */
export const maxRelated = 4;

/** The standards of a companion that count. A dimension has fewer. */
const maxStandards = 30;

/** The numbers from 0, in a column `column1`. */
const numbers = (count: number): SQL =>
	sql.raw(`(values ${Array.from({ length: count }, (_, number) => `(${number})`).join()})`);

/** The start of a capability's text: `{"action":"hold","dimension":"cassette",`. */
const startOf = (action: string, dimension: string) =>
	`${JSON.stringify({ action, dimension }).slice(0, -1)},`;

/** Whether a text of capabilities has one, which fits and is what the tool is made for. */
const has = (capabilities: SQL, start: SQL, standard: SQL) =>
	sql`instr(${capabilities}, (${start}) || '"standard":"' || (${standard}) || '","fits":1,"from":null,"to":null,"also":0}')`;

/**
 * The query of the tools that are needed with a tool: for each companion the one that the index has first.
 * `need` is the index in `companions`.
 */
export function neededToolsQuery(address: string, companions: readonly Companion[]) {
	const { action, dimension, standard, fits, rangeFrom, rangeTo } = toolCapabilities;
	const ofStarts = companions.map(({ of: [ofAction, ofDimension] }) =>
		startOf(ofAction, ofDimension),
	);
	const ownStarts = companions.map((companion) => startOf(companion.action, companion.dimension));
	const wanted = companions.map(({ of: [, ofDimension, ofStandards], for: _, ...companion }) => ({
		...companion,
		ofStandards,
		same: ofDimension === companion.dimension,
	}));
	const found = sql`(
		select own.id as own_id, own.capabilities, own.starts ->> nth.column1 as start, own.wanted -> nth.column1 as value, nth.column1 as need
		from (
			select ${tools.id} as id, ${tools.capabilities} as capabilities, ${JSON.stringify(ofStarts)} as starts,
				${JSON.stringify(ownStarts)} as own_starts, ${JSON.stringify(wanted)} as wanted
			from ${tools} where ${hasAddress(address)}
		) as own cross join ${numbers(Math.max(companions.length, 1))} as nth
		where instr(own.capabilities, own.starts ->> nth.column1)
			and not instr(own.capabilities, own.own_starts ->> nth.column1)
			and exists (
				select 1 from ${numbers(maxStandards)} as at
				where ${has(sql`own.capabilities`, sql`own.starts ->> nth.column1`, sql`own.wanted -> nth.column1 -> 'ofStandards' ->> at.column1`)}
			)
		limit ${maxNeeded}
	) as needed`;
	// Where both are for a dimension, only the tool's own standards count.
	const best = sql`(
		select best.tool_id from (
			select ${toolCapabilities.toolId} as tool_id, ${rangeFrom} as range_from, ${rangeTo} as range_to
			from (
				select needed.value -> 'standards' ->> at.column1 as standard from ${numbers(maxStandards)} as at
				where needed.value -> 'standards' ->> at.column1 is not null and (
					not needed.value ->> 'same'
					or ${has(sql`needed.capabilities`, sql`needed.start`, sql`needed.value -> 'standards' ->> at.column1`)}
				)
				limit ${maxTried}
			) as tried cross join ${toolCapabilities}
				on ${fits} = 1 and ${action} = needed.value ->> 'action'
				and ${dimension} = needed.value ->> 'dimension' and ${standard} = tried.standard
			where ${toolCapabilities.toolId} <> needed.own_id
			limit ${maxTried}
		) as best
		where needed.value ->> 'from' is null
			or (best.range_from <= needed.value ->> 'from' and best.range_to >= needed.value ->> 'to')
		limit 1
	)`;
	return database()
		.select({ ...getTableColumns(tools), need: sql<number>`needed.need`.as("need") })
		.from(found)
		.innerJoin(tools, eq(tools.id, best));
}

type ToolColumns = ReturnType<typeof getTableColumns<typeof tools>>;
/** The columns of tools as a subquery `found` has them. */
const foundColumns = Object.fromEntries(
	Object.entries(getTableColumns(tools)).map(([name, column]) => [
		name,
		sql`found.${sql.identifier(column.name)}`.mapWith(column).as(column.name),
	]),
	// Each has the values of its column.
) as unknown as ToolColumns;

/** The query of tools like a tool: those of its category in stock, the best rated first, then what does the same. */
export function relatedToolsQuery(address: string) {
	const { action, dimension, standard, fits } = toolCapabilities;
	const first = (name: string) => sql.raw(`own.capabilities ->> '$[0].${name}'`);
	// Whole rows: finding their ids first would read each twice.
	const found = sql`(
		select * from (
			select ${tools}.* from ${tools}
			where ${tools.categorySlug} = (select ${tools.categorySlug} from ${tools} where ${hasAddress(address)})
				and ${tools.inStock} = 1 and ${inLists(tools)}
				and ${tools.id} <> ${address} and ${tools.slug} is not ${address}
				and (${tools.familyId} is null or ${tools.familyId} is not (select ${tools.familyId} from ${tools} where ${hasAddress(address)}))
			order by ${tools.ratingRank} desc, ${tools.id} desc
			limit ${maxRelated}
		)
		union all
		select * from (
			select ${tools}.*
			from (select ${tools.id} as id, ${tools.familyId} as family_id, ${tools.capabilities} as capabilities from ${tools} where ${hasAddress(address)}) as own
			cross join ${toolCapabilities}
				on ${fits} = 1 and ${action} = ${first("action")} and ${dimension} = ${first("dimension")} and ${standard} = ${first("standard")}
			cross join ${tools} on ${tools.id} = ${toolCapabilities.toolId}
			where ${toolCapabilities.toolId} <> own.id and (${tools.familyId} is null or ${tools.familyId} is not own.family_id)
			limit ${maxRelated}
		)
		limit ${maxRelated}
	) as found`;
	return database().select(foundColumns).from(found);
}

/**
 * The query of the tool to buy instead of one that is no longer sold: the cheapest in stock that is made for the same, or can
 * do it too, or else is of its category, a well rated one before others. Of a tool that is sold it finds none.
 */
export function replacementQuery(address: string) {
	const { action, dimension, standard, fits, also, unavailable, priceCents, toolId } =
		toolCapabilities;
	const first = (name: string) => sql.raw(`own.capabilities ->> '$[0].${name}'`);
	const same = (isAlso: 0 | 1) =>
		sql`(
			select ${toolId}
			from ${toolCapabilities}
			where ${fits} = 1
				and ${action} = ${first("action")}
				and ${dimension} = ${first("dimension")}
				and ${standard} = ${first("standard")}
				and ${also} = ${sql.raw(String(isAlso))}
				and ${unavailable} = 0
			order by ${priceCents}
			limit 1
		)`;
	// A range of an index that has the cheapest first.
	const cheapest = (wellRated: 0 | 1) =>
		sql`(
			select ${tools.id}
			from ${tools}
			where ${tools.categorySlug} = own.category_slug
				and ${tools.inStock} = 1
				and ${tools.wellRated} = ${sql.raw(String(wellRated))}
				and ${inLists(tools)}
			order by ${tools.priceCents}
			limit 1
		)`;
	const own = sql`(
		select ${tools.capabilities},
			${tools.categorySlug} as category_slug
		from ${tools}
		where ${hasAddress(address)} and ${tools.archivedAt} is not null
	) as own`;
	return database()
		.select(getTableColumns(tools))
		.from(own)
		.innerJoin(
			tools,
			sql`${tools.id} = coalesce(${same(0)}, ${same(1)}, ${cheapest(1)}, ${cheapest(0)})`,
		);
}
