/** At which stock a tool is low. */
import { type SQL, sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { lowStock } from "../../platform/settings.ts";

/** Returns the stock at which a tool is low: its own, or that of the settings. */
export function lowStockOfTool(): SQL {
	return sql`coalesce(${tools.lowStock}, ${lowStock()})`;
}
