/**
 * Checks that the shop's tables agree with each other, and finds late jobs and failed e-mails. Findings may have
 * SQL that repairs them. The SQL has no parameters, so that it also runs
 * through wrangler's command line at a deployed shop.
 */
import * as v from "valibot";
import { currency, invoices } from "../../src/config/config.ts";
import { formatAmount } from "../../src/config/currencies.ts";
import type { RowRule } from "../../src/db/row-rule.ts";
import {
	giftCardRules,
	invoiceRules,
	lineRules,
	offerRules,
	orderRules,
	referenceRules,
	refundRules,
	reservedPieces,
	returnRules,
	soldPieces,
	toolCounts,
} from "../../src/db/row-rules.ts";
import { recountFacets } from "../../src/db/triggers/catalogue.ts";
import { partnerRevenue } from "../../src/db/triggers/partners.ts";
import { toolRows } from "../../src/db/triggers/tools.ts";
import { jobGraceMs, mailReportedMs } from "../../src/shop/health/health.ts";
import { isOpen, isPaid, isShown } from "../../src/shop/orders/order-conditions.ts";
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

/** A string as an SQL literal. */
export function sqlString(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

const idSchema = v.object({ id: v.string() });

/** Finds the rows that break a rule. */
async function brokenRows(query: RunQuery, rules: readonly RowRule[]): Promise<Finding[]> {
	const found = await Promise.all(
		rules.map(async ({ table, id = "id", where, message }) => {
			const sql = `select ${id} as id from ${table} where ${where}`;
			return (await rows(query, sql, idSchema)).map(
				({ id: subject }): Finding => ({ subject, message }),
			);
		}),
	);
	return found.flat();
}

const toolSchema = v.object({
	id: v.string(),
	quantity: v.number(),
	stocked: v.number(),
	reserved: v.number(),
	sold: v.number(),
});

/** Checks that every piece ever stocked is in stock, reserved or sold. Those of a restocked order are in stock. */
export async function checkStock(query: RunQuery, now = Date.now()): Promise<Check> {
	const mismatches = await rows(
		query,
		`select id, quantity, stocked, ${reservedPieces} as reserved, ${soldPieces} as sold from tools where stocked <> quantity + ${reservedPieces} + ${soldPieces}`,
		toolSchema,
	);
	const findings = mismatches.map((tool): Finding => {
		const { id, quantity, stocked } = tool;
		const expected = stocked - tool.reserved - tool.sold;
		const figuresText = `${stocked} stocked, but ${quantity} in stock + ${tool.reserved} reserved + ${tool.sold} sold`;
		if (expected < 0)
			return {
				subject: id,
				message: `${figuresText}: more sold and reserved than was ever stocked`,
			};
		return {
			subject: id,
			message: figuresText,
			fix: { by: "sql", statements: fixStockSql(tool, expected, now) },
		};
	});
	return checkResult("stock", await count(query, "tools"), findings);
}

/** The SQL that corrects a tool's stock and audits the change, unless a figure changed since the check. */
function fixStockSql(
	tool: v.InferOutput<typeof toolSchema>,
	expected: number,
	now: number,
): string[] {
	const whereUnchanged = `id = ${sqlString(tool.id)} and quantity = ${tool.quantity} and stocked = ${tool.stocked} and ${reservedPieces} = ${tool.reserved} and ${soldPieces} = ${tool.sold}`;
	return [
		`insert into audit (created_at, actor_id, action, subject_id, detail) select ${now}, null, 'tool.changed', id, json_object('name', name, 'quantityWas', quantity, 'quantity', ${expected}) from tools where ${whereUnchanged}`,
		`update tools set quantity = ${expected}, updated_at = ${now} where ${whereUnchanged}`,
	];
}

/** Checks that every order is in a valid state. */
export async function checkLines(query: RunQuery): Promise<Check> {
	const findings = await brokenRows(query, lineRules);
	return checkResult("order_lines", await count(query, "order_lines"), findings);
}

/** Checks that every order agrees with its lines and its refunds. */
export async function checkOrders(
	query: RunQuery,
	shopCurrency: string = currency,
): Promise<Check> {
	const findings = await brokenRows(query, [
		...orderRules(shopCurrency),
		...refundRules,
		...offerRules,
		...giftCardRules,
	]);
	return checkResult("orders", await count(query, "orders"), findings);
}

/** Checks that what was paid and refunded has its invoices and credit notes, by rate of tax, and that no number is missing. */
export async function checkInvoices(query: RunQuery): Promise<Check> {
	const findings = await brokenRows(query, invoiceRules(invoices.at));
	return checkResult("invoices", await count(query, "invoices"), findings);
}

/** Checks that the refund of each return is its own, and its pieces those of its order. */
export async function checkReturns(query: RunQuery): Promise<Check> {
	const findings = await brokenRows(query, returnRules);
	return checkResult("returns", await count(query, "returns"), findings);
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

/** A partner's totals as SQL columns over `orders`. */
const sumColumns = `coalesce(sum(${isShown.sql("orders")}), 0) as orders, coalesce(sum(${isPaid.sql("orders")}), 0) as paid, coalesce(sum(${partnerRevenue("orders")}), 0) as cents`;

const partnerSchema = v.object({
	partner: v.string(),
	orders: v.number(),
	paid: v.number(),
	cents: v.number(),
	stored: v.nullable(v.string()),
});

/** Checks that each partner's stored totals match its orders. */
export async function checkPartners(query: RunQuery): Promise<Check> {
	const sumsQuery = `select partner, ${sumColumns} from orders where partner is not null group by partner`;
	const zeroSums = "select partner, 0 as orders, 0 as paid, 0 as cents from partner_sales";
	const mismatches = await rows(
		query,
		`with summed as (${sumsQuery}), due as (select * from summed union all ${zeroSums} where partner not in (select partner from summed)) select due.*, ${storedFigures} as stored from due left join partner_sales using (partner) where stored is not ${figures("due.orders", "due.paid", "due.cents")}`,
		partnerSchema,
	);
	const findings = mismatches.map(({ partner, orders, paid, cents, stored }): Finding => {
		const expected = `${orders} orders, ${paid} paid, ${cents} cents`;
		const message = `total is ${stored ?? "missing"}, but its orders add up to ${expected}`;
		return {
			subject: partner,
			message,
			fix: { by: "sql", statements: [recomputeSumsSql(partner)] },
		};
	});
	return checkResult("partners", await count(query, "partner_sales"), findings);
}

/** A partner's totals as text, as an SQL expression. */
function figures(orders: string, paid: string, cents: string): string {
	return `(${orders} || ' orders, ' || ${paid} || ' paid, ' || ${cents} || ' cents')`;
}

const storedFigures = figures(
	"partner_sales.orders",
	"partner_sales.paid_orders",
	"partner_sales.revenue_cents",
);

/** The SQL that recomputes a partner's totals from its orders. */
function recomputeSumsSql(partner: string): string {
	return `insert into partner_sales (partner, orders, paid_orders, revenue_cents) select ${sqlString(partner)}, ${sumColumns} from orders where partner = ${sqlString(partner)} on conflict (partner) do update set orders = excluded.orders, paid_orders = excluded.paid_orders, revenue_cents = excluded.revenue_cents`;
}

/** The counts beside the filters of the catalogue, of the tools that match `where`. */
const facetCounts = (where: string) =>
	`(select count(*) || ' ' || coalesce(sum(in_stock), 0) || ' ' || coalesce(sum(well_rated), 0) || ' ' || coalesce(sum(in_stock * well_rated), 0) from tools where archived_at is null and behind = 0 and ${where})`;
const storedFacets =
	"tool_count || ' ' || in_stock_count || ' ' || well_rated_count || ' ' || well_rated_in_stock_count";

/** A tool's counts as text, as an SQL expression. */
const countsText = (parts: string[]) => parts.join(" || ' ' || ");

/** Finds the tools that have other rows in a table than their column says. */
async function differentCopies(query: RunQuery): Promise<Finding[]> {
	const found = await Promise.all(
		toolRows.map(async ({ column, table, differs, restore }) =>
			(await rows(query, `select id from tools where ${differs}`, idSchema)).map(
				({ id }): Finding => ({
					subject: id,
					message: `${column} is not what ${table} has`,
					fix: { by: "sql", statements: restore(sqlString(id)) },
				}),
			),
		),
	);
	return found.flat();
}

/** Checks that what each tool keeps of other tables and of its stock is right, and the counts beside the filters. */
export async function checkCatalogue(query: RunQuery): Promise<Check> {
	const columns = countsText(toolCounts.map(([column]) => column));
	const expected = countsText(toolCounts.map(([, counted]) => counted));
	const mismatches = await rows(
		query,
		`select id, ${columns} as stored, ${expected} as expected from tools where stored <> expected`,
		v.object({ id: v.string(), stored: v.string(), expected: v.string() }),
	);
	const findings = mismatches.map(({ id, stored, expected }): Finding => {
		const setCounts = toolCounts.map(([column, counted]) => `${column} = ${counted}`).join(", ");
		return {
			subject: id,
			message: `reviews of one to five stars, sold pieces, and whether it is in stock are stored as ${stored}, but counted as ${expected}`,
			fix: {
				by: "sql",
				statements: [`update tools set ${setCounts} where id = ${sqlString(id)}`],
			},
		};
	});
	findings.push(...(await differentCopies(query)));
	const wrongFacets = await rows(
		query,
		`select * from (select 'all' as id, (select ${storedFacets} from facet_counts where scope = 'all') as stored, ${facetCounts("true")} as expected union all select slug, ${storedFacets}, ${facetCounts("category_slug = categories.slug")} from categories) where stored is not expected`,
		v.object({ id: v.string(), stored: v.nullable(v.string()), expected: v.string() }),
	);
	findings.push(
		...wrongFacets.map(({ id, stored, expected }): Finding => {
			return {
				subject: id,
				message: `tools, those in stock, well rated and both are stored as ${stored ?? "nothing"}, but counted as ${expected}`,
				fix: { by: "sql", statements: recountFacets(id) },
			};
		}),
	);
	return checkResult("catalogue", await count(query, "tools"), findings);
}

/** Checks that no row refers to a row that doesn't exist. */
export async function checkOrphans(query: RunQuery): Promise<Check> {
	const findings = await brokenRows(query, referenceRules);
	const rowCounts = await Promise.all(
		[...new Set(referenceRules.map(({ table }) => table))].map((table) => count(query, table)),
	);
	return checkResult(
		"orphans",
		rowCounts.reduce((sum, n) => sum + n, 0),
		findings,
	);
}
