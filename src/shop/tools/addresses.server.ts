/**
 * Which tool has an address. A tool has one at a time: its slug, or its id if it has none. Its id and its former
 * addresses lead to it too, so none of them can become another tool's (docs/decisions/2026-11-22-addresses-of-tools.md).
 */
import { type SQL, sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { toolAddresses, tools } from "../../db/tool-tables.ts";
import { database, inList } from "../../platform/database/database.ts";

/** The number of the tool that stands for the family with this address. */
function numberOfFamily(address: string | SQL): SQL {
	return sql`(
		select found.number
		from ${families} as family
		join ${tools} as found on found.family_id = family.id and found.behind = 0
		where family.slug = ${address}
		limit 1
	)`;
}

/** The number of the tool that an address, that of its family, a former one or an id leads to; null if there is none. */
export function numberOfTool(address: string | SQL): SQL {
	return sql`coalesce(
		(select found.number from ${tools} as found where found.slug = ${address}),
		(select found.number from ${tools} as found where found.id = ${address}),
		${numberOfFamily(address)},
		(
			select found.number
			from ${toolAddresses} as former
			join ${tools} as found on found.id = former.tool_id
			where former.slug = ${address}
		)
	)`;
}

/** The id of the tool with this address, or that stands for the family with it; a text that is no address is the id itself. */
export function idOfTool(address: string): SQL {
	return sql`coalesce((select found.id from ${tools} as found where found.number = ${numberOfTool(address)}), ${address})`;
}

/** What the page with this address has its reviews of: a family, or a tool. */
export function subjectOf(address: string): SQL {
	const of = (column: "slug" | "id") =>
		sql`(select coalesce(found.family_id, found.id) from ${tools} as found where found.${sql.identifier(column)} = ${address})`;
	return sql`coalesce(${of("slug")}, ${of("id")}, (select id from ${families} where slug = ${address}))`;
}

/**
 * The condition that a tool is sold, or was: not a draft, nor one that was archived before anybody saw it, which has the
 * time when it was added (`stateColumns`).
 */
export function wasListed(): SQL {
	return sql`(${tools.archivedAt} is null or (${tools.draft} = 0 and ${tools.archivedAt} <> ${tools.createdAt}))`;
}

/** The condition that a row of `tools` has this address or id, or stands for the family that has it. Former addresses lead nowhere here. */
export function hasAddress(address: string): SQL {
	return sql`(${tools.slug} = ${address} or ${tools.id} = ${address} or ${tools.number} = ${numberOfFamily(address)})`;
}

/** The condition that an address leads to another tool than `toolId`. */
export function isOfAnotherTool(address: SQL, toolId: SQL): SQL {
	return sql`(
		exists (
			select 1
			from ${tools} as other
			where other.slug = ${address} and other.id <> ${toolId}
		)
		or exists (
			select 1
			from ${tools} as other
			where other.id = ${address} and other.id <> ${toolId}
		)
		or exists (
			select 1
			from ${toolAddresses} as former
			where former.slug = ${address} and former.tool_id <> ${toolId}
		)
		or exists (select 1 from ${families} where slug = ${address})
	)`;
}

/** The query of which tools have these SKUs. */
export function skuOwnersQuery(skus: readonly string[]) {
	return database()
		.select({ sku: sql<string>`${tools.sku}`.as("sku"), toolId: tools.id })
		.from(tools)
		.where(inList(tools.sku, new Set(skus)));
}

/** The condition that another tool than those with `ids` has this SKU. */
export function isSkuOfAnother(sku: SQL, ids: SQL): SQL {
	return sql`exists (select 1 from ${tools} as other where other.sku = ${sku} and other.id not in ${ids})`;
}

/** The first address of a JSON array that leads to no tool; null if there is none, and then the id is the address. */
export function firstFreeAddress(candidates: SQL): SQL<string | null> {
	return sql<string | null>`(
		select candidate.value
		from json_each(${candidates}) as candidate
		where not exists (
			select 1
			from ${tools} as other
			where other.slug = candidate.value or other.id = candidate.value
		)
			and not exists (
				select 1 from ${toolAddresses} as former where former.slug = candidate.value
			)
			and not exists (select 1 from ${families} where slug = candidate.value)
		order by candidate.key
		limit 1
	)`;
}

/** The query of which of these addresses lead to a tool, and to which. */
export function ownersQuery(addresses: readonly string[]) {
	const list = JSON.stringify([...new Set(addresses)]);
	return database()
		.select({ address: sql<string>`one.value`.as("address"), toolId: tools.id })
		.from(sql`json_each(${list}) as one`)
		.innerJoin(tools, sql`${tools.number} = ${numberOfTool(sql`one.value`)}`);
}
