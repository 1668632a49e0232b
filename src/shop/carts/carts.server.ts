/** Reads the tools of a cart: the cart itself is in the browser. */
import { sql } from "drizzle-orm";
import { tools } from "../../db/tool-tables.ts";
import { database, inList } from "../../platform/database/database.ts";
import { toPrice } from "../../values/money.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import type { Bike } from "../fit/fit.ts";
import { toFitMark } from "../fit/fit-marks.ts";
import type { Vocabulary } from "../fit/standards.ts";
import { optionsOfTool } from "../tools/families.server.ts";
import { toSoldTool } from "../tools/sold-tool.ts";
import type { SoldOption } from "../tools/stored-options.ts";
import { addressOf, saleOf } from "../tools/tools.server.ts";
import type { CartLine } from "./cart-lines.ts";
import type { CartItem } from "./carts.ts";

const toOptions = (json: string): SoldOption[] => JSON.parse(json);

/** Returns the tools of the lines as they are now, in their order. One query, whatever the number of lines. */
export async function readCart(
	lines: readonly Pick<CartLine, "toolId">[],
	fits?: { bike: Bike; vocabulary: Vocabulary },
): Promise<CartItem[]> {
	if (lines.length === 0) return [];
	const { id, slug, name, image, minOrderQuantity, quantity, priceCents, archivedAt } = tools;
	const rows = await database()
		.select({
			id,
			slug,
			name,
			image,
			minOrderQuantity,
			quantity,
			priceCents,
			archivedAt,
			capabilities: tools.capabilities,
			weightGrams: tools.weightGrams,
			isGiftCard: tools.isGiftCard,
			parts: tools.parts,
			priorPriceCents: tools.priorPriceCents,
			saleEndsAt: tools.saleEndsAt,
			sku: tools.sku,
			options: sql`${optionsOfTool}`.mapWith(toOptions).as("options_of_tool"),
		})
		.from(tools)
		.where(
			inList(
				id,
				lines.map(({ toolId }) => toolId),
			),
		);
	const rowsById = new Map(rows.map((row) => [row.id, row]));
	return lines.map(({ toolId }) => {
		const row = rowsById.get(toolId);
		if (!row) return { toolId, gone: true };
		const { priceCents, archivedAt, slug, capabilities: stored } = row;
		const { name, image, minOrderQuantity, quantity, sku, options } = row;
		const [outcome, , reason = ""] = fits
			? toFitMark(toCapabilities(stored), fits.bike, fits.vocabulary)
			: [];
		return {
			toolId,
			gone: archivedAt !== null,
			...(outcome && { fit: { outcome, reason } }),
			tool: {
				...toSoldTool({ toolName: name, sku, options }),
				image,
				minOrderQuantity,
				quantity,
				price: toPrice(priceCents),
				...(row.weightGrams !== null && { grams: row.weightGrams }),
				...(row.isGiftCard && { isGiftCard: true }),
				...(row.parts && { parts: row.parts.map(({ quantity, name }) => ({ quantity, name })) }),
				...addressOf({ slug }),
				...saleOf(row),
			},
		};
	});
}
