/** Reads a family with all its tools, as administrators maintain it. */
import { and, asc, eq, isNotNull, sql } from "drizzle-orm";
import { families, familyPictures } from "../../db/family-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database/database.ts";
import type { ManagedFamily } from "./families.ts";
import { stateOf, type ToolRow, toManagedTool } from "./tool-columns.server.ts";
import type { ManagedTool } from "./tool-fields.ts";

/** The queries of the family of a tool, of its tools, and of its own pictures. */
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
		pictures: db
			.select({ image: familyPictures.image, alt: familyPictures.alt })
			.from(familyPictures)
			.where(eq(familyPictures.familyId, familyId))
			.orderBy(asc(familyPictures.position)),
	};
}

/**
 * The options of a tool with its value of each, in their order, as JSON of `SoldOption[]`; null for a tool without a family.
 * For queries that have `tools`; reads a row of families.
 */
export const optionsOfTool = sql.raw(
	"(select json_group_array(json_object('name', axis.value ->> 'name', 'value', tools.option_values ->> (axis.value ->> 'key'))) from families as of_tool, json_each(of_tool.options) as axis where of_tool.id = tools.family_id group by of_tool.id)",
);

/** Converts a family, its tools and its pictures to the API's format. */
export function toManagedFamily(
	family: typeof families.$inferSelect,
	members: readonly ToolRow[],
	images: ManagedFamily["images"],
): ManagedFamily {
	return {
		_id: family.id,
		address: family.slug,
		name: family.name,
		description: family.description,
		images,
		options: family.options.map(({ key: _, ...option }) => option),
		variants: members.map((row) => {
			const tool = toManagedTool(row);
			return {
				_id: row.id,
				name: row.name,
				state: stateOf(row),
				values: family.options.map(({ key }) => row.optionValues?.[key] ?? ""),
				...pickVariant(tool),
			};
		}),
	};
}

const pickVariant = ({ sku, gtin, mpn, price, quantity, weight }: ManagedTool) => ({
	sku,
	gtin,
	mpn,
	price,
	quantity,
	weight,
});
