/**
 * Looks for rows that break a rule of db/row-rules.ts: in slices, so that no query keeps the database from
 * customers, however large the shop is. `npm run doctor` checks all rows at once.
 */
import { and, desc, eq, getTableColumns, lt, notInArray, type SQL, sql } from "drizzle-orm";
import { brokenRows, healthChecks, rowChecks } from "../../db/health-tables.ts";
import { amongRows, type RowRule } from "../../db/row-rule.ts";
import { rowRules, rowsOfSlice } from "../../db/row-rules.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { purge } from "../../platform/page-cache.ts";
import { insertAuditEvent } from "../audit/audit.server.ts";
import { currency } from "../config/config.ts";
import type { Caller } from "../users/users.ts";
import { maxShownRows } from "./health.ts";

const rules = rowRules(currency);
const tableNames = [...new Set(rules.map(({ table }) => table))];
const rulesOf = (tableName: string) => rules.filter(({ table }) => table === tableName);

/** Rows of a slice, and those of it that are stored if they break a rule. */
const maxSliceRows = 1000;
const sliceRowsOf = (tableName: string) => rowsOfSlice[tableName] ?? maxSliceRows;
const maxBroken = 50;

/** How long after its end the next look through all tables starts, in milliseconds: a day. */
const pauseMs = 24 * 60 * 60_000;

type State = typeof rowChecks.$inferSelect;

/** Before the first look through the tables. */
export const notStarted: State = {
	...{ id: 1, step: 0, position: 0, checked: 0, startedAt: null },
	...{ finishedAt: null, finishedRows: 0 },
};

/** Selects a slice's rows that break rules of their table: each rule's 1 or 0, by the table's order of rules. */
function brokenIn(tableName: string, position: number) {
	const all = rulesOf(tableName);
	const ids = all.map(({ id = "id" }) => `${id}`);
	const end = position + sliceRowsOf(tableName);
	const conditions = all.map(({ where }) => amongRows(where, position, end));
	// Text, also of one rule alone.
	const marks = ["''", ...conditions.map((one) => `(coalesce((${one}), 0) <> 0)`)].join(" || ");
	// `not indexed`: by the row number, whatever index a rule would suit.
	const broken = sql`select json_array(${sql.raw(ids.join(", "))}) as ids, ${sql.raw(marks)} as marks from ${sql.raw(tableName)} not indexed where rowid > ${position} and rowid <= ${end} and marks like '%1%' limit ${maxBroken}`;
	return database()
		.select({ ids: sql<string>`ids`, marks: sql<string>`marks` })
		.from(sql`(${broken}) as broken`);
}

/** Checks the slice that comes next, and returns the state after it. */
async function checkSlice(state: State, now: number): Promise<State> {
	const { step, position } = state;
	const tableName = tableNames[step] ?? "";
	const table = sql.raw(tableName);
	const end = position + sliceRowsOf(tableName);
	const { found, size } = await batch({
		found: brokenIn(tableName, position),
		size: database()
			.select({
				checked: sql<number>`count(*)`,
				last: sql<number>`coalesce((select max(rowid) from ${table}), 0)`,
			})
			.from(sql`${table} not indexed`)
			.where(sql`rowid > ${position} and rowid <= ${end}`),
	});
	const broken = found.flatMap(({ ids, marks }) =>
		rulesOf(tableName).flatMap(({ message }, index) =>
			marks[index] === "1" ? [{ message, subject: String(JSON.parse(ids)[index]) }] : [],
		),
	);
	const { checked = 0, last = 0 } = size[0] ?? {};
	const isTableDone = end >= last;
	const isDone = isTableDone && step + 1 >= tableNames.length;
	const after: State = {
		...state,
		step: isTableDone ? step + 1 : step,
		position: isTableDone ? 0 : end,
		checked: state.checked + checked,
	};
	const next: State = isDone
		? {
				...after,
				...{ step: 0, checked: 0, startedAt: null },
				...{ finishedAt: new Date(now), finishedRows: after.checked },
			}
		: after;
	const { id: _, ...changes } = next;
	const isUnchanged = sql`${rowChecks.step} = ${step} and ${rowChecks.position} = ${position}`;
	await batch({
		...(broken.length > 0 && {
			stored: database()
				.insert(brokenRows)
				.select(
					sql`select ${tableName}, value ->> 'message', value ->> 'subject', ${now}, ${now} from json_each(${JSON.stringify(broken)}) where true`,
				)
				.onConflictDoUpdate({
					target: [brokenRows.tableName, brokenRows.message, brokenRows.subject],
					set: { seenAt: new Date(now) },
				}),
		}),
		// What was found before and not this time is right again.
		...(isDone &&
			state.startedAt && {
				ended: database()
					.delete(brokenRows)
					.where(
						and(
							lt(brokenRows.seenAt, state.startedAt),
							notInArray(brokenRows.tableName, healthChecks.name.enumValues),
						),
					),
			}),
		state: database()
			.insert(rowChecks)
			.values(next)
			.onConflictDoUpdate({ target: rowChecks.id, set: changes, setWhere: isUnchanged }),
	});
	return next;
}

interface Limits {
	/** Slices that it checks at most: D1 allows 1,000 queries a request. */
	slices?: number;
	/** Milliseconds after which no other slice starts. */
	ms?: number;
	/** Whether it starts although the last look through all tables is less than a day old. */
	now?: boolean;
}

/** Checks the slices that come next. For the scheduled job, and with `now` for the button on the page of health. */
export async function checkRows({ slices = 8, ms = 20_000, now = false }: Limits = {}) {
	const started = Date.now();
	const [stored] = await database().select().from(rowChecks).where(eq(rowChecks.id, 1));
	let state = stored ?? notStarted;
	if (!state.startedAt) {
		if (!now && state.finishedAt && started - state.finishedAt.getTime() < pauseMs) return;
		state = { ...state, startedAt: new Date(started) };
	}
	for (let count = 0; count < slices && Date.now() - started < ms; count += 1) {
		state = await checkSlice(state, Date.now());
		if (!state.startedAt) return;
	}
}

/** Selects what the page shows: how far the job is, and the rows that break a rule, the newest first. */
export const rowCheckQueries = () => ({
	rowState: database().select().from(rowChecks).where(eq(rowChecks.id, 1)),
	broken: database()
		.select({
			tableName: brokenRows.tableName,
			message: brokenRows.message,
			subject: brokenRows.subject,
			at: brokenRows.foundAt,
		})
		.from(brokenRows)
		.orderBy(desc(brokenRows.foundAt))
		.limit(maxShownRows + 1),
});

const ruleOf = (tableName: string, message: string): RowRule | undefined =>
	rules.find((rule) => rule.table === tableName && rule.message === message);

/** Whether the shop can set right what a rule says. */
export const canRepair = (tableName: string, message: string): boolean =>
	(ruleOf(tableName, message)?.repair ?? ruleOf(tableName, message)?.fix) !== undefined;

/** Returns a statement of a rule for the row of this name. In a batch, a raw statement has no parameters. */
const withId = (statement: string, id: string): SQL =>
	sql.raw(statement.replaceAll(":id", () => `'${id.replaceAll("'", "''")}'`));

/**
 * Sets a row right where the shop can, and returns whether it keeps the rule now. A row that does leaves the
 * findings, also if somebody has set it right by hand.
 */
export async function repairRow(
	caller: Caller,
	{ tableName, message, subject }: { tableName: string; message: string; subject: string },
): Promise<boolean> {
	const rule = ruleOf(tableName, message);
	const isFinding = and(
		eq(brokenRows.tableName, tableName),
		eq(brokenRows.message, message),
		eq(brokenRows.subject, subject),
	);
	if (!rule) {
		// A rule of another version.
		await database().delete(brokenRows).where(isFinding);
		return true;
	}
	const { id = "id", where, repair } = rule;
	const ofRow = amongRows(where, `${tableName}.rowid - 1`, `${tableName}.rowid`);
	const isBroken = sql`${sql.raw(id)} = ${subject} and (${sql.raw(ofRow)})`;
	const table = sql.raw(tableName);
	const [column = "", value = ""] = repair ?? [];
	const isStock = column === "quantity";
	const repaired = Object.fromEntries(
		Object.entries(getTableColumns(tools))
			.filter(([, { name }]) => name === column)
			.map(([key]) => [key, sql.raw(value)]),
	);
	const { left } = await batch({
		// Before the change, whose old stock it names.
		...(isStock && {
			audit: insertAuditEvent(
				{
					...{ action: "tool.changed", actorId: caller.id, subject },
					detail: {
						...{ name: tools.name, quantityWas: tools.quantity },
						quantity: sql.raw(value),
					},
				},
				sql`from ${tools} where ${isBroken} and ${tools.quantity} <> ${sql.raw(value)}`,
			),
		}),
		...(repair && {
			repaired: database()
				.update(tools)
				.set({ ...repaired, ...(isStock && { updatedAt: new Date() }) })
				.where(isBroken),
		}),
		...Object.fromEntries(
			(rule.fix ?? []).map((statement, index) => [
				`fixed${index}`,
				database().run(withId(statement, subject)),
			]),
		),
		cleared: database()
			.delete(brokenRows)
			.where(and(isFinding, sql`not exists (select 1 from ${table} where ${isBroken})`)),
		left: database().select({ one: sql<number>`1` }).from(brokenRows).where(isFinding),
	});
	if (tableName === "tools") purge("tools", `tool:${subject}`);
	return left.length === 0;
}
