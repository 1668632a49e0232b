/** When customers order, and what: more from month to month, more in the evening, on Sundays and in summer. */
import { demoTools } from "../data.ts";
import type { WantedLine } from "./planned-order.ts";
import type { Random } from "./random.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const yearDays = 365.25;

/** How far back the history goes. */
export const historyDays = 183;

/** The last days, whose orders are not packed yet. */
const openDays = 2;

/** The share of each hour of a day in UTC: the customers sleep in America and Europe at different times. */
const ofHour = [3, 2, 2, 1, 1, 1, 2, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 8, 7, 6, 5, 4];
/** The share of each day of a week from Sunday. */
const ofWeekday = [1.5, 1.05, 0.9, 0.85, 0.85, 0.95, 1.35];

/** How many orders an hour has, compared with others. */
function demandAt(ms: number, start: number): number {
	const date = new Date(ms);
	const dayOfYear = (ms - Date.UTC(date.getUTCFullYear(), 0)) / dayMs;
	// The most at the end of June, the fewest at the end of December.
	const season = 1 + 0.22 * Math.cos((2 * Math.PI * (dayOfYear - 176)) / yearDays);
	const growth = 0.45 + (1.3 * (ms - start)) / (historyDays * dayMs);
	return growth * season * (ofWeekday[date.getUTCDay()] ?? 1) * (ofHour[date.getUTCHours()] ?? 1);
}

/** Returns when orders were placed until `now`, the oldest first, in UTC milliseconds. */
export function orderTimes(random: Random, count: number, now: number): number[] {
	const start = now - historyDays * dayMs;
	const hours = Array.from({ length: historyDays * 24 }, (_, hour) => start + hour * hourMs);
	// No two days are alike; only the last ones surely have orders that are still to be packed.
	const moods = Array.from({ length: historyDays }, (_, day) =>
		day < historyDays - openDays ? 0.3 + 1.4 * random.next() : 1.4,
	);
	const demands = hours.map(
		(ms, hour) => demandAt(ms, start) * (moods[Math.floor(hour / 24)] ?? 1),
	);
	const total = demands.reduce((sum, demand) => sum + demand, 0);
	const times: number[] = [];
	let before = 0;
	for (const [hour, ms] of hours.entries()) {
		const after = before + ((demands[hour] ?? 0) / total) * count;
		// Each order has its share of the demand, and comes somewhere within it.
		while (times.length + 0.5 < after && times.length < count)
			times.push(Math.floor(ms + random.next() * hourMs));
		before = after;
	}
	return times.toSorted((a, b) => a - b);
}

/** How often a tool is in an order. What is not here is as common as 4. */
const popularity: Record<string, number> = {
	"inner-tube": 15,
	"chain-checker": 13,
	chain: 9,
	"brake-pads": 8,
	"tire-levers": 8,
	"patch-kit": 7,
	"master-link-pliers": 7,
	"multi-tool": 7,
	"hex-key-set": 6,
	"y-hex-key": 6,
	"chain-breaker": 6,
	cassette: 5,
	"floor-pump": 5,
	"torque-wrench": 4.5,
	"digital-caliper": 2.5,
	"bottom-bracket-tool": 2,
	"cone-wrench-set": 1.5,
	"truing-stand": 0.7,
	"headset-press": 0.8,
};

/** What is often bought with a tool. */
const companions: Record<string, readonly string[]> = {
	cassette: ["cassette-lockring-tool", "chain-whip", "chain"],
	chain: ["chain-checker", "master-link-pliers", "chain-breaker"],
	"inner-tube": ["tire-levers", "patch-kit", "floor-pump"],
	"truing-stand": ["spoke-wrench"],
	"cable-cutter": ["hex-key-set"],
};

/** The last pieces of what is sold out were sold so long ago. */
const soldOutDays = 20;

/** Adds lines to those that an order must have, at most five. `daysAgo` is when it was placed. */
export function fillBasket(
	random: Random,
	wanted: readonly string[],
	daysAgo: number,
): WantedLine[] {
	const count = Math.max(wanted.length, random.pickBy([1, 2, 3, 4, 5], lineWeight));
	const slugs = [...wanted];
	while (slugs.length < count) {
		const near = slugs.flatMap((slug) => companions[slug] ?? []);
		const candidates = demoTools.filter(
			({ slug, quantity }) =>
				!slugs.includes(slug) && (quantity > 0 || daysAgo > soldOutDays || wanted.includes(slug)),
		);
		const weightOf = ({ slug }: { slug: string }) =>
			(popularity[slug] ?? 4) * (near.includes(slug) ? 6 : 1);
		slugs.push(random.pickBy(candidates, weightOf).slug);
	}
	return slugs.map((tool) => ({ tool, quantity: quantityOf(random, tool) }));
}

const lineWeight = (lines: number) => [0, 46, 28, 15, 7, 4][lines] ?? 0;

/** The least that can be ordered, sometimes twice of it; of what is dear, one. */
function quantityOf(random: Random, slug: string): number {
	const tool = demoTools.find((one) => one.slug === slug);
	if (!tool) throw new Error(`The demo shop has no tool ${slug}.`);
	const times =
		tool.priceCents > 6000 ? 1 : random.pickBy([1, 2, 3], (n) => [0, 80, 15, 5][n] ?? 0);
	return tool.minOrderQuantity * times;
}
