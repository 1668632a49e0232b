import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../../local/settings.ts";
import { type OrderState, orderStateOf, orderStates, orderStateTable } from "./order-states.ts";

const pending = { paid: true, status: "Pending" } as const;
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

describe("the drawing of the states", () => {
	const moves = orderStates.flatMap((from) =>
		Object.entries(orderStateTable[from].next).map(([to, event]) => ({ from, to, event })),
	);

	it("has a way to each state, and none to another", () => {
		const reached = new Set(["unpaid", ...moves.map(({ to }) => to)]);
		expect([...reached].toSorted()).toEqual(orderStates.toSorted());
	});

	it("is in docs/orders-and-payments.md", () => {
		const drawing = [
			"flowchart LR",
			"    start([placed]) --> unpaid",
			...moves.map(({ from, to, event }) => `    ${from} -- ${event} --> ${to}`),
		].join("\n");
		expect(readFileSync(join(root, "docs/orders-and-payments.md"), "utf8")).toContain(drawing);
	});
});
