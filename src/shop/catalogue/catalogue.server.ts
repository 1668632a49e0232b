/**
 * A page of the catalogue with its filters. It reads the same few rows however many tools there are: each
 * combination of category, stock and rating is a range of an index in the order of the page. Where a filter
 * leaves stock or rating open, the ranges are merged.
 */
import {
	and,
	eq,
	getTableColumns,
	getTableName,
	gt,
	gte,
	isNotNull,
	lte,
	type SQL,
	Subquery,
	sql,
} from "drizzle-orm";
import { categories, facetCounts, inLists, tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { afterCursor, type Direction } from "../../platform/database/keyset.ts";
import { type Cursor, splitPage } from "../../values/paging.ts";
import { toCapabilities } from "../fit/capability-rows.ts";
import { type FitsBike, toCard } from "../tools/tools.server.ts";
import { cataloguePageSize, type ListedTool } from "../tools/tools.ts";
import { bikeFilter, fitsSome } from "./bike-filter.server.ts";
import {
	type CatalogueFilter,
	type CatalogueQuery,
	type CatalogueSort,
	type Category,
	type Facets,
	facetsOf,
	hasPriceLimit,
	matches,
	maxCategories,
	type StoredCounts,
} from "./catalogue.ts";

type ToolRow = typeof tools.$inferSelect;

interface SortOrder {
	column: typeof tools.createdAt | typeof tools.priceCents | typeof tools.ratingRank;
	direction: Direction;
	key: (row: ToolRow) => number;
	/** The end of the names of its indexes. */
	index: "newest" | "by_price" | "by_rating";
}

const byPrice = {
	column: tools.priceCents,
	key: (row: ToolRow) => row.priceCents,
	index: "by_price",
} as const;

const sortOrders: Record<CatalogueSort, SortOrder> = {
	newest: {
		column: tools.createdAt,
		direction: "desc",
		key: (row) => row.createdAt.getTime(),
		index: "newest",
	},
	price: { ...byPrice, direction: "asc" },
	"-price": { ...byPrice, direction: "desc" },
	rating: {
		column: tools.ratingRank,
		direction: "desc",
		key: (row) => row.ratingRank ?? 0,
		index: "by_rating",
	},
};

/** The rank of the lowest average that is well rated: see `tools.ratingRank`. */
const wellRatedRank = 4_000_000_000;

/**
 * Tools that are looked at for one page if an index can't tell which of them match: with a bike, or a limit of the
 * price in another order than by price.
 */
export const windowSize = 50;

/** The condition of the indexes of what is on sale. */
const onlyReduced = isNotNull(tools.priorPriceCents);

/** The ranges of the index that a page is merged from. */
function rangesOf(
	{ category, minCents, maxCents, inStock, wellRated, onSale }: CatalogueFilter,
	sort: CatalogueSort,
	cursor: Cursor | undefined,
): { index: string; conditions: (SQL | undefined)[] }[] {
	const { column, direction, index } = sortOrders[sort];
	const isByRating = sort === "rating";
	const isByPrice = index === "by_price";
	// Between a limit and a cursor beyond it the index has one start, so the limit must go.
	const starts = cursor !== undefined;
	const range = [
		afterCursor(column, tools.id, direction, cursor),
		isByPrice && minCents !== undefined && !(starts && direction === "asc")
			? gte(tools.priceCents, minCents)
			: undefined,
		isByPrice && maxCents !== undefined && !(starts && direction === "desc")
			? lte(tools.priceCents, maxCents)
			: undefined,
		isByRating && wellRated ? gte(tools.ratingRank, wellRatedRank) : undefined,
	];
	if (onSale) return [{ index: `tools_on_sale_${index}`, conditions: [onlyReduced, ...range] }];
	const name = category === undefined ? "tools_filtered" : "tools_in_category";
	return (inStock ? [true] : [true, false]).flatMap((stock) => {
		const ratings = isByRating ? [undefined] : wellRated ? [true] : [true, false];
		return ratings.map((rated) => ({
			index: `${name}_${index}`,
			conditions: [
				category === undefined ? undefined : eq(tools.categorySlug, category),
				eq(tools.inStock, stock),
				rated === undefined ? undefined : eq(tools.wellRated, rated),
				...range,
			],
		}));
	});
}

/** A cursor that lies within the limits of the price; any other is ignored, as an invalid one is. */
function validCursor({ filter, sort, cursor }: CatalogueQuery): Cursor | undefined {
	if (!cursor || typeof cursor.value !== "number") return undefined;
	const { minCents = 0, maxCents = Number.MAX_SAFE_INTEGER } = filter;
	const isByPrice = sort === "price" || sort === "-price";
	return isByPrice && (cursor.value < minCents || cursor.value > maxCents) ? undefined : cursor;
}

/** Whether a page has to look at tools that may not match. */
function needsWindow({ filter }: CatalogueQuery): boolean {
	if (filter.fits !== undefined) return true;
	// What is on sale is in one index, without the other filters.
	if (filter.onSale && (filter.category !== undefined || filter.inStock || filter.wellRated))
		return true;
	// An index has them all by price, but only a window tells which choices would find none.
	return hasPriceLimit(filter);
}

/** The query of the tools of a page, with one more to detect a next page. */
function catalogueQuery(
	query: CatalogueQuery,
	limit = needsWindow(query) ? windowSize : cataloguePageSize + 1,
) {
	const { filter, sort = "newest" } = query;
	const { column, direction } = sortOrders[sort];
	const ranges = rangesOf(filter, sort, validCursor(query)).map(
		({ index, conditions }) =>
			sql`select * from ${tools} indexed by ${sql.identifier(index)} where ${and(inLists(tools), ...conditions)}`,
	);
	const dir = sql.raw(direction);
	const rows = sql`${sql.join(ranges, sql` union all `)} order by ${sql.identifier(column.name)} ${dir}, ${sql.identifier(tools.id.name)} ${dir} limit ${limit}`;
	// It has the table's columns and name, so a query can use it in place of the table. Its LIMIT keeps its order.
	const found = new Subquery(rows, getTableColumns(tools), getTableName(tools));
	return database()
		.select(getTableColumns(tools))
		.from(found as unknown as typeof tools);
}

/** The query of the newest tools and families. */
export function newestQuery(limit: number) {
	return catalogueQuery({ q: undefined, filter: {}, sort: "newest", cursor: undefined }, limit);
}

/** The query of all categories. They are few, and sorted when they are read: `sortCategories`. */
export function categoriesQuery() {
	return database().select().from(categories).where(gt(categories.slug, "")).limit(maxCategories);
}

/** Sorts the categories as the administrators did. */
export function sortCategories(found: Category[]): Category[] {
	return found.toSorted(
		(one, other) => one.position - other.position || (one.slug < other.slug ? -1 : 1),
	);
}

/** The query of the counts of the whole catalogue. */
export function wholeCountsQuery() {
	return database().select().from(facetCounts).where(eq(facetCounts.scope, "all"));
}

/** The categories, each with the counts of the whole catalogue: no choice finds more than that has. */
export function listedCategories(found: readonly Category[], whole: StoredCounts): Category[] {
	return sortCategories(found.map((category) => ({ ...category, ...whole })));
}

/** All categories, in their order. */
export async function loadCategories(): Promise<Category[]> {
	return sortCategories(await categoriesQuery());
}

export interface CataloguePage {
	tools: ListedTool[];
	/** The groups of a category's tools, by what they are made for. */
	groups: ToolGroup[];
	next: Cursor | undefined;
	facets: Facets;
	/** How many tools were looked at, if there are more that may match. */
	lookedAt: number | undefined;
}

/** A page of the catalogue, or undefined if there is no such category. One round trip. */
export async function loadCatalogue(query: CatalogueQuery): Promise<CataloguePage | undefined> {
	const { filter } = query;
	const fitsBike = await bikeFilter(filter.fits);
	const hasWindow = needsWindow(query);
	const found = await batch({
		rows: catalogueQuery(query),
		categories: categoriesQuery(),
		whole: wholeCountsQuery(),
	});
	const isKnown = found.categories.some(({ slug }) => slug === filter.category);
	if (filter.category !== undefined && !isKnown) return undefined;
	const { rows, next, lookedAt, all } = pageOf(query, found.rows, fitsBike);
	const whole = found.whole[0] ?? noCounts;
	const allCategories = hasWindow
		? listedCategories(found.categories, whole).map(
				(category) =>
					found.categories.find(({ slug }) => slug === category.slug && slug === filter.category) ??
					category,
			)
		: sortCategories(found.categories);
	return {
		tools: rows.map((row) => toCard(row, fitsBike)),
		groups: filter.category === undefined ? [] : groupsOf(rows),
		next,
		facets: facetsOf(query, allCategories, whole, all),
		lookedAt,
	};
}

/** A dimension of a bike, and the standards of it that tools are made for, by their ids. */
export interface ToolGroup {
	dimension: string;
	standards: ReadonlySet<string>;
}

/** How many dimensions a page of the catalogue names. */
const maxGroups = 3;

/** The dimensions that most of the tools are made for. */
function groupsOf(rows: readonly ToolRow[]): ToolGroup[] {
	const groups = new Map<string, { tools: Set<string>; standards: Set<string> }>();
	for (const { id, capabilities } of rows) {
		for (const { madeFor, dimension, standards } of toCapabilities(capabilities)) {
			if (!madeFor || !dimension) continue;
			const group = groups.get(dimension) ?? { tools: new Set(), standards: new Set() };
			groups.set(dimension, group);
			group.tools.add(id);
			for (const standard of standards) group.standards.add(standard);
		}
	}
	return [...groups]
		.toSorted(([, one], [, other]) => other.tools.size - one.tools.size)
		.slice(0, maxGroups)
		.map(([dimension, { standards }]) => ({ dimension, standards }));
}

export const noCounts: StoredCounts = {
	toolCount: 0,
	inStockCount: 0,
	wellRatedCount: 0,
	wellRatedInStockCount: 0,
	onSaleCount: 0,
};

/** Splits the rows of `catalogueQuery` into the page and the cursor of the next. `all` is every tool that matches, if they are known. */
function pageOf(
	query: CatalogueQuery,
	found: ToolRow[],
	fitsBike: FitsBike | undefined,
): {
	rows: ToolRow[];
	next: Cursor | undefined;
	lookedAt: number | undefined;
	all: ToolRow[] | undefined;
} {
	const { key } = sortOrders[query.sort ?? "newest"];
	if (!needsWindow(query)) {
		const page = splitPage(found, cataloguePageSize, key);
		const isAll = !page.next && !query.cursor;
		return { ...page, lookedAt: undefined, all: isAll ? page.rows : undefined };
	}
	const { minCents = 0, maxCents = Number.MAX_SAFE_INTEGER } = query.filter;
	const matching = found.filter(
		(tool) =>
			matches(tool, query.filter) &&
			tool.priceCents >= minCents &&
			tool.priceCents <= maxCents &&
			fitsSome(tool, fitsBike),
	);
	const page = splitPage(matching, cataloguePageSize, key);
	const last = found.at(-1);
	const hasMore = found.length === windowSize && last !== undefined;
	return {
		rows: page.rows,
		next: page.next ?? (hasMore ? { value: key(last), id: last.id } : undefined),
		lookedAt: hasMore ? windowSize : undefined,
		all: hasMore || query.cursor ? undefined : matching,
	};
}
