/** The offers of the history: a rule and a code, and what they have taken off orders. */
import { dayOf, startOfDay } from "../../../src/config/days.ts";
import { selectCodeUses } from "../../../src/db/triggers/offers.ts";
import { discountNow } from "../../../src/shop/offers/discount-now.ts";
import type { DiscountedNow } from "../../../src/shop/offers/discounts.ts";
import { noEnd, type OfferInForce } from "../../../src/shop/offers/offer-terms.ts";
import { type Builder, type OrderRow, staff } from "./builder.ts";
import { priceAt, toolOf } from "./demo-sales.ts";
import type { PlannedOrder } from "./planned-order.ts";
import type { Statement } from "./rows.ts";

/** The code that some customers type. */
const demoCode = "RIDE5";

/** When they began, in days from today. They have no end. */
const began = { rule: -45, code: -100 } as const;

const rule: OfferInForce = {
	id: "demo-offer-chain",
	label: "10% off chain and cassette tools",
	code: null,
	terms: {
		conditions: { categories: ["chain-and-cassette"], withoutSales: true },
		action: { type: "percent", value: 10 },
		combines: false,
	},
};
const code: OfferInForce = {
	id: "demo-offer-code",
	label: "$5 off from $60",
	code: demoCode,
	terms: {
		conditions: { minCents: 6000 },
		action: { type: "amount", value: 500 },
		combines: true,
	},
};

const startOf = (days: number, now: number) => startOfDay(dayOf(now) + days);

/** One order in so many has the code. */
const everyNth = 6;

/** What the offers of its day take off an order. Each customer has the code once. */
export function discountsOf(
	{ rows, now }: Builder,
	{ lines, at, person }: PlannedOrder,
	number: number,
): DiscountedNow {
	const used = rows.orderOffers.some(
		(one) =>
			one.code !== null &&
			rows.orders.some(({ id, email }) => id === one.orderId && email === person.email),
	);
	const typesCode = number % everyNth === 0 && at >= startOf(began.code, now) && !used;
	const offers = [...(at >= startOf(began.rule, now) ? [rule] : []), ...(typesCode ? [code] : [])];
	const facts = lines.map(({ tool }) => ({
		toolId: tool,
		category: toolOf(tool).category,
		maker: null,
		family: null,
		jobs: [],
		isOnSale: priceAt(tool, at, now) < toolOf(tool).priceCents,
	}));
	const priced = lines.map(({ tool: toolId, quantity }) => ({
		toolId,
		quantity,
		unitPriceCents: priceAt(toolId, at, now),
	}));
	return discountNow(priced, { offers, facts });
}

/** Adds what offers have taken off an order. */
export function addOrderOffers({ rows }: Builder, { id }: OrderRow, { applied }: DiscountedNow) {
	for (const { offer, cents } of applied)
		rows.orderOffers.push({
			orderId: id,
			offerId: offer.id,
			label: offer.label,
			terms: offer.terms,
			code: offer.code,
			amountCents: cents,
			shippingCents: 0,
		});
}

/** Adds the offers themselves, before any order. */
export function addOffers({ rows, random, now }: Builder): void {
	for (const { id, label, terms, code: typed } of [rule, code]) {
		const startsAt = new Date(startOf(typed === null ? began.rule : began.code, now));
		rows.offers.push({
			id,
			label,
			terms,
			needsCode: typed !== null,
			oncePerCustomer: typed !== null,
			startsAt,
			endsAt: noEnd,
			createdAt: startsAt,
			createdBy: staff.manager,
		});
		if (typed !== null) rows.offerCodes.push({ code: typed, offerId: id, maxUses: 500 });
		rows.audit.push({
			id: random.word(32),
			createdAt: startsAt,
			action: "offer.added",
			subjectId: id,
			detail: { name: label },
			actorId: staff.manager,
		});
	}
}

/** The uses of the code: orders that are closed by now were never open in this database. */
export const offerStatements: Statement[] = [
	{ sql: `update offer_codes set uses = ${selectCodeUses}`, values: [] },
];
