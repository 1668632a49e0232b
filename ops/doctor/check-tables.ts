/**
 * What the shop's own tables say of each other. The SQL has no parameters and runs as it stands
 * here and at a deployed shop.
 */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { type Check, checkResult, type Finding } from "./report.ts";

/** Asks the shop's database. */
export type RunQuery = (sql: string) => Promise<unknown[]>;

/** How long what the scheduled job has to do may wait, in milliseconds: two runs of it. */
const jobGraceMs = 10 * 60_000;

export async function rows<T extends v.GenericSchema>(
	query: RunQuery,
	sql: string,
	schema: T,
): Promise<v.InferOutput<T>[]> {
	return v.parse(v.array(schema), await query(sql));
}

/** How many rows a table has. */
export async function count(query: RunQuery, table: string, where = "true"): Promise<number> {
	const sql = `select count(*) as n from ${table} where ${where}`;
	return (await rows(query, sql, v.object({ n: v.number() })))[0]?.n ?? 0;
}

/** A text as it stands in SQL. */
export function sqlString(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

const openUnpaid = "transaction_id is null and closed_at is null";
const quantitySum = (condition: string) =>
	`(select coalesce(sum(quantity), 0) from orders where tool_id = tools.id and ${condition})`;
const reserved = quantitySum(openUnpaid);
const sold = quantitySum("transaction_id is not null");

const toolSchema = v.object({
	id: v.string(),
	quantity: v.number(),
	stocked: v.number(),
	held: v.number(),
	sold: v.number(),
});

/** Every piece ever stocked is on the wall, held or sold. */
export async function checkStock(query: RunQuery, now = Date.now()): Promise<Check> {
	const mismatches = await rows(
		query,
		`select id, quantity, stocked, ${reserved} as held, ${sold} as sold from tools where stocked <> quantity + ${reserved} + ${sold}`,
		toolSchema,
	);
	const findings = mismatches.map((tool): Finding => {
		const { id, quantity, stocked } = tool;
		const expected = stocked - tool.held - tool.sold;
		const figuresText = `${stocked} stocked, but ${quantity} on the wall + ${tool.held} held + ${tool.sold} sold`;
		if (expected < 0)
			return { subject: id, message: `${figuresText}: more is promised than there ever was` };
		return {
			subject: id,
			message: figuresText,
			fix: { by: "sql", statements: fixStockSql(tool, expected, now) },
		};
	});
	return checkResult("stock", await count(query, "tools"), findings);
}

/** Puts a tool's stock right, only while everything is as it was seen, and records it. */
function fixStockSql(
	tool: v.InferOutput<typeof toolSchema>,
	expected: number,
	now: number,
): string[] {
	const whereUnchanged = `id = ${sqlString(tool.id)} and quantity = ${tool.quantity} and stocked = ${tool.stocked} and ${reserved} = ${tool.held} and ${sold} = ${tool.sold}`;
	return [
		`insert into audit (id, created_at, actor_id, action, subject_id, detail) select ${sqlString(randomUUID())}, ${now}, null, 'tool.changed', id, json_object('name', name, 'quantityWas', quantity, 'quantity', ${expected}) from tools where ${whereUnchanged}`,
		`update tools set quantity = ${expected}, updated_at = ${now} where ${whereUnchanged}`,
	];
}

/** Every order is in a state that an order may be in. */
export async function checkOrders(query: RunQuery): Promise<Check> {
	const rules: [where: string, says: string][] = [
		["transaction_id is not null and closed_at is not null", "is paid and closed"],
		["status = 'Shipped' and transaction_id is null", "is shipped though nobody paid"],
		["total_cents <> unit_price_cents * quantity", "has a total that is not price times quantity"],
		["(transaction_id is null) <> (paid_at is null)", "is paid by no payment, or at no time"],
		["(closed_at is null) <> (closed_why is null)", "is closed for no reason, or at no time"],
	];
	const findings = await Promise.all(
		rules.map(async ([where, message]) => {
			const matches = await rows(query, `select id from orders where ${where}`, idSchema);
			return matches.map(({ id }): Finding => ({ subject: id, message }));
		}),
	);
	return checkResult("orders", await count(query, "orders"), findings.flat());
}

const idSchema = v.object({ id: v.string() });

/** No hold outlasts its time by more than two runs of the job. */
export async function checkReservations(query: RunQuery, now = Date.now()): Promise<Check> {
	const matches = await rows(
		query,
		`select id from orders where ${openUnpaid} and expires_at < ${now - jobGraceMs}`,
		idSchema,
	);
	const message = "holds its pieces though its time is up";
	const findings = matches.map(({ id }): Finding => ({ subject: id, message, fix: { by: "job" } }));
	return checkResult("reservations", await count(query, "orders", openUnpaid), findings);
}

/** No refund is owed for longer than two runs of the job. */
export async function checkRefunds(query: RunQuery, now = Date.now()): Promise<Check> {
	const matches = await rows(
		query,
		`select intent_id as id, amount_cents as cents from refunds where done_at is null and created_at < ${now - jobGraceMs}`,
		v.object({ id: v.string(), cents: v.number() }),
	);
	const findings = matches.map(({ id, cents }): Finding => {
		return { subject: id, message: `${cents} cents are still owed`, fix: { by: "job" } };
	});
	return checkResult("refunds", await count(query, "refunds"), findings);
}

/** How long the doctor shows a mail that could not be sent, in milliseconds: a week. */
const mailReportedMs = 7 * 24 * 60 * 60_000;

const mailSchema = v.object({
	recipient: v.string(),
	kind: v.string(),
	reason: v.string(),
	failedAt: v.number(),
});

/** Every mail of the last week was sent: none ended in the dead-letter queue, none was refused for good. */
export async function checkMails(query: RunQuery, now = Date.now()): Promise<Check> {
	const matches = await rows(
		query,
		`select recipient, kind, reason, failed_at as failedAt from failed_mails where failed_at > ${now - mailReportedMs} order by failed_at desc limit 100`,
		mailSchema,
	);
	const findings = matches.map(({ recipient, kind, reason, failedAt }): Finding => {
		const cause = reason === "retries" ? "however often it was tried" : `because of ${reason}`;
		const failedTime = new Date(failedAt).toISOString();
		return {
			subject: recipient,
			message: `the mail "${kind}" was not sent, ${cause} (${failedTime})`,
		};
	});
	return checkResult("mails", matches.length, findings);
}

const countedOrder = "(closed_why is null or closed_why = 'refunded')";
const paidOrder = "(transaction_id is not null and closed_at is null)";

/** What the orders of a partner come to, as SQL over `orders`. */
const sumColumns = `coalesce(sum(${countedOrder}), 0) as orders, coalesce(sum(${paidOrder}), 0) as paid, coalesce(sum(total_cents * ${paidOrder}), 0) as cents`;

const partnerSchema = v.object({
	partner: v.string(),
	orders: v.number(),
	paid: v.number(),
	cents: v.number(),
	noted: v.nullable(v.string()),
});

/** What is summed up of each partner is what its orders come to. */
export async function checkPartners(query: RunQuery): Promise<Check> {
	const sumsQuery = `select partner, ${sumColumns} from orders where partner is not null group by partner`;
	const zeroSums = "select partner, 0 as orders, 0 as paid, 0 as cents from partner_sales";
	const mismatches = await rows(
		query,
		`with summed as (${sumsQuery}), due as (select * from summed union all ${zeroSums} where partner not in (select partner from summed)) select due.*, ${storedFigures} as noted from due left join partner_sales using (partner) where noted is not ${figures("due.orders", "due.paid", "due.cents")}`,
		partnerSchema,
	);
	const findings = mismatches.map(({ partner, orders, paid, cents, noted }): Finding => {
		const expected = `${orders} orders, ${paid} paid, ${cents} cents`;
		const message = `is summed up as ${noted ?? "nothing"}, but its orders come to ${expected}`;
		return {
			subject: partner,
			message,
			fix: { by: "sql", statements: [recomputeSumsSql(partner)] },
		};
	});
	return checkResult("partners", await count(query, "partner_sales"), findings);
}

/** Three figures in words, as SQL. */
function figures(orders: string, paid: string, cents: string): string {
	return `(${orders} || ' orders, ' || ${paid} || ' paid, ' || ${cents} || ' cents')`;
}

const storedFigures = figures(
	"partner_sales.orders",
	"partner_sales.paid_orders",
	"partner_sales.revenue_cents",
);

/** Sums a partner up anew from the orders as they are by then. */
function recomputeSumsSql(partner: string): string {
	return `insert into partner_sales (partner, orders, paid_orders, revenue_cents) select ${sqlString(partner)}, ${sumColumns} from orders where partner = ${sqlString(partner)} on conflict (partner) do update set orders = excluded.orders, paid_orders = excluded.paid_orders, revenue_cents = excluded.revenue_cents`;
}

/** Nothing refers to what is not there. */
export async function checkOrphans(query: RunQuery): Promise<Check> {
	const references: [table: string, id: string, column: string, to: string][] = [
		["orders", "id", "tool_id", "tools"],
		["orders", "id", "user_id", "users"],
		["reviews", "id", "tool_id", "tools"],
		["reviews", "id", "order_id", "orders"],
		["reviews", "id", "user_id", "users"],
		["refunds", "intent_id", "order_id", "orders"],
	];
	const matches = await Promise.all(
		references.map(async ([table, id, column, to]) => {
			const sql = `select ${id} as id from ${table} where ${column} is not null and ${column} not in (select id from ${to})`;
			const message = `of ${table} has a ${column} that is not in ${to}`;
			return (await rows(query, sql, idSchema)).map(
				({ id }): Finding => ({ subject: id, message }),
			);
		}),
	);
	const rowCounts = await Promise.all(
		["orders", "reviews", "refunds"].map((table) => count(query, table)),
	);
	return checkResult(
		"orphans",
		rowCounts.reduce((sum, n) => sum + n, 0),
		matches.flat(),
	);
}
