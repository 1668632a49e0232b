/** The triggers that keep the sums of partners. */
import { isPaid, isShown } from "../../shop/orders/order-conditions.ts";
import { type Trigger, trigger } from "../trigger.ts";

/** What refunds took off the price of a line's pieces: the part that these have in what was paid with shipping and tax. */
const refundedPrice = (line: string) =>
	`min(${line}.total_cents, ${line}.refunded_cents * ${line}.total_cents / max(1, ${line}.total_cents + ${line}.shipping_cents + ${line}.tax_cents))`;

/** The revenue of an order for its partner: what its tools cost, without what was refunded of that. */
export const partnerRevenue = (row: string) =>
	`(${row}.items_cents - ${row}.discounts_cents - (SELECT coalesce(sum(${refundedPrice("line")}), 0) FROM order_lines AS line WHERE line.order_id = ${row}.id)) * ${isPaid.sql(row)}`;

/** Returns what an order adds to each of its partner's sums. */
const sumExpressions = (row: string) => [isShown.sql(row), isPaid.sql(row), partnerRevenue(row)];

const sumColumns = ["orders", "paid_orders", "revenue_cents"];

/** Returns the UPDATE that adds to or subtracts from each sum. */
const updateSums = (change: (index: number) => string) =>
	`UPDATE partner_sales SET ${sumColumns.map((sum, index) => `${sum} = ${sum}${change(index)}`).join(", ")}`;

const upsertSums = `ON CONFLICT (partner) DO UPDATE SET ${sumColumns.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(", ")}`;
const insertSums = `INSERT INTO partner_sales (partner, ${sumColumns.join(", ")})`;
const [newSums, oldSums] = [sumExpressions("new"), sumExpressions("old")];

// Rows are never deleted: an expired order may be refunded later and shown again.
export const partnerTriggers: Trigger[] = [
	trigger(
		"partner_sales_added",
		"AFTER INSERT ON orders WHEN new.partner IS NOT NULL",
		`${insertSums} VALUES (new.partner, ${newSums.join(", ")}) ${upsertSums}`,
	),
	trigger(
		"partner_sales_changed",
		"AFTER UPDATE OF items_cents, discounts_cents, transaction_id, closed_at, closed_why, partner ON orders WHEN old.partner IS NOT NULL OR new.partner IS NOT NULL",
		`${updateSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner AND new.partner IS NOT old.partner`,
		`${insertSums} SELECT new.partner, ${newSums.map((sum, place) => `${sum} - (new.partner IS old.partner) * ${oldSums[place]}`).join(", ")} WHERE new.partner IS NOT NULL ${upsertSums}`,
	),
	trigger(
		"partner_sales_refunded",
		"AFTER UPDATE OF refunded_cents ON order_lines WHEN new.refunded_cents <> old.refunded_cents",
		`UPDATE partner_sales SET revenue_cents = revenue_cents + ${refundedPrice("old")} - ${refundedPrice("new")} WHERE partner = (SELECT partner FROM orders WHERE id = new.order_id AND ${isPaid.sql("orders")})`,
	),
];
