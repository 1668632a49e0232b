/** The search tables of lists of users, tools and orders, and the triggers that keep them. */

import { isShown, stateColumns } from "../../shop/orders/order-conditions.ts";
import { columnSeparator, letterSeparator } from "../bigram-separators.ts";
import { codeSeparators } from "../code-separators.ts";
import { markChecks, marksOf } from "../order-marks.ts";
import { type Trigger, trigger } from "../trigger.ts";

/** An FTS5 table and the statement that fills it. */
export interface SearchTable {
	name: string;
	/** The table that it indexes. */
	sourceTable: string;
	/** The condition for the indexed rows. */
	condition: string;
	/** The rowid of a row of the source table, as an expression. */
	rowid: string;
	create: string;
	/** The statement that fills the empty table from existing rows. */
	fill: string;
	/** Searches that find exactly the rows of a condition: FTS5 queries as SQL. */
	marks?: { match: string; condition: string }[];
}

/** A searchable table with the columns and rows to index. */
interface SearchSpec {
	table: string;
	/** The columns with a trigram index, for searches of three characters and more. */
	trigramColumns: string[];
	/** The columns with a bigram index, for searches of one or two characters. */
	bigramColumns: string[];
	/** The columns with codes that the index has once more as `plainCode`. */
	codeColumns?: string[];
	/** The columns that `isListed` reads. */
	visibilityColumns: string[];
	/** Returns the condition that lists show a row, which is the table's name, `new` or `old`. */
	isListed: (row: string) => string;
	/** Searched columns that stand in the row's order, by their names there. */
	ofOrder?: Record<string, string>;
	/** Returns the expression for what follows the text in both indexes, and the columns that it reads. */
	marks?: { of: (row: string) => string; columns: string[]; checks: typeof markChecks };
	/** Whether its rows stay as they are. */
	isFixed?: true;
}

export const searchSpecs: SearchSpec[] = [
	{
		table: "tools",
		trigramColumns: ["name", "description", "maker", "sku", "gtin", "mpn"],
		codeColumns: ["sku", "mpn"],
		bigramColumns: ["name", "description"],
		visibilityColumns: ["archived_at"],
		isListed: (row) => `(${row}.archived_at IS NULL)`,
	},
	{
		table: "order_lines",
		trigramColumns: [
			"user_name",
			"email",
			"tool_name",
			"id",
			"order_number",
			"transaction_id",
			"address",
		],
		// No ids and numbers: a bigram is in half of all ids.
		bigramColumns: ["user_name", "email", "tool_name"],
		visibilityColumns: ["closed_why"],
		isListed: isShown.sql,
		ofOrder: { user_name: "name", email: "email", order_number: "number", address: "address" },
		marks: { of: marksOf, columns: Object.values(stateColumns), checks: markChecks },
	},
	{
		table: "invoices",
		trigramColumns: ["code", "buyer_text", "order_number"],
		bigramColumns: ["buyer_text"],
		visibilityColumns: [],
		isListed: () => "true",
		isFixed: true,
	},
	{
		table: "users",
		trigramColumns: ["name", "email"],
		bigramColumns: ["name", "email"],
		visibilityColumns: [],
		isListed: () => "true",
	},
];

const trigramTableOf = (table: string) => `${table}_search`;
const bigramTableOf = (table: string) => `${table}_letters`;

/** Returns an expression with texts replaced by others: the triggers have no CASE. */
export const replaced = (text: string, texts: readonly (readonly [string, string])[]) =>
	texts.reduce((inner, [one, other]) => `replace(${inner}, '${one}', '${other}')`, text);

/** Returns the expression of a code as it is engraved and typed: without what separates its parts. */
export const plainCode = (code: string) =>
	replaced(
		code,
		codeSeparators.map((separator) => [separator, ""]),
	);

/** Returns the expressions of the columns of a row, of which some may stand in its order. */
const valuesOf = (row: string, columns: string[], { ofOrder = {}, codeColumns }: SearchSpec) =>
	columns.map((column) => {
		const value = ofOrder[column] ? `orders.${ofOrder[column]}` : `${row}.${column}`;
		return codeColumns?.includes(column) ? `${value} || ' ' || ${plainCode(value)}` : value;
	});

/**
 * Returns the expression for the separated letters of a row's columns: "wr" as "|w|r|". A JSON array
 * with a zero for each letter enumerates them (SQLite docs: json_each), in their order. An ORDER BY in group_concat would
 * sort them once more, and each letter counts as a row that is read.
 */
function bigrams(values: string[]): string {
	const text = values.join(` || char(${columnSeparator}) || `);
	const zeros = "'[' || substr(replace(hex(zeroblob(length(words))), '00', ',0'), 2) || ']'";
	const joined = `group_concat(substr(words, key + 1, 1), char(${letterSeparator}))`;
	return `(SELECT char(${letterSeparator}) || ${joined} || char(${letterSeparator}) FROM (SELECT ${text} AS words), json_each(${zeros}))`;
}

/** Returns what the trigram index has of a row: its columns, and its marks after the last one. */
function indexedColumns(row: string, spec: SearchSpec): string {
	const { trigramColumns, marks } = spec;
	return valuesOf(row, trigramColumns, spec).join(", ") + (marks ? ` || ${marks.of(row)}` : "");
}

/** Returns what the bigram index has of a row. */
function indexedLetters(row: string, spec: SearchSpec): string {
	const { bigramColumns, marks } = spec;
	return bigrams(valuesOf(row, bigramColumns, spec)) + (marks ? ` || ${marks.of(row)}` : "");
}

/** Returns the search tables of a list: one for words of three letters and more, one for pairs of letters. */
export function tablesFor(spec: SearchSpec): SearchTable[] {
	const { table, trigramColumns, isListed } = spec;
	const condition = isListed(table);
	const marks = spec.marks && {
		marks: spec.marks.checks.map((mark) => ({
			match: mark.match,
			condition: `${condition} AND ${mark.condition(table)}`,
		})),
	};
	const [trigramTable, bigramTable] = [trigramTableOf(table), bigramTableOf(table)];
	const rows = `${spec.ofOrder ? `${table} JOIN orders ON orders.id = ${table}.order_id` : table} WHERE ${condition}`;
	return [
		{
			name: trigramTable,
			sourceTable: table,
			condition,
			rowid: "number",
			create: `CREATE VIRTUAL TABLE ${trigramTable} USING fts5(${trigramColumns.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
			fill: `INSERT INTO ${trigramTable} (rowid, ${trigramColumns.join(", ")}) SELECT ${table}.number, ${indexedColumns(table, spec)} FROM ${rows}`,
			...marks,
		},
		{
			name: bigramTable,
			sourceTable: table,
			condition,
			rowid: "number",
			create: `CREATE VIRTUAL TABLE ${bigramTable} USING fts5(letters, content='', contentless_delete=1, detail='none', tokenize='trigram')`,
			fill: `INSERT INTO ${bigramTable} (rowid, letters) SELECT ${table}.number, ${indexedLetters(table, spec)} FROM ${rows}`,
			...marks,
		},
	];
}

/** Returns the triggers that update both search tables of a table. */
export function triggersFor(spec: SearchSpec): Trigger[] {
	const { table, trigramColumns, bigramColumns, visibilityColumns, isListed, marks } = spec;
	const { ofOrder } = spec;
	const [trigramTable, bigramTable] = [trigramTableOf(table), bigramTableOf(table)];
	const visibilityChanged = `${isListed("new")} IS NOT ${isListed("old")}`;
	const ownOf = (columns: string[]) => columns.filter((column) => !ofOrder?.[column]);
	const isChanged = (column: string) => `new.${column} IS NOT old.${column}`;
	const changed = (columns: string[]) =>
		[
			...ownOf(columns).map(isChanged),
			visibilityChanged,
			...(marks ? [`${marks.of("new")} <> ${marks.of("old")}`] : []),
		].join(" OR ");
	const ofRow = ofOrder ? " FROM orders WHERE orders.id = new.order_id AND" : " WHERE";
	const insertTrigrams = (row: string) =>
		`INSERT INTO ${trigramTable} (rowid, ${trigramColumns.join(", ")}) SELECT ${row}.number, ${indexedColumns(row, spec)}`;
	const insertBigrams = (row: string) =>
		`INSERT INTO ${bigramTable} (rowid, letters) SELECT ${row}.number, ${indexedLetters(row, spec)}`;
	const deleteTrigrams = `DELETE FROM ${trigramTable} WHERE rowid = old.number`;
	const deleteBigrams = `DELETE FROM ${bigramTable} WHERE rowid = old.number`;
	const watched = [...ownOf(trigramColumns), ...visibilityColumns, ...(marks?.columns ?? [])];
	const watchedColumns = [...new Set(watched)].join(", ");
	const all = [
		trigger(
			`${trigramTable}_added`,
			`AFTER INSERT ON ${table} WHEN ${isListed("new")}`,
			`${insertTrigrams("new")}${ofRow} true`,
			`${insertBigrams("new")}${ofRow} true`,
		),
		// The bigram index changes less often: it takes one more statement for each letter.
		trigger(
			`${trigramTable}_changed`,
			`AFTER UPDATE OF ${watchedColumns} ON ${table} WHEN ${changed(trigramColumns)}`,
			deleteTrigrams,
			`${insertTrigrams("new")}${ofRow} ${isListed("new")}`,
			`${deleteBigrams} AND (${changed(bigramColumns)})`,
			`${insertBigrams("new")}${ofRow} ${isListed("new")} AND (${changed(bigramColumns)})`,
		),
		trigger(
			`${trigramTable}_removed`,
			`AFTER DELETE ON ${table} WHEN ${isListed("old")}`,
			deleteTrigrams,
			deleteBigrams,
		),
		...(ofOrder ? [orderTrigger(Object.values(ofOrder))] : []),
	];
	return spec.isFixed ? all.slice(0, 1) : all;

	/** The trigger that indexes all lines of an order anew, after a change of its searched columns. */
	function orderTrigger(columns: string[]): Trigger {
		const rows = `FROM ${table} JOIN orders ON orders.id = ${table}.order_id WHERE orders.id = new.id AND ${isListed(table)}`;
		const numbers = `(SELECT number FROM ${table} WHERE order_id = new.id)`;
		return trigger(
			`${trigramTable}_order_changed`,
			`AFTER UPDATE OF ${columns.join(", ")} ON orders WHEN ${columns.map(isChanged).join(" OR ")}`,
			`DELETE FROM ${trigramTable} WHERE rowid IN ${numbers}`,
			`${insertTrigrams(table)} ${rows}`,
			`DELETE FROM ${bigramTable} WHERE rowid IN ${numbers}`,
			`${insertBigrams(table)} ${rows}`,
		);
	}
}
