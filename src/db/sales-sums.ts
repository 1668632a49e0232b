/**
 * The sums of sales-tables.ts in SQL: the triggers that keep them. The doctor has what they must be.
 */

import { isPaid, isShown } from "../shop/orders/order-conditions.ts";
import { type Trigger, trigger } from "./trigger.ts";

/** A time in UTC milliseconds as the shop's clocks show it, if they were those of UTC. */
const localMs = (ms: string) =>
	`(${ms} + coalesce((SELECT offset_ms FROM zone_offsets WHERE since <= ${ms} ORDER BY since DESC LIMIT 1), 0))`;

/** The day, in the shop's time zone, of an expression in UTC milliseconds. `dayOf` in shop/config/days.ts is the same. */
export const dayOf = (ms: string) => `(${localMs(ms)} / 86400000)`;

/** What an order has paid: its items with shipping and tax. */
export const paidCents = (row: string) => `(${row}.total_cents * ${isPaid.sql(row)})`;
/** The SQL of what an order adds to its partner's sales, in cents: nothing if it has no partner or is not paid. */
export const partnerCents = (row: string) => `(${paidCents(row)} * (${row}.partner IS NOT NULL))`;
/** What a refund takes off the sales: not that of a payment that no order awaits, which is no sale. */
export const refundCents = (row: string) =>
	`(${row}.amount_cents * (${row}.status = 'done' AND ${row}.reason <> 'not_awaited'))`;

export const totalColumns = [
	"orders",
	"paid_orders",
	"units",
	"revenue_cents",
	"partner_cents",
	"refunded_cents",
] as const;
type TotalColumn = (typeof totalColumns)[number];

/** Returns the statements that add to the totals of a day and of all later ones. */
function addToTotals(
	currency: string,
	day: string,
	changes: Partial<Record<TotalColumn, string>>,
): string[] {
	const ofCurrency = `sales_totals WHERE currency = ${currency}`;
	const before = `(SELECT * FROM ${ofCurrency} AND day < ${day} ORDER BY day DESC LIMIT 1)`;
	const columns = totalColumns.join(", ");
	const copied = totalColumns.map((column) => `coalesce(${column}, 0)`).join(", ");
	const set = Object.entries(changes).map(
		([column, change]) => `${column} = ${column} + ${change}`,
	);
	return [
		`INSERT INTO sales_totals (currency, day, ${columns}) SELECT ${currency}, ${day}, ${copied} FROM (SELECT 1) LEFT JOIN ${before} WHERE NOT EXISTS (SELECT 1 FROM ${ofCurrency} AND day = ${day})`,
		`UPDATE sales_totals SET ${set.join(", ")} WHERE currency = ${currency} AND day >= ${day}`,
	];
}

/** The month of a time in milliseconds, as in `tool_sales`. */
export const monthOf = (ms: string) => `strftime('%Y-%m', ${localMs(ms)} / 1000, 'unixepoch')`;

/** Returns the statement that adds an order's pieces and items to the sales of its tool. */
const addToTool = (row: string, paidAt: string, pieces: string, cents: string) =>
	`INSERT INTO tool_sales (month, tool_id, pieces, cents) VALUES (${monthOf(paidAt)}, ${row}.tool_id, ${pieces}, ${cents}) ON CONFLICT (month, tool_id) DO UPDATE SET pieces = pieces + excluded.pieces, cents = cents + excluded.cents`;

/** Returns by how much an expression over a row changes. */
const change = (expression: (row: string) => string) =>
	`${expression("new")} - ${expression("old")}`;
const changes = (expression: (row: string) => string) =>
	`${expression("new")} <> ${expression("old")}`;

const paidAt = "coalesce(new.paid_at, old.paid_at)";
const doneAt = "coalesce(new.done_at, old.done_at)";
/** The currency of the order of a line or of a refund. */
const currencyOfOrder = "(SELECT currency FROM orders WHERE id = new.order_id)";
const piecesOfOrder =
	"(SELECT coalesce(sum(quantity), 0) FROM order_lines WHERE order_id = new.id AND closed_at IS NULL)";
/** The items of a line that is paid, in cents, and its pieces. */
const itemCents = paidCents;
const pieces = (row: string) => `(${row}.quantity * ${isPaid.sql(row)})`;

/** No order is paid when it is inserted. What inserts such rows, as the demo does, sums them after: local/sums.ts. */
export const salesTriggers: Trigger[] = [
	trigger(
		"orders_added_to_sales",
		"AFTER INSERT ON orders",
		...addToTotals("new.currency", dayOf("new.created_at"), { orders: "1" }),
	),
	// Its lines are paid after it, in the same transaction.
	trigger(
		"orders_paid",
		`AFTER UPDATE OF total_cents, transaction_id, closed_at, partner ON orders WHEN ${[isPaid.sql, paidCents, partnerCents].map(changes).join(" OR ")}`,
		...addToTotals("new.currency", dayOf(paidAt), {
			paid_orders: change(isPaid.sql),
			units: `(${change(isPaid.sql)}) * ${piecesOfOrder}`,
			revenue_cents: change(paidCents),
			partner_cents: change(partnerCents),
		}),
	),
	trigger(
		"order_lines_paid",
		`AFTER UPDATE OF total_cents, quantity, transaction_id, closed_at ON order_lines WHEN ${[itemCents, pieces].map(changes).join(" OR ")}`,
		addToTool("new", paidAt, change(pieces), change(itemCents)),
	),
	trigger(
		"refunds_inserted_done",
		`AFTER INSERT ON refunds WHEN ${refundCents("new")} <> 0`,
		...addToTotals(currencyOfOrder, dayOf("new.done_at"), { refunded_cents: "new.amount_cents" }),
	),
	trigger(
		"refunds_done",
		`AFTER UPDATE OF status ON refunds WHEN ${changes(refundCents)}`,
		...addToTotals(currencyOfOrder, dayOf(doneAt), { refunded_cents: change(refundCents) }),
	),
];

/** What an order adds to `spentCents` of its customer: what it has paid without what was refunded of its lines. */
export const spentCents = (row: string) =>
	`iif(${isPaid.sql(row)}, ${row}.total_cents - (SELECT coalesce(sum(refunded_cents), 0) FROM order_lines WHERE order_id = ${row}.id), 0)`;

const ofUser = (row: string) => `(${row}.user_id IS NOT NULL AND ${isShown.sql(row)})`;
/** What an order of a guest adds to `guests`. Only what is paid: verified accounts get the paid orders of their e-mail. */
export const guestOrders = (row: string) =>
	`(${row}.user_id IS NULL AND ${row}.transaction_id IS NOT NULL AND ${isShown.sql(row)})`;

/** Adds an order to the sums of a guest by e-mail, or subtracts it. */
const addToGuest = (row: string, sign: "+" | "-") =>
	`INSERT INTO guests (email, name, created_at, order_count, spent_cents) SELECT ${row}.email, ${row}.name, ${row}.created_at, ${sign}1, ${sign}${spentCents(row)} WHERE ${guestOrders(row)} ON CONFLICT (email) DO UPDATE SET order_count = order_count + excluded.order_count, spent_cents = spent_cents + excluded.spent_cents`;

/** Adds to what the customer of a line's order has spent, if it is paid. */
const addSpent = (row: string, cents: string) => [
	`UPDATE users SET spent_cents = spent_cents + ${cents} WHERE id = (SELECT user_id FROM orders WHERE id = ${row}.order_id AND ${isPaid.sql("orders")})`,
	`UPDATE guests SET spent_cents = spent_cents + ${cents} WHERE email = (SELECT email FROM orders WHERE id = ${row}.order_id AND user_id IS NULL AND ${isPaid.sql("orders")})`,
];

export const customerTriggers: Trigger[] = [
	trigger(
		"orders_added_to_customer",
		"AFTER INSERT ON orders",
		`UPDATE users SET order_count = order_count + 1 WHERE id = new.user_id AND ${ofUser("new")}`,
	),
	// The sums of an account change in one statement.
	trigger(
		"orders_change_customer",
		`AFTER UPDATE OF total_cents, transaction_id, closed_at, closed_why, user_id, email ON orders WHEN ${[ofUser, guestOrders, paidCents].map(changes).join(" OR ")} OR new.user_id IS NOT old.user_id OR new.email <> old.email`,
		`UPDATE users SET order_count = order_count + (id IS new.user_id) * ${ofUser("new")} - (id IS old.user_id) * ${ofUser("old")}, spent_cents = spent_cents + iif(id IS new.user_id, ${spentCents("new")}, 0) - iif(id IS old.user_id, ${spentCents("old")}, 0) WHERE id IN (new.user_id, old.user_id)`,
		addToGuest("old", "-"),
		addToGuest("new", "+"),
	),
	trigger(
		"order_lines_refunded",
		"AFTER UPDATE OF refunded_cents ON order_lines WHEN new.refunded_cents <> old.refunded_cents",
		...addSpent("new", "old.refunded_cents - new.refunded_cents"),
	),
];

/** When a customer was last seen. */
export const lastSeenTriggers: Trigger[] = [
	trigger(
		"sessions_begin",
		"AFTER INSERT ON sessions",
		"UPDATE users SET last_seen_at = new.created_at WHERE id = new.user_id",
	),
	trigger(
		"sessions_renewed",
		"AFTER UPDATE OF expires_at ON sessions WHEN new.expires_at > old.expires_at",
		"UPDATE users SET last_seen_at = new.updated_at WHERE id = new.user_id",
	),
];
