import { describe, expect, it } from "vitest";
import { orderStepNames } from "../../messages/steps.ts";
import { orderStepOf } from "./order-steps.ts";

const paid = { paid: true, status: "Pending", toShip: 1 } as const;
const packed = { ...paid, packedAt: "2026-11-25T10:00:00.000Z" };
const shipped = { paid: true, status: "Shipped" } as const;
const cancelled = { paid: true, status: "Pending", cancelled: true } as const;

describe("the step of an order", () => {
	it.each([
		["is packed next once it is paid", [paid, paid], "Packed"],
		["is still being packed while one tool is not", [packed, paid], "Packed"],
		["is shipped next once all is packed", [packed, packed], "Shipped"],
		["is shipped next if the rest is packed", [shipped, packed], "Shipped"],
		["is delivered next once all is shipped", [shipped, shipped], "Delivered"],
		["does not wait for what was cancelled", [shipped, cancelled], "Delivered"],
	])("%s", (_, lines, name) => {
		expect(orderStepNames[orderStepOf(lines) ?? -1]).toBe(name);
	});

	it.each([
		["not paid", [{ ...paid, paid: false }]],
		["cancelled", [cancelled]],
		["refunded", [{ ...paid, refunded: true as const }]],
		["disputed", [{ ...shipped, disputed: true as const }]],
	])("is none of an order that is %s", (_, lines) => {
		expect(orderStepOf(lines)).toBeUndefined();
	});
});
