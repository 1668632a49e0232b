/**
 * The catalogue's filters and sorts, as they stand in an address. `parseCatalogueQuery` is the only place that
 * reads the parameters, `catalogueUrl` the only one that writes them.
 */
import { maxChargeCents } from "../../config/config.ts";
import { toCents, toPrice } from "../../values/money.ts";
import { type Cursor, decodeCursor, encodeCursor } from "../../values/paging.ts";
import { normalizeBikeParam } from "../fit/bike.ts";
import { normalizeSearch } from "./search-text.ts";

/** What a listed tool must be. */
export interface CatalogueFilter {
	/** The slug of its category. */
	category?: string | undefined;
	minCents?: number | undefined;
	maxCents?: number | undefined;
	/** Whether at least the minimum order is in stock. */
	inStock?: boolean | undefined;
	/** Four stars and up. */
	wellRated?: boolean | undefined;
	/** A sale has reduced its price. Searches don't filter by it. */
	onSale?: boolean | undefined;
	/** The bike that it fits, such as `cassette:xd,chain:11`. */
	fits?: string | undefined;
}

export const catalogueSorts = ["newest", "price", "-price", "rating"] as const;
export type CatalogueSort = (typeof catalogueSorts)[number];

export interface CatalogueQuery {
	/** The search text, or undefined. */
	q: string | undefined;
	filter: CatalogueFilter;
	/** Undefined for the best matches of a search first. */
	sort: CatalogueSort | undefined;
	cursor: Cursor | undefined;
}

/** The parameters of the address, in the order in which they stand there. */
export const catalogueParams = [
	"q",
	"category",
	"price-from",
	"price-to",
	"in-stock",
	"rating",
	"sale",
	"fits",
	"sort",
	"cursor",
] as const;

const slugPattern = /^[a-z0-9][a-z0-9-]{0,59}$/;

/**
 * Reads the parameters of the catalogue. What is malformed, given twice or the default is left out, so that an
 * address has one form. `category` is that of the path.
 */
export function parseCatalogueQuery(params: URLSearchParams, category?: string): CatalogueQuery {
	const one = (name: (typeof catalogueParams)[number]) => {
		const values = params.getAll(name);
		return values.length === 1 ? values[0] : undefined;
	};
	const q = normalizeSearch(one("q") ?? "") || undefined;
	const slug = category ?? one("category");
	const [from, to] = [parsePrice(one("price-from")), parsePrice(one("price-to"))];
	// Whoever gives the higher price first means the same.
	const isReversed = from !== undefined && to !== undefined && from > to;
	const [minCents, maxCents] = isReversed ? [to, from] : [from, to];
	const fits = normalizeBikeParam(one("fits"));
	const filter: CatalogueFilter = {
		...(slug !== undefined && slugPattern.test(slug) && { category: slug }),
		...(minCents !== undefined && { minCents }),
		...(maxCents !== undefined && { maxCents }),
		...(one("in-stock") === "1" && { inStock: true }),
		...(one("rating") === "4" && { wellRated: true }),
		...(q === undefined && one("sale") === "1" && { onSale: true }),
		...(fits !== undefined && { fits }),
	};
	const asked = catalogueSorts.find((sort) => sort === one("sort"));
	const cursorText = one("cursor");
	const cursor = decodeCursor(cursorText);
	return {
		q,
		filter,
		sort: asked ?? defaultSort(q, filter),
		// Another encoding of the same cursor would be another address.
		cursor: cursor && encodeCursor(cursor) === cursorText ? cursor : undefined,
	};
}

/** The sort of an address that names none. With a limit of the price it is by price, which is the order of an index. */
export function defaultSort(
	q: string | undefined,
	{ minCents, maxCents }: CatalogueFilter,
): CatalogueSort | undefined {
	if (q !== undefined) return undefined;
	return minCents === undefined && maxCents === undefined ? "newest" : "price";
}

/** A limit of the price, in whole units of the currency. */
function parsePrice(text: string | undefined): number | undefined {
	if (text === undefined || !/^\d{1,7}$/.test(text)) return undefined;
	const cents = toCents(Number(text));
	return cents > 0 && cents <= maxChargeCents ? cents : undefined;
}

/** The parameters of a query in their order, without defaults. `isPath` leaves the category to the path. */
export function toSearchParams(
	{ q, filter, sort, cursor }: CatalogueQuery,
	isPath = false,
): URLSearchParams {
	const { category, minCents, maxCents, inStock, wellRated, onSale, fits } = filter;
	const price = (cents: number | undefined) => cents && String(toPrice(cents));
	const values: Record<(typeof catalogueParams)[number], string | false | 0 | undefined> = {
		q,
		category: !isPath && category,
		"price-from": price(minCents),
		"price-to": price(maxCents),
		"in-stock": inStock && "1",
		rating: wellRated && "4",
		sale: onSale && "1",
		fits,
		sort: sort !== defaultSort(q, filter) && sort,
		cursor: cursor && encodeCursor(cursor),
	};
	const params = new URLSearchParams();
	for (const name of catalogueParams) if (values[name]) params.set(name, values[name]);
	return params;
}

/** Returns a query with other filters, from its first page on. A sort that was the default follows the new filters. */
export function withFilter(query: CatalogueQuery, changes: CatalogueFilter): CatalogueQuery {
	const filter = { ...query.filter, ...changes };
	const wasDefault = query.sort === defaultSort(query.q, query.filter);
	return {
		q: query.q,
		filter,
		sort: wasDefault ? defaultSort(query.q, filter) : query.sort,
		cursor: undefined,
	};
}

/** Returns a query without filters. */
export function withoutFilters(query: CatalogueQuery): CatalogueQuery {
	return withFilter(
		query,
		Object.fromEntries(Object.keys(query.filter).map((name) => [name, undefined])),
	);
}

/** Whether a query has filters beside its category. */
export function isFiltered({ filter }: CatalogueQuery): boolean {
	const { category: _, ...others } = filter;
	return Object.values(others).some((value) => value !== undefined);
}

/** Whether prices are limited. */
export function hasPriceLimit({ minCents, maxCents }: CatalogueFilter): boolean {
	return minCents !== undefined || maxCents !== undefined;
}

/** The most categories that a shop has: each is a row that every page of the catalogue reads. */
export const maxCategories = 24;

/** The counts that are stored of a category, or of the whole catalogue. */
export interface StoredCounts {
	toolCount: number;
	inStockCount: number;
	wellRatedCount: number;
	wellRatedInStockCount: number;
	onSaleCount: number;
}

/** A category in the menu: where it leads to, and the address of its picture, or nothing. */
export interface MenuCategory {
	name: string;
	href: string;
	image: string;
}

export interface Category extends StoredCounts {
	slug: string;
	name: string;
	description: string;
	/** `/images/{key}`, or null. */
	image: string | null;
	/** The place in menus, ascending. */
	position: number;
}

/** How many tools a choice has; undefined where only all tools that match would tell. */
export type FacetCount = number | undefined;

/** The choices beside a list, each with its count. */
export interface Facets {
	/** The chosen category. */
	category: Category | undefined;
	categories: (Category & { facet: FacetCount })[];
	/** With the filters as they are. */
	chosen: FacetCount;
	anyCategory: FacetCount;
	inStock: FacetCount;
	wellRated: FacetCount;
	onSale: FacetCount;
}

/** What facets need to know of a tool. */
export interface FacetValues {
	categorySlug: string | null;
	inStock: boolean;
	wellRated: boolean | null;
	priorPriceCents: number | null;
}

/**
 * Returns the choices with their counts. Those of category, stock and rating are stored. With a search, a bike or a limit
 * of the price only `all`, if it has every tool that matches, tells the counts of the choices that narrow it. A choice
 * whose count is not known has none: a number that a tap does not find would be untrue.
 */
export function facetsOf(
	{ q, filter }: CatalogueQuery,
	categories: Category[],
	whole: StoredCounts,
	all: FacetValues[] | undefined,
): Facets {
	const isPlain = q === undefined && !hasPriceLimit(filter) && filter.fits === undefined;
	const category = categories.find(({ slug }) => slug === filter.category);
	const countOf = (
		changes: Pick<CatalogueFilter, "category" | "inStock" | "wellRated" | "onSale">,
	) => {
		const choice = { ...filter, ...changes };
		const isStored = isPlain && !(choice.onSale && (choice.inStock || choice.wellRated));
		const scope =
			choice.category === undefined
				? whole
				: categories.find(({ slug }) => slug === choice.category);
		const stored = scope ? storedCount(scope, choice) : 0;
		const narrows = filter.category === undefined || choice.category === filter.category;
		if (isStored || stored === 0) return stored;
		return all && narrows ? all.filter((tool) => matches(tool, choice)).length : undefined;
	};
	return {
		category,
		categories: categories.map((one) => ({ ...one, facet: countOf({ category: one.slug }) })),
		chosen: countOf({}),
		anyCategory: countOf({ category: undefined }),
		inStock: countOf({ inStock: true }),
		wellRated: countOf({ wellRated: true }),
		onSale: countOf({ onSale: true }),
	};
}

/** Whether a tool is of the category, in stock and well rated, where that is asked for. */
export function matches(
	tool: FacetValues,
	{ category, inStock, wellRated, onSale }: CatalogueFilter,
): boolean {
	return (
		(category === undefined || tool.categorySlug === category) &&
		(!inStock || tool.inStock) &&
		(!wellRated || tool.wellRated === true) &&
		(!onSale || tool.priorPriceCents !== null)
	);
}

function storedCount(counts: StoredCounts, { onSale, ...choice }: CatalogueFilter): number {
	if (onSale) return Math.min(counts.onSaleCount, storedCount(counts, choice));
	const { inStock, wellRated } = choice;
	if (inStock) return wellRated ? counts.wellRatedInStockCount : counts.inStockCount;
	return wellRated ? counts.wellRatedCount : counts.toolCount;
}
