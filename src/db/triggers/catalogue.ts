/** The triggers that keep the counts beside the filters of the catalogue. */
import { type Trigger, trigger } from "../trigger.ts";
import { starCounts } from "./reviews.ts";
import { isUnavailable } from "./tools.ts";

const facetCounts = [
	"tool_count",
	"in_stock_count",
	"well_rated_count",
	"well_rated_in_stock_count",
	"on_sale_count",
];

/** Returns what a tool adds to each of these counts: 0 or 1. */
function countedIn(row: string): string[] {
	const isListed = `(${row}.archived_at IS NULL AND ${row}.behind = 0)`;
	return [
		"1",
		`${row}.in_stock`,
		`${row}.well_rated`,
		`${row}.in_stock * ${row}.well_rated`,
		`(${row}.prior_price_cents IS NOT NULL)`,
	].map((facet) => `${isListed} * ${facet}`);
}

/** Returns the SET clause that adds a tool to the counts or subtracts it. */
const changeCounts = (...changes: [sign: "+" | "-", row: string][]) =>
	facetCounts
		.map((column, index) => {
			const added = changes.map(([sign, row]) => ` ${sign} ${countedIn(row)[index]}`);
			return `${column} = ${column}${added.join("")}`;
		})
		.join(", ");

const countedColumns = [
	"category_slug",
	"archived_at",
	"behind",
	"in_stock",
	"well_rated",
	"prior_price_cents",
];

export const facetTriggers: Trigger[] = [
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
		`AFTER UPDATE OF category_slug, archived_at, behind, in_stock, prior_price_cents, ${starCounts.map((stars) => `stars_${stars}`).join(", ")} ON tools WHEN ${countedColumns.map((column) => `new.${column} IS NOT old.${column}`).join(" OR ")}`,
		`UPDATE facet_counts SET ${changeCounts(["-", "old"], ["+", "new"])}`,
		`UPDATE categories SET ${changeCounts(["-", "old"])} WHERE slug = old.category_slug`,
		`UPDATE categories SET ${changeCounts(["+", "new"])} WHERE slug = new.category_slug`,
	),
	trigger(
		"tools_facets_removed",
		"AFTER DELETE ON tools WHEN old.archived_at IS NULL AND old.behind = 0",
		`UPDATE facet_counts SET ${changeCounts(["-", "old"])}`,
		`UPDATE categories SET ${changeCounts(["-", "old"])} WHERE slug = old.category_slug`,
	),
];

const sumOfFacets =
	"coalesce(sum(1), 0), coalesce(sum(in_stock), 0), coalesce(sum(well_rated), 0), coalesce(sum(in_stock * well_rated), 0), count(prior_price_cents)";

/** Compares the counts beside the filters with those of the listed tools, or sets them. */
const counted = (where: string, comparison = "=") =>
	`(${facetCounts.join(", ")}) ${comparison} (SELECT ${sumOfFacets} FROM tools WHERE archived_at IS NULL AND behind = 0${where})`;
const ofCategory = " AND category_slug = categories.slug";
export const countedInCategory: string = counted(ofCategory);
export const isCategoryMiscounted: string = counted(ofCategory, "IS NOT");
export const isCatalogueMiscounted: string = counted("", "IS NOT");

/** Returns the statements that count the tools beside the filters again: of a category, or `all`. */
export function recountFacets(scope: string): string[] {
	return scope === "all"
		? [
				"INSERT OR IGNORE INTO facet_counts (scope) VALUES ('all')",
				`UPDATE facet_counts SET ${counted("")}`,
			]
		: [`UPDATE categories SET ${countedInCategory} WHERE slug = '${scope}'`];
}
