/** The sales of the history: one that has ended in summer and one that runs. Their tools are none of those on the home page. */
import { dayOf, startOfDay } from "../../../src/config/days.ts";
import { demoTools } from "../data.ts";

export interface DemoSale {
	id: string;
	name: string;
	/** When it began, and when it ends, in days from today. */
	days: [from: number, until: number];
	prices: Record<string, number>;
}

export const demoSales: DemoSale[] = [
	{
		id: "demo-sale-summer",
		name: "Summer on the road",
		days: [-118, -90],
		prices: { "multi-tool": 2480, "patch-kit": 350, "inner-tube": 550 },
	},
	{
		id: "demo-sale-autumn",
		name: "Autumn in the workshop",
		days: [-9, 8],
		prices: { "bottom-bracket-tool": 2160, "pedal-wrench": 2560, "floor-pump": 5990 },
	},
];

/** When a sale begins and ends, in UTC milliseconds. */
export function periodOf({ days: [from, until] }: DemoSale, now: number) {
	const today = dayOf(now);
	return { startsAt: startOfDay(today + from), endsAt: startOfDay(today + until) };
}

/** The price of a tool at a time: that of the sale that ran. */
export function priceAt(slug: string, at: number, now: number): number {
	const sale = demoSales.find((one) => {
		const { startsAt, endsAt } = periodOf(one, now);
		return one.prices[slug] !== undefined && at >= startsAt && at < endsAt;
	});
	return sale?.prices[slug] ?? toolOf(slug).priceCents;
}

/** The tool of the demo shop. */
export function toolOf(slug: string) {
	const tool = demoTools.find((one) => one.slug === slug);
	if (!tool) throw new Error(`The demo shop has no tool ${slug}.`);
	return tool;
}
