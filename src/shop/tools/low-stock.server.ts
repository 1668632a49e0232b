/** At which stock a tool is low. */
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { shopCounts } from "../../db/sales-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database/database.ts";
import { afterCursor, orderByKey } from "../../platform/database/keyset.ts";
import { setting } from "../../platform/settings/settings.ts";
import { type Page, splitPage } from "../../values/paging.ts";

/** Returns the stock at which a tool is low: its own, or that of the settings. */
export function lowStockOfTool(): SQL {
	return sql`coalesce(${tools.lowStock}, ${setting("LOW_STOCK")})`;
}

/** Tells the triggers that keep `tools.is_low` the mark of the settings. For the scheduled job. */
export async function syncLowStock(): Promise<void> {
	const mark = setting("LOW_STOCK");
	await database()
		.update(shopCounts)
		.set({ lowStockMark: mark })
		.where(and(eq(shopCounts.id, 1), ne(shopCounts.lowStockMark, mark)));
}

const pageSize = 25;

/** A page of the listed tools with low stock, the least first. */
export async function listLowStock(cursor: Page["cursor"]) {
	const { id, name, image, quantity, supplier } = tools;
	const found = await database()
		.select({ id, name, image, quantity, supplier, mark: lowStockOfTool().mapWith(Number) })
		.from(tools)
		.where(
			and(
				// As in the condition of the index.
				sql`${tools.isLow} = 1`,
				isNull(tools.archivedAt),
				afterCursor(quantity, id, "asc", cursor),
			),
		)
		.orderBy(...orderByKey(quantity, id, "asc"))
		.limit(pageSize + 1);
	const { rows, next } = splitPage(found, pageSize, (row) => row.quantity);
	return { tools: rows, next };
}
