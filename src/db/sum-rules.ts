/**
 * Rules of sums, counts and search tables, row by row, so that a slice is enough to find what is wrong. For all
 * rows at once see local/sums.ts.
 */
import { guestUserId } from "../access/guest.ts";
import { isPaid, isShown } from "../shop/orders/order-conditions.ts";
import type { RowRule } from "./row-rule.ts";
import { dayOf, guestOrders, monthOf, paidCents, partnerCents, spentCents } from "./sales-sums.ts";
import {
	countedInCategory,
	isCatalogueMiscounted,
	isCategoryMiscounted,
	recountFacets,
} from "./triggers/catalogue.ts";
import { partnerRevenue } from "./triggers/partners.ts";
import { searchTables } from "./triggers.ts";

/**
 * The condition that a time is on the day of a row of `sales_totals`. The first part is for an index on it: clocks are at
 * most 14 hours before those of UTC and 12 behind.
 */
const onDay = (column: string) =>
	`${column} >= sales_totals.day * 86400000 - 50400000 and ${column} < sales_totals.day * 86400000 + 129600000 and ${dayOf(column)} = sales_totals.day`;

const paidOnDay = `from orders where ${isPaid.sql('"orders"')} and ${onDay("orders.paid_at")} and orders.currency = sales_totals.currency`;

/** What a day adds to the running totals, from its payments and refunds. */
const addedOnDay: Record<string, string> = {
	paid_orders: `(select count(*) ${paidOnDay})`,
	units: `(select coalesce(sum(quantity), 0) from order_lines where ${isPaid.sql("order_lines")} and order_id in (select orders.id ${paidOnDay}))`,
	revenue_cents: `(select coalesce(sum(${paidCents("orders")}), 0) ${paidOnDay})`,
	partner_cents: `(select coalesce(sum(${partnerCents("orders")}), 0) ${paidOnDay})`,
	refunded_cents: `(select coalesce(sum(amount_cents), 0) from refunds join orders on orders.id = order_id where refunds.status = 'done' and reason <> 'not_awaited' and ${onDay("done_at")} and orders.currency = sales_totals.currency)`,
};

/** The total at the end of the day before. */
const before = (column: string) =>
	`coalesce((select earlier.${column} from sales_totals as earlier where earlier.currency = sales_totals.currency and earlier.day < sales_totals.day order by earlier.day desc limit 1), 0)`;

const dayName = "date(day * 86400, 'unixepoch')";

/** Adds what is missing on a day to its totals and to those of all later days. */
const correctDay = `update sales_totals set ${Object.keys(addedOnDay)
	.map((column) => `${column} = sales_totals.${column} + missing.${column}`)
	.join(", ")} from (select currency, day, ${Object.entries(addedOnDay)
	.map(([column, added]) => `${added} + ${before(column)} - sales_totals.${column} as ${column}`)
	.join(
		", ",
	)} from sales_totals where ${dayName} = :id) as missing where sales_totals.currency = missing.currency and sales_totals.day >= missing.day`;

const salesRules: RowRule[] = [
	...Object.entries(addedOnDay).map(
		([column, added]): RowRule => ({
			table: "sales_totals",
			id: dayName,
			where: `${column} - ${before(column)} <> ${added}`,
			message: `has ${column} that are not those of its payments and refunds`,
			fix: [correctDay],
		}),
	),
	{
		table: "orders",
		where: `${isPaid.sql("orders")} and not exists (select 1 from sales_totals where sales_totals.currency = orders.currency and day = ${dayOf("paid_at")})`,
		message: "was paid on a day that the sales do not have",
	},
];

const month = monthOf("paid_at");
const salesOf = (tool: string) =>
	`select ${month} as month, tool_id, sum(quantity) as pieces, sum(total_cents) as cents from order_lines where tool_id = ${tool} and ${isPaid.sql("order_lines")} group by 1, 2`;

/** The sales of tools by month. */
const toolSalesRules: RowRule[] = [
	{
		table: "tools",
		where: `exists (select 1 from (${salesOf("tools.id")}) as due where not exists (select 1 from tool_sales where tool_sales.month = due.month and tool_sales.tool_id = due.tool_id and tool_sales.pieces = due.pieces and tool_sales.cents = due.cents))`,
		message: "has sales of a month that are not those of its orders",
		fix: [
			`insert into tool_sales (month, tool_id, pieces, cents) select * from (${salesOf(":id")}) where true on conflict (month, tool_id) do update set pieces = excluded.pieces, cents = excluded.cents`,
		],
	},
	{
		table: "tool_sales",
		id: "month || ' ' || tool_id",
		where: `pieces <> 0 and not exists (select 1 from order_lines where order_lines.tool_id = tool_sales.tool_id and ${isPaid.sql("order_lines")} and ${month} = tool_sales.month)`,
		message: "has sales, but no orders",
		fix: ["delete from tool_sales where month = substr(:id, 1, 7) and tool_id = substr(:id, 9)"],
	},
];

const userSums = {
	order_count: `(select count(*) from orders where orders.user_id = users.id and ${isShown.sql("orders")})`,
	spent_cents: `(select coalesce(sum(${spentCents("orders")}), 0) from orders where orders.user_id = users.id and ${isShown.sql("orders")})`,
};
const guestSums = {
	order_count: `(select count(*) from orders where orders.email = guests.email and ${guestOrders("orders")})`,
	spent_cents: `(select coalesce(sum(${spentCents("orders")}), 0) from orders where orders.email = guests.email and ${guestOrders("orders")})`,
};
const sumsOfPartner = `(select sum(${isShown.sql("orders")}), sum(${isPaid.sql("orders")}), sum(${partnerRevenue("orders")}) from orders where orders.partner = partner_sales.partner)`;

const personRules: RowRule[] = [
	...Object.entries(userSums).map(
		([column, sum]): RowRule => ({
			table: "users",
			where: `id <> '${guestUserId}' and ${column} <> ${sum}`,
			message: `has a ${column} that is not that of the orders`,
			fix: [`update users set ${column} = ${sum} where id = :id`],
		}),
	),
	...Object.entries(guestSums).map(
		([column, sum]): RowRule => ({
			table: "guests",
			id: "email",
			where: `${column} <> ${sum}`,
			message: `has a ${column} that is not that of the orders`,
			fix: [`update guests set ${column} = ${sum} where email = :id`],
		}),
	),
	{
		table: "orders",
		where:
			"partner is not null and not exists (select 1 from partner_sales where partner_sales.partner = orders.partner)",
		message: "is of a partner without sums",
		fix: [
			"insert or ignore into partner_sales (partner, orders, paid_orders, revenue_cents) select partner, 0, 0, 0 from orders where id = :id",
			`update partner_sales set (orders, paid_orders, revenue_cents) = ${sumsOfPartner} where partner = (select partner from orders where id = :id)`,
		],
	},
	{
		table: "partner_sales",
		id: "partner",
		where: `(orders, paid_orders, revenue_cents) is not ${sumsOfPartner} and exists (select 1 from orders where orders.partner = partner_sales.partner)`,
		message: "has sums that are not those of its orders",
		fix: [
			`update partner_sales set (orders, paid_orders, revenue_cents) = ${sumsOfPartner} where partner = :id`,
		],
	},
	{
		table: "partner_sales",
		id: "partner",
		where:
			"(orders <> 0 or paid_orders <> 0 or revenue_cents <> 0) and not exists (select 1 from orders where orders.partner = partner_sales.partner)",
		message: "has sums, but no orders",
		fix: [
			"update partner_sales set orders = 0, paid_orders = 0, revenue_cents = 0 where partner = :id",
		],
	},
];

const facetRules: RowRule[] = [
	{
		table: "categories",
		id: "slug",
		where: isCategoryMiscounted,
		message: "has counts beside the filters that are not those of its tools",
		fix: [`update categories set ${countedInCategory} where slug = :id`],
	},
	{
		table: "facet_counts",
		id: "scope",
		where: isCatalogueMiscounted,
		message: "has counts beside the filters that are not those of the tools",
		fix: recountFacets("all"),
	},
];

/** The search tables: what is listed is found, and nothing else. */
const searchRules: RowRule[] = searchTables.flatMap(
	({ name, sourceTable, condition, rowid, fill, marks = [] }): RowRule[] => {
		const isIndexed = `exists (select 1 from ${name} where ${name}.rowid = ${rowid})`;
		const remove = `delete from ${name} where rowid = (select ${rowid} from ${sourceTable} where id = :id)`;
		const again = [remove, `${fill} and ${sourceTable}.id = :id`];
		// A search of the slice for each mark, not one of each row: FTS5 takes longer to begin than to go on.
		const wrongMarks = marks.map(
			(mark) =>
				`(${mark.condition}) <> (${rowid} in (select rowid from ${name} where ${name} match ${mark.match} and rowid > :after and rowid <= :last))`,
		);
		return [
			{
				table: sourceTable,
				where: `${condition} and not ${isIndexed}`,
				message: `is not in ${name}`,
				fix: again,
			},
			...(wrongMarks.length === 0
				? []
				: [
						{
							table: sourceTable,
							where: `${condition} and ${isIndexed} and (${wrongMarks.join(" or ")})`,
							message: `is in the wrong tab of ${name}`,
							fix: again,
						},
					]),
			...(condition === "true"
				? []
				: [
						{
							table: sourceTable,
							where: `not ${condition} and ${isIndexed}`,
							message: `is in ${name}, but not listed`,
							fix: [remove],
						},
					]),
		];
	},
);

export const sumRules: RowRule[] = [
	...salesRules,
	...toolSalesRules,
	...personRules,
	...facetRules,
	...searchRules,
];
