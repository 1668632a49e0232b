/** The trigger that leaves a refund no more of each line than is left, whichever of several was made first. */
import { type Trigger, trigger } from "../trigger.ts";

/** What other refunds that are done have refunded of a line. */
const done = (column: string) =>
	`(SELECT coalesce(sum(part.${column}), 0) FROM refund_lines AS part JOIN refunds AS other ON other.id = part.refund_id WHERE part.line_id = order_lines.id AND other.status = 'done' AND other.id <> new.id)`;

const paid = "order_lines.total_cents + order_lines.shipping_cents + order_lines.tax_cents";

/** The lines of a refund that refunds more of them than is left, with what is left of each. */
const exceeded = `(SELECT refund_lines.line_id AS line, refund_lines.amount_cents AS asked, refund_lines.shipping_cents AS of_shipping, refund_lines.tax_cents AS of_tax, refund_lines.included_tax_cents AS of_included, max(${paid} - ${done("amount_cents")}, 0) AS left_all, max(order_lines.shipping_cents - ${done("shipping_cents")}, 0) AS left_shipping, max(order_lines.tax_cents - ${done("tax_cents")}, 0) AS left_tax, max(order_lines.included_tax_cents - ${done("included_tax_cents")}, 0) AS left_included FROM refund_lines JOIN order_lines ON order_lines.id = refund_lines.line_id WHERE refund_lines.refund_id = new.id)`;

/** The amount, and of it tax and shipping, as it was asked for as far as so much is left of each. */
const amount = `(SELECT *, min(of_tax, left_tax, amount) AS tax, min(of_shipping, left_shipping, amount - min(of_tax, left_tax, amount)) AS shipping FROM (SELECT *, min(asked, left_all) AS amount FROM ${exceeded}))`;

/** What is then more than is left of the items belongs to shipping, and else to the tax. */
const divided = `(SELECT line, amount, shipping + min(beyond, left_shipping - shipping) AS shipping, tax + max(beyond - (left_shipping - shipping), 0) AS tax, min(of_included, left_included) AS included FROM (SELECT *, max(amount - tax - shipping - (left_all - left_tax - left_shipping), 0) AS beyond FROM ${amount}) WHERE asked > left_all OR of_shipping > left_shipping OR of_tax > left_tax OR of_included > left_included)`;

const ofLines =
	"(SELECT coalesce(sum(amount_cents), 0) FROM refund_lines WHERE refund_id = new.id)";

export const refundTriggers: Trigger[] = [
	trigger(
		"refunds_done_of_what_is_left",
		"AFTER UPDATE OF status ON refunds WHEN new.status = 'done' AND old.status <> 'done' AND new.reason <> 'not_awaited'",
		`UPDATE refund_lines SET amount_cents = cut.amount, shipping_cents = cut.shipping, tax_cents = cut.tax, included_tax_cents = min(cut.included, cut.amount - cut.tax) FROM ${divided} AS cut WHERE refund_id = new.id AND line_id = cut.line`,
		`UPDATE refunds SET overpaid_cents = amount_cents - ${ofLines} WHERE id = new.id AND amount_cents > ${ofLines}`,
	),
];
