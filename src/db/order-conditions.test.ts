import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { canShip, piecesToShip, toFlags, whyNotShipped } from "../shop/orders/line-states.ts";
import type { OrderLine } from "../shop/orders/lines.ts";
import { isOpen, isPaid } from "../shop/orders/order-states.ts";
import { isLineInTab } from "../shop/orders/orders-workspace.ts";
import * as conditions from "./order-conditions.ts";

const unpaid = {
	transactionId: null as string | null,
	status: "Pending" as "Pending" | "Shipped",
	closedAt: null as Date | null,
	closeReason: null as string | null,
	refundedAt: null as Date | null,
	restockedAt: null as Date | null,
	cancelledAt: null as Date | null,
	withdrawnAt: null as Date | null,
	disputedAt: null as Date | null,
	quantity: 3,
	restockedPieces: 0,
	totalCents: 80,
	shippingCents: 15,
	taxCents: 5,
	refundedCents: 0,
	refundDueCents: 0,
	/** A refund that has failed makes no difference. */
	refundFailedCents: 100,
};
type Columns = typeof unpaid;

const closed = ["deleted", "expired", "refunded"].map((closeReason) => ({
	...unpaid,
	closedAt: new Date(1),
	closeReason,
}));
/** What can happen to a line that is paid, in any combination. */
const events: Partial<Columns>[] = [
	{ status: "Shipped" },
	{ refundedAt: new Date(1), refundedCents: 100 },
	{ refundedCents: 50 },
	{ refundDueCents: 50 },
	{ restockedPieces: 1 },
	{ restockedPieces: 3 },
	{ withdrawnAt: new Date(1) },
	{ restockedAt: new Date(1) },
	{ cancelledAt: new Date(1) },
	{ disputedAt: new Date(1) },
];
const paid = Array.from(
	{ length: 2 ** events.length },
	(_, mask): Columns =>
		Object.assign(
			{ ...unpaid, transactionId: "pi_1" },
			...events.filter((_, bit) => mask & (1 << bit)),
		),
);

/** The conditions in TypeScript. */
function inTypeScript(columns: Columns): Record<keyof typeof conditions, boolean | number> {
	const isShown = columns.closeReason === null || columns.closeReason === "refunded";
	// What is not shown is in no list.
	const line = { status: columns.status, ...toFlags(columns) } as OrderLine;
	return {
		openRow: isOpen(columns),
		paidRow: isPaid(columns),
		soldLine: isPaid(columns) && columns.restockedAt === null,
		shippableLine: canShip(line) && isLineInTab(line, "toShip"),
		piecesToShip: piecesToShip(columns),
		shownRow: isShown,
		shippedLine: isLineInTab(line, "shipped"),
		refundedLine: isShown && isLineInTab(line, "refunded"),
	};
}

it("the conditions are the same in SQL and in TypeScript, for each state of a line", () => {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	const names =
		"transaction_id, status, closed_at, closed_why, refunded_at, restocked_at, cancelled_at, withdrawn_at, disputed_at, quantity, restocked_pieces, total_cents, shipping_cents, tax_cents, refunded_cents, refund_due_cents, refund_failed_cents";
	db.exec(`create table order_lines (${names})`);
	const insert = db.prepare(
		`insert into order_lines (${names}) values (${Object.keys(unpaid).map(() => "?")})`,
	);
	const select = (row?: string) =>
		db.prepare(
			`select ${Object.entries(conditions).map(([name, condition]) => `${condition(row)} as ${name}`)} from order_lines ${row ? `as ${row}` : ""}`,
		);
	const [byName, byAlias] = [select(), select("one")];
	const counts: Record<string, number> = {};
	for (const columns of [unpaid, ...closed, ...paid]) {
		db.exec("delete from order_lines");
		insert.run(...Object.values(columns).map((value) => (value instanceof Date ? 1 : value)));
		const expected = Object.entries(inTypeScript(columns)).map(([name, holds]) => {
			counts[name] = (counts[name] ?? 0) + Number(holds);
			return [name, Number(holds)];
		});
		expect(byName.get(), JSON.stringify(columns)).toEqual(Object.fromEntries(expected));
		expect(byAlias.get()).toEqual(byName.get());
		const line = { status: columns.status, ...toFlags(columns) };
		expect(whyNotShipped(line) === undefined, JSON.stringify(columns)).toBe(canShip(line));
		if (columns.closeReason === null && columns.transactionId === null)
			expect(isLineInTab({ status: "Pending", ...toFlags(columns) } as OrderLine, "unpaid")).toBe(
				true,
			);
	}
	expect(counts).toMatchObject({ openRow: 1, paidRow: 1024, soldLine: 512 });
	// Nothing, or half of the money, or one of three pieces.
	expect(counts).toMatchObject({ shippableLine: 6, piecesToShip: 15 });
	expect(counts).toMatchObject({ shownRow: 1026, shippedLine: 512, refundedLine: 769 });
});
