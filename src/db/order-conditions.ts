/**
 * The states of an order as SQL conditions without parameters, for queries, partial indexes, triggers and
 * the doctor. `row` is the table's name, an alias, or a trigger's `new` or `old`. For a row in
 * TypeScript see `isOpen` and `isPaid` in shop/orders/order-states.ts.
 */

const ordersTable = '"orders"';

/** Neither paid nor closed: the order reserves stock. In the words of the partial indexes, thus without parentheses. */
export function openOrder(row = ordersTable): string {
	return `${row}."transaction_id" is null and ${row}."closed_at" is null`;
}

/** Paid and not closed: the order's pieces are sold, and its total is revenue. */
export function paidOrder(row = ordersTable): string {
	return `(${row}."transaction_id" is not null and ${row}."closed_at" is null)`;
}

/** Visible to customers and administrators: neither deleted nor expired. */
export function shownOrder(row = ordersTable): string {
	return `(${row}."closed_why" is null or ${row}."closed_why" = 'refunded')`;
}
