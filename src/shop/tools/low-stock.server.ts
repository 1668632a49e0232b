/** The stock at which a tool is low, and the tools whose stock is. */
import { and, isNull, lte, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
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

/** The condition of a listed tool with low stock by a mark of its own, and by the shop's: each has an index. */
const isLowByOwn = () => and(isBelowOwnMark, isNull(tools.archivedAt));
const isLowByShop = () =>
	and(lte(tools.quantity, setting("LOW_STOCK")), isNull(tools.lowStock), isNull(tools.archivedAt));

/** Returns how many listed tools have low stock, as an expression. */
export const countOfLowStock = () =>
	countRows(
		sql`select 1 from ${tools} where ${isLowByOwn()} union all select 1 from ${tools} where ${isLowByShop()}`,
	);

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
	const found = await unionAll(withStock(isLowByOwn()), withStock(isLowByShop()))
		.orderBy(...orderByKey(quantity, id, "asc"))
		.limit(pageSize + 1);
	const { rows, next } = splitPage(found, pageSize, (row) => row.quantity);
	return { rows, next };

	function withStock(isLow: SQL | undefined) {
		return database()
			.select({ ...shownColumns, mark: lowStockOfTool().mapWith(Number).as("mark") })
			.from(tools)
			.where(and(isLow, afterCursor(quantity, id, "asc", cursor)));
	}
}
