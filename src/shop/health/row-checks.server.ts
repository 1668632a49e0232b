/**
 * Looks for rows that break a rule of db/row-rules.ts: in slices, so that no query keeps the database from
 * customers, however large the shop is. `npm run doctor` checks all rows at once.
 */
import { and, desc, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { currency, invoices } from "../../config/config.ts";
import { brokenRows } from "../../db/health-tables.ts";
import { amongRows, fixOf, type RowRule } from "../../db/row-rule.ts";
import { rowRules, rowsOfSlice } from "../../db/row-rules.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { batch, database } from "../../platform/database/database.ts";
import {
	continueCheck,
	isFinding,
	type RunLimits,
	type Slice,
	type StoredFinding,
} from "./findings.server.ts";
import { maxShownRows } from "./health.ts";

const rules = rowRules(currency, invoices.at);
const tableNames = [...new Set(rules.map(({ table }) => table))];
const rulesOf = (tableName: string) => rules.filter(({ table }) => table === tableName);

/** Rows of a slice, and those of it that are stored if they break a rule. */
const maxSliceRows = 1000;
const sliceRowsOf = (tableName: string) => rowsOfSlice[tableName] ?? maxSliceRows;
const maxBroken = 50;

/** Selects a slice's rows that break rules of their table: each rule's 1 or 0, by the table's order of rules. */
function brokenIn(tableName: string, position: number) {
	const all = rulesOf(tableName);
	const ids = all.map(({ id = "id" }) => `${id}`);
	const end = position + sliceRowsOf(tableName);
	const conditions = all.map(({ where }) => amongRows(where, position, end));
	// Text, also of one rule alone.
	const marks = ["''", ...conditions.map((one) => `(coalesce((${one}), 0) <> 0)`)].join(" || ");
	// `not indexed`: by the row number, whatever index a rule would suit.
	const broken = sql`
		select json_array(${sql.raw(ids.join(", "))}) as ids, ${sql.raw(marks)} as marks
		from ${sql.raw(tableName)} not indexed
		where rowid > ${position} and rowid <= ${end} and marks like '%1%'
		limit ${maxBroken}
	`;
	return database()
		.select({ ids: sql<string>`ids`, marks: sql<string>`marks` })
		.from(sql`(${broken}) as broken`);
}

/** Checks the slice that comes next. A position is the place of its table, and the last row that was checked. */
async function checkSlice(at: string | null): Promise<Slice> {
	const [step = 0, position = 0] = (at ?? "").split(" ").map(Number);
	const tableName = tableNames[step] ?? "";
	const table = sql.raw(tableName);
	const end = position + sliceRowsOf(tableName);
	const { broken, size } = await batch({
		broken: brokenIn(tableName, position),
		size: database()
			.select({
				checked: sql<number>`count(*)`,
				last: sql<number>`coalesce((select max(rowid) from ${table}), 0)`,
			})
			.from(sql`${table} not indexed`)
			.where(sql`rowid > ${position} and rowid <= ${end}`),
	});
	const found = broken.flatMap(({ ids, marks }) =>
		rulesOf(tableName).flatMap(({ message }, index) =>
			marks[index] === "1" ? [{ message, subject: String(JSON.parse(ids)[index]) }] : [],
		),
	);
	const { checked = 0, last = 0 } = size[0] ?? {};
	const isLast = step + 1 >= tableNames.length;
	const next = end < last ? `${step} ${end}` : isLast ? null : `${step + 1} 0`;
	return { tableName, found, checked, next };
}

/** Checks the slices that come next. For the scheduled job, and with `now` for the button on the page of health. */
export const checkRows = (limits: RunLimits = {}): Promise<void> =>
	continueCheck("rows", checkSlice, limits);

/** Selects the rows that break a rule, the newest first, for the page. */
export const newestBrokenRows = () =>
	database()
		.select({
			tableName: brokenRows.tableName,
			message: brokenRows.message,
			subject: brokenRows.subject,
			at: brokenRows.foundAt,
		})
		.from(brokenRows)
		.orderBy(desc(brokenRows.foundAt))
		.limit(maxShownRows + 1);

const ruleOf = (tableName: string, message: string): RowRule | undefined =>
	rules.find((rule) => rule.table === tableName && rule.message === message);

/** Whether the shop can set right what a rule says. */
export const canRepair = (tableName: string, message: string): boolean =>
	ruleOf(tableName, message)?.fix !== undefined;

/**
 * Sets a row right where the shop can, and returns whether it keeps the rule now. A row that does leaves the
 * findings, also if somebody has set it right by hand.
 */
export async function repairRow(caller: Caller, finding: StoredFinding): Promise<boolean> {
	const { tableName, message, subject } = finding;
	const rule = ruleOf(tableName, message);
	if (!rule) {
		// A rule of another version.
		await database().delete(brokenRows).where(isFinding(finding));
		return true;
	}
	const { id = "id", where } = rule;
	const ofRow = amongRows(where, `${tableName}.rowid - 1`, `${tableName}.rowid`);
	const isBroken = sql`${sql.raw(id)} = ${subject} and (${sql.raw(ofRow)})`;
	const table = sql.raw(tableName);
	const { left } = await batch({
		// In a batch, a raw statement has no parameters.
		...Object.fromEntries(
			fixOf(rule, subject, caller.id).map((statement, index) => [
				`fixed${index}`,
				database().run(sql.raw(statement)),
			]),
		),
		cleared: database()
			.delete(brokenRows)
			.where(and(isFinding(finding), sql`not exists (select 1 from ${table} where ${isBroken})`)),
		left: database().select({ one: sql<number>`1` }).from(brokenRows).where(isFinding(finding)),
	});
	if (tableName === "tools") purge("tools", `tool:${subject}`);
	return left.length === 0;
}
