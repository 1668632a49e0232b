/** The stock at which a tool is low, and the tools whose stock is. */
import { type AnyColumn, and, isNull, lte, type SQL, sql } from "drizzle-orm";
import { isBelowOwnMark, tools } from "../../db/tool-tables.ts";
import { countRows } from "../../platform/database/count.ts";
import { database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { setting } from "../../platform/settings/settings.ts";
import { type Page, splitPage } from "../../values/paging.ts";

/** Returns the stock at which a tool is low: its own, or that of the settings. */
export function lowStockOfTool(): SQL {
	return sql`coalesce(${tools.lowStock}, ${setting("LOW_STOCK")})`;
}

/**
 * Returns the query of a column of the listed tools with low stock, by a mark of their own and by the shop's, each by its
 * index: SQLite would read all tools by quantity to find those with a mark. `page` follows each condition.
 */
function selectLow(column: SQL | AnyColumn, page = sql``): SQL {
	const selectBy = (index: string, isLow: SQL | undefined) => sql`
		select ${column}
		from ${tools} indexed by ${sql.raw(index)}
		where ${and(isLow, isNull(tools.archivedAt))} ${page}
	`;
	const isLowByShop = and(lte(tools.quantity, setting("LOW_STOCK")), isNull(tools.lowStock));
	return sql`
		select * from (${selectBy("tools_low", isBelowOwnMark)})
		union all
		select * from (${selectBy("tools_by_quantity", isLowByShop)})
	`;
}

/** Returns how many listed tools have low stock, as an expression. */
export const countOfLowStock = () => countRows(selectLow(sql`1`));

const pageSize = 25;

/** What the lists of staff show of a tool. */
export const shownColumns = {
	id: tools.id,
	name: tools.name,
	image: tools.image,
	sku: tools.sku,
	supplier: tools.supplier,
	category: tools.categorySlug,
	priceCents: tools.priceCents,
	quantity: tools.quantity,
	createdAt: tools.createdAt,
	archivedAt: tools.archivedAt,
	draft: tools.draft,
	publishAt: tools.publishAt,
};

/** A page of the listed tools with low stock, the least first. */
export async function listLowStock(cursor: Page["cursor"]) {
	const { id, quantity } = tools;
	const inOrder = orderByKey(quantity, id, "asc");
	const limit = pageSize + 1;
	const page = sql`
		and ${afterCursor(quantity, id, "asc", cursor) ?? sql`true`}
		order by ${sql.join(inOrder, sql`, `)}
		limit ${limit}
	`;
	const found = await database()
		.select({ ...shownColumns, mark: lowStockOfTool().mapWith(Number).as("mark") })
		.from(tools)
		.where(sql`${tools.number} in (${selectLow(tools.number, page)})`)
		.orderBy(...inOrder)
		.limit(limit);
	const { rows, next } = splitPage(found, pageSize, (row) => row.quantity);
	return { rows, next };
}
