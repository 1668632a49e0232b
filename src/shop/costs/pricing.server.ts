/** Reads what an order is priced by: the shop's settings, and what its tools weigh. */
import { tools } from "../../db/tool-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { keptSettings } from "../../platform/settings/stored-settings.ts";
import { type ShopSettings, settingsOf, shopSettings } from "../settings/settings.server.ts";
import type { OrderService } from "./order-service.ts";
import { needsWeights, pickupId, type ShippingConfig } from "./shipping.ts";
import type { OrderTotals, PricingConfig } from "./totals.ts";

export interface Pricing extends PricingConfig {
	settings: ShopSettings;
	/** What a piece of a tool weighs in grams; 0 where weights don't count. */
	gramsOf: (toolId: string) => number;
}

/** What tools weigh in grams, by their ids; null where that is not known. */
type Weights = ReadonlyMap<string, number | null>;

/** Returns them for these tools. No round trip if their weights were read before, or don't count by settings in memory. */
export async function readPricing(toolIds: readonly string[], known?: Weights): Promise<Pricing> {
	const weights = known ?? (await readWeights(toolIds));
	const settings = await shopSettings();
	const { shipping, tax } = settings;
	const gramsOf = (toolId: string) =>
		needsWeights(shipping) ? (weights.get(toolId) ?? shipping.defaultGrams ?? 0) : 0;
	return { settings, shipping, tax, gramsOf };
}

async function readWeights(toolIds: readonly string[]): Promise<Weights> {
	const kept = keptSettings();
	if (kept && !needsWeights(settingsOf(kept).shipping)) return new Map();
	// A batch reads the settings along if they are not in memory.
	const { rows } = await batch({
		rows: database()
			.select({ id: tools.id, grams: tools.weightGrams })
			.from(tools)
			.where(inList(tools.id, toolIds)),
	});
	return new Map(rows.map((row) => [row.id, row.grams]));
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
		id,
		name,
		parcels,
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
