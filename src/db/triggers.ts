/**
 * The triggers and the search tables, which Drizzle's schema can't express. This is their only source;
 * `npm run migration` writes changes here into a migration.
 *
 * Each statement is one line, and each trigger has one BEGIN and one END in capitals, so that
 * `wrangler d1 migrations apply --remote` does not split it (workers-sdk issues 15690, 15314, 4713).
 */

import {
	categoryFacet,
	headEnd,
	headStart,
	maxCorrectedLength,
	minCorrectedLength,
	placesPerSoldStep,
	priceFacet,
	priceSteps,
	ratedFacet,
	soldSteps,
	stockFacet,
} from "../shop/search/word-index.ts";
import { guestUserId } from "../shop/users/guest.ts";
import { columnSeparator, letterSeparator } from "./bigram-separators.ts";
import { paidOrder, shownOrder, soldOrder } from "./order-conditions.ts";
import { markChecks, markedColumns, marksOf } from "./order-marks.ts";
import { sumTriggers } from "./sales-sums.ts";
import { type Trigger, trigger } from "./trigger.ts";

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
	/** The columns that `isListed` reads. */
	visibilityColumns: string[];
	/** Returns the condition that lists show a row, which is the table's name, `new` or `old`. */
	isListed: (row: string) => string;
	/** Returns the expression for what follows the text in both indexes, and the columns that it reads. */
	marks?: { of: (row: string) => string; columns: string[]; checks: typeof markChecks };
}

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
		trigramColumns: ["user_name", "email", "tool_name", "id", "transaction_id", "address"],
		// No ids: a bigram is in half of all ids.
		bigramColumns: ["user_name", "email", "tool_name"],
		visibilityColumns: ["closed_why"],
		isListed: shownOrder,
		marks: { of: marksOf, columns: markedColumns, checks: markChecks },
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

/** Returns the columns of a row, joined by a separator. */
function joinColumns(row: string, columns: string[], separator = ", "): string {
	return columns.map((column) => `${row}.${column}`).join(separator);
}

/**
 * Returns the expression for the separated letters of a row's columns: "wr" as "|w|r|". A JSON array
 * with a zero for each letter enumerates them (SQLite docs: json_each; group_concat with ORDER BY).
 */
function bigrams(row: string, columns: string[]): string {
	const text = joinColumns(row, columns, ` || char(${columnSeparator}) || `);
	const zeros = "'[' || substr(replace(hex(zeroblob(length(words))), '00', ',0'), 2) || ']'";
	const joined = `group_concat(substr(words, key + 1, 1), char(${letterSeparator}) ORDER BY key)`;
	return `(SELECT char(${letterSeparator}) || ${joined} || char(${letterSeparator}) FROM (SELECT ${text} AS words), json_each(${zeros}))`;
}

/** Returns what the trigram index has of a row: its columns, and its marks after the last one. */
function indexedColumns(row: string, { trigramColumns, marks }: SearchSpec): string {
	return joinColumns(row, trigramColumns) + (marks ? ` || ${marks.of(row)}` : "");
}

/** Returns what the bigram index has of a row. */
function indexedLetters(row: string, { bigramColumns, marks }: SearchSpec): string {
	return bigrams(row, bigramColumns) + (marks ? ` || ${marks.of(row)}` : "");
}

function tablesFor(spec: SearchSpec): SearchTable[] {
	const { table, trigramColumns, isListed } = spec;
	const condition = isListed(table);
	const marks = spec.marks && {
		marks: spec.marks.checks.map((mark) => ({
			match: mark.match,
			condition: `${condition} AND ${mark.condition(table)}`,
		})),
	};
	const [trigramTable, bigramTable] = [trigramTableOf(table), bigramTableOf(table)];
	return [
		{
			name: trigramTable,
			sourceTable: table,
			condition,
			rowid: "number",
			create: `CREATE VIRTUAL TABLE ${trigramTable} USING fts5(${trigramColumns.join(", ")}, content='', contentless_delete=1, tokenize='trigram')`,
			fill: `INSERT INTO ${trigramTable} (rowid, ${trigramColumns.join(", ")}) SELECT number, ${indexedColumns(table, spec)} FROM ${table} WHERE ${condition}`,
			...marks,
		},
		{
			name: bigramTable,
			sourceTable: table,
			condition,
			rowid: "number",
			create: `CREATE VIRTUAL TABLE ${bigramTable} USING fts5(letters, content='', contentless_delete=1, detail='none', tokenize='trigram')`,
			fill: `INSERT INTO ${bigramTable} (rowid, letters) SELECT number, ${indexedLetters(table, spec)} FROM ${table} WHERE ${condition}`,
			...marks,
		},
	];
}

/** Returns the three triggers that update both search tables of a table. */
function triggersFor(spec: SearchSpec): Trigger[] {
	const { table, trigramColumns, bigramColumns, visibilityColumns, isListed, marks } = spec;
	const [trigramTable, bigramTable] = [trigramTableOf(table), bigramTableOf(table)];
	const visibilityChanged = `${isListed("new")} IS NOT ${isListed("old")}`;
	const changed = (columns: string[]) =>
		[
			...columns.map((column) => `new.${column} IS NOT old.${column}`),
			visibilityChanged,
			...(marks ? [`${marks.of("new")} <> ${marks.of("old")}`] : []),
		].join(" OR ");
	const insertTrigrams = `INSERT INTO ${trigramTable} (rowid, ${trigramColumns.join(", ")}) SELECT new.number, ${indexedColumns("new", spec)}`;
	const insertBigrams = `INSERT INTO ${bigramTable} (rowid, letters) SELECT new.number, ${indexedLetters("new", spec)}`;
	const deleteTrigrams = `DELETE FROM ${trigramTable} WHERE rowid = old.number`;
	const deleteBigrams = `DELETE FROM ${bigramTable} WHERE rowid = old.number`;
	const watched = new Set([...trigramColumns, ...visibilityColumns, ...(marks?.columns ?? [])]);
	const watchedColumns = [...watched].join(", ");
	return [
		trigger(
			`${trigramTable}_added`,
			`AFTER INSERT ON ${table} WHEN ${isListed("new")}`,
			insertTrigrams,
			insertBigrams,
		),
		// The bigram index changes less often: it takes one more statement for each letter.
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

/** Returns what an order adds to each of its partner's sums. */
const sumExpressions = (row: string) => [
	shownOrder(row),
	paidOrder(row),
	`${row}.total_cents * ${paidOrder(row)}`,
];

const sumColumns = ["orders", "paid_orders", "revenue_cents"];

/** Returns the UPDATE that adds to or subtracts from each sum. */
const updateSums = (change: (index: number) => string) =>
	`UPDATE partner_sales SET ${sumColumns.map((sum, index) => `${sum} = ${sum}${change(index)}`).join(", ")}`;

const upsertSums = `ON CONFLICT (partner) DO UPDATE SET ${sumColumns.map((sum) => `${sum} = ${sum} + excluded.${sum}`).join(", ")}`;
const insertSums = `INSERT INTO partner_sales (partner, ${sumColumns.join(", ")})`;
const [newSums, oldSums] = [sumExpressions("new"), sumExpressions("old")];

/**
 * Triggers that update the sums per partner. An order counts while it is shown, its revenue while it is
 * paid. Rows are never deleted: an expired order may be refunded later and shown again.
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

/** Returns the UPDATE that sets what capabilities have of their tool. */
const copyTool = (toolId: string) =>
	`UPDATE tool_capabilities SET (unavailable, price_cents) = (SELECT quantity < min_order_quantity, price_cents FROM tools WHERE id = ${toolId}) WHERE tool_id = ${toolId}`;
/** Selects what a tool can do as its column has it. */
export const selectCapabilities = (toolId: string) =>
	`(SELECT json_group_array(json_array(action, dimension, standard, fits, range_from, range_to, also) ORDER BY action, dimension, standard) FROM tool_capabilities WHERE tool_id = ${toolId})`;
/** Copies what a tool can do to its column, in the order of `StoredCapability`. */
const copyCapabilities = (toolId: string) =>
	`UPDATE tools SET capabilities = ${selectCapabilities(toolId)} WHERE id = ${toolId}`;
const isUnavailable = (row: string) => `(${row}.quantity < ${row}.min_order_quantity)`;

/**
 * Triggers that keep a tool's price and stock in its capabilities, and the capabilities in the tool. Most
 * orders change neither: they leave more than the minimum order.
 */
const capabilityTriggers: Trigger[] = [
	trigger(
		"tool_capabilities_added",
		"AFTER INSERT ON tool_capabilities",
		`${copyTool("new.tool_id")} AND action = new.action AND dimension = new.dimension AND standard = new.standard`,
	),
	trigger(
		"tool_capabilities_added_to_tool",
		"AFTER INSERT ON tool_capabilities",
		copyCapabilities("new.tool_id"),
	),
	trigger(
		"tool_capabilities_changed_in_tool",
		"AFTER UPDATE OF action, dimension, standard, fits, range_from, range_to, also ON tool_capabilities",
		copyCapabilities("new.tool_id"),
	),
	trigger(
		"tool_capabilities_removed_from_tool",
		"AFTER DELETE ON tool_capabilities",
		copyCapabilities("old.tool_id"),
	),
	trigger(
		"tools_change_capabilities",
		`AFTER UPDATE OF price_cents, quantity, min_order_quantity ON tools WHEN new.price_cents <> old.price_cents OR ${isUnavailable("new")} <> ${isUnavailable("old")}`,
		copyTool("new.id"),
	),
	// Kept for the day it is listed again. Nobody looks for the tool by its rows meanwhile.
	trigger(
		"tools_archive_capabilities",
		"AFTER UPDATE OF archived_at ON tools WHEN new.archived_at IS NOT NULL AND old.archived_at IS NULL",
		"UPDATE tools SET unlisted_capabilities = new.capabilities WHERE id = new.id",
		"DELETE FROM tool_capabilities WHERE tool_id = new.id",
	),
	trigger(
		"tools_list_capabilities",
		"AFTER UPDATE OF archived_at ON tools WHEN new.archived_at IS NULL AND old.archived_at IS NOT NULL",
		`INSERT INTO tool_capabilities (tool_id, action, dimension, standard, fits, range_from, range_to, also) SELECT new.id, ${[0, 1, 2, 3, 4, 5, 6].map((place) => `one.value ->> ${place}`).join(", ")} FROM json_each(new.unlisted_capabilities) AS one`,
		"UPDATE tools SET unlisted_capabilities = NULL WHERE id = new.id",
	),
];

/** Selects a tool's further images as its column has them. */
export const selectFurtherImages = (toolId: string) =>
	`(SELECT json_group_array(json_array(image, alt) ORDER BY position) FROM tool_pictures WHERE tool_id = ${toolId})`;
/** Copies a tool's further images to its column, in the order of `FurtherImage`. */
const copyFurtherImages = (toolId: string) =>
	`UPDATE tools SET further_images = ${selectFurtherImages(toolId)} WHERE id = ${toolId}`;

const furtherImageTriggers: Trigger[] = [
	trigger(
		"tool_pictures_added_to_tool",
		"AFTER INSERT ON tool_pictures",
		copyFurtherImages("new.tool_id"),
	),
	trigger(
		"tool_pictures_changed_in_tool",
		"AFTER UPDATE ON tool_pictures",
		copyFurtherImages("new.tool_id"),
	),
	trigger(
		"tool_pictures_removed_from_tool",
		"AFTER DELETE ON tool_pictures",
		copyFurtherImages("old.tool_id"),
	),
];

const isAddressOfAnother = [
	"EXISTS (SELECT 1 FROM tools WHERE id = new.slug AND id <> new.id)",
	"EXISTS (SELECT 1 FROM tool_addresses WHERE slug = new.slug AND tool_id <> new.id)",
].join(" OR ");
const rejectAddress = "SELECT RAISE(ABORT, 'the address is of another tool')";

/**
 * Triggers that keep the former addresses of tools, so that they redirect, and that leave no address to two
 * tools. An address that a tool takes back is no former one any more.
 */
const addressTriggers: Trigger[] = [
	trigger(
		"tools_address_added",
		`BEFORE INSERT ON tools WHEN new.slug IS NOT NULL AND (${isAddressOfAnother})`,
		rejectAddress,
	),
	trigger(
		"tools_id_added",
		"BEFORE INSERT ON tools WHEN EXISTS (SELECT 1 FROM tools WHERE slug = new.id) OR EXISTS (SELECT 1 FROM tool_addresses WHERE slug = new.id)",
		"SELECT RAISE(ABORT, 'the id is the address of another tool')",
	),
	trigger(
		"tools_address_checked",
		`BEFORE UPDATE OF slug ON tools WHEN new.slug IS NOT old.slug AND new.slug IS NOT NULL AND (${isAddressOfAnother})`,
		rejectAddress,
	),
	trigger(
		"tools_address_changed",
		"AFTER UPDATE OF slug ON tools WHEN new.slug IS NOT old.slug",
		"DELETE FROM tool_addresses WHERE slug = new.slug",
		"INSERT INTO tool_addresses (slug, tool_id) SELECT old.slug, new.id WHERE old.slug IS NOT NULL AND old.slug <> new.id",
	),
];

const starCounts = [1, 2, 3, 4, 5];

/** Returns the UPDATE that adds a review to the counts of its tool, or subtracts it, unless it is hidden. `row` is `new` or `old`. */
const countStars = (row: string, sign: "+" | "-") =>
	`UPDATE tools SET ${starCounts.map((stars) => `stars_${stars} = stars_${stars} ${sign} (${row}.rating = ${stars} AND ${row}.hidden_at IS NULL)`).join(", ")} WHERE id = ${row}.tool_id`;

/** The pieces of an order that are sold: 0 or its quantity. */
const soldPieces = (row: string) => `${row}.quantity * ${soldOrder(row)}`;

/** Triggers that keep the counts of a tool's reviews by stars, and how many pieces were sold. */
const toolCountTriggers: Trigger[] = [
	trigger(
		"tools_count_review_added",
		"AFTER INSERT ON reviews WHEN new.tool_id IS NOT NULL",
		countStars("new", "+"),
	),
	trigger(
		"tools_count_review_changed",
		"AFTER UPDATE OF rating, tool_id, hidden_at ON reviews WHEN new.rating <> old.rating OR new.tool_id IS NOT old.tool_id OR (new.hidden_at IS NULL) <> (old.hidden_at IS NULL)",
		countStars("old", "-"),
		countStars("new", "+"),
	),
	trigger(
		"tools_count_review_removed",
		"AFTER DELETE ON reviews WHEN old.tool_id IS NOT NULL",
		countStars("old", "-"),
	),
	trigger(
		"tools_sold_added",
		`AFTER INSERT ON orders WHEN ${soldOrder("new")}`,
		"UPDATE tools SET sold = sold + new.quantity WHERE id = new.tool_id",
	),
	trigger(
		"tools_sold_changed",
		`AFTER UPDATE OF transaction_id, closed_at, restocked_at ON orders WHEN ${soldOrder("new")} <> ${soldOrder("old")}`,
		`UPDATE tools SET sold = sold + ${soldPieces("new")} - ${soldPieces("old")} WHERE id = new.tool_id`,
	),
	trigger(
		"tools_sold_removed",
		`AFTER DELETE ON orders WHEN ${soldOrder("old")}`,
		"UPDATE tools SET sold = sold - old.quantity WHERE id = old.tool_id",
	),
];

/** Adds a hidden review to the counts of its tool and of the shop, or subtracts it. `row` is `new` or `old`. */
const countHidden = (row: string, sign: "+" | "-") =>
	`UPDATE hidden_reviews SET counts = json_set(counts, '$.' || ${row}.hidden_reason, coalesce(counts ->> ${row}.hidden_reason, 0) ${sign} 1) WHERE ${row}.hidden_at IS NOT NULL AND scope IN ('', ${row}.tool_id)`;
const addHidden = [
	"INSERT INTO hidden_reviews (scope) SELECT value FROM json_each(json_array('', new.tool_id)) WHERE value IS NOT NULL AND new.hidden_at IS NOT NULL ON CONFLICT DO NOTHING",
	countHidden("new", "+"),
];

/** Triggers that keep the counts of hidden reviews. */
const hiddenReviewTriggers: Trigger[] = [
	trigger(
		"hidden_reviews_added",
		"AFTER INSERT ON reviews WHEN new.hidden_at IS NOT NULL",
		...addHidden,
	),
	trigger(
		"hidden_reviews_changed",
		"AFTER UPDATE OF tool_id, hidden_at, hidden_reason ON reviews WHEN new.hidden_reason IS NOT old.hidden_reason OR new.tool_id IS NOT old.tool_id",
		countHidden("old", "-"),
		...addHidden,
	),
	trigger(
		"hidden_reviews_removed",
		"AFTER DELETE ON reviews WHEN old.hidden_at IS NOT NULL",
		countHidden("old", "-"),
	),
];

const facetCounts = [
	"tool_count",
	"in_stock_count",
	"well_rated_count",
	"well_rated_in_stock_count",
];

/** Returns what a tool adds to each of these counts: 0 or 1. */
function countedIn(row: string): string[] {
	const isListed = `(${row}.archived_at IS NULL)`;
	return ["1", `${row}.in_stock`, `${row}.well_rated`, `${row}.in_stock * ${row}.well_rated`].map(
		(facet) => `${isListed} * ${facet}`,
	);
}

/** Returns the SET clause that adds a tool to the counts or subtracts it. */
const changeCounts = (...changes: [sign: "+" | "-", row: string][]) =>
	facetCounts
		.map((column, index) => {
			const added = changes.map(([sign, row]) => ` ${sign} ${countedIn(row)[index]}`);
			return `${column} = ${column}${added.join("")}`;
		})
		.join(", ");

const countedColumns = ["category_slug", "archived_at", "in_stock", "well_rated"];

/** Triggers that keep whether a tool is in stock, and the counts beside the filters of the catalogue. */
const facetTriggers: Trigger[] = [
	trigger(
		"tools_in_stock_added",
		`AFTER INSERT ON tools WHEN new.in_stock = ${isUnavailable("new")}`,
		`UPDATE tools SET in_stock = NOT ${isUnavailable("new")} WHERE number = new.number`,
	),
	trigger(
		"tools_in_stock_changed",
		`AFTER UPDATE OF quantity, min_order_quantity ON tools WHEN new.in_stock = ${isUnavailable("new")}`,
		`UPDATE tools SET in_stock = NOT ${isUnavailable("new")} WHERE number = new.number`,
	),
	trigger(
		"tools_facets_added",
		"AFTER INSERT ON tools WHEN new.archived_at IS NULL",
		`UPDATE facet_counts SET ${changeCounts(["+", "new"])}`,
		`UPDATE categories SET ${changeCounts(["+", "new"])} WHERE slug = new.category_slug`,
	),
	// Generated columns can't be named here: `well_rated` changes with the stars.
	trigger(
		"tools_facets_changed",
		`AFTER UPDATE OF category_slug, archived_at, in_stock, ${starCounts.map((stars) => `stars_${stars}`).join(", ")} ON tools WHEN ${countedColumns.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ")}`,
		`UPDATE facet_counts SET ${changeCounts(["-", "old"], ["+", "new"])}`,
		`UPDATE categories SET ${changeCounts(["-", "old"])} WHERE slug = old.category_slug`,
		`UPDATE categories SET ${changeCounts(["+", "new"])} WHERE slug = new.category_slug`,
	),
	trigger(
		"tools_facets_removed",
		"AFTER DELETE ON tools WHEN old.archived_at IS NULL",
		`UPDATE facet_counts SET ${changeCounts(["-", "old"])}`,
		`UPDATE categories SET ${changeCounts(["-", "old"])} WHERE slug = old.category_slug`,
	),
];

/** The categories as one row has them, for a page of search results, which can't read a row for each. */
export const selectCategoryList: string =
	"(SELECT json_group_array(json_array(slug, name, position)) FROM categories)";

/** Triggers that keep the list of categories. */
const categoryListTriggers: Trigger[] = (
	[
		["added", "AFTER INSERT ON categories"],
		["changed", "AFTER UPDATE OF slug, name, position ON categories"],
		["removed", "AFTER DELETE ON categories"],
	] as const
).map(([name, timing]) =>
	trigger(
		`category_list_${name}`,
		timing,
		`UPDATE facet_counts SET categories = ${selectCategoryList}`,
	),
);

const sumOfFacets =
	"coalesce(sum(1), 0), coalesce(sum(in_stock), 0), coalesce(sum(well_rated), 0), coalesce(sum(in_stock * well_rated), 0)";

/** Compares the counts beside the filters with those of the listed tools, or sets them. */
const counted = (where: string, comparison = "=") =>
	`(${facetCounts.join(", ")}) ${comparison} (SELECT ${sumOfFacets} FROM tools WHERE archived_at IS NULL${where})`;
const ofCategory = " AND category_slug = categories.slug";
export const countedInCategory: string = counted(ofCategory);
export const isCategoryMiscounted: string = counted(ofCategory, "IS NOT");
export const isCatalogueMiscounted: string = counted("", "IS NOT");

/** Returns the statements that count the tools beside the filters again: of a category, or `all`. */
export function recountFacets(scope: string): string[] {
	return scope === "all"
		? [
				"INSERT OR IGNORE INTO facet_counts (scope) VALUES ('all')",
				`UPDATE facet_counts SET ${counted("")}, categories = ${selectCategoryList}`,
			]
		: [`UPDATE categories SET ${countedInCategory} WHERE slug = '${scope}'`];
}

/** Returns the triggers that copy the attempts of an account from one table to another that lacks them. */
function attemptTriggers(from: string, count: string, to: string, toCount: string): Trigger[] {
	const differs = `NOT EXISTS (SELECT 1 FROM ${to} WHERE account = new.account AND ${toCount} = new.${count} AND ends_at = new.ends_at)`;
	const copy = `INSERT INTO ${to} (account, ${toCount}, ends_at) VALUES (new.account, new.${count}, new.ends_at) ON CONFLICT (account) DO UPDATE SET ${toCount} = excluded.${toCount}, ends_at = excluded.ends_at`;
	return [
		trigger(`${from}_added`, `AFTER INSERT ON ${from} WHEN ${differs}`, copy),
		trigger(`${from}_changed`, `AFTER UPDATE ON ${from} WHEN ${differs}`, copy),
		trigger(
			`${from}_removed`,
			`AFTER DELETE ON ${from}`,
			`DELETE FROM ${to} WHERE account = old.account`,
		),
	];
}

/**
 * Triggers between `account_attempts` and the table of the previous version. While Workers are replaced,
 * and after a rollback, an account that is blocked stays blocked, and no version gives attempts of its own.
 */
const accountAttemptTriggers: Trigger[] = [
	...attemptTriggers("sign_in_failures", "failures", "account_attempts", "attempts"),
	...attemptTriggers("account_attempts", "attempts", "sign_in_failures", "failures"),
];

/** The columns that a checkout and an order of the version before have alike. */
const deliveryColumns = ["user_id", "email", "phone", "total_cents", "currency"];
const paymentColumns = ["payment_attempt", "payment_intent_id"];
const outcomeColumns = ["transaction_id", "paid_at", "closed_at", "closed_why"];
const scheduleColumns = ["created_at", "expires_at", "check_at", "check_failures"];
const sameColumns = [
	"request_key",
	...deliveryColumns,
	...paymentColumns,
	...outcomeColumns,
	...scheduleColumns,
];

/** Returns the statement that creates the checkout of an order that was bought alone. `row` is its table, or `new`. */
export function insertCheckoutOf(row: string): string {
	return `INSERT INTO checkouts (id, name, line1, items_cents, ${sameColumns.join(", ")}) SELECT ${row}.id, ${row}.user_name, ${row}.address, ${row}.total_cents, ${joinColumns(row, sameColumns)}`;
}

/** Returns the trigger that copies changed columns of an order to its checkout, if that is its own. */
function checkoutTrigger(name: string, columns: string[]): Trigger {
	const equal = columns.map((column) => `${column} IS new.${column}`).join(" AND ");
	return trigger(
		name,
		`AFTER UPDATE OF ${columns.join(", ")} ON orders WHEN new.checkout_id = new.id AND NOT EXISTS (SELECT 1 FROM checkouts WHERE id = new.id AND ${equal})`,
		`UPDATE checkouts SET ${columns.map((column) => `${column} = new.${column}`).join(", ")} WHERE id = new.id`,
	);
}

/**
 * Triggers that give each order of the version before a checkout, and that copy what it does to the order,
 * and the payment of a checkout to the order that has its id. Everything else this version writes to both
 * tables itself, the checkout first.
 */
const checkoutTriggers: Trigger[] = [
	trigger(
		"orders_get_checkout",
		"AFTER INSERT ON orders WHEN new.checkout_id IS NULL",
		insertCheckoutOf("new"),
		"UPDATE orders SET checkout_id = new.id WHERE number = new.number",
	),
	checkoutTrigger("orders_change_payment", paymentColumns),
	trigger(
		"checkouts_change_payment",
		`AFTER UPDATE OF ${paymentColumns.join(", ")} ON checkouts WHEN ${paymentColumns.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ")}`,
		`UPDATE orders SET ${paymentColumns.map((column) => `${column} = new.${column}`).join(", ")} WHERE id = new.id`,
	),
	checkoutTrigger("orders_change_outcome", outcomeColumns),
	checkoutTrigger("orders_change_schedule", scheduleColumns),
];

/**
 * Adds to the outbox that a tool can be ordered again, if someone asked. A trigger, because stock also
 * rises when a reservation ends or an order is refunded.
 */
const backInStockTrigger = trigger(
	"tools_back_in_stock",
	"AFTER UPDATE OF quantity, min_order_quantity ON tools WHEN old.quantity < old.min_order_quantity AND new.quantity >= new.min_order_quantity AND new.archived_at IS NULL AND EXISTS (SELECT 1 FROM stock_alerts WHERE tool_id = new.id)",
	"INSERT INTO outbox (id, kind, subject_id, payload, created_at, available_at, due_at) VALUES (lower(hex(randomblob(16))), 'stock.back', new.id, '{}', new.updated_at, new.updated_at, new.updated_at)",
);

/** The most checkouts of guests that an account gets at once, the newest first. */
const maxJoined = 500;

/** Returns the statements that give a user the paid checkouts of guests that `checkouts` selects by number. */
function joinCheckouts(userId: string, checkouts: string): string[] {
	return [
		`UPDATE orders SET user_id = ${userId} WHERE user_id = '${guestUserId}' AND checkout_id IN (SELECT id FROM checkouts WHERE number IN (${checkouts}))`,
		// The user, or a checkout that has joined before, may have the same key. A client's key has no spaces.
		`UPDATE checkouts SET user_id = ${userId}, request_key = 'guest ' || id WHERE number IN (${checkouts})`,
	];
}

const paidByGuest = (email: string) =>
	`SELECT number FROM checkouts WHERE email = ${email} AND user_id IS NULL AND transaction_id IS NOT NULL ORDER BY created_at DESC LIMIT ${maxJoined}`;
const ownerOfEmail = "(SELECT id FROM users WHERE email = new.email AND email_verified)";

/**
 * Triggers by which what a guest has paid joins the account whose verified e-mail it has, in the
 * transaction that verifies or pays: however an e-mail is verified, by this version or the one before. And
 * triggers that keep the guests' row as it is, without a session or an account.
 */
const guestTriggers: Trigger[] = [
	trigger(
		"users_verified_get_checkouts",
		"AFTER UPDATE OF email_verified ON users WHEN new.email_verified AND NOT old.email_verified",
		...joinCheckouts("new.id", paidByGuest("new.email")),
	),
	trigger(
		"users_added_get_checkouts",
		"AFTER INSERT ON users WHEN new.email_verified",
		...joinCheckouts("new.id", paidByGuest("new.email")),
	),
	trigger(
		"checkouts_paid_join_user",
		`AFTER UPDATE OF transaction_id ON checkouts WHEN new.user_id IS NULL AND new.transaction_id IS NOT NULL AND old.transaction_id IS NULL AND EXISTS ${ownerOfEmail}`,
		...joinCheckouts(ownerOfEmail, "new.number"),
	),
	...["accounts", "sessions"].map((table) =>
		trigger(
			`${table}_never_of_guest`,
			`BEFORE INSERT ON ${table} WHEN new.user_id = '${guestUserId}'`,
			"SELECT RAISE(ABORT, 'nobody signs in as the guest')",
		),
	),
	trigger(
		"sessions_never_of_blocked",
		"BEFORE INSERT ON sessions WHEN EXISTS (SELECT 1 FROM users WHERE id = new.user_id AND blocked_at IS NOT NULL)",
		"SELECT RAISE(ABORT, 'the account is blocked')",
	),
	// Of these columns alone: a migration may fill another one for all users.
	trigger(
		"users_guest_stays",
		`BEFORE UPDATE OF id, email, email_verified, role, staff_role, blocked_at ON users WHEN old.id = '${guestUserId}'`,
		"SELECT RAISE(ABORT, 'the row of guests does not change')",
	),
];

/** The indexes of words. Apart, because a word of many descriptions would make a search of names read them all. */
const nameTable = "tools_search_names";
const textTable = "tools_search_texts";

/** Returns the number of limits that a column reaches: the triggers have no CASE. */
const reached = (column: string, limits: readonly number[]) =>
	`(${limits.map((limit) => `(${column} >= ${limit})`).join(" + ")})`;

/** The rowid of a tool in the indexes of words: shop/search/word-index explains it. */
const wordPlace = (row: string) =>
	`(${row}.number + ${reached(`${row}.sold`, soldSteps)} * ${placesPerSoldStep})`;

/** Returns a word for each filter that a tool passes. */
const facetWords = (row: string) =>
	`('${priceFacet}' || ${reached(`${row}.price_cents`, priceSteps)} || substr(' ${stockFacet}', 1, 20 * (${row}.quantity >= ${row}.min_order_quantity)) || substr(' ${ratedFacet}', 1, 20 * ${row}.well_rated) || coalesce(' ${categoryFacet} ' || ${row}.category_slug || ' ${headEnd}', ''))`;

/**
 * The columns of the indexes. `head` is the name up to the first comma. Its first and last word have a mark,
 * so that a phrase finds a name that it begins, ends or is.
 */
const nameColumns = (row: string) => [
	`'${headStart}' || trim(substr(${row}.name, 1, instr(${row}.name || ',', ',') - 1)) || '${headEnd}'`,
	`${row}.name`,
	facetWords(row),
];
const textColumns = (row: string) => [`${row}.name || ' ' || ${row}.description`, facetWords(row)];

/** The columns whose words may change what the indexes of words have of a tool, and the condition that it does. */
const watchedForWords = [
	"name, description, archived_at, sold, price_cents, quantity, min_order_quantity, category_slug",
	// Generated columns can't be named here: whether it is well rated changes with the stars.
	...starCounts.map((stars) => `stars_${stars}`),
].join(", ");
const wordsChanged = [
	...["name", "description"].map((column) => `new.${column} IS NOT old.${column}`),
	`${facetWords("new")} <> ${facetWords("old")}`,
	`${wordPlace("new")} <> ${wordPlace("old")}`,
	"(new.archived_at IS NULL) <> (old.archived_at IS NULL)",
].join(" OR ");

const insertName = `INSERT INTO ${nameTable} (rowid, head, name, facets)`;
const insertText = `INSERT INTO ${textTable} (rowid, text, facets)`;
const insertWords = (listed: string) => [
	`${insertName} SELECT ${[wordPlace("new"), ...nameColumns("new")].join(", ")}${listed}`,
	`${insertText} SELECT ${[wordPlace("new"), ...textColumns("new")].join(", ")}${listed}`,
];
const deleteWords = [nameTable, textTable].map(
	(table) => `DELETE FROM ${table} WHERE rowid = ${wordPlace("old")}`,
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
	`INSERT INTO search_keys (key, word, position, named) SELECT substr(term, 1, max(key - 1, 0)) || substr(term, key + 1), term, key, col <> 'text' FROM ${vocabulary}, json_each('[' || substr(replace(hex(zeroblob(length(term) + 1)), '00', ',0'), 2) || ']') WHERE length(term) BETWEEN ${minCorrectedLength} AND ${maxCorrectedLength} AND term NOT GLOB '*[0-9]*' AND col IN ('name', 'text')${where} ON CONFLICT (key, word) DO UPDATE SET named = 1 WHERE excluded.named > named`;
const isNewWord = ` AND NOT EXISTS (SELECT 1 FROM search_keys AS known WHERE known.key = term AND known.word = term AND known.named >= (col <> 'text'))`;
const splitNew = [
	`DELETE FROM ${splitTable}`,
	`INSERT INTO ${splitTable} (name, text) VALUES (new.name, new.description)`,
	insertKeys(splitTerms, isNewWord),
];

/** The index of the words of tools, for visitors. */
const wordTables: SearchTable[] = [
	{
		name: nameTable,
		sourceTable: "tools",
		condition: "(tools.archived_at IS NULL)",
		rowid: wordPlace("tools"),
		create: `CREATE VIRTUAL TABLE ${nameTable} USING fts5(head, name, facets, content='', contentless_delete=1, ${wordTokenizer}, prefix='2 3 4')`,
		fill: `${insertName} SELECT ${[wordPlace("tools"), ...nameColumns("tools")].join(", ")} FROM tools WHERE (tools.archived_at IS NULL)`,
	},
	{
		name: textTable,
		sourceTable: "tools",
		condition: "(tools.archived_at IS NULL)",
		rowid: wordPlace("tools"),
		create: `CREATE VIRTUAL TABLE ${textTable} USING fts5(text, facets, content='', contentless_delete=1, ${wordTokenizer})`,
		fill: `${insertText} SELECT ${[wordPlace("tools"), ...textColumns("tools")].join(", ")} FROM tools WHERE (tools.archived_at IS NULL)`,
	},
];

/** The tables of words that corrections read and write. They index no table, and the last two fill `search_keys`. */
export const vocabularyTables: Pick<SearchTable, "name" | "create" | "fill">[] = [
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

const wordTriggers: Trigger[] = [
	trigger(
		"tools_search_words_added",
		"AFTER INSERT ON tools WHEN new.archived_at IS NULL",
		...insertWords(""),
		...splitNew,
	),
	trigger(
		"tools_search_words_changed",
		`AFTER UPDATE OF ${watchedForWords} ON tools WHEN ${wordsChanged}`,
		...deleteWords,
		...insertWords(" WHERE new.archived_at IS NULL"),
	),
	trigger(
		"tools_search_words_renamed",
		"AFTER UPDATE OF name, description, archived_at ON tools WHEN new.archived_at IS NULL AND (new.name IS NOT old.name OR new.description IS NOT old.description OR old.archived_at IS NOT NULL)",
		...splitNew,
	),
	trigger(
		"tools_search_words_removed",
		"AFTER DELETE ON tools WHEN old.archived_at IS NULL",
		...deleteWords,
	),
];

/** All search tables. */
export const searchTables: SearchTable[] = [...searchSpecs.flatMap(tablesFor), ...wordTables];

/** All triggers. */
export const triggers: Trigger[] = [
	...searchSpecs.flatMap(triggersFor),
	...wordTriggers,
	...partnerTriggers,
	...accountAttemptTriggers,
	...capabilityTriggers,
	...furtherImageTriggers,
	...addressTriggers,
	...toolCountTriggers,
	...hiddenReviewTriggers,
	...facetTriggers,
	...categoryListTriggers,
	...checkoutTriggers,
	backInStockTrigger,
	...guestTriggers,
	...sumTriggers,
];
