/**
 * The triggers and the search tables: what a schema has beside drizzle's tables. This is their only
 * source; `npm run migration` writes what changes here into a migration.
 *
 * Each statement is one line, and each trigger has one BEGIN and one END in capitals: so the splitter
 * of `wrangler d1 migrations apply --remote` takes it whole (workers-sdk issues 15690, 15314, 4713).
 */
import { apart, between } from "./letters.ts";

/** A table of FTS5, and what fills it from the rows it is about. */
export interface SearchTable {
	name: string;
	/** The table it is about. */
	of: string;
	/** Which rows of that table it holds, as a condition. */
	holds: string;
	create: string;
	/** Fills the empty table from the rows that are there. */
	fill: string;
}

export interface Trigger {
	name: string;
	create: string;
}

/** What can be searched: a table, and which of its columns and rows. */
interface Searched {
	table: string;
	/** The columns whose words are found. */
	words: string[];
	/** The columns of which one or two letters are found. */
	letters: string[];
	/** The column that tells whether lists show a row, if any hides one. */
	hiddenBy: string[];
	/** That lists show a row: of the table itself, `new` or `old`. */
	isListed: (row: string) => string;
}

/** That customers and administrators see an order: `isShown` of the tables, of a row of a trigger. */
const isShown = (row: string) => `(${row}.closed_why IS NULL OR ${row}.closed_why = 'refunded')`;

const searched: Searched[] = [
	{
		table: "tools",
		words: ["name", "description"],
		letters: ["name", "description"],
		hiddenBy: ["archived_at"],
		isListed: (row) => `(${row}.archived_at IS NULL)`,
	},
	{
		table: "orders",
		words: ["user_name", "email", "tool_name", "id", "transaction_id"],
		// Two letters of an id are in every second one.
		letters: ["user_name", "email", "tool_name"],
		hiddenBy: ["closed_why"],
		isListed: isShown,
	},
	{
		table: "users",
		words: ["name", "email"],
		letters: ["name", "email"],
		hiddenBy: [],
		isListed: () => "true",
	},
];

const searchOf = (table: string) => `${table}_search`;
const lettersOf = (table: string) => `${table}_letters`;

/** The columns of a row, one after the other. */
function columnsOf(row: string, columns: string[], separator = ", "): string {
	return columns.map((column) => `${row}.${column}`).join(separator);
}

/**
 * The letters of a row's columns, set apart: "wr" as "|w|r|". A list of as many zeros as there are
 * letters gives their places (SQLite docs: json_each; group_concat with ORDER BY).
 */
function spread(row: string, columns: string[]): string {
	const words = columnsOf(row, columns, ` || char(${between}) || `);
	const zeros = "'[' || substr(replace(hex(zeroblob(length(words))), '00', ',0'), 2) || ']'";
	const letters = `group_concat(substr(words, key + 1, 1), char(${apart}) ORDER BY key)`;
	return `(SELECT char(${apart}) || ${letters} || char(${apart}) FROM (SELECT ${words} AS words), json_each(${zeros}))`;
}

function tablesFor({ table, words, letters, isListed }: Searched): SearchTable[] {
	const holds = isListed(table);
	const [inSearch, inLetters] = [searchOf(table), lettersOf(table)];
	return [
		{
			name: inSearch,
			of: table,
			holds,
			create: `CREATE VIRTUAL TABLE ${inSearch} USING fts5(${words.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
			fill: `INSERT INTO ${inSearch} (rowid, ${words.join(", ")}) SELECT number, ${words.join(", ")} FROM ${table} WHERE ${holds}`,
		},
		{
			name: inLetters,
			of: table,
			holds,
			create: `CREATE VIRTUAL TABLE ${inLetters} USING fts5(letters, content='', contentless_delete=1, detail='none', tokenize='trigram')`,
			fill: `INSERT INTO ${inLetters} (rowid, letters) SELECT number, ${spread(table, letters)} FROM ${table} WHERE ${holds}`,
		},
	];
}

/** The three triggers that keep both search tables of a table. */
function triggersFor({ table, words, letters, hiddenBy, isListed }: Searched): Trigger[] {
	const [inSearch, inLetters] = [searchOf(table), lettersOf(table)];
	const relisted = `${isListed("new")} IS NOT ${isListed("old")}`;
	const changed = (columns: string[]) =>
		[...columns.map((column) => `new.${column} IS NOT old.${column}`), relisted].join(" OR ");
	const putWords = `INSERT INTO ${inSearch} (rowid, ${words.join(", ")}) SELECT new.number, ${columnsOf("new", words)}`;
	const putLetters = `INSERT INTO ${inLetters} (rowid, letters) SELECT new.number, ${spread("new", letters)}`;
	const takeWords = `DELETE FROM ${inSearch} WHERE rowid = old.number`;
	const takeLetters = `DELETE FROM ${inLetters} WHERE rowid = old.number`;
	const written = [...words, ...hiddenBy].join(", ");
	return [
		trigger(
			`${inSearch}_added`,
			`AFTER INSERT ON ${table} WHEN ${isListed("new")}`,
			putWords,
			putLetters,
		),
		// A payment changes the words of an order, but no letters: these are left as they are.
		trigger(
			`${inSearch}_changed`,
			`AFTER UPDATE OF ${written} ON ${table} WHEN ${changed(words)}`,
			takeWords,
			`${putWords} WHERE ${isListed("new")}`,
			`${takeLetters} AND (${changed(letters)})`,
			`${putLetters} WHERE ${isListed("new")} AND (${changed(letters)})`,
		),
		trigger(
			`${inSearch}_removed`,
			`AFTER DELETE ON ${table} WHEN ${isListed("old")}`,
			takeWords,
			takeLetters,
		),
	];
}

function trigger(name: string, when: string, ...statements: string[]): Trigger {
	return {
		name,
		create: `CREATE TRIGGER ${name} ${when} BEGIN ${statements.join("; ")}; END`,
	};
}

const isPaid = (row: string) => `(${row}.transaction_id IS NOT NULL AND ${row}.closed_at IS NULL)`;

/** What an order adds to its partner's sums: that it is shown, that it is paid, and its money. */
const sumsOf = (row: string) => [isShown(row), isPaid(row), `${row}.total_cents * ${isPaid(row)}`];

const sums = ["orders", "paid_orders", "revenue_cents"];

/** Sets each sum to itself with something added or taken away. */
const setSums = (change: (place: number) => string) =>
	`UPDATE partner_sales SET ${sums.map((sum, place) => `${sum} = ${sum}${change(place)}`).join(", ")}`;

const addSums = `ON CONFLICT (partner) DO UPDATE SET ${sums.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(", ")}`;
const intoSums = `INSERT INTO partner_sales (partner, ${sums.join(", ")})`;
const [newSums, oldSums] = [sumsOf("new"), sumsOf("old")];

/**
 * What partners have brought, a row a partner. An order counts while it is shown, its money while it
 * is paid and open. A row, once there, stays: an order that expired may yet be refunded and shown again.
 */
const partnerTriggers: Trigger[] = [
	trigger(
		"partner_sales_added",
		"AFTER INSERT ON orders WHEN new.partner IS NOT NULL",
		`${intoSums} VALUES (new.partner, ${newSums.join(", ")}) ${addSums}`,
	),
	trigger(
		"partner_sales_changed",
		"AFTER UPDATE OF total_cents, transaction_id, closed_at, closed_why ON orders WHEN old.partner IS NOT NULL AND new.partner = old.partner",
		`${setSums((place) => ` - ${oldSums[place]} + ${newSums[place]}`)} WHERE partner = new.partner`,
	),
	trigger(
		"partner_sales_moved",
		"AFTER UPDATE OF partner ON orders WHEN new.partner IS NOT old.partner",
		`${setSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner`,
		`${intoSums} SELECT new.partner, ${newSums.join(", ")} WHERE new.partner IS NOT NULL ${addSums}`,
	),
	trigger(
		"partner_sales_removed",
		"AFTER DELETE ON orders WHEN old.partner IS NOT NULL",
		`${setSums((place) => ` - ${oldSums[place]}`)} WHERE partner = old.partner`,
	),
];

/** The search tables there are. */
export const searchTables: SearchTable[] = searched.flatMap(tablesFor);

/** The triggers there are. */
export const triggers: Trigger[] = [...searched.flatMap(triggersFor), ...partnerTriggers];
