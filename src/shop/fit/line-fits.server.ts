/** Whether what is ordered fits the customer's bike, from what tools can do and not from what the browser says. */
import type { OrderFit } from "../../db/order-tables.ts";
import { bikeOfQuery } from "./bike.ts";
import { verdictOfAll } from "./fit.ts";
import { readCapabilities } from "./fit-marks.server.ts";
import { markOf } from "./fit-marks.ts";
import type { Vocabulary } from "./standards.ts";

/** Returns what is kept with the orders, by tool; nothing for a bike of which nothing is known. One query. */
export async function orderFits(
	lines: readonly { toolId: string }[],
	query: string,
	vocabulary: Vocabulary,
): Promise<ReadonlyMap<string, OrderFit>> {
	const bike = bikeOfQuery(query, vocabulary);
	const chosen = Object.entries(bike);
	if (chosen.length === 0) return new Map();
	const known = new URLSearchParams(
		chosen.map(([dimension, value]) => [dimension, String(value)]),
	).toString();
	const tools = await readCapabilities(lines.map(({ toolId }) => toolId));
	return new Map(
		tools.flatMap(({ id, fitting }): [string, OrderFit][] => {
			const found = verdictOfAll(fitting, bike, vocabulary);
			if (!found) return [];
			const [outcome, , reason] = markOf(found);
			return [[id, { outcome, reason, bike: known }]];
		}),
	);
}
