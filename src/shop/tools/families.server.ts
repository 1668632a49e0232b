/** Reads a family with all its tools, as administrators maintain it. */
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { families } from "../../db/family-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import type { ManagedFamily } from "./families.ts";
import { stateOf, type ToolRow, toManagedTool } from "./tool-columns.server.ts";
import type { ManagedTool } from "./tool-fields.ts";

/** The query of the family of a tool, and of its tools. */
export function familyQueries(toolId: string) {
	const db = database();
	const familyId = sql`(select family_id from tools where id = ${toolId})`;
	return {
		family: db.select().from(families).where(eq(families.id, familyId)),
		members: db
			.select()
			.from(tools)
			.where(and(eq(tools.familyId, familyId), isNotNull(tools.familyId)))
			.orderBy(tools.number)
			.limit(500),
	};
}

/** Converts a family and its tools to the API's format. */
export function toManagedFamily(
	family: typeof families.$inferSelect,
	members: readonly ToolRow[],
): ManagedFamily {
	return {
		_id: family.id,
		address: family.slug,
		name: family.name,
		description: family.description,
		options: family.options.map(({ key: _, ...option }) => option),
		variants: members.map((row) => {
			const tool = toManagedTool(row);
			return {
				...{ _id: row.id, name: row.name, state: stateOf(row) },
				values: family.options.map(({ key }) => row.optionValues?.[key] ?? ""),
				...pickVariant(tool),
			};
		}),
	};
}

const pickVariant = ({ sku, gtin, mpn, price, quantity, weight }: ManagedTool) => ({
	...{ sku, gtin, mpn, price, quantity, weight },
});
