/**
 * Rules that each row of a table must keep, as SQL without parameters: the doctor checks all rows of a table
 * at once, the scheduled job a slice at a time. What a CHECK or a foreign key of the table forbids is not here: no row
 * can break it (docs/invariants.md).
 */
import { isOpen, isPaid, soldPieces as soldPiecesOf } from "../shop/orders/order-conditions.ts";
import { databaseTime } from "./columns.ts";
import { returnedPieces } from "./return-conditions.ts";
import { type RowRule, sqlString } from "./row-rule.ts";
import { sumRules } from "./sum-rules.ts";
import {
	selectBundleStock,
	selectMadeOf,
	selectParts,
	selectPartsCents,
} from "./triggers/bundles.ts";
import { selectFamily, selectVariants } from "./triggers/families.ts";
import { selectBalance, selectPaidByCards } from "./triggers/gift-cards.ts";
import { selectCodeUses, selectLastPrice, selectSalePrice, soldAtNow } from "./triggers/offers.ts";
import { countOfStars } from "./triggers/reviews.ts";
import { toolRows } from "./triggers/tools.ts";

const piecesOfTool = (pieces: string, condition: string) =>
	`(select coalesce(sum(${pieces}), 0) from order_lines where tool_id = tools.id and ${condition})`;
/** The pieces of a tool that open orders reserve, and those that are sold. */
const reservedPieces = piecesOfTool("quantity", isOpen.sql());
const soldPieces = piecesOfTool(soldPiecesOf.sql(), "true");

const refundsOfLine =
	"from refund_lines join refunds on refunds.id = refund_id where line_id = order_lines.id";
const refundSum = (status: string) =>
	`(select coalesce(sum(refund_lines.amount_cents), 0) ${refundsOfLine} and refunds.status = '${status}')`;

const toRules = (table: string, rules: [where: string, message: string][]): RowRule[] =>
	rules.map(([where, message]) => ({ table, where, message }));

const lineRules: RowRule[] = toRules("order_lines", [
	["transaction_id is not null and closed_at is not null", "is paid and closed"],
	[`refunded_cents <> ${refundSum("done")}`, "has a refunded sum that does not match its refunds"],
	[`refund_due_cents <> ${refundSum("due")}`, "has a sum due that does not match its refunds"],
	[
		// A refund that has failed may have taken its pieces back.
		`case when restocked_at is null then exists (select 1 ${refundsOfLine} and restock and refunds.status <> 'failed') else not exists (select 1 ${refundsOfLine} and restock) end`,
		"was restocked without a refund that restocks, or the reverse",
	],
	["(status = 'Shipped') <> (shipped_at is not null)", "is shipped or has its date, not both"],
	["status = 'Shipped' and cancelled_at is not null", "is cancelled and shipped"],
	[
		"cancelled_at is not null and refunded_at is null and refund_due_cents = 0 and disputed_at is null",
		"is cancelled, but not refunded in full",
	],
]);

/** The sum of an order's lines that are neither deleted nor expired. */
const sumOfLines = (cents: string) =>
	`(select coalesce(sum(${cents}), 0) from order_lines where order_id = orders.id and (closed_at is null or closed_at = orders.closed_at))`;

/** Whether an amount of an order is not the sum of its lines. */
const isDividedWrong = (column: string) =>
	`(select sum(order_lines.${column}) from order_lines where order_id = orders.id and order_lines.closed_at is null) <> orders.${column}`;

const hasLine = (condition: string) =>
	`exists (select 1 from order_lines where order_id = orders.id and ${condition})`;

/** Rules of orders in a shop of this currency, and of lines about theirs. */
const orderRules = (currency: string): RowRule[] =>
	toRules("orders", [
		[`not ${hasLine("true")}`, "has no lines"],
		[
			`items_cents - discounts_cents <> ${sumOfLines("total_cents")}`,
			"has a sum that does not match its lines",
		],
		[
			`discounts_cents <> ${sumOfLines("discount_cents")} or (closed_at is null and discounts_cents <> ${sumOfLines("bundle_discount_cents")} + (select coalesce(sum(amount_cents), 0) from order_offers where order_id = orders.id))`,
			"has discounts that do not match its lines, bundles and offers",
		],
		[
			["shipping_cents", "tax_cents", "included_tax_cents"].map(isDividedWrong).join(" or "),
			"has shipping or tax that does not match its lines",
		],
		["transaction_id is not null and closed_at is not null", "is paid and closed"],
		[
			`transaction_id is not null and ${hasLine(isOpen.sql("order_lines"))}`,
			"is paid, but one of its lines is not",
		],
		[
			`closed_at is not null and ${hasLine(isOpen.sql("order_lines"))}`,
			"is closed, but one of its lines is not",
		],
		[
			`transaction_id is null and ${hasLine(isPaid.sql("order_lines"))}`,
			"is not paid, but one of its lines is",
		],
		[
			hasLine(
				"(order_lines.user_id is not orders.user_id or order_lines.created_at <> orders.created_at)",
			),
			"has another customer than its lines, or another time",
		],
		[
			`currency <> ${sqlString(currency)}`,
			`is in another currency than shop.config.ts, ${currency}: set that one again`,
		],
		[
			"user_id is null and transaction_id is not null and exists (select 1 from users where users.email = orders.email and email_verified)",
			"was paid by a guest, but has not joined the account with that verified e-mail",
		],
		[
			"(select coalesce(sum(amount_cents - overpaid_cents), 0) from refunds where order_id = orders.id and status = 'done' and reason <> 'not_awaited') > total_cents",
			"was refunded more than it paid",
		],
	]);

/** Rules of codes: their uses are counted by triggers. */
const offerRules: RowRule[] = [
	{
		table: "offer_codes",
		id: "code",
		where: `uses <> ${selectCodeUses}`,
		message: "is a code whose uses do not match its orders",
		fix: [`update offer_codes set uses = ${selectCodeUses} where code = :id`],
	},
];

const refundedOnto = (condition: string) =>
	`(select coalesce(sum(amount_cents), 0) from refunds where refunds.order_id = orders.id and status = 'done' and reason <> 'not_awaited' and ${condition})`;

/** What a refund took back from the cards of a line, and what it paid. One of Stripe's dashboard may find less on them. */
const takenBack =
	"(select coalesce(-sum(cents), 0) from gift_card_entries join gift_cards on gift_cards.id = card_id where gift_cards.line_id = order_lines.id and refund_id = refunds.id and why in ('taken_back', 'given_back'))";
const refundedOfCard = "refund_lines.amount_cents * (refunds.status <> 'failed')";

/** Rules of gift cards: balances are the sums of their entries, and an order is paid by cards and Stripe together. */
const giftCardRules: RowRule[] = [
	{
		table: "gift_cards",
		where: `balance_cents <> ${selectBalance}`,
		message: "is a gift card or credit whose balance is not the sum of its entries",
		fix: [`update gift_cards set balance_cents = ${selectBalance} where id = :id`],
	},
	{
		table: "shop_counts",
		where: "gift_cards_cents <> (select coalesce(sum(balance_cents), 0) from gift_cards)",
		message: "has a sum of gift cards that does not match their balances",
		fix: [
			"update shop_counts set gift_cards_cents = (select coalesce(sum(balance_cents), 0) from gift_cards)",
		],
	},
	...toRules("orders", [
		[
			`gift_card_cents <> ${selectPaidByCards}`,
			"has a gift card payment that does not match the cards' entries",
		],
		[
			"transaction_id is not null and (payment_intent_id is null) <> (gift_card_cents > 0 and gift_card_cents = total_cents)",
			"is paid in full by gift cards or has a payment at Stripe, not both",
		],
		[
			`transaction_id is not null and ${refundedOnto("gift_card_id is null")} > total_cents - gift_card_cents`,
			"was refunded more at Stripe than was paid there",
		],
	]),
	...toRules("order_lines", [
		[
			"gift_codes is not null and transaction_id is not null and (select count(*) from gift_cards join gift_card_entries on card_id = gift_cards.id and why = 'issued' and cents = unit_price_cents where line_id = order_lines.id) <> quantity",
			"is a paid gift card, but does not have one card per item, worth its price",
		],
		[
			`gift_codes is not null and exists (select 1 ${refundsOfLine} and overpaid_cents = 0 and (${takenBack} > ${refundedOfCard} or (${takenBack} <> ${refundedOfCard} and request_key is not stripe_refund_id)))`,
			"is a gift card whose refunds have not taken back what they paid",
		],
	]),
	{
		table: "gift_cards",
		where:
			"line_id is not null and not exists (select 1 from order_lines where order_lines.id = line_id and gift_codes is not null and transaction_id is not null)",
		message: "is a gift card that nobody has paid",
	},
	...toRules("refunds", [
		[
			"gift_card_id is not null and amount_cents is not (select cents from gift_card_entries where refund_id = refunds.id and card_id = refunds.gift_card_id and why = 'refunded')",
			"went onto a gift card that does not have it",
		],
	]),
];

/** What documents of an order say by rate, or what it has paid and got back, as rows of rate, gross and tax. */
const invoicedByRate =
	"select line.value ->> 'taxRate' as rate, iif(kind = 'invoice', 1, -1) * ((line.value ->> 'netCents') + (line.value ->> 'taxCents')) as gross, iif(kind = 'invoice', 1, -1) * (line.value ->> 'taxCents') as tax from invoices, json_each(invoices.lines) as line where invoices.order_id = orders.id";
const paidByRate =
	"select tax_rate, -(total_cents + shipping_cents + tax_cents), -(tax_cents + included_tax_cents) from order_lines where order_id = orders.id and transaction_id is not null and closed_at is null";
const refundedByRate =
	"select tax_rate, refund_lines.amount_cents, refund_lines.tax_cents + refund_lines.included_tax_cents from refunds join refund_lines on refund_id = refunds.id join order_lines on order_lines.id = line_id where refunds.order_id = orders.id and refunds.status = 'done'";
const differsByRate = `exists (select 1 from (${invoicedByRate} union all ${paidByRate} union all ${refundedByRate}) group by rate having sum(gross) <> 0 or sum(tax) <> 0)`;

const hasInvoice = (condition: string) => `exists (select 1 from invoices where ${condition})`;
const isInvoiced = hasInvoice("invoices.order_id = orders.id and refund_id is null");

/** Rules of invoices in a shop that makes them with the payment, or with the first parcel. */
export const invoiceRules = (at: "payment" | "shipment"): RowRule[] => [
	...toRules("orders", [
		[
			`transaction_id is not null and closed_at is null and ${at === "payment" ? "true" : hasLine("status = 'Shipped'")} and not ${isInvoiced}`,
			"has no invoice",
		],
		[
			`${isInvoiced} and ${differsByRate}`,
			"has invoices and credit notes that are not what it paid and got back, by rate of tax",
		],
	]),
	...toRules("refunds", [
		[
			`status = 'done' and reason <> 'not_awaited' and amount_cents > overpaid_cents and not ${hasInvoice("refund_id = refunds.id and kind = 'credit-note'")}`,
			"is done, but has no credit note",
		],
		[
			`status = 'failed' and ${hasInvoice("refund_id = refunds.id and kind = 'credit-note'")} and not ${hasInvoice("refund_id = refunds.id and kind = 'invoice'")}`,
			"has failed, but its credit note was not taken back",
		],
	]),
	...toRules("invoices", [
		[
			"serial > 1 and not exists (select 1 from invoices as former where former.series = invoices.series and former.year = invoices.year and former.serial = invoices.serial - 1)",
			"is an invoice or a credit note whose number follows none",
		],
		[
			"net_cents <> (select coalesce(sum(value ->> 'netCents'), 0) from json_each(lines)) or tax_cents <> (select coalesce(sum(value ->> 'taxCents'), 0) from json_each(lines))",
			"is an invoice or a credit note whose sums are not those of its lines",
		],
	]),
];

/** Rules of refunds: what they refund of each line adds up, and is no more than its shipping and tax. */
const refundRules: RowRule[] = [
	...toRules("refunds", [
		[
			"reason <> 'not_awaited' and amount_cents - overpaid_cents <> (select coalesce(sum(refund_lines.amount_cents), 0) from refund_lines where refund_id = refunds.id)",
			"has an amount that does not match its lines and what is overpaid",
		],
	]),
	...toRules(
		"order_lines",
		["shipping_cents", "tax_cents", "included_tax_cents"].map((column): [string, string] => [
			`${column} < (select coalesce(sum(refund_lines.${column}), 0) ${refundsOfLine} and refunds.status = 'done')`,
			`has refunds of more ${column} than it paid`,
		]),
	),
];

/**
 * Rules of returns: each refund that was made of one is of its order, and by its key. And what they do to lines: no more comes
 * back than was ordered, and what went back to the stock is theirs.
 */
const returnRules: RowRule[] = [
	...toRules("returns", [
		[
			"refund_id is not null and not exists (select 1 from refunds where refunds.id = refund_id and refunds.order_id = returns.order_id and request_key = 'return ' || returns.id)",
			"has a refund that is not its own",
		],
		[
			"refund_id is null and exists (select 1 from refunds where refunds.order_id = returns.order_id and request_key = 'return ' || returns.id)",
			"has lost its refund",
		],
		[
			"exists (select 1 from return_lines join order_lines on order_lines.id = line_id where return_id = returns.id and order_lines.order_id <> returns.order_id)",
			"has a line of another order",
		],
	]),
	...toRules("order_lines", [
		[
			"restocked_pieces <> (select coalesce(sum(restocked), 0) from return_lines where line_id = order_lines.id) + (select coalesce(sum(pieces), 0) from refund_lines where line_id = order_lines.id and not is_taken_back)",
			"has pieces put back into the stock that do not match its returns and refunds",
		],
		[
			`quantity < (select coalesce(sum(${returnedPieces}), 0) from return_lines join returns on returns.id = return_id where line_id = order_lines.id)`,
			"has more pieces in its returns than were ordered",
		],
		[
			"(withdrawn_at is not null) <> exists (select 1 from return_lines join returns on returns.id = return_id where line_id = order_lines.id and state = 'waiting')",
			"is held without a withdrawal that waits, or not held by one",
		],
	]),
];

/** The counts that a tool keeps, and the SQL that counts them again. */
const toolCounts: [column: string, counted: string][] = [
	...[1, 2, 3, 4, 5].map((stars): [string, string] => [`stars_${stars}`, countOfStars(stars)]),
	["sold", soldPieces],
	["in_stock", "(quantity >= min_order_quantity)"],
];

const references: [table: string, column: string, target: string][] = [
	["order_lines", "order_id", "orders"],
	["refunds", "order_id", "orders"],
	["order_lines", "shipment_id", "shipments"],
	["shipments", "order_id", "orders"],
];

/** Rows refer to rows that exist, where no foreign key says so. */
const referenceRules: RowRule[] = references.map(([table, column, target]) => ({
	table,
	where: `${column} is not null and ${column} not in (select id from ${target})`,
	message: `has a ${column} that is not in ${target}`,
}));

/** Images that are shown have a row. Whether that is in the bucket is another check. */
const imageRules: RowRule[] = (
	[
		["tools", "id"],
		["tool_pictures", "tool_id"],
		["family_pictures", "family_id"],
		["categories", "slug"],
		["reviews", "id"],
		["order_lines", "id"],
		["returns", "id"],
		["import_images", "import_id"],
	] as const
).map(([table, id]) => ({
	table,
	id,
	where: `image like '/images/%' and length(image) = 72 and substr(image, 9) not in (select key from images)`,
	message: "shows an image that has no row",
}));

const stockLeft = `(stocked - ${reservedPieces} - ${soldPieces})`;
const isStockWrong = `quantity <> ${stockLeft} and ${stockLeft} >= 0`;

/** Rules of what a tool keeps: its stock, and what triggers count or copy from other tables. */
const toolRules: RowRule[] = [
	{
		table: "tools",
		where: `${stockLeft} < 0`,
		message: "has more pieces reserved and sold than were ever stocked",
	},
	{
		table: "tools",
		where: isStockWrong,
		message: "has a stock that is not what was ever stocked, without the pieces reserved and sold",
		fix: [
			`insert into audit (created_at, actor_id, action, subject_id, detail) select ${databaseTime}, :actor, 'tool.changed', id, json_object('name', name, 'quantityWas', quantity, 'quantity', ${stockLeft}) from tools where id = :id and ${isStockWrong}`,
			`update tools set quantity = ${stockLeft}, updated_at = max(${databaseTime}, updated_at + 1) where id = :id and ${isStockWrong}`,
		],
	},
	...toolCounts.map(
		([column, value]): RowRule => ({
			table: "tools",
			where: `${column} <> ${value}`,
			message: `has a ${column} that is not what its rows say`,
			fix: [`update tools set ${column} = ${value} where id = :id`],
		}),
	),
	...toolRows.map(
		({ column, table, differs, restore }): RowRule => ({
			table: "tools",
			where: differs,
			message: `has rows of ${table} that are not what ${column} says`,
			fix: restore(":id"),
		}),
	),
	{
		table: "tools",
		where: `sale_price_cents is not ${selectSalePrice}`,
		message: "has a sale price that is not that of the sale that runs",
	},
	{
		table: "tools",
		where: `${soldAtNow} is not ${selectLastPrice}`,
		message: "has a price that is not the last one in its price history",
	},
];

/** The order in which `selectLead` sorts them. */
const leadOrder = (row: string) =>
	`(${row}.archived_at is not null, not ${row}.in_stock, ${row}.price_cents, ${row}.number)`;
const isBehind = `exists (select 1 from tools as one where one.family_id = tools.family_id and ${leadOrder("one")} < ${leadOrder("tools")})`;
const ownFamily = `iif(family_id is null or behind, null, ${selectFamily("tools.family_id")})`;
const subject = "(select coalesce(family_id, id) from tools where id = reviews.tool_id)";

/** Rules of families: what triggers copy between them, their tools and the reviews of these. */
const familyRules: RowRule[] = (
	[
		["families", "variants", selectVariants("families.id")],
		["tools", "behind", isBehind],
		["tools", "family", ownFamily],
		["reviews", "subject", subject],
	] as const
).map(([table, column, value]) => ({
	table,
	where: `${column} is not ${value}`,
	message: `has a ${column} that is not what its rows say`,
	fix: [`update ${table} set ${column} = ${value} where id = :id`],
}));

/** Rules of bundles: what triggers keep of their parts. */
const bundleRules: RowRule[] = [
	...(
		[
			["made_of", selectMadeOf("tools.id")],
			["parts", selectParts("tools.id")],
			["parts_cents", selectPartsCents("tools.id")],
		] as const
	).map(([column, value]) => ({
		table: "tools",
		where: `${column} is not ${value}`,
		message: `has ${column} that is not what its rows say`,
		fix: [`update tools set ${column} = ${value} where id = :id`],
	})),
	{
		table: "tools",
		where: `parts_cents is not null and (quantity <> ${selectBundleStock("tools.id")} or stocked <> quantity)`,
		message: "is a bundle whose stock is not what its parts allow",
		fix: [
			`update tools set quantity = ${selectBundleStock("tools.id")}, stocked = ${selectBundleStock("tools.id")} where id = :id`,
		],
	},
];

/** All rules, by which the scheduled job looks through the tables one after the other. */
export const rowRules = (currency: string, invoicesAt: "payment" | "shipment"): RowRule[] => [
	...toolRules,
	...familyRules,
	...bundleRules,
	...lineRules,
	...orderRules(currency),
	...offerRules,
	...giftCardRules,
	...refundRules,
	...invoiceRules(invoicesAt),
	...returnRules,
	...referenceRules,
	...imageRules,
	...sumRules,
];

/** How many rows of a table a slice checks, if not a thousand: some rows sum many others. */
export const rowsOfSlice: Record<string, number> = {
	categories: 5,
	facet_counts: 1,
	partner_sales: 1,
	sales_totals: 2,
	tools: 250,
};
