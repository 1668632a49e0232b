/**
 * Checks that the shop's tables agree with each other, and finds late jobs and failed e-mails. Findings may have
 * SQL that repairs them. The SQL has no parameters, so that it also runs
 * through wrangler's command line at a deployed shop.
 */
import * as v from "valibot";
import { currency, invoices } from "../../src/config/config.ts";
import { formatAmount } from "../../src/config/currencies.ts";
import { fixOf, selectBroken, sqlString } from "../../src/db/row-rule.ts";
import { rowRules } from "../../src/db/row-rules.ts";
import { jobGraceMs, mailReportedMs } from "../../src/shop/health/health.ts";
import { isOpen } from "../../src/shop/orders/order-conditions.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** Runs a query on the shop's database and returns its rows. */
export type RunQuery = (sql: string) => Promise<unknown[]>;

/** Runs a query and parses its rows by a schema. */
export async function rows<T extends v.GenericSchema>(
	query: RunQuery,
	sql: string,
	schema: T,
): Promise<v.InferOutput<T>[]> {
	return v.parse(v.array(schema), await query(sql));
}

/** The number of rows in a table that match a condition. */
export async function count(query: RunQuery, table: string, where = "true"): Promise<number> {
	const sql = `select count(*) as n from ${table} where ${where}`;
	return (await rows(query, sql, v.object({ n: v.number() })))[0]?.n ?? 0;
}

const idSchema = v.object({ id: v.string() });

/**
 * Checks all rows by the rules by which the shop looks through them in slices: what triggers keep, what an order's rows say of each
 * other, invoices, returns, and what rows refer to.
 */
export async function checkRows(query: RunQuery, shopCurrency: string = currency): Promise<Check> {
	const rules = rowRules(shopCurrency, invoices.at);
	const found = await Promise.all(
		rules.map(async (rule) => {
			const { table, message, fix } = rule;
			return (await rows(query, selectBroken(rule), idSchema)).map(({ id: subject }): Finding => {
				const finding = { subject: `${table} ${subject}`, message };
				return fix ? { ...finding, fix: { by: "sql", statements: fixOf(rule, subject) } } : finding;
			});
		}),
	);
	const tables = [...new Set(rules.map(({ table }) => table))];
	const counts = await Promise.all(tables.map((table) => count(query, table)));
	return checkResult(
		"rows",
		counts.reduce((sum, rowsOfTable) => sum + rowsOfTable, 0),
		found.flat(),
	);
}

/** Checks that no reservation outlives its expiry by more than two runs of the job, unless its payment is processed. */
export async function checkReservations(query: RunQuery, now = Date.now()): Promise<Check> {
	const matches = await rows(
		query,
		`select id from orders where ${isOpen.sql("orders")} and expires_at < ${now - jobGraceMs} and processing_at is null`,
		idSchema,
	);
	const message = "still reserves stock after it expired";
	const findings = matches.map(({ id }): Finding => ({ subject: id, message, fix: { by: "job" } }));
	return checkResult("reservations", await count(query, "orders", isOpen.sql("orders")), findings);
}

/** Checks that no refund is due for longer than two runs of the job. */
export async function checkRefunds(query: RunQuery, now = Date.now()): Promise<Check> {
	const matches = await rows(
		query,
		`select refunds.id, amount_cents as cents, coalesce(currency, ${sqlString(currency)}) as code from refunds left join orders on orders.id = order_id where refunds.status = 'due' and refunds.created_at < ${now - jobGraceMs}`,
		v.object({ id: v.string(), cents: v.number(), code: v.string() }),
	);
	const findings = matches.map(({ id, cents, code }): Finding => {
		return {
			subject: id,
			message: `${formatAmount(cents, code)} is still due`,
			fix: { by: "job" },
		};
	});
	return checkResult("refunds", await count(query, "refunds"), findings);
}

const mailSchema = v.object({
	recipient: v.string(),
	kind: v.string(),
	reason: v.string(),
	failedAt: v.number(),
});

/** Checks that no e-mail of the last week failed: in the dead-letter queue or rejected permanently. */
export async function checkMails(query: RunQuery, now = Date.now()): Promise<Check> {
	const matches = await rows(
		query,
		`select recipient, kind, reason, failed_at as failedAt from failed_mails where failed_at > ${now - mailReportedMs} order by failed_at desc limit 100`,
		mailSchema,
	);
	const findings = matches.map(({ recipient, kind, reason, failedAt }): Finding => {
		const cause = reason === "retries" ? "after all retries" : `because of ${reason}`;
		const failedTime = new Date(failedAt).toISOString();
		return {
			subject: recipient,
			message: `the e-mail "${kind}" was not sent, ${cause} (${failedTime})`,
		};
	});
	return checkResult("mails", matches.length, findings);
}

/** How long a row of the outbox may be undelivered, in milliseconds: it is given up after about a day. */
const deliveryMs = 36 * 60 * 60_000;

const outboxSchema = v.object({
	id: v.string(),
	kind: v.string(),
	subject: v.string(),
	failures: v.number(),
	isLate: v.number(),
	isForgotten: v.number(),
});

/** A row that is not done and neither has a time nor is listed by a digest that is still to come. */
const isForgotten =
	"(due_at is null and coalesce(digest, '') <> 'waiting' and not exists (select 1 from outbox as digests where digests.id = outbox.digest and digests.done_at is null))";

/** Checks that the scheduled job sends what is due in the outbox, and that each row is done in the end. */
export async function checkOutbox(query: RunQuery, now = Date.now()): Promise<Check> {
	const isLate = `available_at < ${now - deliveryMs}`;
	const matches = await rows(
		query,
		`select id, kind, subject_id as subject, failures, ${isLate} as isLate, ${isForgotten} as isForgotten from outbox where done_at is null and (due_at < ${now - jobGraceMs} or ${isLate} or ${isForgotten}) order by available_at limit 100`,
		outboxSchema,
	);
	const findings = matches.map(({ id, kind, subject, failures, isLate, isForgotten }): Finding => {
		const event = `${kind} of ${subject}`;
		if (isForgotten) return { subject: id, message: `${event} is neither delivered nor waiting` };
		return isLate
			? { subject: id, message: `${event} is not delivered after a day, with ${failures} failures` }
			: { subject: id, message: `${event} waits for the scheduled job`, fix: { by: "job" } };
	});
	return checkResult("outbox", await count(query, "outbox"), findings);
}
