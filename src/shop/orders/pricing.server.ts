/** By what an order is priced: the shop's settings, and what its tools weigh. */
import { tax } from "../../config/config.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database, inList } from "../../platform/database.ts";
import { keptSettings } from "../../platform/stored-settings.ts";
import { type ShopSettings, settingsOf, shopSettings } from "../settings/settings.server.ts";
import type { OrderService } from "./order-service.ts";
import { needsWeights, pickupId, type ShippingConfig } from "./shipping.ts";
import type { OrderTotals, PricingConfig } from "./totals.ts";

export interface Pricing extends PricingConfig {
	settings: ShopSettings;
	/** What a piece of a tool weighs in grams; 0 where weights don't count. */
	gramsOf: (toolId: string) => number;
}

/** Returns them for these tools. No round trip with settings in memory by which weights don't count, else one. */
export async function readPricing(toolIds: readonly string[]): Promise<Pricing> {
	const kept = keptSettings();
	const weighs = !kept || needsWeights(settingsOf(kept).shipping);
	// A batch reads the settings along if they are not in memory.
	const { rows } = weighs
		? await batch({
				rows: database()
					.select({ id: tools.id, grams: tools.weightGrams })
					.from(tools)
					.where(inList(tools.id, toolIds)),
			})
		: { rows: [] };
	const settings = await shopSettings();
	const { shipping } = settings;
	const grams = new Map(rows.map((row) => [row.id, row.grams ?? shipping.defaultGrams ?? 0]));
	const gramsOf = (toolId: string) => (needsWeights(shipping) ? (grams.get(toolId) ?? 0) : 0);
	return { settings, shipping, tax, gramsOf };
}

/** Lines with their weights. */
export const weighed = <Line extends { toolId: string }>(
	lines: readonly Line[],
	{ gramsOf }: Pick<Pricing, "gramsOf">,
): (Line & { grams: number })[] => lines.map((line) => ({ ...line, grams: gramsOf(line.toolId) }));

/** What of a service is stored with an order. */
export function serviceOf(
	{ option, grams }: Pick<OrderTotals, "option" | "grams">,
	{ pickup }: ShippingConfig,
): OrderService | null {
	if (!option) return null;
	const { id, name, days, parcels } = option;
	return {
		...{ id, name, parcels },
		...(days && { days: [days[0], days[1]] as const }),
		...(grams > 0 && { grams }),
		...(id === pickupId &&
			pickup && { pickup: { address: pickupLines(pickup), text: pickup.text ?? "" } }),
	};
}

/** The lines of the address at which orders are fetched. */
const pickupLines = ({
	line1,
	postalCode,
	city,
	region,
}: NonNullable<ShippingConfig["pickup"]>): string[] => [
	line1,
	[postalCode, city, region].filter(Boolean).join(" "),
];
