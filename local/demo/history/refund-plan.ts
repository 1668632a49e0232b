/** Which orders are refunded, disputed or cancelled, and why. */
import type { PlannedOrder, PlannedRefund } from "./planned-order.ts";

const dayMs = 24 * 60 * 60_000;

/** The refunds, from the oldest to the newest. */
const refunds: readonly PlannedRefund[] = [
	{
		kind: "amount",
		share: 0.2,
		days: 8,
		reason: "damaged",
		note: "Scratched in transit, photo by e-mail. Customer keeps it for a fifth off.",
	},
	{
		kind: "line",
		days: 11,
		reason: "requested_by_customer",
		restock: true,
		note: "Wrong size ordered, came back unopened.",
	},
	{ kind: "cancelled", byCustomer: true, hours: 2 },
	{
		kind: "whole",
		days: 13,
		reason: "requested_by_customer",
		restock: true,
		note: "Returned within 14 days, all of it as new.",
	},
	{ kind: "missing", note: "Shelf was one short, counted twice. Told the customer by telephone." },
	{
		kind: "line",
		days: 9,
		reason: "damaged",
		restock: false,
		note: "Arrived bent. Carrier has the claim.",
	},
	{
		kind: "amount",
		share: 0.15,
		days: 6,
		reason: "other",
		note: "Parcel took twelve days. Agreed by telephone.",
	},
	{ kind: "cancelled", byCustomer: false, hours: 20 },
	{
		kind: "line",
		days: 12,
		reason: "requested_by_customer",
		restock: true,
		note: "Does not fit the frame. Back on the shelf.",
	},
	{
		kind: "whole",
		days: 15,
		reason: "damaged",
		restock: false,
		note: "Box crushed, nothing to sell again.",
	},
	{
		kind: "amount",
		share: 0.3,
		days: 10,
		reason: "damaged",
		note: "Grip has a cut. Customer keeps it.",
	},
	{
		kind: "missing",
		note: "Sold at the counter an hour before. Refunded, and noted for the count.",
	},
	{
		kind: "amount",
		share: 0.1,
		days: 1,
		reason: "other",
		note: "Bought a day before the price went down. Agreed by e-mail.",
	},
	{
		kind: "failed",
		share: 0.5,
		days: 2,
		reason: "damaged",
		note: "The customer's card has expired. Waiting for another way to pay it back.",
	},
];

/** The one whose review says that the pads came back. */
const returnedPads: PlannedRefund = {
	kind: "line",
	days: 5,
	reason: "requested_by_customer",
	restock: true,
	note: "Other calipers than she thought. Unopened, back on the shelf.",
};
/** The place of that review in data.ts. */
const reviewOfPads = 6;

/** Adds refunds to orders that are up to five months old, evenly spread, and one dispute. */
export function planRefunds(planned: readonly PlannedOrder[], now: number): PlannedOrder[] {
	const all = [...planned];
	const fits = ({ fate, at, review, demoReview, refund }: PlannedOrder, days: number) =>
		fate === "paid" &&
		now - at > days * dayMs &&
		now - at < 150 * dayMs &&
		!review &&
		demoReview === undefined &&
		!refund;
	const replace = (order: PlannedOrder, more: Partial<PlannedOrder>) => {
		all[all.indexOf(order)] = { ...order, ...more };
	};
	for (const [index, refund] of refunds.entries()) {
		const some = all.filter(
			(order) => fits(order, minDays(refund)) && (!isOfOneLine(refund) || order.lines.length > 1),
		);
		const order = some[Math.floor(((index + 0.5) / refunds.length) * some.length)];
		if (order) replace(order, { refund });
	}
	const ofPads = all.find(({ demoReview }) => demoReview === reviewOfPads);
	if (ofPads) replace(ofPads, { refund: returnedPads });
	const disputed = all.findLast((order) => fits(order, 18));
	if (disputed) replace(disputed, { disputed: true });
	return all;
}

/** How old an order is whose refund is in the past: it was shipped some days after it was placed. */
const minDays = (refund: PlannedRefund) => ("days" in refund ? refund.days + 6 : 6);

/** Whether other lines must be left of the order. */
const isOfOneLine = ({ kind }: PlannedRefund) => kind === "line" || kind === "missing";
