/**
 * The states of an order and of its lines as SQL conditions without parameters, for queries, partial indexes, triggers
 * and the doctor. `row` is the table's name, an alias, or a trigger's `new` or `old`: of `orders` or `order_lines` for a
 * condition of a row, of `order_lines` for one of a line. In TypeScript they are `isOpen` and
 * `isPaid` of order-states.ts, `canShip` of lines.ts and the tabs of orders-workspace.ts: order-conditions.test.ts
 * proves that both agree in each state of a line.
 */

const linesTable = '"order_lines"';

/** Neither paid nor closed: the order reserves stock. In the words of the partial indexes, thus without parentheses. */
export function openRow(row = linesTable): string {
	return `${row}."transaction_id" is null and ${row}."closed_at" is null`;
}

/** Paid and not closed: its total is revenue. */
export function paidRow(row = linesTable): string {
	return `(${row}."transaction_id" is not null and ${row}."closed_at" is null)`;
}

/** Paid, and its pieces are not back in stock. */
export function soldLine(row = linesTable): string {
	return `(${paidRow(row)} and ${row}."restocked_at" is null)`;
}

/**
 * What is owed in goods: paid, not shipped, neither cancelled, withdrawn nor disputed, with pieces that are not back in the
 * stock, and with refunds, done or due, of less than all of it. A refund of money alone changes nothing of that. What costs
 * nothing has none.
 */
export function shippableLine(row = linesTable): string {
	const unset = ["refunded_at", "restocked_at", "cancelled_at", "withdrawn_at", "disputed_at"];
	const nothing = unset.map((column) => `${row}."${column}" is null`).join(" and ");
	const refunded = `${row}."refunded_cents" + ${row}."refund_due_cents"`;
	const paid = `${row}."total_cents" + ${row}."shipping_cents" + ${row}."tax_cents"`;
	return `(${paidRow(row)} and ${row}."status" = 'Pending' and (${refunded} = 0 or ${refunded} < ${paid}) and ${row}."restocked_pieces" < ${row}."quantity" and ${nothing})`;
}

/** How many pieces of a line are to be shipped. */
export const piecesToShip = (row = linesTable): string =>
	`((${row}."quantity" - ${row}."restocked_pieces") * ${shippableLine(row)})`;

/** Visible to customers and administrators: neither deleted nor expired. */
export function shownRow(row = linesTable): string {
	return `(${row}."closed_why" is null or ${row}."closed_why" = 'refunded')`;
}

/** Shipped, whatever happened to it later. */
export function shippedLine(row = linesTable): string {
	return `(${row}.status = 'Shipped')`;
}

/** Something of it was refunded, or all of a payment that came too late. */
export function refundedLine(row = linesTable): string {
	return `(${shownRow(row)} AND (${row}.refunded_cents > 0 OR ${row}.closed_why IS NOT NULL))`;
}
