import { describe, expect, it } from "vitest";
import { allocateRefund } from "./refunds.ts";

const order = (id: string, doneCents = 0, dueCents = 0) => ({
	id,
	paidCents: 100,
	doneCents,
	dueCents,
});

describe("a refund of the Dashboard", () => {
	it.each([
		["the first order", 60, undefined, [order("a"), order("b")], { a: 60 }],
		["the orders in turn", 150, undefined, [order("a"), order("b")], { a: 100, b: 50 }],
		["what is left", 50, undefined, [order("a", 70), order("b", 30)], { a: 30, b: 20 }],
		["the order that it names", 50, "b", [order("a"), order("b")], { b: 50 }],
		[
			"the named order first, then the others in turn",
			230,
			"c",
			[order("a"), order("b"), order("c")],
			{ c: 100, a: 100, b: 30 },
		],
		["the named order first", 120, "b", [order("a"), order("b")], { b: 100, a: 20 }],
		[
			"an order without a due refund",
			120,
			undefined,
			[order("a", 0, 90), order("b")],
			{
				a: 20,
				b: 100,
			},
		],
		["nothing, if nothing is left", 10, undefined, [order("a", 100)], {}],
	])("belongs to %s", (_, amount, orderId, orders, expected) => {
		const shares = allocateRefund({ amount, orderId }, orders);
		expect(Object.fromEntries(shares.map((share) => [share.orderId, share.cents]))).toEqual(
			expected,
		);
	});
});
