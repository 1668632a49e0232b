import { describe, expect, it } from "vitest";
import { isDisputeActive, paysFor } from "./payments.ts";

describe("an intent pays for an order", () => {
	const line = { id: "order-1", totalCents: 5997, giftCardCents: 0, currency: "USD" };
	const intent = {
		id: "pi_1",
		status: "succeeded",
		amountReceivedCents: 5997,
		currency: "usd",
		orderId: "order-1",
	};

	it("where it succeeded with the order's total in its currency", () => {
		expect(paysFor(intent, line)).toBe(true);
	});

	it.each([
		["it has not succeeded", { status: "processing" }],
		["less came in", { amountReceivedCents: 5996 }],
		["more came in", { amountReceivedCents: 5998 }],
		["nothing came in", { amountReceivedCents: 0 }],
		["the currency is another", { currency: "jpy" }],
		["it is for another order", { orderId: "order-2" }],
		["it is for no order", { orderId: undefined }],
	])("and not where %s", (_, changes) => {
		expect(paysFor({ ...intent, ...changes }, line)).toBe(false);
	});
});

it("a dispute counts unless the merchant has won it", () => {
	const open = ["warning_needs_response", "warning_under_review", "needs_response", "under_review"];
	const statuses = [...open, "lost", "won", "warning_closed", "prevented"];
	expect(statuses.filter(isDisputeActive)).toEqual([...open, "lost"]);
});
