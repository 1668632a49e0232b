import { describe, expect, it } from "vitest";
import { allocateRefund, isRefundActive } from "./refunds.ts";

const line = (id: string, doneCents = 0, dueCents = 0) => ({
	id,
	paidCents: 100,
	doneCents,
	dueCents,
});

describe("a refund of the Dashboard", () => {
	it.each([
		["the first order", 60, undefined, [line("a"), line("b")], { a: 60 }],
		["the orders in turn", 150, undefined, [line("a"), line("b")], { a: 100, b: 50 }],
		["what is left", 50, undefined, [line("a", 70), line("b", 30)], { a: 30, b: 20 }],
		["the order that it names", 50, "b", [line("a"), line("b")], { b: 50 }],
		[
			"the named order first, then the others in turn",
			230,
			"c",
			[line("a"), line("b"), line("c")],
			{ c: 100, a: 100, b: 30 },
		],
		["the named order first", 120, "b", [line("a"), line("b")], { b: 100, a: 20 }],
		[
			"an order without a due refund",
			120,
			undefined,
			[line("a", 0, 90), line("b")],
			{
				a: 20,
				b: 100,
			},
		],
		["nothing, if nothing is left", 10, undefined, [line("a", 100)], {}],
	])("belongs to %s", (_, amount, lineId, lines, expected) => {
		const shares = allocateRefund({ amount, lineId }, lines);
		expect(Object.fromEntries(shares.map((share) => [share.lineId, share.cents]))).toEqual(
			expected,
		);
	});
});

it("a refund counts unless it failed or was cancelled", () => {
	const statuses = ["pending", "requires_action", "succeeded", "failed", "canceled", null];
	expect(statuses.filter(isRefundActive)).toEqual([
		"pending",
		"requires_action",
		"succeeded",
		null,
	]);
});
