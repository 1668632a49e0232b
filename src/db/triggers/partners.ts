/** The triggers that keep the sums of partners. */
import { paidOrder, shownOrder } from "../order-conditions.ts";
import { type Trigger, trigger } from "../trigger.ts";

/** Returns what an order adds to each of its partner's sums. */
const sumExpressions = (row: string) => [
	shownOrder(row),
	paidOrder(row),
	`(${row}.items_cents - ${row}.discounts_cents) * ${paidOrder(row)}`,
];

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
		"AFTER UPDATE OF items_cents, discounts_cents, transaction_id, closed_at, closed_why ON orders WHEN old.partner IS NOT NULL AND new.partner = old.partner",
		`${updateSums((place) => ` - ${oldSums[place]} + ${newSums[place]}`)} WHERE partner = new.partner`,
	),
	trigger(
		"partner_sales_moved",
		"AFTER UPDATE OF partner ON orders WHEN new.partner IS NOT old.partner",
		`${updateSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner`,
		`${insertSums} SELECT new.partner, ${newSums.join(", ")} WHERE new.partner IS NOT NULL ${upsertSums}`,
	),
	trigger(
		"partner_sales_removed",
		"AFTER DELETE ON orders WHEN old.partner IS NOT NULL",
		`${updateSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner`,
	),
];
