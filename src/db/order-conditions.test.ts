import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { isOpen, isPaid } from "../shop/orders/order-states.ts";
import { openOrder, paidOrder, shownOrder } from "./order-conditions.ts";

/** Evaluates the conditions for an order, by its table's name and by an alias. */
function evaluate(transactionId: string | null, closeReason: string | null) {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	db.exec("create table orders (transaction_id text, closed_at integer, closed_why text)");
	const closedAt = closeReason === null ? null : new Date(1);
	db.prepare("insert into orders values (?, ?, ?)").run(
		transactionId,
		closedAt?.getTime() ?? null,
		closeReason,
	);
	const columns = (row?: string) =>
		`${openOrder(row)} as open, ${paidOrder(row)} as paid, ${shownOrder(row)} as shown`;
	const byName = db.prepare(`select ${columns()} from orders`).get();
	expect(db.prepare(`select ${columns("one")} from orders as one`).get()).toEqual(byName);
	const order = { transactionId, closedAt };
	expect(byName).toMatchObject({ open: Number(isOpen(order)), paid: Number(isPaid(order)) });
	return Object.entries({ ...byName }).flatMap(([name, value]) => (value === 1 ? name : []));
}

describe("an order's state, in SQL and in TypeScript", () => {
	it.each<[transactionId: string | null, closeReason: string | null, states: string[]]>([
		[null, null, ["open", "shown"]],
		["pi_1", null, ["paid", "shown"]],
		[null, "deleted", []],
		[null, "expired", []],
		[null, "refunded", ["shown"]],
		["pi_1", "refunded", ["shown"]],
		["pi_1", "expired", []],
	])("with transaction %s and close reason %s is %j", (transactionId, closeReason, states) => {
		expect(evaluate(transactionId, closeReason)).toEqual(states);
	});
});
