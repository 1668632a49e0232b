/** The search tables of lists of users, tools, orders and invoices, and the triggers that keep them. */

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
	/** The columns that searches of three characters and more find. */
	columns: string[];
	/** The columns that searches of one or two characters find: `letters` has them in bigrams. */
	bigramColumns: string[];
	/** The columns with codes that the index has once more as `plainCode`. */
	codeColumns?: string[];
	/** The columns that `isListed` reads. */
	visibilityColumns: string[];
	/** Returns the condition that lists show a row, which is the table's name, `new` or `old`. */
	isListed: (row: string) => string;
	/** Searched columns that stand in the row's order, by their names there. */
	ofOrder?: Record<string, string>;
	/** Returns the expression for what follows the text, and the columns that it reads. */
	marks?: { of: (row: string) => string; columns: string[]; checks: typeof markChecks };
	/** Whether its rows stay as they are. */
	isFixed?: true;
}

export const searchSpecs: SearchSpec[] = [
	{
		table: "tools",
		columns: ["name", "description", "maker", "sku", "gtin", "mpn"],
		codeColumns: ["sku", "mpn"],
		bigramColumns: ["name", "description"],
		visibilityColumns: ["archived_at"],
		isListed: (row) => `(${row}.archived_at IS NULL)`,
	},
	{
		table: "order_lines",
		columns: ["user_name", "email", "tool_name", "id", "order_number", "transaction_id", "address"],
		// No ids and numbers: a bigram is in half of all ids.
		bigramColumns: ["user_name", "email", "tool_name"],
		visibilityColumns: ["closed_why"],
		isListed: isShown.sql,
		ofOrder: { user_name: "name", email: "email", order_number: "number", address: "address" },
		marks: { of: marksOf, columns: Object.values(stateColumns), checks: markChecks },
	},
	{
		table: "invoices",
		columns: ["code", "buyer_text", "order_number"],
		bigramColumns: ["buyer_text"],
		visibilityColumns: [],
		isListed: () => "true",
		isFixed: true,
	},
	{
		table: "users",
		columns: ["name", "email"],
		bigramColumns: ["name", "email"],
		visibilityColumns: [],
		isListed: () => "true",
	},
];

const searchTableOf = (table: string) => `${table}_search`;
const columnsOf = ({ columns }: SearchSpec) => [...columns, "letters"].join(", ");

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

/** Returns what the index has of a row: its columns, the last one with its marks, and its letters. */
function indexedColumns(row: string, spec: SearchSpec): string {
	const { columns, bigramColumns, marks } = spec;
	const text = valuesOf(row, columns, spec).join(", ") + (marks ? ` || ${marks.of(row)}` : "");
	return `${text}, ${bigrams(valuesOf(row, bigramColumns, spec))}`;
}

/** Returns the start of a statement that indexes rows of the list's table, `new` or those of a FROM clause. */
const insertInto = (spec: SearchSpec, row: string) =>
	`INSERT INTO ${searchTableOf(spec.table)} (rowid, ${columnsOf(spec)}) SELECT ${row}.number, ${indexedColumns(row, spec)}`;

/** All rows of the list's table, with the orders where searched columns stand. */
const rowsOf = ({ table, ofOrder }: SearchSpec) =>
	ofOrder ? `${table} JOIN orders ON orders.id = ${table}.order_id` : table;

/** Returns the search table of a list. Words of three letters and more are trigrams of its columns, one or two letters such of `letters`. */
export function tableFor(spec: SearchSpec): SearchTable {
	const { table, isListed, marks } = spec;
	const condition = isListed(table);
	const name = searchTableOf(table);
	return {
		name,
		sourceTable: table,
		condition,
		rowid: "number",
		create: `CREATE VIRTUAL TABLE ${name} USING fts5(${columnsOf(spec)}, content='', contentless_delete=1, tokenize='trigram')`,
		fill: `${insertInto(spec, table)} FROM ${rowsOf(spec)} WHERE ${condition}`,
		...(marks && {
			marks: marks.checks.map((mark) => ({
				match: mark.match,
				condition: `${condition} AND ${mark.condition(table)}`,
			})),
		}),
	};
}

/** Returns the triggers that update the search table of a table. */
export function triggersFor(spec: SearchSpec): Trigger[] {
	const { table, columns, visibilityColumns, isListed, marks, ofOrder } = spec;
	const name = searchTableOf(table);
	const own = columns.filter((column) => !ofOrder?.[column]);
	const isChanged = (column: string) => `new.${column} IS NOT old.${column}`;
	const changed = [
		...own.map(isChanged),
		`${isListed("new")} IS NOT ${isListed("old")}`,
		...(marks ? [`${marks.of("new")} <> ${marks.of("old")}`] : []),
	].join(" OR ");
	const watched = new Set([...own, ...visibilityColumns, ...(marks?.columns ?? [])]);
	const ofRow = ofOrder ? " FROM orders WHERE orders.id = new.order_id AND" : " WHERE";
	const deleteOld = `DELETE FROM ${name} WHERE rowid = old.number`;
	const added = trigger(
		`${name}_added`,
		`AFTER INSERT ON ${table} WHEN ${isListed("new")}`,
		`${insertInto(spec, "new")}${ofRow} true`,
	);
	if (spec.isFixed) return [added];
	const all = [
		added,
		trigger(
			`${name}_changed`,
			`AFTER UPDATE OF ${[...watched].join(", ")} ON ${table} WHEN ${changed}`,
			deleteOld,
			`${insertInto(spec, "new")}${ofRow} ${isListed("new")}`,
		),
		trigger(`${name}_removed`, `AFTER DELETE ON ${table} WHEN ${isListed("old")}`, deleteOld),
	];
	if (!ofOrder) return all;
	// All lines of an order are indexed anew after a change of its searched columns.
	const ofOrders = Object.values(ofOrder);
	const orderChanged = trigger(
		`${name}_order_changed`,
		`AFTER UPDATE OF ${ofOrders.join(", ")} ON orders WHEN ${ofOrders.map(isChanged).join(" OR ")}`,
		`DELETE FROM ${name} WHERE rowid IN (SELECT number FROM ${table} WHERE order_id = new.id)`,
		`${insertInto(spec, table)} FROM ${rowsOf(spec)} WHERE orders.id = new.id AND ${isListed(table)}`,
	);
	return [...all, orderChanged];
}
