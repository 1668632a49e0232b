/**
 * The triggers and the search tables: what a schema has beside drizzle's tables. This is their only
 * source; `npm run migration` writes what changes here into a migration.
 *
 * Each statement is one line, and each trigger has one BEGIN and one END in capitals: so the splitter
 * of `wrangler d1 migrations apply --remote` takes it whole (workers-sdk issues 15690, 15314, 4713).
 */
import { columnSeparator, letterSeparator } from "./bigram-separators.ts";

/** A table of FTS5, and what fills it from the rows it is about. */
export interface SearchTable {
	name: string;
	/** The table it is about. */
	sourceTable: string;
	/** Which rows of that table it holds, as a condition. */
	condition: string;
	create: string;
	/** Fills the empty table from the rows that are there. */
	fill: string;
}

export interface Trigger {
	name: string;
	create: string;
}

/** What can be searched: a table, and which of its columns and rows. */
interface SearchSpec {
	table: string;
	/** The columns whose words are found. */
	trigramColumns: string[];
	/** The columns of which one or two letters are found. */
	bigramColumns: string[];
	/** The column that tells whether lists show a row, if any hides one. */
	visibilityColumns: string[];
	/** That lists show a row: of the table itself, `new` or `old`. */
	isListed: (row: string) => string;
}

/** That customers and administrators see an order: `isShown` of the tables, of a row of a trigger. */
const isShown = (row: string) => `(${row}.closed_why IS NULL OR ${row}.closed_why = 'refunded')`;

const searchSpecs: SearchSpec[] = [
	{
		table: "tools",
		trigramColumns: ["name", "description"],
		bigramColumns: ["name", "description"],
		visibilityColumns: ["archived_at"],
		isListed: (row) => `(${row}.archived_at IS NULL)`,
	},
	{
		table: "orders",
		trigramColumns: ["user_name", "email", "tool_name", "id", "transaction_id"],
		// Two letters of an id are in every second one.
		bigramColumns: ["user_name", "email", "tool_name"],
		visibilityColumns: ["closed_why"],
		isListed: isShown,
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

/** The columns of a row, one after the other. */
function joinColumns(row: string, columns: string[], separator = ", "): string {
	return columns.map((column) => `${row}.${column}`).join(separator);
}

/**
 * The letters of a row's columns, set apart: "wr" as "|w|r|". A list of as many zeros as there are
 * letters gives their places (SQLite docs: json_each; group_concat with ORDER BY).
 */
function bigrams(row: string, columns: string[]): string {
	const text = joinColumns(row, columns, ` || char(${columnSeparator}) || `);
	const zeros = "'[' || substr(replace(hex(zeroblob(length(words))), '00', ',0'), 2) || ']'";
	const joined = `group_concat(substr(words, key + 1, 1), char(${letterSeparator}) ORDER BY key)`;
	return `(SELECT char(${letterSeparator}) || ${joined} || char(${letterSeparator}) FROM (SELECT ${text} AS words), json_each(${zeros}))`;
}

function tablesFor({ table, trigramColumns, bigramColumns, isListed }: SearchSpec): SearchTable[] {
	const condition = isListed(table);
	const [trigramTable, bigramTable] = [trigramTableOf(table), bigramTableOf(table)];
	return [
		{
			name: trigramTable,
			sourceTable: table,
			condition,
			create: `CREATE VIRTUAL TABLE ${trigramTable} USING fts5(${trigramColumns.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
			fill: `INSERT INTO ${trigramTable} (rowid, ${trigramColumns.join(", ")}) SELECT number, ${trigramColumns.join(", ")} FROM ${table} WHERE ${condition}`,
		},
		{
			name: bigramTable,
			sourceTable: table,
			condition,
			create: `CREATE VIRTUAL TABLE ${bigramTable} USING fts5(letters, content='', contentless_delete=1, detail='none', tokenize='trigram')`,
			fill: `INSERT INTO ${bigramTable} (rowid, letters) SELECT number, ${bigrams(table, bigramColumns)} FROM ${table} WHERE ${condition}`,
		},
	];
}

/** The three triggers that keep both search tables of a table. */
function triggersFor({
	table,
	trigramColumns,
	bigramColumns,
	visibilityColumns,
	isListed,
}: SearchSpec): Trigger[] {
	const [trigramTable, bigramTable] = [trigramTableOf(table), bigramTableOf(table)];
	const visibilityChanged = `${isListed("new")} IS NOT ${isListed("old")}`;
	const changed = (columns: string[]) =>
		[...columns.map((column) => `new.${column} IS NOT old.${column}`), visibilityChanged].join(
			" OR ",
		);
	const insertTrigrams = `INSERT INTO ${trigramTable} (rowid, ${trigramColumns.join(", ")}) SELECT new.number, ${joinColumns("new", trigramColumns)}`;
	const insertBigrams = `INSERT INTO ${bigramTable} (rowid, letters) SELECT new.number, ${bigrams("new", bigramColumns)}`;
	const deleteTrigrams = `DELETE FROM ${trigramTable} WHERE rowid = old.number`;
	const deleteBigrams = `DELETE FROM ${bigramTable} WHERE rowid = old.number`;
	const watchedColumns = [...trigramColumns, ...visibilityColumns].join(", ");
	return [
		trigger(
			`${trigramTable}_added`,
			`AFTER INSERT ON ${table} WHEN ${isListed("new")}`,
			insertTrigrams,
			insertBigrams,
		),
		// A payment changes the words of an order, but no letters: these are left as they are.
		trigger(
			`${trigramTable}_changed`,
			`AFTER UPDATE OF ${watchedColumns} ON ${table} WHEN ${changed(trigramColumns)}`,
			deleteTrigrams,
			`${insertTrigrams} WHERE ${isListed("new")}`,
			`${deleteBigrams} AND (${changed(bigramColumns)})`,
			`${insertBigrams} WHERE ${isListed("new")} AND (${changed(bigramColumns)})`,
		),
		trigger(
			`${trigramTable}_removed`,
			`AFTER DELETE ON ${table} WHEN ${isListed("old")}`,
			deleteTrigrams,
			deleteBigrams,
		),
	];
}

function trigger(name: string, timing: string, ...statements: string[]): Trigger {
	return {
		name,
		create: `CREATE TRIGGER ${name} ${timing} BEGIN ${statements.join("; ")}; END`,
	};
}

const isPaid = (row: string) => `(${row}.transaction_id IS NOT NULL AND ${row}.closed_at IS NULL)`;

/** What an order adds to its partner's sums: that it is shown, that it is paid, and its money. */
const sumExpressions = (row: string) => [
	isShown(row),
	isPaid(row),
	`${row}.total_cents * ${isPaid(row)}`,
];

const sumColumns = ["orders", "paid_orders", "revenue_cents"];

/** Sets each sum to itself with something added or taken away. */
const updateSums = (change: (index: number) => string) =>
	`UPDATE partner_sales SET ${sumColumns.map((sum, index) => `${sum} = ${sum}${change(index)}`).join(", ")}`;

const upsertSums = `ON CONFLICT (partner) DO UPDATE SET ${sumColumns.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(", ")}`;
const insertSums = `INSERT INTO partner_sales (partner, ${sumColumns.join(", ")})`;
const [newSums, oldSums] = [sumExpressions("new"), sumExpressions("old")];

/**
 * What partners have brought, a row a partner. An order counts while it is shown, its money while it
 * is paid and open. A row, once there, stays: an order that expired may yet be refunded and shown again.
 */
const partnerTriggers: Trigger[] = [
	trigger(
		"partner_sales_added",
		"AFTER INSERT ON orders WHEN new.partner IS NOT NULL",
		`${insertSums} VALUES (new.partner, ${newSums.join(", ")}) ${upsertSums}`,
	),
	trigger(
		"partner_sales_changed",
		"AFTER UPDATE OF total_cents, transaction_id, closed_at, closed_why ON orders WHEN old.partner IS NOT NULL AND new.partner = old.partner",
		`${updateSums((place) => ` - ${oldSums[place]} + ${newSums[place]}`)} WHERE partner = new.partner`,
	),
	trigger(
		"partner_sales_moved",
		"AFTER UPDATE OF partner ON orders WHEN new.partner IS NOT old.partner",
		`${updateSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner`,
		`${insertSums} SELECT new.partner, ${newSums.join(", ")} WHERE new.partner IS NOT NULL ${upsertSums}`,
	),
	trigger(
		"partner_sales_removed",
		"AFTER DELETE ON orders WHEN old.partner IS NOT NULL",
		`${updateSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner`,
	),
];

/** The search tables there are. */
export const searchTables: SearchTable[] = searchSpecs.flatMap(tablesFor);

/** The triggers there are. */
export const triggers: Trigger[] = [...searchSpecs.flatMap(triggersFor), ...partnerTriggers];
