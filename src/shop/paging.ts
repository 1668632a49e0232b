/** Lists by key: a limit, a cursor that names the last row seen, and the next page's Link. */
import * as v from "valibot";
import { ShopError } from "./errors.ts";

/** Most rows a page of a list has. */
export const maxLimit = 100;

/** A place in a sorted list: what the last row is sorted by, the id breaking ties. */
export interface Cursor {
	value: string | number;
	id: string;
}

export interface Page {
	limit: number;
	cursor: Cursor | undefined;
}

/** Query parameters of every list: `limit` is clamped to 1..100; what is no number is malformed. */
export const pageQueryEntries = {
	limit: v.optional(
		v.pipe(
			v.string(),
			v.rawTransform(({ dataset }) => {
				if (!/^-?\d+$/.test(dataset.value)) throw new ShopError("malformed");
				return Math.min(Math.max(Number(dataset.value), 1), maxLimit);
			}),
		),
		String(maxLimit),
	),
	cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
};

/** A page of a list as the browser has it, and the cursor of the next, where there is one. */
export interface ListPage<Item> {
	items: Item[];
	next: string | undefined;
	/** How many of the newest rows the list is of, where there are more than are sorted. */
	truncatedTo?: number | undefined;
}

/** The first page of a list, for the island that shows it to begin with. */
export function firstPage<Item>(
	items: Item[],
	{ next, truncatedTo }: { next: Cursor | undefined; truncatedTo?: number | undefined },
): ListPage<Item> {
	return { items, next: next && encodeCursor(next), truncatedTo };
}

const cursorSchema = v.tuple([v.union([v.string(), v.pipe(v.number(), v.finite())]), v.string()]);

/** The cursor as it stands in an address: base64url of JSON. */
export function encodeCursor(cursor: Cursor): string {
	const bytes = new TextEncoder().encode(JSON.stringify([cursor.value, cursor.id]));
	return btoa(String.fromCharCode(...bytes))
		.replaceAll("+", "-")
		.replaceAll("/", "_")
		.replaceAll("=", "");
}

/** The cursor of an address, or null where it is none. */
export function decodeCursor(text: string): Cursor | null {
	try {
		const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) =>
			char.charCodeAt(0),
		);
		const [value, id] = v.parse(cursorSchema, JSON.parse(new TextDecoder().decode(bytes)));
		return { value, id };
	} catch {
		return null;
	}
}

/** The page a parsed query asks for. Refuses a cursor that is none with malformed. */
export function parsePage(query: { limit: number; cursor?: string | undefined }): Page {
	if (query.cursor === undefined) return { limit: query.limit, cursor: undefined };
	const cursor = decodeCursor(query.cursor);
	if (!cursor) throw new ShopError("malformed");
	return { limit: query.limit, cursor };
}

/**
 * Splits `limit + 1` rows into the page and the cursor of the next one, if there is one.
 * `sortedBy` gives what a row is sorted by.
 */
export function splitPage<Row extends { id: string }>(
	rows: Row[],
	limit: number,
	sortKey: (row: Row) => string | number,
): { rows: Row[]; next: Cursor | undefined } {
	const page = rows.slice(0, limit);
	const last = page.at(-1);
	const hasMore = rows.length > limit && last;
	return { rows: page, next: hasMore ? { value: sortKey(last), id: last.id } : undefined };
}

/** The Link header of the next page (RFC 8288), keeping the request's other parameters. */
export function nextLink(requestUrl: string, next: Cursor): string {
	const url = new URL(requestUrl);
	url.searchParams.set("cursor", encodeCursor(next));
	return `<${url.pathname}${url.search}>; rel="next"`;
}

/** Header of a list where there is more than is sorted: how many of the newest were, and so are in it. */
export const truncatedToHeader = "Search-Limit";

/** Says of a page where the next one is, and how many of the newest rows the list is of, if not of all. */
export function setPageHeaders(
	headers: Headers,
	requestUrl: string,
	{ next, truncatedTo }: { next: Cursor | undefined; truncatedTo?: number | undefined },
): void {
	if (next) headers.set("Link", nextLink(requestUrl, next));
	if (truncatedTo !== undefined) headers.set(truncatedToHeader, String(truncatedTo));
}

/** The cursor in a Link header, or undefined where there is no next page. */
export function parseNextCursor(link: string | null): string | undefined {
	const href = /<([^>]*)>;\s*rel="next"/.exec(link ?? "")?.[1];
	return href && (new URL(href, "http://shop.invalid").searchParams.get("cursor") ?? undefined);
}
