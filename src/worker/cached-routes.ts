/** Which URLs are cached, and under which key. */
import { partnerParameter, partnerPattern } from "../../widgets/src/partner.ts";
import {
	catalogueParams,
	parseCatalogueQuery,
	toSearchParams,
} from "../shop/catalogue/catalogue.ts";
import { normalizeSearch } from "../shop/catalogue/search-text.ts";
import { colourNames } from "../shop/embeds/iframe.ts";
import { bikeDimensions, bikeValuePattern, markedToolsPattern } from "../shop/fit/bike.ts";
import { questions } from "../shop/fit/likely-bike.ts";
import { giftParams, giftQuestions, readGiftAnswers } from "../shop/jobs/gifts.ts";
import { comparedIds } from "../shop/tools/compare.ts";
import { decodeCursor, encodeCursor } from "../values/paging.ts";

interface CachedRoute {
	path: RegExp;
	/** The query parameters of the cache key. The page is rendered without any other. */
	queryParams: readonly string[];
	/** Returns the parameters of the cache key, instead of the checks below. */
	normalize?: (params: URLSearchParams) => URLSearchParams;
}

const cachedRoutes: readonly CachedRoute[] = [
	{ path: /^\/$/, queryParams: [] },
	{
		path: /^\/tools$/,
		queryParams: catalogueParams,
		normalize: (params) => toSearchParams(parseCatalogueQuery(params)),
	},
	{ path: /^\/(tools\/c|categories\.json)$/, queryParams: [] },
	{
		path: /^\/compare$/,
		queryParams: ["tool"],
		normalize: (params) =>
			new URLSearchParams(comparedIds(params).map((id): [string, string] => ["tool", id])),
	},
	{
		path: /^\/tools\/c\/[a-z0-9-]+$/,
		queryParams: catalogueParams,
		// Its path names the category.
		normalize: (params) => toSearchParams(parseCatalogueQuery(params), true),
	},
	{ path: /^\/suggest$/, queryParams: ["q"] },
	// A page of the tool's reviews. The page's oEmbed link includes the partner's name.
	{ path: /^\/tools\/[\w-]+$/, queryParams: ["cursor", partnerParameter] },
	// The tools for a bike, whose standards the form of the page sends.
	{ path: /^\/jobs\/[\w-]+$/, queryParams: bikeDimensions },
	{ path: /^\/fit$/, queryParams: [...bikeDimensions, ...questions, "tool"] },
	{ path: /^\/fit\/marks\.json$/, queryParams: [...bikeDimensions, "tools"] },
	// Its links keep what the bike has.
	{ path: /^\/fit\/[\w-]+$/, queryParams: [...bikeDimensions, ...questions, "tool"] },
	{
		path: /^\/gift$/,
		queryParams: giftQuestions,
		normalize: (params) => giftParams(readGiftAnswers(params)),
	},
	{ path: /^\/review$/, queryParams: ["cursor", partnerParameter] },
	{
		path: /^\/(blogs(\/[\w-]+)?|portfolio|jobs|symptoms(\/[\w-]+)?|legal\/[\w-]+|pages\/[\w-]+)$/,
		queryParams: [],
	},
	// The configurator's form, and the address that opens it again.
	{
		path: /^\/widgets$/,
		queryParams: [
			"q",
			"tool",
			"element",
			"limit",
			"theme",
			"lang",
			"partner",
			"column",
			...colourNames,
		],
	},
	{ path: /^\/\.well-known\/security\.txt$/, queryParams: [] },
	{ path: /^\/(robots\.txt|llms\.txt|sitemap\.xml|sitemap\/[\w-]+\.xml)$/, queryParams: [] },
	{ path: /^\/feeds\/(tools|reviews)\.atom$/, queryParams: [] },
	{ path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+\.json$/, queryParams: [] },
	{
		path: /^\/embed\/v1\/(tools|reviews)\/[\w-]+(\.html)?$/,
		queryParams: ["theme", "lang", "partner", ...colourNames],
	},
];

/**
 * The URLs of immutable files: images, their variants and the widgets' script; and the product feed, which
 * is sent in pieces. Only the edge cache stores them. The cache in the isolate is small.
 */
const cachedFilePattern =
	/^\/(images\/[0-9a-f]{32}(\?w=[\dx]+)?|w\/[\w.]+\/widgets\.js|feeds\/products\.xml)$/;

const bikeNames: ReadonlySet<string> = new Set([...bikeDimensions, ...questions]);

/** Maximum length of a cached query parameter, in characters. */
const maxParamLength = 200;

/** Returns the cached route of a path, or undefined if it is not cached. */
export function findCachedRoute(pathname: string): CachedRoute | undefined {
	return cachedRoutes.find(({ path }) => path.test(pathname));
}

/** Returns the cache key of a request, a path with its query, or undefined if the response is not cached. */
export function cacheKey({ method, url }: Pick<Request, "method" | "url">): string | undefined {
	if (method !== "GET") return undefined;
	const { pathname, searchParams } = new URL(url);
	const route = findCachedRoute(pathname);
	if (!route) return undefined;
	if (route.normalize) return withParams(pathname, route.normalize(searchParams));
	const keyParams = new URLSearchParams();
	for (const name of route.queryParams) {
		const [value, ...duplicates] = searchParams.getAll(name);
		if (value === undefined) continue;
		if (name === partnerParameter && !partnerPattern.test(value)) continue;
		// Duplicates are ambiguous, and no link of the shop has such values.
		if (duplicates.length > 0) return undefined;
		if (name === "tool" || name === "tools") {
			if (!markedToolsPattern.test(value)) return undefined;
			keyParams.set(name, value);
			continue;
		}
		if (value.length > maxParamLength) return undefined;
		if (name === "cursor" && !isCursor(value)) return undefined;
		if (name === "q") {
			const q = normalizeSearch(value);
			if (q) keyParams.set(name, q);
			continue;
		}
		if (bikeNames.has(name)) {
			// A form sends each field, those that were left open too.
			if (value === "") continue;
			if (!bikeValuePattern.test(value)) return undefined;
		}
		keyParams.set(name, value);
	}
	return withParams(pathname, keyParams);
}

function withParams(pathname: string, params: URLSearchParams): string {
	return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** Whether a request is for a file that the edge cache may store. */
export function isCacheableFile({ method, url }: Pick<Request, "method" | "url">): boolean {
	const { pathname, search } = new URL(url);
	return method === "GET" && cachedFilePattern.test(pathname + search);
}

function isCursor(text: string): boolean {
	const cursor = decodeCursor(text);
	return cursor !== undefined && encodeCursor(cursor) === text;
}
