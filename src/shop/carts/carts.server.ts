/** Reads the tools of a cart. */
import { sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { database } from "../../platform/database.ts";
import { toPrice } from "../money.ts";
import type { CartLine } from "./cart-lines.ts";
import type { CartItem } from "./carts.ts";

/** Returns the tools of the lines as they are now, in their order. One query, whatever the number of lines. */
export async function readCart(lines: readonly Pick<CartLine, "toolId">[]): Promise<CartItem[]> {
	if (lines.length === 0) return [];
	const { id, name, image, minOrderQuantity, quantity, priceCents, archivedAt } = tools;
	const toolIds = JSON.stringify(lines.map(({ toolId }) => toolId));
	const rows = await database()
		.select({ id, name, image, minOrderQuantity, quantity, priceCents, archivedAt })
		.from(tools)
		.where(sql`${id} in (select value from json_each(${toolIds}))`);
	const rowsById = new Map(rows.map((row) => [row.id, row]));
	return lines.map(({ toolId }) => {
		const row = rowsById.get(toolId);
		if (!row) return { toolId, gone: true };
		const { priceCents, archivedAt, id: _, ...tool } = row;
		return {
			toolId,
			gone: archivedAt !== null,
			tool: { ...tool, price: toPrice(priceCents) },
		};
	});
}
