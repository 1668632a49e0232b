/**
 * The conditions of orders and their lines, each said once: it is a function of a row, and its `sql` is the same for queries,
 * partial indexes, triggers and the doctor, without parameters. The API's flags follow from them, and from the flags the
 * states (order-states.ts). order-conditions.test.ts proves that SQL, rows and flags agree in each state of a line.
 */
import type { MarkedTab, OrderStatus } from "./order-states.ts";

/** The columns that tell the state of a line. `orders` has the first three. */
export interface StateColumns {
	transactionId: string | null;
	closedAt: Date | null;
	closeReason: string | null;
	status: OrderStatus;
	refundedAt: Date | null;
	restockedAt: Date | null;
	cancelledAt: Date | null;
	withdrawnAt: Date | null;
	disputedAt: Date | null;
	quantity: number;
	restockedPieces: number;
	totalCents: number;
	shippingCents: number;
	taxCents: number;
	refundedCents: number;
	refundDueCents: number;
	refundFailedCents: number;
}
type Column = keyof StateColumns;
type NumberColumn = "quantity" | "restockedPieces" | (Column & `${string}Cents`);

/** The names of the columns in SQL. */
export const stateColumns: Record<Column, string> = {
	transactionId: "transaction_id",
	closedAt: "closed_at",
	closeReason: "closed_why",
	status: "status",
	refundedAt: "refunded_at",
	restockedAt: "restocked_at",
	cancelledAt: "cancelled_at",
	withdrawnAt: "withdrawn_at",
	disputedAt: "disputed_at",
	quantity: "quantity",
	restockedPieces: "restocked_pieces",
	totalCents: "total_cents",
	shippingCents: "shipping_cents",
	taxCents: "tax_cents",
	refundedCents: "refunded_cents",
	refundDueCents: "refund_due_cents",
	refundFailedCents: "refund_failed_cents",
};

/** What a row tells by some of its columns, in TypeScript and in SQL. */
export interface Told<Value, Of extends Column> {
	(row: Pick<StateColumns, Of>): Value;
	/** `row` is the table's name, an alias, or a trigger's `new` or `old`. */
	sql: (row?: string) => string;
}
type Condition<Of extends Column> = Told<boolean, Of>;

const told = <Value, Of extends Column>(
	of: (row: Pick<StateColumns, Of>) => Value,
	sql: (row: string) => string,
): Told<Value, Of> => Object.assign(of, { sql: (row = '"order_lines"') => sql(row) });

const inSql = (row: string, columns: readonly Column[]) =>
	columns.map((column) => `${row}."${stateColumns[column]}"`).join(" + ") || "0";

const isSet = <Of extends Column>(column: Of): Condition<Of> =>
	told(
		(row) => row[column] !== null,
		(row) => `${inSql(row, [column])} is not null`,
	);

const isNull = <Of extends Column>(column: Of): Condition<Of> =>
	told(
		(row) => row[column] === null,
		(row) => `${inSql(row, [column])} is null`,
	);

const is = <Of extends Column>(column: Of, value: StateColumns[Of] & string): Condition<Of> =>
	told(
		(row) => row[column] === value,
		(row) => `${inSql(row, [column])} is '${value}'`,
	);

/** Whether the sum of some columns is more than the sum of others, or more than 0 without any. */
const isMore = <Of extends NumberColumn>(
	columns: readonly Of[],
	others: readonly Of[] = [],
): Condition<Of> => {
	const sumOf = (row: Pick<StateColumns, Of>, some: readonly Of[]) =>
		some.reduce((sum, column) => sum + row[column], 0);
	return told(
		(row) => sumOf(row, columns) > sumOf(row, others),
		(row) => `${inSql(row, columns)} > ${inSql(row, others)}`,
	);
};

const all = <Of extends Column>(...conditions: readonly Condition<Of>[]): Condition<Of> =>
	told(
		(row) => conditions.every((condition) => condition(row)),
		(row) => `(${conditions.map(({ sql }) => sql(row)).join(" and ")})`,
	);

const any = <Of extends Column>(...conditions: readonly Condition<Of>[]): Condition<Of> =>
	told(
		(row) => conditions.some((condition) => condition(row)),
		(row) => `(${conditions.map(({ sql }) => sql(row)).join(" or ")})`,
	);

const not = <Of extends Column>(condition: Condition<Of>): Condition<Of> =>
	told(
		(row) => !condition(row),
		(row) => `(not ${condition.sql(row)})`,
	);

/** The pieces of a line that are not back in the stock, if a condition holds; otherwise 0. */
const piecesIf = <Of extends Column>(condition: Condition<Of>) =>
	told<number, Of | "quantity" | "restockedPieces">(
		(row) => (condition(row) ? row.quantity - row.restockedPieces : 0),
		(row) => `((${row}."quantity" - ${row}."restocked_pieces") * ${condition.sql(row)})`,
	);

/** Neither paid nor closed: the order reserves stock. */
export const isOpen = all(isNull("transactionId"), isNull("closedAt"));

/** Paid and not closed: its total is revenue. */
export const isPaid = all(isSet("transactionId"), isNull("closedAt"));

/** Visible to customers and administrators: neither deleted nor expired. */
export const isShown = any(isNull("closeReason"), is("closeReason", "refunded"));

/** Paid, and not all of its pieces are back in the stock. */
export const isSold = all(isPaid, isNull("restockedAt"));

/** How many pieces of a line are sold: none of those that a refund or a return has put back into the stock. */
export const soldPieces = piecesIf(isSold);

/** Shipped, whatever happened to it later. */
export const isShipped = is("status", "Shipped");

/** Paid, and neither shipped nor cancelled. What was refunded of it before stays refunded. */
export const isCancellable = all(isPaid, is("status", "Pending"), isNull("cancelledAt"));

/** Something is left of what was paid, also once the refunds that are due are made. */
export const hasMoneyLeft = isMore(
	["totalCents", "shippingCents", "taxCents"],
	["refundedCents", "refundDueCents"],
);

/**
 * What is owed in goods: paid, not shipped, neither cancelled, withdrawn nor disputed, with pieces that are not back in the
 * stock, and with refunds, done or due, of less than all of it. A refund of money alone changes nothing of that. What costs
 * nothing has none.
 */
export const isShippable = all(
	isCancellable,
	any(not(isMore(["refundedCents", "refundDueCents"])), hasMoneyLeft),
	isMore(["quantity"], ["restockedPieces"]),
	isNull("refundedAt"),
	isNull("restockedAt"),
	isNull("withdrawnAt"),
	isNull("disputedAt"),
);

/** How many pieces of a line are to be shipped. */
export const piecesToShip = piecesIf(isShippable);

/** Something of it was refunded. */
export const hasRefund = isMore(["refundedCents"]);

/** Something of it was refunded, or all of a payment that came too late. */
export const isRefunded = all(isShown, any(hasRefund, isSet("closeReason")));

/** All of it was refunded. */
export const isRefundedInFull = any(is("closeReason", "refunded"), isSet("refundedAt"));

/** A refund of it is due, or its newest one has failed. */
export const isRefundDue = isMore(["refundDueCents"]);
export const hasFailedRefund = isMore(["refundFailedCents"]);

/** All of its pieces are back in the stock. */
export const isRestocked = any(
	isSet("restockedAt"),
	not(isMore(["quantity"], ["restockedPieces"])),
);

/** The lines of each tab, which `linesOfTab` of order-states.ts finds by their flags. */
export const rowsOfTab = {
	toShip: isShippable,
	unpaid: isOpen,
	shipped: isShipped,
	refunded: isRefunded,
} satisfies Record<MarkedTab, Told<boolean, Column>>;
