/** What an invoice or a credit note says, as SQL over the order, its lines and the refund, without parameters. */

/** A part of an amount in proportion, rounded half up, as `allocate` divides it in two. */
const share = (cents: string, part: string, whole: string) =>
	`iif(${whole} = 0, 0, (2 * ${cents} * ${part} + ${whole}) / (2 * max(${whole}, 1)))`;

/** The tax of a row of parts that belongs to its items; the rest belongs to shipping. */
const ofItems = (column: string) => share(column, "items", "(items + shipping)");

/**
 * The JSON of the lines of a document, from rows of its parts: a line for each, in their order, then shipping by rate.
 * Nothing is sorted: the parts come in the order of the index of their order's lines.
 */
function linesOf(parts: string): string {
	const divided = `select *, ${ofItems("tax")} as items_tax, ${ofItems("included")} as items_included from (${parts})`;
	const items = `select iif(is_card, 'gift-card', 'item') as kind, name, sku, options, bundle, quantity, (items + discount) / quantity as unit_cents, discount, items - items_included as net, items_included + items_tax as taxed, rate from (${divided}) where items > 0`;
	const shipping = `select 'shipping', '', null, null, null, 1, sum(shipping), 0, sum(shipping - (included - items_included)), sum(included - items_included + tax - items_tax), rate from (${divided}) where shipping > 0 group by rate`;
	const line =
		"json_object('kind', kind, 'name', name, 'sku', sku, 'options', json(options), 'bundle', bundle, 'quantity', quantity, 'unitCents', unit_cents, 'discountCents', discount, 'netCents', net, 'taxCents', taxed, 'taxRate', rate)";
	return `(select json_group_array(json(line)) from (select ${line} as line from (${items} union all ${shipping})))`;
}

/** What the line was of on the day of the order, and the bundle that it was sold in. */
const soldOfLine =
	"one.tool_name as name, one.options as options, one.sku as sku, one.bundle_name as bundle";

/** The lines of a paid order: what it has paid, line by line. */
export const linesOfOrder: string = linesOf(
	`select ${soldOfLine}, one.quantity as quantity, one.total_cents as items, one.discount_cents as discount, one.shipping_cents as shipping, one.tax_cents as tax, one.included_tax_cents as included, one.tax_rate as rate, one.gift_codes is not null as is_card from order_lines as one where one.order_id = orders.id and one.transaction_id is not null and one.closed_at is null`,
);

const itemsOfPart = "part.amount_cents - part.shipping_cents - part.tax_cents";

/** The pieces that a refund is about: those that have come back with its return, else all of the line. */
const piecesOfPart =
	"coalesce((select back.received from returns join return_lines as back on back.return_id = returns.id where returns.refund_id = refunds.id and back.line_id = one.id), one.quantity)";

/** The lines of a refund: what it refunds of each line, which are its pieces if it is all that they have cost, else an amount. */
export const linesOfRefund: string = linesOf(
	`select ${soldOfLine}, iif((${itemsOfPart}) * one.quantity = one.total_cents * ${piecesOfPart}, ${piecesOfPart}, 1) as quantity, ${itemsOfPart} as items, 0 as discount, part.shipping_cents as shipping, part.tax_cents as tax, part.included_tax_cents as included, one.tax_rate as rate, one.gift_codes is not null as is_card from order_lines as one cross join refund_lines as part on part.refund_id = refunds.id and part.line_id = one.id where one.order_id = refunds.order_id`,
);

/** The tax that an order has paid, on top and included, and that of a refund. */
export const taxOfOrder = "(orders.tax_cents + orders.included_tax_cents)";
export const taxOfRefund =
	"(select sum(part.tax_cents + part.included_tax_cents) from refund_lines as part where part.refund_id = refunds.id)";

/** Who is billed: the name and address for invoices if the order has one, else the recipient. */
const billed = (name: string, column = name) =>
	`'${name}', coalesce(orders.billing ->> '${name}', orders.${column})`;
const billedParts = ["name", "line1", "line2", "city", "region", "country"].map((name) =>
	billed(name),
);
export const buyerOfOrder: string = `json_object(${billedParts.join(", ")}, ${billed("postalCode", "postal_code")}, 'company', orders.company, 'taxNumber', orders.tax_number, 'reference', orders.reference, 'email', orders.email, 'deliveryCountry', orders.country, 'deliveryCity', orders.city, 'deliveryPostalCode', orders.postal_code)`;

/** Whether the buyer owes the tax: no tax of what was bought besides gift cards, with a number that VIES knew. */
export const isReverseCharge = `coalesce(orders.vat_check ->> 'state' = 'valid' and ${taxOfOrder} = 0 and exists (select 1 from order_lines as one where one.order_id = orders.id and one.closed_at is null and one.gift_codes is null), 0)`;
