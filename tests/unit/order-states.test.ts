/** The drawing of the states of an order in the docs has all that the code knows, and no others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../local/settings.ts";
import { orderStates } from "../../src/shop/orders/order-states.ts";

it("docs/orders-and-payments.md draws a way to each state", () => {
	const text = readFileSync(join(root, "docs/orders-and-payments.md"), "utf8");
	const moves = [...text.matchAll(/^ {4}(\w+) -- .+ --> (\w+)$/gm)];
	const states = Object.keys(orderStates).toSorted();
	expect([...new Set(["unpaid", ...moves.map(([, , to]) => to)])].toSorted()).toEqual(states);
	expect([...new Set(moves.map(([, from]) => from))].toSorted()).toEqual(states);
});
