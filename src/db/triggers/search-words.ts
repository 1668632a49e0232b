/** The index of the words of tools, the words that corrections know, and the triggers that keep them. */
import {
	categoryFacet,
	headEnd,
	headStart,
	maxCorrectedLength,
	minCorrectedLength,
	otherLetters,
	priceFacet,
	priceSteps,
	ratedFacet,
	stockFacet,
} from "../../shop/search/word-index.ts";
import { foldedLetters } from "../../values/ascii-text.ts";
import { type Trigger, trigger } from "../trigger.ts";
import { starCounts } from "./reviews.ts";
import { plainCode, replaced, type SearchTable } from "./search-lists.ts";

/** The indexes of words. Apart, because a word of many descriptions would make a search of names read them all. */
const nameTable = "tools_search_names";
const textTable = "tools_search_texts";

/** Returns the number of limits that a column reaches: the triggers have no CASE. */
const reached = (column: string, limits: readonly number[]) =>
	`(${limits.map((limit) => `(${column} >= ${limit})`).join(" + ")})`;

/** Returns a word for each filter that a tool passes. */
const facetWords = (row: string) =>
	`('${priceFacet}' || ${reached(`${row}.price_cents`, priceSteps)} || substr(' ${stockFacet}', 1, 20 * (${row}.quantity >= ${row}.min_order_quantity)) || substr(' ${ratedFacet}', 1, 20 * ${row}.well_rated) || coalesce(' ${categoryFacet} ' || ${row}.category_slug || ' ${headEnd}', ''))`;

/** What else identifies a tool: the maker's name, and codes. */
const codeColumns = ["maker", "sku", "gtin", "mpn"];
const codes = (row: string) =>
	codeColumns.map((column) => ` || coalesce(' ' || ${row}.${column}, '')`).join("");

/** Returns an expression with folded letters. */
const folded = (text: string) => replaced(text, foldedLetters);

/** Codes once more as they are engraved. */
const plainCodes = (row: string) =>
	["sku", "mpn"]
		.map((column) => ` || coalesce(' ' || ${plainCode(`${row}.${column}`)}, '')`)
		.join("");

/** What lists call a tool: its name or that of the family that it stands for (`StoredFamily`), and what that one says. */
const nameOf = (row: string) => `coalesce(${row}.family ->> 'name', ${row}.name)`;
const textOf = (row: string) =>
	`coalesce(nullif(${row}.family ->> 'description', ''), ${row}.description)`;
const allNames = (row: string) =>
	`coalesce(${row}.family ->> 'name' || ' ' || (${row}.family ->> 'words'), ${row}.name)`;
/** These with folded letters, and once more where a letter has another form; the triggers have no CASE. */
const namesFolded = (row: string) => {
	const names = allNames(row);
	const other = folded(replaced(names, otherLetters));
	const hasOther = otherLetters.map(([letter]) => `instr(${names}, '${letter}') > 0`).join(" OR ");
	return `${folded(names)} || substr(' ' || ${other}, 1, 1000 * (${hasOther}))`;
};
/** The condition that a tool stands in lists. */
const isListed = (row: string) => `(${row}.archived_at IS NULL AND ${row}.behind = 0)`;

/**
 * The columns of the indexes. `head` is the name up to the first comma. Its first and last word have a mark,
 * so that a phrase finds a name that it begins, ends or is.
 */
const nameColumns = (row: string) => [
	`'${headStart}' || ${folded(`trim(substr(${nameOf(row)}, 1, instr(${nameOf(row)} || ',', ',') - 1))`)} || '${headEnd}'`,
	namesFolded(row),
	facetWords(row),
];
const textColumns = (row: string) => [
	`${namesFolded(row)} || ' ' || ${folded(`${textOf(row)}${codes(row)}`)}${plainCodes(row)}`,
	facetWords(row),
];

/** The columns whose words may change what the indexes of words have of a tool, and the condition that it does. */
const watchedForWords = [
	`name, description, ${codeColumns.join(", ")}, archived_at, behind, family, regular_price_cents, sale_price_cents, parts_cents, quantity, min_order_quantity, category_slug`,
	// Generated columns can't be named here: whether it is well rated changes with the stars.
	...starCounts.map((stars) => `stars_${stars}`),
].join(", ");
const wordsChanged = [
	...["name", "description", ...codeColumns].map((column) => `new.${column} IS NOT old.${column}`),
	`${facetWords("new")} <> ${facetWords("old")}`,
	"new.family IS NOT old.family",
	`${isListed("new")} <> ${isListed("old")}`,
].join(" OR ");

const insertName = `INSERT INTO ${nameTable} (rowid, head, name, facets)`;
const insertText = `INSERT INTO ${textTable} (rowid, text, facets)`;
const insertWords = (listed: string) => [
	`${insertName} SELECT ${["new.number", ...nameColumns("new")].join(", ")}${listed}`,
	`${insertText} SELECT ${["new.number", ...textColumns("new")].join(", ")}${listed}`,
];
const deleteWords = [nameTable, textTable].map(
	(table) => `DELETE FROM ${table} WHERE rowid = old.number`,
);

/** The tokenizer of words: letters and digits, without accents (SQLite docs: FTS5, 4.3.1). */
const wordTokenizer = "tokenize='unicode61 remove_diacritics 2'";

/** A table that splits one tool's text into words, for a trigger to read. SQL alone can't. */
const splitTable = "tools_search_split";
const splitTerms = `${splitTable}_terms`;

/**
 * Returns the statement that adds the words of a vocabulary to `search_keys`, each with the word itself and
 * with what is left of it without one letter. Words with digits are names or sizes, which nobody corrects.
 */
const insertKeys = (vocabulary: string, where = "") =>
	`INSERT INTO search_keys (key, word, named) SELECT substr(term, 1, max(key - 1, 0)) || substr(term, key + 1), term, col <> 'text' FROM ${vocabulary}, json_each('[' || substr(replace(hex(zeroblob(length(term) + 1)), '00', ',0'), 2) || ']') WHERE length(term) BETWEEN ${minCorrectedLength} AND ${maxCorrectedLength} AND term NOT GLOB '*[0-9]*' AND col IN ('name', 'text')${where} ON CONFLICT (key, word) DO UPDATE SET named = 1 WHERE excluded.named > named`;
const isNewWord = ` AND NOT EXISTS (SELECT 1 FROM search_keys AS known WHERE known.key = term AND known.word = term AND known.named >= (col <> 'text'))`;
const splitNew = [
	`DELETE FROM ${splitTable}`,
	`INSERT INTO ${splitTable} (name, text) VALUES (${namesFolded("new")}, ${folded(textOf("new"))})`,
	insertKeys(splitTerms, isNewWord),
];

/** The index of the words of tools, for visitors. */
export const wordTables: SearchTable[] = [
	{
		name: nameTable,
		sourceTable: "tools",
		condition: isListed("tools"),
		rowid: "number",
		create: `CREATE VIRTUAL TABLE ${nameTable} USING fts5(head, name, facets, content='', contentless_delete=1, ${wordTokenizer}, prefix='2 3 4')`,
		fill: `${insertName} SELECT ${["number", ...nameColumns("tools")].join(", ")} FROM tools WHERE ${isListed("tools")}`,
	},
	{
		name: textTable,
		sourceTable: "tools",
		condition: isListed("tools"),
		rowid: "number",
		create: `CREATE VIRTUAL TABLE ${textTable} USING fts5(text, facets, content='', contentless_delete=1, ${wordTokenizer})`,
		fill: `${insertText} SELECT ${["number", ...textColumns("tools")].join(", ")} FROM tools WHERE ${isListed("tools")}`,
	},
];

/** A table of words, which indexes no other. */
export type WordTable = Pick<SearchTable, "name" | "create" | "fill">;

/** The tables of words that corrections read and write. The last two fill `search_keys`. */
export const wordVocabulary: WordTable[] = [
	{
		name: splitTable,
		create: `CREATE VIRTUAL TABLE ${splitTable} USING fts5(name, text, ${wordTokenizer})`,
		fill: `DELETE FROM ${splitTable}`,
	},
	{
		name: splitTerms,
		create: `CREATE VIRTUAL TABLE ${splitTerms} USING fts5vocab('${splitTable}', 'col')`,
		fill: `DELETE FROM ${splitTable}`,
	},
	...[nameTable, textTable].map((table) => ({
		name: `${table}_terms`,
		create: `CREATE VIRTUAL TABLE ${table}_terms USING fts5vocab('${table}', 'col')`,
		fill: insertKeys(`${table}_terms`),
	})),
];

export const wordTriggers: Trigger[] = [
	trigger(
		"tools_search_words_added",
		// Another trigger changes the row of a family's tool, in an order that nobody knows: then it is added, if at all.
		"AFTER INSERT ON tools WHEN new.archived_at IS NULL AND new.family_id IS NULL",
		...insertWords(""),
		...splitNew,
	),
	trigger(
		"tools_search_words_changed",
		`AFTER UPDATE OF ${watchedForWords} ON tools WHEN ${wordsChanged}`,
		...deleteWords,
		...insertWords(` WHERE ${isListed("new")}`),
	),
	trigger(
		"tools_search_words_renamed",
		"AFTER UPDATE OF name, description, archived_at, family ON tools WHEN new.archived_at IS NULL AND (new.name IS NOT old.name OR new.description IS NOT old.description OR new.family IS NOT old.family OR old.archived_at IS NOT NULL)",
		...splitNew,
	),
	trigger(
		"tools_search_words_removed",
		`AFTER DELETE ON tools WHEN ${isListed("old")}`,
		...deleteWords,
	),
];
