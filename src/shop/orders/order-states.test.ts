import { describe, expect, it } from "vitest";
import { type OrderState, orderStateOf } from "./order-states.ts";

const pending = { paid: true, status: "Pending", toShip: 1 } as const;
const { toShip: _, ...held } = pending;
const shipped = { paid: true, status: "Shipped" } as const;
const cancelled = { ...pending, cancelled: true } as const;
const refunded = { ...shipped, refunded: true } as const;
const open = { paid: false, status: "Pending" } as const;

describe("the state", () => {
	it.each<[OrderState, Parameters<typeof orderStateOf>[0], boolean]>([
		["unpaid", [open, open], false],
		["expired", [open], true],
		["paid", [pending, pending], false],
		["paid", [pending, cancelled], true],
		["partlyShipped", [pending, shipped], true],
		["shipped", [shipped, cancelled, refunded], true],
		// Money was refunded of what goes on.
		["paid", [{ ...pending, refundDue: true }], true],
		["withdrawn", [{ ...held, withdrawn: true }], true],
		["paid", [{ ...held, withdrawn: true }, pending], true],
		["refunding", [{ ...held, refundDue: true }, cancelled], true],
		["shipped", [{ ...held, refundDue: true }, shipped], true],
		["cancelled", [{ ...held, restocked: true }], true],
		["shipped", [{ ...shipped, restocked: true }], true],
		["cancelled", [cancelled, { ...cancelled, refunded: true }], true],
		["refunded", [cancelled, refunded], true],
		["refunded", [{ paid: false, status: "Pending", refunded: true }], true],
		["disputed", [shipped, { ...shipped, disputed: true }], true],
	])("is %s", (state, lines, isExpired) => {
		expect(orderStateOf(lines, { isExpired, isProcessing: false })).toBe(state);
	});

	it("is processing while the payment is, until it is paid", () => {
		const processing = { isExpired: true, isProcessing: true };
		expect(orderStateOf([open], processing)).toBe("processing");
		expect(orderStateOf([pending], processing)).toBe("paid");
	});
});
