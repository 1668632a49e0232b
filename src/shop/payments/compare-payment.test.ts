/** A payment at Stripe beside its order: what the doctor and the scheduled job report. */
import { describe, expect, it } from "vitest";
import {
	type ComparedOrder,
	comparedOrderColumns,
	comparedOrderJson,
	comparePaidOrder,
	comparePayment,
	type Difference,
	type PaymentFacts,
} from "./compare-payment.ts";

const payment: PaymentFacts = {
	id: "pi_1",
	status: "succeeded",
	receivedCents: 5000,
	currency: "USD",
	orderId: "c1",
	refundedCents: 0,
};
const paid: ComparedOrder = {
	id: "c1",
	total: 5000,
	currency: "USD",
	paidBy: "pi_1",
	closedAt: null,
	refundedAt: null,
	refunded: 0,
};
const unpaid = { ...paid, paidBy: null };

type Case = [
	what: string,
	payment: Partial<PaymentFacts>,
	order: ComparedOrder | undefined,
	difference: Difference | undefined,
	owed?: { done: number | null },
];

const cases: Case[] = [
	["a paid order", {}, paid, undefined],
	["a payment that was not finished", { status: "requires_action" }, unpaid, undefined],
	["a payment of another business", { orderId: "" }, undefined, undefined],
	["one that is processed for an open order", { status: "processing" }, unpaid, undefined],
	["one that is processed for no order", { status: "processing" }, undefined, undefined],
	[
		"one that is processed for a paid order",
		{ status: "processing" },
		paid,
		{ message: "is being processed for order c1, which is paid by another payment" },
	],
	[
		"one that is processed for a closed order",
		{ status: "processing" },
		{ ...unpaid, closedAt: 1 },
		{ message: "is being processed for order c1, which is closed" },
	],
	[
		"a refund that is recorded and was not made",
		{},
		{ ...unpaid, closedAt: 1 },
		{ message: "is recorded as refunded, but Stripe has no refund of it" },
		{ done: 1 },
	],
	["a refund that was made", { refundedCents: 5000 }, unpaid, undefined, { done: 1 }],
	["a refund that is owed", {}, { ...unpaid, closedAt: 1 }, undefined, { done: null }],
	[
		"an order that is gone",
		{},
		undefined,
		{ message: "pays an order that this shop does not have" },
	],
	["an order that is gone, refunded", { refundedCents: 1 }, undefined, undefined],
	[
		"a refund in part",
		{ refundedCents: 1 },
		unpaid,
		{ message: "was refunded only in part, 0.01 USD of 50.00 USD" },
	],
	["a refund in full", { refundedCents: 5000 }, unpaid, undefined],
	[
		"another amount",
		{ receivedCents: 4999 },
		unpaid,
		{ message: "paid 49.99 USD for order c1, which costs 50.00 USD" },
	],
	[
		"another currency",
		{ currency: "EUR" },
		unpaid,
		{ message: "paid 50.00 EUR for order c1, which costs 50.00 USD" },
	],
	[
		"a second payment",
		{ id: "pi_2" },
		paid,
		{
			message: "paid order c1 a second time, and is neither refunded nor due",
			isMissed: true,
		},
	],
	[
		"a payment of a closed order",
		{},
		{ ...unpaid, closedAt: 1 },
		{ message: "paid order c1, which is closed, and is neither refunded nor due", isMissed: true },
	],
	[
		"a payment that the shop has missed",
		{},
		unpaid,
		{ message: "paid order c1, which is still unpaid here", isMissed: true },
	],
	[
		"a refunded order",
		{ refundedCents: 5000 },
		{ ...paid, refundedAt: 1, refunded: 5000 },
		undefined,
	],
	[
		"an order that is shown as refunded, refunded in part",
		{ refundedCents: 4999 },
		{ ...paid, refundedAt: 1, refunded: 5000 },
		{
			message:
				"pays order c1, which is shown as refunded, but only 49.99 USD of 50.00 USD were refunded",
		},
	],
	[
		"a refunded order that is not shown as that",
		{ refundedCents: 5000 },
		paid,
		{ message: "pays order c1 and was refunded, but the order is not shown as refunded" },
	],
	[
		"an order that is refunded in part",
		{ refundedCents: 100 },
		{ ...paid, refunded: 100 },
		undefined,
	],
	[
		"an order that shows another refund",
		{ refundedCents: 100 },
		{ ...paid, refunded: 200 },
		{
			message: "pays order c1, of which Stripe has refunded 1.00 USD, but the order shows 2.00 USD",
		},
	],
];

describe("a payment", () => {
	it.each(cases)("%s", (_, facts, order, difference, owed) => {
		expect(comparePayment({ ...payment, ...facts }, order, owed)).toEqual(difference);
	});
});

describe("a paid order", () => {
	it.each([
		["with its payment", payment, undefined],
		["without one", undefined, "is paid here by pi_1, but not at Stripe"],
		[
			"with one that failed",
			{ ...payment, status: "canceled" },
			"is paid here by pi_1, but not at Stripe",
		],
		[
			"with another amount",
			{ ...payment, receivedCents: 1 },
			"costs 50.00 USD, but 0.01 USD was paid",
		],
	])("%s", (_, found, difference) => {
		expect(comparePaidOrder(paid, found)).toBe(difference);
	});
});

it("all facts of a checkout are read, as columns and as JSON", () => {
	for (const name of Object.keys(paid)) {
		expect(comparedOrderColumns).toMatch(new RegExp(`[a-z_)] as ${name}(,|$)`));
		expect(comparedOrderJson).toMatch(new RegExp(`'${name}', [a-z_(]`));
	}
	expect(comparedOrderJson).toMatch(
		/^json_object\('id', id, 'total', \(total_cents - gift_card_cents\), '/,
	);
});
