/** What the sums of src/db/sales-tables.ts must be, from the orders, for the doctor, the demo and benchmarks. */

import {
	dayOf,
	guestOrders,
	monthOf,
	paidCents,
	partnerCents,
	refundCents,
	spentCents,
	totalColumns,
} from "../src/db/sales-sums.ts";
import { isPaid, isShown } from "../src/shop/orders/order-conditions.ts";

/** The totals of each day, from the rows that they count. */
const expectedTotals = `WITH events (currency, day, ${totalColumns.join(", ")}) AS (${[
	`SELECT currency, ${dayOf("created_at")}, 1, 0, 0, 0, 0, 0 FROM orders`,
	`SELECT currency, ${dayOf("paid_at")}, 0, 1, 0, ${paidCents("orders")}, ${partnerCents("orders")}, 0 FROM orders WHERE ${isPaid.sql("orders")}`,
	`SELECT orders.currency, ${dayOf("order_lines.paid_at")}, 0, 0, quantity, 0, 0, 0 FROM order_lines JOIN orders ON orders.id = order_id WHERE ${isPaid.sql("order_lines")}`,
	`SELECT orders.currency, ${dayOf("done_at")}, 0, 0, 0, 0, 0, amount_cents FROM refunds JOIN orders ON orders.id = order_id WHERE ${refundCents("refunds")} <> 0`,
].join(
	" UNION ALL ",
)}) SELECT currency, day, ${totalColumns.map((column) => `sum(sum(${column})) OVER (PARTITION BY currency ORDER BY day) AS ${column}`).join(", ")} FROM events GROUP BY currency, day`;

const totalsText = totalColumns.join(" || ' ' || ");
const noTotals = totalColumns.map(() => "0").join(" ");

/** The stored totals of the days that changed them. A refund that has failed leaves a day without a change. */
const storedTotals = `SELECT currency, day, ${totalColumns.join(", ")} FROM (SELECT *, lag(${totalsText}, 1, '${noTotals}') OVER (PARTITION BY currency ORDER BY day) AS before FROM sales_totals) WHERE before <> ${totalsText}`;

/** The sales of each tool in each month, from the orders. */
const expectedMonths = `SELECT ${monthOf("paid_at")} AS month, tool_id, sum(quantity) AS pieces, sum(total_cents) AS cents FROM order_lines WHERE ${isPaid.sql("order_lines")} GROUP BY 1, 2`;

/** The statements that sum the sales again. */
export const fillSales: string[] = [
	"DELETE FROM sales_totals",
	`INSERT INTO sales_totals (currency, day, ${totalColumns.join(", ")}) ${expectedTotals}`,
	"DELETE FROM tool_sales",
	`INSERT INTO tool_sales (month, tool_id, pieces, cents) ${expectedMonths}`,
];

/** The sums of each customer, from the orders. */
const sumsOfPeople = (key: string, counted: string, where: string) =>
	`SELECT ${key} AS key, sum(${counted}) AS order_count, sum(${spentCents("orders")}) AS spent_cents FROM orders WHERE ${where} GROUP BY key`;
const expectedCustomers = sumsOfPeople("user_id", isShown.sql("orders"), "user_id IS NOT NULL");
const expectedGuests = sumsOfPeople("email", "1", guestOrders("orders"));
const nameOfGuest = `(SELECT name FROM orders WHERE orders.email = key AND ${guestOrders("orders")} LIMIT 1)`;
const firstOrderOfGuest = `(SELECT min(created_at) FROM orders WHERE orders.email = key AND ${guestOrders("orders")})`;

/** The statements that fill the sums of an old shop's customers. */
export const fillCustomers: string[] = [
	"UPDATE users SET order_count = 0, spent_cents = 0 WHERE order_count <> 0 OR spent_cents <> 0",
	`UPDATE users SET order_count = summed.order_count, spent_cents = summed.spent_cents FROM (${expectedCustomers}) AS summed WHERE users.id = summed.key`,
	"DELETE FROM guests",
	`INSERT INTO guests (email, name, created_at, order_count, spent_cents) SELECT key, ${nameOfGuest}, ${firstOrderOfGuest}, order_count, spent_cents FROM (${expectedGuests}) WHERE order_count > 0`,
];

const onlyIn = (one: string, other: string) =>
	`SELECT CAST(day AS text) AS subject FROM (SELECT * FROM (${one}) EXCEPT SELECT * FROM (${other}))`;

/** The query of the days whose totals are not as what they count says. Rules of rows look at the other sums. */
export const wrongDays = `${onlyIn(storedTotals, expectedTotals)} UNION ${onlyIn(expectedTotals, storedTotals)}`;
