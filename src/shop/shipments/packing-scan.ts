/** The packing table: what to pick for many orders, and what a scan means. */
import * as v from "valibot";
import * as texts from "../../messages/packing.ts";
import * as shippingMessages from "../../messages/shipping.ts";
import { pasted } from "../../values/pasted.ts";
import { parseOrderNumber } from "../orders/order-number.ts";
import { trackingNumber } from "./shipments.ts";

/** A tool of the pick list, with how many are to be picked for how many orders. */
export interface Pick {
	toolId: string;
	name: string;
	shelf?: string | undefined;
	pieces: number;
	orders: number;
}

interface LineToPick {
	toolId: string;
	name: string;
	shelf?: string | undefined;
	quantity: number;
}

/** A-10 comes after A-9, and what has no shelf last. */
const inWalkingOrder = (one: Pick, other: Pick) =>
	Number(one.shelf === undefined) - Number(other.shelf === undefined) ||
	(one.shelf ?? "").localeCompare(other.shelf ?? "", undefined, { numeric: true }) ||
	one.name.localeCompare(other.name);

/** Sums the lines of parcels by tool: by shelf, then by name. */
export function pickListOf(parcels: readonly { lines: readonly LineToPick[] }[]): Pick[] {
	const picks = new Map<string, Pick>();
	for (const { lines } of parcels) {
		for (const [toolId, same] of Map.groupBy(lines, (line) => line.toolId)) {
			const { name = "", shelf } = same[0] ?? {};
			const pick = picks.get(toolId) ?? { toolId, name, shelf, pieces: 0, orders: 0 };
			pick.pieces += same.reduce((sum, { quantity }) => sum + quantity, 0);
			pick.orders += 1;
			picks.set(toolId, pick);
		}
	}
	return sortPicks([...picks.values()]);
}

/** Sorts a pick list by shelf, then by name. */
export const sortPicks = (picks: readonly Pick[]): Pick[] => picks.toSorted(inWalkingOrder);

/** What is left of a pick list without parcels that it counts. */
export function picksWithout(
	picks: readonly Pick[],
	parcels: Parameters<typeof pickListOf>[0],
): Pick[] {
	const gone = new Map(pickListOf(parcels).map((pick) => [pick.toolId, pick]));
	return picks
		.map((pick) => {
			const { pieces, orders } = gone.get(pick.toolId) ?? { pieces: 0, orders: 0 };
			return { ...pick, pieces: pick.pieces - pieces, orders: pick.orders - orders };
		})
		.filter(({ pieces }) => pieces > 0);
}

/** The numbers of all carriers are longer: what is shorter is the number of an order that is not in the list. */
const minTrackingLength = 8;

interface Table {
	/** The numbers of the orders that are packed. */
	orders: readonly string[];
	/** The order that waits for its tracking number. */
	current: string | undefined;
	carrier: string;
	/** The tracking numbers of what was shipped, by order. */
	shipped: ReadonlyMap<string, string>;
}

/** What a scan asks for: an order, a parcel with this tracking number, or nothing, with the reason. */
export type Scan = { order: string } | { trackingNumber: string } | { error: string };

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
const isSameOrder = (one: string, other: string) =>
	isSame(one, other) ||
	(parseOrderNumber(one) !== undefined && parseOrderNumber(one) === parseOrderNumber(other));

/** Reads what was scanned or typed. A number of the list is that of an order, any other a tracking number. */
export function readScan(scanned: string, { orders, current, carrier, shipped }: Table): Scan {
	const code = pasted(scanned);
	if (code === "") return { error: texts.nothingScanned };
	const order = orders.find((one) => isSameOrder(one, code));
	if (order !== undefined)
		return shipped.has(order) ? { error: texts.alreadyShipped(order) } : { order };
	if (code.length < minTrackingLength) return { error: texts.tooShort(code) };
	if (current === undefined) return { error: texts.noOrderLeft };
	const parsed = v.safeParse(trackingNumber, code);
	if (!parsed.success) return { error: parsed.issues[0].message };
	const usedFor = [...shipped].find(([, number]) => isSame(number, code))?.[0];
	if (usedFor !== undefined) return { error: texts.usedFor(usedFor) };
	if (carrier === "") return { error: shippingMessages.carrierRequired };
	return { trackingNumber: parsed.output };
}
