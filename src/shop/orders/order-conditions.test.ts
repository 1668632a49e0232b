import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { whyNotShipped } from "./line-actions.ts";
import { toFlags } from "./line-flags.ts";
import * as conditions from "./order-conditions.ts";
import { canShip, isLineInTab, orderTabs } from "./order-states.ts";

const { rowsOfTab, stateColumns, ...told } = conditions;

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

it("the conditions are the same in SQL, of rows and of flags, for each state of a line", () => {
	const db = new DatabaseSync(":memory:");
	onTestFinished(() => db.close());
	const names = Object.keys(unpaid).map((name) => stateColumns[name as keyof Columns]);
	db.exec(`create table order_lines (${names})`);
	const insert = db.prepare(`insert into order_lines (${names}) values (${names.map(() => "?")})`);
	const select = (row?: string) =>
		db.prepare(
			`select ${Object.entries(told).map(([name, { sql }]) => `${sql(row)} as ${name}`)} from order_lines ${row ? `as ${row}` : ""}`,
		);
	const [byName, byAlias] = [select(), select("one")];
	const counts: Record<string, number> = {};
	for (const columns of [unpaid, ...closed, ...paid]) {
		db.exec("delete from order_lines");
		insert.run(...Object.values(columns).map((value) => (value instanceof Date ? 1 : value)));
		const expected = Object.entries(told).map(([name, of]) => {
			const value = Number(of(columns));
			counts[name] = (counts[name] ?? 0) + value;
			return [name, value];
		});
		const state = JSON.stringify(columns);
		expect(byName.get(), state).toEqual(Object.fromEntries(expected));
		expect(byAlias.get()).toEqual(byName.get());
		const line = { status: columns.status, ...toFlags(columns) };
		expect(whyNotShipped(line) === undefined, state).toBe(canShip(line));
		// What is not shown is in no list.
		for (const tab of conditions.isShown(columns) ? orderTabs : [])
			expect(isLineInTab(line, tab), `${tab} ${state}`).toBe(
				tab === "all" || rowsOfTab[tab](columns),
			);
	}
	expect(counts).toMatchObject({ isOpen: 1, isPaid: 1024, isSold: 512 });
	// Nothing, or half of the money, or one of three pieces.
	expect(counts).toMatchObject({ isShippable: 6, piecesToShip: 15 });
	expect(counts).toMatchObject({ isShown: 1026, isShipped: 512, isRefunded: 769 });
});
