/**
 * What the shop's own tables say of each other. The SQL has no parameters and runs as it stands
 * here and at a deployed shop.
 */
import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { type Check, type Finding, made } from "./findings.ts";

/** Asks the shop's database. */
export type Ask = (sql: string) => Promise<unknown[]>;

/** How long what the scheduled job has to do may wait, in milliseconds: two runs of it. */
const jobGraceMs = 10 * 60_000;

export async function rows<T extends v.GenericSchema>(
	ask: Ask,
	sql: string,
	shape: T,
): Promise<v.InferOutput<T>[]> {
	return v.parse(v.array(shape), await ask(sql));
}

/** How many rows a table has. */
export async function count(ask: Ask, table: string, where = "true"): Promise<number> {
	const sql = `select count(*) as n from ${table} where ${where}`;
	return (await rows(ask, sql, v.object({ n: v.number() })))[0]?.n ?? 0;
}

/** A text as it stands in SQL. */
export function quoted(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

const unsettled = "transaction_id is null and closed_at is null";
const piecesOf = (which: string) =>
	`(select coalesce(sum(quantity), 0) from orders where tool_id = tools.id and ${which})`;
const held = piecesOf(unsettled);
const sold = piecesOf("transaction_id is not null");

const toolShape = v.object({
	id: v.string(),
	quantity: v.number(),
	stocked: v.number(),
	held: v.number(),
	sold: v.number(),
});

/** Every piece ever stocked is on the wall, held or sold. */
export async function checkStock(ask: Ask, now = Date.now()): Promise<Check> {
	const wrong = await rows(
		ask,
		`select id, quantity, stocked, ${held} as held, ${sold} as sold from tools where stocked <> quantity + ${held} + ${sold}`,
		toolShape,
	);
	const findings = wrong.map((tool): Finding => {
		const { id, quantity, stocked } = tool;
		const right = stocked - tool.held - tool.sold;
		const sums = `${stocked} stocked, but ${quantity} on the wall + ${tool.held} held + ${tool.sold} sold`;
		if (right < 0) return { subject: id, says: `${sums}: more is promised than there ever was` };
		return { subject: id, says: sums, mend: { by: "sql", statements: setStock(tool, right, now) } };
	});
	return made("stock", await count(ask, "tools"), findings);
}

/** Puts a tool's stock right, only while everything is as it was seen, and records it. */
function setStock(tool: v.InferOutput<typeof toolShape>, right: number, now: number): string[] {
	const asSeen = `id = ${quoted(tool.id)} and quantity = ${tool.quantity} and stocked = ${tool.stocked} and ${held} = ${tool.held} and ${sold} = ${tool.sold}`;
	return [
		`insert into audit (id, created_at, actor_id, action, subject_id, detail) select ${quoted(randomUUID())}, ${now}, null, 'tool.changed', id, json_object('name', name, 'quantityWas', quantity, 'quantity', ${right}) from tools where ${asSeen}`,
		`update tools set quantity = ${right}, updated_at = ${now} where ${asSeen}`,
	];
}

/** Every order is in a state that an order may be in. */
export async function checkOrders(ask: Ask): Promise<Check> {
	const wrongs: [where: string, says: string][] = [
		["transaction_id is not null and closed_at is not null", "is paid and closed"],
		["status = 'Shipped' and transaction_id is null", "is shipped though nobody paid"],
		["total_cents <> unit_price_cents * quantity", "has a total that is not price times quantity"],
		["(transaction_id is null) <> (paid_at is null)", "is paid by no payment, or at no time"],
		["(closed_at is null) <> (closed_why is null)", "is closed for no reason, or at no time"],
	];
	const findings = await Promise.all(
		wrongs.map(async ([where, says]) => {
			const found = await rows(ask, `select id from orders where ${where}`, idShape);
			return found.map(({ id }): Finding => ({ subject: id, says }));
		}),
	);
	return made("orders", await count(ask, "orders"), findings.flat());
}

const idShape = v.object({ id: v.string() });

/** No hold outlasts its time by more than two runs of the job. */
export async function checkHolds(ask: Ask, now = Date.now()): Promise<Check> {
	const found = await rows(
		ask,
		`select id from orders where ${unsettled} and expires_at < ${now - jobGraceMs}`,
		idShape,
	);
	const says = "holds its pieces though its time is up";
	const findings = found.map(({ id }): Finding => ({ subject: id, says, mend: { by: "job" } }));
	return made("holds", await count(ask, "orders", unsettled), findings);
}

/** No refund is owed for longer than two runs of the job. */
export async function checkRefunds(ask: Ask, now = Date.now()): Promise<Check> {
	const found = await rows(
		ask,
		`select intent_id as id, amount_cents as cents from refunds where done_at is null and created_at < ${now - jobGraceMs}`,
		v.object({ id: v.string(), cents: v.number() }),
	);
	const findings = found.map(({ id, cents }): Finding => {
		return { subject: id, says: `${cents} cents are still owed`, mend: { by: "job" } };
	});
	return made("refunds", await count(ask, "refunds"), findings);
}

/** How long the doctor shows a mail that could not be sent, in milliseconds: a week. */
const mailShownMs = 7 * 24 * 60 * 60_000;

const mailShape = v.object({
	recipient: v.string(),
	kind: v.string(),
	reason: v.string(),
	failedAt: v.number(),
});

/** Every mail of the last week was sent: none ended in the dead-letter queue, none was refused for good. */
export async function checkMails(ask: Ask, now = Date.now()): Promise<Check> {
	const found = await rows(
		ask,
		`select recipient, kind, reason, failed_at as failedAt from failed_mails where failed_at > ${now - mailShownMs} order by failed_at desc limit 100`,
		mailShape,
	);
	const findings = found.map(({ recipient, kind, reason, failedAt }): Finding => {
		const why = reason === "retries" ? "however often it was tried" : `because of ${reason}`;
		const when = new Date(failedAt).toISOString();
		return { subject: recipient, says: `the mail "${kind}" was not sent, ${why} (${when})` };
	});
	return made("mails", found.length, findings);
}

const shown = "(closed_why is null or closed_why = 'refunded')";
const earned = "(transaction_id is not null and closed_at is null)";

/** What the orders of a partner come to, as SQL over `orders`. */
const sums = `coalesce(sum(${shown}), 0) as orders, coalesce(sum(${earned}), 0) as paid, coalesce(sum(total_cents * ${earned}), 0) as cents`;

const partnerShape = v.object({
	partner: v.string(),
	orders: v.number(),
	paid: v.number(),
	cents: v.number(),
	noted: v.nullable(v.string()),
});

/** What is summed up of each partner is what its orders come to. */
export async function checkPartners(ask: Ask): Promise<Check> {
	const summed = `select partner, ${sums} from orders where partner is not null group by partner`;
	const none = "select partner, 0 as orders, 0 as paid, 0 as cents from partner_sales";
	const wrong = await rows(
		ask,
		`with summed as (${summed}), due as (select * from summed union all ${none} where partner not in (select partner from summed)) select due.*, ${written} as noted from due left join partner_sales using (partner) where noted is not ${figures("due.orders", "due.paid", "due.cents")}`,
		partnerShape,
	);
	const findings = wrong.map(({ partner, orders, paid, cents, noted }): Finding => {
		const right = `${orders} orders, ${paid} paid, ${cents} cents`;
		const says = `is summed up as ${noted ?? "nothing"}, but its orders come to ${right}`;
		return { subject: partner, says, mend: { by: "sql", statements: [sumUp(partner)] } };
	});
	return made("partners", await count(ask, "partner_sales"), findings);
}

/** Three figures in words, as SQL. */
function figures(orders: string, paid: string, cents: string): string {
	return `(${orders} || ' orders, ' || ${paid} || ' paid, ' || ${cents} || ' cents')`;
}

const written = figures(
	"partner_sales.orders",
	"partner_sales.paid_orders",
	"partner_sales.revenue_cents",
);

/** Sums a partner up anew from the orders as they are by then. */
function sumUp(partner: string): string {
	return `insert into partner_sales (partner, orders, paid_orders, revenue_cents) select ${quoted(partner)}, ${sums} from orders where partner = ${quoted(partner)} on conflict (partner) do update set orders = excluded.orders, paid_orders = excluded.paid_orders, revenue_cents = excluded.revenue_cents`;
}

/** Nothing refers to what is not there. */
export async function checkOrphans(ask: Ask): Promise<Check> {
	const references: [table: string, id: string, column: string, to: string][] = [
		["orders", "id", "tool_id", "tools"],
		["orders", "id", "user_id", "users"],
		["reviews", "id", "tool_id", "tools"],
		["reviews", "id", "order_id", "orders"],
		["reviews", "id", "user_id", "users"],
		["refunds", "intent_id", "order_id", "orders"],
	];
	const found = await Promise.all(
		references.map(async ([table, id, column, to]) => {
			const sql = `select ${id} as id from ${table} where ${column} is not null and ${column} not in (select id from ${to})`;
			const says = `of ${table} has a ${column} that is not in ${to}`;
			return (await rows(ask, sql, idShape)).map(({ id }): Finding => ({ subject: id, says }));
		}),
	);
	const looked = await Promise.all(
		["orders", "reviews", "refunds"].map((table) => count(ask, table)),
	);
	return made(
		"orphans",
		looked.reduce((sum, n) => sum + n, 0),
		found.flat(),
	);
}
