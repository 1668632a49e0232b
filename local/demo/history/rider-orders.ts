/** The demo rider's own orders: one in each state that a customer sees. */
import type { PlannedRefund, WantedLine } from "./planned-order.ts";
import type { ReviewText } from "./review-texts.ts";

interface RiderOrder {
	/** When it was placed. */
	hoursAgo: number;
	lines: readonly WantedLine[];
	unpaid?: boolean;
	/** The parcels, by the places of their lines; none of an order that is not shipped. By default all is shipped. */
	parcels?: readonly { lines: readonly number[]; hoursAgo: number }[];
	/** The places of the lines that are packed. */
	packed?: readonly number[];
	refund?: PlannedRefund;
	review?: ReviewText & { daysAgo: number };
}

const days = (count: number) => count * 24;

export const riderOrders: readonly RiderOrder[] = [
	{
		hoursAgo: days(148) + 5,
		lines: [
			{ tool: "floor-pump", quantity: 1 },
			{ tool: "patch-kit", quantity: 10 },
		],
		review: {
			tool: "floor-pump",
			rating: 4,
			daysAgo: 118,
			text: "It does 7 bar without me jumping on it. The gauge sits high enough to read, and the hose reaches over the bench. One star off because the handle turns a little in its seat.",
		},
	},
	{
		hoursAgo: days(97) + 2,
		lines: [
			{ tool: "chain", quantity: 2 },
			{ tool: "chain-checker", quantity: 2 },
			{ tool: "master-link-pliers", quantity: 1 },
		],
		refund: {
			kind: "amount",
			share: 0.25,
			days: 9,
			reason: "damaged",
			note: "Box of one chain was torn and the master link missing. Rider keeps the chain, a quarter back.",
		},
	},
	{
		hoursAgo: days(61) + 8,
		lines: [{ tool: "brake-pads", quantity: 5 }],
		refund: { kind: "cancelled", byCustomer: true, hours: 3 },
	},
	{
		hoursAgo: days(33) + 4,
		lines: [
			{ tool: "torque-wrench", quantity: 1 },
			{ tool: "hex-key-set", quantity: 1 },
		],
	},
	{
		hoursAgo: days(9) + 6,
		lines: [
			{ tool: "multi-tool", quantity: 1 },
			{ tool: "tire-levers", quantity: 5 },
			{ tool: "spoke-wrench", quantity: 2 },
		],
		parcels: [
			{ lines: [0, 1], hoursAgo: days(8) },
			{ lines: [2], hoursAgo: days(6) + 3 },
		],
	},
	{
		hoursAgo: 52,
		lines: [
			{ tool: "cassette", quantity: 1 },
			{ tool: "cassette-lockring-tool", quantity: 1 },
			{ tool: "chain-whip", quantity: 1 },
		],
		parcels: [{ lines: [0, 1, 2], hoursAgo: 20 }],
	},
	{
		hoursAgo: 7,
		lines: [
			{ tool: "cable-cutter", quantity: 1 },
			{ tool: "y-hex-key", quantity: 2 },
		],
		parcels: [],
		packed: [0],
	},
	{
		hoursAgo: 1.5,
		lines: [
			{ tool: "inner-tube", quantity: 5 },
			{ tool: "patch-kit", quantity: 10 },
		],
		unpaid: true,
	},
];
