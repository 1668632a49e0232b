/**
 * The sums of sales-tables.ts in SQL: the triggers that keep them. The doctor has what they must be.
 */

import {
	openRow,
	paidRow,
	refundedLine,
	shippableLine,
	shippedLine,
	shownRow,
} from "./order-conditions.ts";
import { type Trigger, trigger } from "./trigger.ts";

/** A time in UTC milliseconds as the shop's clocks show it, if they were those of UTC. */
const localMs = (ms: string) =>
	`(${ms} + coalesce((SELECT offset_ms FROM zone_offsets WHERE since <= ${ms} ORDER BY since DESC LIMIT 1), 0))`;

/** The day, in the shop's time zone, of an expression in UTC milliseconds. `dayOf` in shop/config/days.ts is the same. */
export const dayOf = (ms: string) => `(${localMs(ms)} / 86400000)`;

/** What an order has paid: its items with shipping and tax. */
export const paidCents = (row: string) => `(${row}.total_cents * ${paidRow(row)})`;
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

/** The periods that a time in milliseconds is in, as in `tool_sales`. Weeks start on Monday: 1 January 1970 was a Thursday. */
export const periodsOf = (ms: string) => [
	`'d' || ${dayOf(ms)}`,
	`'w' || ((${dayOf(ms)} + 3) / 7)`,
	`'m' || strftime('%Y-%m', ${localMs(ms)} / 1000, 'unixepoch')`,
	`'y' || strftime('%Y', ${localMs(ms)} / 1000, 'unixepoch')`,
];

/** Returns the statement that adds an order's pieces and items to the sales of its tool. */
function addToTool(row: string, paidAt: string, pieces: string, cents: string): string {
	const values = periodsOf(paidAt).map(
		(period) => `(${period}, ${row}.tool_id, ${pieces}, ${cents})`,
	);
	return `INSERT INTO tool_sales (period, tool_id, pieces, cents) VALUES ${values.join(", ")} ON CONFLICT (period, tool_id) DO UPDATE SET pieces = pieces + excluded.pieces, cents = cents + excluded.cents`;
}

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
const pieces = (row: string) => `(${row}.quantity * ${paidRow(row)})`;

export const salesTriggers: Trigger[] = [
	trigger(
		"orders_added_to_sales",
		"AFTER INSERT ON orders",
		...addToTotals("new.currency", dayOf("new.created_at"), { orders: "1" }),
	),
	trigger(
		"orders_inserted_paid",
		`AFTER INSERT ON orders WHEN ${paidRow("new")}`,
		...addToTotals("new.currency", dayOf("new.paid_at"), {
			paid_orders: "1",
			revenue_cents: paidCents("new"),
			partner_cents: partnerCents("new"),
		}),
	),
	// Its lines are paid after it, in the same transaction.
	trigger(
		"orders_paid",
		`AFTER UPDATE OF total_cents, transaction_id, closed_at, partner ON orders WHEN ${[paidRow, paidCents, partnerCents].map(changes).join(" OR ")}`,
		...addToTotals("new.currency", dayOf(paidAt), {
			paid_orders: change(paidRow),
			units: `(${change(paidRow)}) * ${piecesOfOrder}`,
			revenue_cents: change(paidCents),
			partner_cents: change(partnerCents),
		}),
	),
	trigger(
		"orders_removed_from_sales",
		"AFTER DELETE ON orders",
		`UPDATE sales_totals SET orders = orders - 1 WHERE currency = old.currency AND day >= ${dayOf("old.created_at")}`,
	),
	trigger(
		"order_lines_inserted_paid",
		`AFTER INSERT ON order_lines WHEN ${paidRow("new")}`,
		...addToTotals(currencyOfOrder, dayOf("new.paid_at"), { units: "new.quantity" }),
		addToTool("new", "new.paid_at", "new.quantity", "new.total_cents"),
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

/**
 * What each column of `shop_counts` counts: a table, and the condition of its rows. With `distinct`, rows with the same
 * value of that column count as one.
 */
interface CountedRows {
	table: string;
	where: (row: string) => string;
	distinct?: string;
}

export const countedRows: Record<string, CountedRows> = {
	orders_shown: { table: "orders", where: shownRow },
	orders_to_ship: { table: "order_lines", where: shippableLine, distinct: "order_id" },
	orders_unpaid: {
		table: "order_lines",
		where: (row) => `(${openRow(row)})`,
		distinct: "order_id",
	},
	orders_shipped: { table: "order_lines", where: shippedLine, distinct: "order_id" },
	orders_refunded: { table: "order_lines", where: refundedLine, distinct: "order_id" },
	orders_disputed: { table: "order_lines", where: (row) => `(${row}.disputed_at IS NOT NULL)` },
	refunds_due: { table: "order_lines", where: (row) => `(${row}.refund_due_cents > 0)` },
	refunds_failed: { table: "order_lines", where: (row) => `(${row}.refund_failed_cents > 0)` },
	tools_listed: { table: "tools", where: (row) => `(${row}.archived_at IS NULL)` },
	tools_low: {
		table: "tools",
		where: (row) => `(${row}.archived_at IS NULL AND ${row}.is_low)`,
	},
	reviews_queued: { table: "reviews", where: (row) => `(${row}.queued_at IS NOT NULL)` },
	questions_unanswered: {
		table: "questions",
		where: (row) => `(${row}.answer IS NULL AND ${row}.state <> 'hidden')`,
	},
	returns_waiting: {
		table: "returns",
		where: (row) => `(${row}.state IN ('asked', 'received'))`,
	},
	mails_failed: { table: "failed_mails", where: () => "true" },
	dead_letters: { table: "dead_letters", where: () => "true" },
};

/** The columns that the conditions read. Of failed e-mails and dead letters none: their rows never change. */
const watchedColumns: Record<string, string[]> = {
	orders: ["closed_why"],
	order_lines: [
		"status",
		"transaction_id",
		"closed_at",
		"closed_why",
		"cancelled_at",
		"restocked_at",
		"refunded_at",
		"refunded_cents",
		"refund_due_cents",
		"refund_failed_cents",
		"disputed_at",
		"quantity",
		"restocked_pieces",
		"withdrawn_at",
		"total_cents",
		"shipping_cents",
		"tax_cents",
	],
	tools: ["archived_at", "is_low"],
	reviews: ["queued_at"],
	questions: ["answer", "state"],
	returns: ["state"],
};

function countTriggers(table: string): Trigger[] {
	const counted = Object.entries(countedRows).filter(([, rows]) => rows.table === table);
	/** Whether the row is the only one that counts of those with its value. */
	const isOnly = (row: string, { where, distinct }: CountedRows) =>
		`NOT EXISTS (SELECT 1 FROM ${table} AS other WHERE other.${distinct} = ${row}.${distinct} AND other.rowid <> ${row}.rowid AND ${where("other")})`;
	const counts = (row: string, rows: CountedRows) =>
		rows.distinct ? `iif(${rows.where(row)}, ${isOnly(row, rows)}, 0)` : rows.where(row);
	const update = (sign: string, row: string) =>
		`UPDATE shop_counts SET ${counted.map(([column, rows]) => `${column} = ${column} ${sign} ${counts(row, rows)}`).join(", ")}`;
	const set = counted.map(([column, rows]) =>
		rows.distinct
			? `${column} = ${column} + iif(${changes(rows.where)}, (${change(rows.where)}) * ${isOnly("new", rows)}, 0)`
			: `${column} = ${column} + ${change(rows.where)}`,
	);
	const watched = watchedColumns[table];
	return [
		trigger(`${table}_added_to_counts`, `AFTER INSERT ON ${table}`, update("+", "new")),
		trigger(`${table}_removed_from_counts`, `AFTER DELETE ON ${table}`, update("-", "old")),
		...(watched
			? [
					trigger(
						`${table}_change_counts`,
						`AFTER UPDATE OF ${watched.join(", ")} ON ${table} WHEN ${counted.map(([, { where }]) => changes(where)).join(" OR ")}`,
						`UPDATE shop_counts SET ${set.join(", ")}`,
					),
				]
			: []),
	];
}

/** The counts, from the rows that they count. */
export const selectCounts = `SELECT 1 AS id, ${Object.entries(countedRows)
	.map(
		([column, { table, where, distinct }]) =>
			`(SELECT count(${distinct ? `DISTINCT ${distinct}` : "*"}) FROM ${table} WHERE ${where(table)}) AS ${column}`,
	)
	.join(", ")}`;

export const countColumns = ["id", ...Object.keys(countedRows)].join(", ");

/** The statements that count the rows, for a new shop's first row too. */
export const fillCounts: string[] = [
	"INSERT OR IGNORE INTO shop_counts (id) VALUES (1)",
	`UPDATE shop_counts SET (${countColumns}) = (${selectCounts})`,
];

/** Whether a tool's stock is at its mark or below. Tools without a mark have that of the shop. */
export const isLow = (row: string) =>
	`(${row}.quantity <= coalesce(${row}.low_stock, (SELECT low_stock_mark FROM shop_counts WHERE id = 1)))`;

/** Triggers that keep `tools.is_low`, which the count and the list of tools with low stock read. */
export const lowStockTriggers: Trigger[] = [
	...["AFTER INSERT", "AFTER UPDATE OF quantity, low_stock"].map((event, index) =>
		trigger(
			`tools_low_${index === 0 ? "added" : "changed"}`,
			`${event} ON tools WHEN new.is_low <> ${isLow("new")}`,
			`UPDATE tools SET is_low = ${isLow("new")} WHERE number = new.number`,
		),
	),
	trigger(
		"shop_counts_low_stock_mark",
		"AFTER UPDATE OF low_stock_mark ON shop_counts WHEN new.low_stock_mark <> old.low_stock_mark",
		"UPDATE tools SET is_low = (quantity <= new.low_stock_mark) WHERE low_stock IS NULL AND is_low <> (quantity <= new.low_stock_mark)",
	),
];

/** What an order adds to `spentCents` of its customer: what it has paid without what was refunded of its lines. */
export const spentCents = (row: string) =>
	`iif(${paidRow(row)}, ${row}.total_cents - (SELECT coalesce(sum(refunded_cents), 0) FROM order_lines WHERE order_id = ${row}.id), 0)`;

const ofUser = (row: string) => `(${row}.user_id IS NOT NULL AND ${shownRow(row)})`;
/** What an order of a guest adds to `guests`. Only what is paid: verified accounts get the paid orders of their e-mail. */
export const guestOrders = (row: string) =>
	`(${row}.user_id IS NULL AND ${row}.transaction_id IS NOT NULL AND ${shownRow(row)})`;

/** Adds an order to the sums of its customer, or subtracts it: of an account, or of a guest by e-mail. */
const addToCustomer = (row: string, sign: "+" | "-") => [
	`UPDATE users SET order_count = order_count ${sign} ${ofUser(row)}, spent_cents = spent_cents ${sign} ${spentCents(row)} WHERE id = ${row}.user_id`,
	`INSERT INTO guests (email, name, created_at, order_count, spent_cents) SELECT ${row}.email, ${row}.name, ${row}.created_at, ${sign}1, ${sign}${spentCents(row)} WHERE ${guestOrders(row)} ON CONFLICT (email) DO UPDATE SET order_count = order_count + excluded.order_count, spent_cents = spent_cents + excluded.spent_cents`,
];

/** Adds to what the customer of a line's order has spent, if it is paid. */
const addSpent = (row: string, cents: string) => [
	`UPDATE users SET spent_cents = spent_cents + ${cents} WHERE id = (SELECT user_id FROM orders WHERE id = ${row}.order_id AND ${paidRow("orders")})`,
	`UPDATE guests SET spent_cents = spent_cents + ${cents} WHERE email = (SELECT email FROM orders WHERE id = ${row}.order_id AND user_id IS NULL AND ${paidRow("orders")})`,
];

export const customerTriggers: Trigger[] = [
	trigger("orders_added_to_customer", "AFTER INSERT ON orders", ...addToCustomer("new", "+")),
	// The sums of an account change in one statement.
	trigger(
		"orders_change_customer",
		`AFTER UPDATE OF total_cents, transaction_id, closed_at, closed_why, user_id, email ON orders WHEN ${[ofUser, guestOrders, paidCents].map(changes).join(" OR ")} OR new.user_id IS NOT old.user_id OR new.email <> old.email`,
		`UPDATE users SET order_count = order_count + (id IS new.user_id) * ${ofUser("new")} - (id IS old.user_id) * ${ofUser("old")}, spent_cents = spent_cents + iif(id IS new.user_id, ${spentCents("new")}, 0) - iif(id IS old.user_id, ${spentCents("old")}, 0) WHERE id IN (new.user_id, old.user_id)`,
		...addToCustomer("old", "-").slice(1),
		...addToCustomer("new", "+").slice(1),
	),
	trigger("orders_removed_from_customer", "AFTER DELETE ON orders", ...addToCustomer("old", "-")),
	trigger(
		"order_lines_inserted_refunded",
		"AFTER INSERT ON order_lines WHEN new.refunded_cents <> 0",
		...addSpent("new", "- new.refunded_cents"),
	),
	trigger(
		"order_lines_refunded",
		"AFTER UPDATE OF refunded_cents ON order_lines WHEN new.refunded_cents <> old.refunded_cents",
		...addSpent("new", "old.refunded_cents - new.refunded_cents"),
	),
	trigger(
		"order_lines_removed_refunded",
		"AFTER DELETE ON order_lines WHEN old.refunded_cents <> 0",
		...addSpent("old", "old.refunded_cents"),
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

export const rowCountTriggers: Trigger[] = [
	"order_lines",
	"tools",
	"reviews",
	"questions",
	"returns",
	"failed_mails",
	"orders",
	"dead_letters",
].flatMap(countTriggers);
