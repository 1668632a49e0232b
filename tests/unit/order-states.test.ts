/** The drawing of the states of an order in the docs is that of the code's table. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../../local/settings.ts";
import { orderStateChanges, orderStates } from "../../src/shop/orders/order-states.ts";

describe("the drawing of the states", () => {
	const moves = orderStates.flatMap((from) =>
		Object.entries(orderStateChanges[from]).map(([to, event]) => ({ from, to, event })),
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
