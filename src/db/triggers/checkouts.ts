/** The triggers that give each order of the version before a checkout of its own. */
import { joinColumns, type Trigger, trigger } from "../trigger.ts";

/** The columns that a checkout and an order of the version before have alike. */
const deliveryColumns = ["user_id", "email", "phone", "total_cents", "currency"];
const paymentColumns = ["payment_attempt", "payment_intent_id"];
const outcomeColumns = ["transaction_id", "paid_at", "closed_at", "closed_why"];
const scheduleColumns = ["created_at", "expires_at", "check_at", "check_failures"];
const sameColumns = [
	"request_key",
	...deliveryColumns,
	...paymentColumns,
	...outcomeColumns,
	...scheduleColumns,
];

/** Returns the statement that creates the checkout of an order that was bought alone. `row` is its table, or `new`. */
export function insertCheckoutOf(row: string): string {
	return `INSERT INTO checkouts (id, name, line1, items_cents, ${sameColumns.join(", ")}) SELECT ${row}.id, ${row}.user_name, ${row}.address, ${row}.total_cents, ${joinColumns(row, sameColumns)}`;
}

/** Returns the trigger that copies changed columns of an order to its checkout, if that is its own. */
function checkoutTrigger(name: string, columns: string[]): Trigger {
	const equal = columns.map((column) => `${column} IS new.${column}`).join(" AND ");
	return trigger(
		name,
		`AFTER UPDATE OF ${columns.join(", ")} ON orders WHEN new.checkout_id = new.id AND NOT EXISTS (SELECT 1 FROM checkouts WHERE id = new.id AND ${equal})`,
		`UPDATE checkouts SET ${columns.map((column) => `${column} = new.${column}`).join(", ")} WHERE id = new.id`,
	);
}

/**
 * Triggers that give each order of the version before a checkout, and that copy what it does to the order,
 * and the payment of a checkout to the order that has its id. Everything else this version writes to both
 * tables itself, the checkout first.
 */
export const checkoutTriggers: Trigger[] = [
	trigger(
		"orders_get_checkout",
		"AFTER INSERT ON orders WHEN new.checkout_id IS NULL",
		insertCheckoutOf("new"),
		"UPDATE orders SET checkout_id = new.id WHERE number = new.number",
	),
	checkoutTrigger("orders_change_payment", paymentColumns),
	trigger(
		"checkouts_change_payment",
		`AFTER UPDATE OF ${paymentColumns.join(", ")} ON checkouts WHEN ${paymentColumns.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ")}`,
		`UPDATE orders SET ${paymentColumns.map((column) => `${column} = new.${column}`).join(", ")} WHERE id = new.id`,
	),
	checkoutTrigger("orders_change_outcome", outcomeColumns),
	checkoutTrigger("orders_change_schedule", scheduleColumns),
];
