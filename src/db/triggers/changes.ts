/** The triggers that keep when a tool, an order or a review last changed, for programs that poll. */

import { databaseTime } from "../columns.ts";
import { type Trigger, trigger } from "../trigger.ts";

/**
 * Returns the trigger of a table, after an UPDATE of columns that its calls return. A new row has the time by default. An UPDATE of
 * an order's own way sets the time itself, so that no row is written twice.
 */
const triggerOf = (table: string, key: string, columns: string[]): Trigger =>
	trigger(
		`${table}_change_kept`,
		`AFTER UPDATE OF ${columns.join(", ")} ON ${table} WHEN new.changed_at = old.changed_at`,
		`UPDATE ${table} SET changed_at = ${databaseTime} WHERE ${key} = new.${key}`,
	);

export const changeTriggers: Trigger[] = [
	triggerOf("tools", "number", [
		"name",
		"image",
		"description",
		"min_order_quantity",
		"quantity",
		"regular_price_cents",
		"sale_price_cents",
		"parts_cents",
		"archived_at",
		"slug",
	]),
	triggerOf("order_lines", "number", [
		"status",
		"total_cents",
		"shipping_cents",
		"tax_cents",
		"included_tax_cents",
		"transaction_id",
		"closed_at",
		"refunded_at",
		"refunded_cents",
		"refund_due_cents",
		"refund_failed_cents",
		"cancelled_at",
		"restocked_at",
		"restocked_pieces",
		"withdrawn_at",
		"disputed_at",
		"packed_at",
		"shipment_id",
	]),
	trigger(
		"orders_change_lines",
		"AFTER UPDATE OF name, email, phone, address, expires_at ON orders",
		`UPDATE order_lines SET changed_at = ${databaseTime} WHERE order_id = new.id`,
	),
	trigger(
		"shipments_change_lines",
		"AFTER UPDATE OF carrier, tracking_number ON shipments",
		`UPDATE order_lines SET changed_at = ${databaseTime} WHERE order_id = new.order_id AND shipment_id = new.id`,
	),
	triggerOf("reviews", "id", [
		"author",
		"rating",
		"image",
		"description",
		"tool_id",
		"line_id",
		"hidden_at",
		"answer",
		"answered_at",
	]),
];
