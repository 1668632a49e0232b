import { DatabaseSync } from "node:sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { canShip, toFlags } from "../shop/orders/lines.ts";
import { isOpen, isPaid } from "../shop/orders/order-states.ts";
import { openOrder, paidOrder, shippableOrder, shownOrder, soldOrder } from "./order-conditions.ts";

/** Evaluates the conditions for an order, by its table's name and by an alias. */
function evaluate(transactionId: string | null, closeReason: string | null) {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	db.exec("create table order_lines (transaction_id text, closed_at integer, closed_why text)");
	const closedAt = closeReason === null ? null : new Date(1);
	db.prepare("insert into order_lines values (?, ?, ?)").run(
		transactionId,
		closedAt?.getTime() ?? null,
		closeReason,
	);
	const columns = (row?: string) =>
		`${openOrder(row)} as open, ${paidOrder(row)} as paid, ${shownOrder(row)} as shown`;
	const byName = db.prepare(`select ${columns()} from order_lines`).get();
	expect(db.prepare(`select ${columns("one")} from order_lines as one`).get()).toEqual(byName);
	const line = { transactionId, closedAt };
	expect(byName).toMatchObject({ open: Number(isOpen(line)), paid: Number(isPaid(line)) });
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

describe("whether an order can be shipped", () => {
	const state = {
		transactionId: "pi_1" as string | null,
		status: "Pending" as "Pending" | "Shipped",
		closedAt: null as Date | null,
		closeReason: null as string | null,
		refundedAt: null as Date | null,
		restockedAt: null as Date | null,
		cancelledAt: null as Date | null,
		disputedAt: null as Date | null,
		refundedCents: 0,
		refundDueCents: 0,
	};
	/** A refund that has failed makes no difference. */
	const refundFailedCents = 100;
	const changes: Partial<typeof state>[] = [
		{ transactionId: null },
		{ status: "Shipped" },
		{ closedAt: new Date(1), closeReason: "refunded" },
		{ refundedAt: new Date(1), refundedCents: 100 },
		{ refundedCents: 1 },
		{ refundDueCents: 1 },
		{ restockedAt: new Date(1) },
		{ cancelledAt: new Date(1) },
		{ disputedAt: new Date(1) },
	];

	it("is the same in SQL and in TypeScript, for every combination", () => {
		const db = new DatabaseSync(":memory:");
		onTestFinished(() => db.close());
		const columns =
			"transaction_id, status, closed_at, closed_why, refunded_at, restocked_at, cancelled_at, disputed_at, refunded_cents, refund_due_cents";
		db.exec(`create table order_lines (${columns})`);
		const insert = db.prepare(
			`insert into order_lines (${columns}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		const select = db.prepare(
			`select ${shippableOrder()} as shippable, ${soldOrder()} as sold from order_lines`,
		);
		let shippable = 0;
		for (let mask = 0; mask < 2 ** changes.length; mask += 1) {
			const chosen = changes.filter((_, bit) => mask & (1 << bit));
			const row: typeof state = Object.assign({}, state, ...chosen);
			db.exec("delete from order_lines");
			insert.run(...Object.values(row).map((value) => (value instanceof Date ? 1 : value)));
			const isShippable = canShip({
				status: row.status,
				...toFlags({ ...row, refundFailedCents }),
			});
			const isSold = row.transactionId !== null && !row.closedAt && !row.restockedAt;
			expect(select.get(), JSON.stringify(chosen)).toEqual({
				shippable: Number(isShippable),
				sold: Number(isSold),
			});
			if (isShippable) shippable += 1;
		}
		expect(shippable).toBe(1);
	});
});
