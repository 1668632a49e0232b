/** Keyset pagination of lists: a limit, a cursor that names the last row of a page, and the Link to the next page. */
import * as v from "valibot";
import { ShopError } from "../errors.ts";
import * as messages from "../messages/messages.ts";
import { fromBase64Url, toBase64Url } from "./bytes.ts";
import { timestamp } from "./fields.ts";

/** Maximum rows of a page. */
export const maxLimit = 100;

/** A position in a sorted list: the sort value of a page's last row, and its id for ties. */
export interface Cursor {
	value: string | number;
	id: string;
}

export interface Page {
	limit: number;
	cursor: Cursor | undefined;
}

/** Query parameters of every list. `limit` is clamped to 1..100. Throws ShopError `malformed` if it is no number. */
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

/**
 * The query parameter of lists that programs poll: only what has changed at that time or later, the oldest change first, each
 * with its `updatedAt`. Asked again with the last one, nothing is missed.
 */
export const updatedSince = v.optional(
	v.pipe(
		timestamp,
		v.transform((text) => new Date(text)),
	),
);

/** Rejects a query with `updatedSince` that has more than paging beside it: it would be ignored. Throws ShopError `invalid`. */
export function rejectOthersThanPaging(query: Record<string, unknown>): void {
	const { updatedSince: _, limit, cursor, ...others } = query;
	const [other] = Object.entries(others).find(([, value]) => value !== undefined) ?? [];
	if (other) throw new ShopError("invalid", { fields: { [other]: messages.notWithUpdatedSince } });
}

/** A page of a list in the browser, and the cursor of the next page, if there is one. */
export interface ListPage<Item> {
	items: Item[];
	next: string | undefined;
	/** How many of the newest matches are sorted, if there are more. */
	truncatedTo?: number | undefined;
}

/** Returns the first page of a list, as an island's initial data. */
export function firstPage<Item>(
	items: Item[],
	{ next, truncatedTo }: { next: Cursor | undefined; truncatedTo?: number | undefined },
): ListPage<Item> {
	return { items, next: next && encodeCursor(next), truncatedTo };
}

const cursorSchema = v.tuple([v.union([v.string(), v.pipe(v.number(), v.finite())]), v.string()]);

/** Encodes a cursor for a URL: base64url of JSON. */
export function encodeCursor(cursor: Cursor): string {
	return toBase64Url(new TextEncoder().encode(JSON.stringify([cursor.value, cursor.id])));
}

/** Decodes a cursor from a URL. Returns undefined if there is none or it is invalid: pages then show the first page. */
export function decodeCursor(text: string | null | undefined): Cursor | undefined {
	if (!text) return undefined;
	try {
		const json = new TextDecoder().decode(fromBase64Url(text));
		const [value, id] = v.parse(cursorSchema, JSON.parse(json));
		return { value, id };
	} catch {
		return undefined;
	}
}

/** Returns the page of a parsed query. Throws ShopError `malformed` for an invalid cursor. */
export function parsePage(query: { limit: number; cursor?: string | undefined }): Page {
	if (query.cursor === undefined) return { limit: query.limit, cursor: undefined };
	const cursor = decodeCursor(query.cursor);
	if (!cursor) throw new ShopError("malformed");
	return { limit: query.limit, cursor };
}

/**
 * Splits `limit + 1` rows into the page and the cursor of the next page, if there is one. `sortKey`
 * returns the sort value of a row.
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

/** Returns the Link header of the next page (RFC 8288), with the request's other parameters. */
export function nextLink(requestUrl: string, next: Cursor): string {
	const url = new URL(requestUrl);
	url.searchParams.set("cursor", encodeCursor(next));
	return `<${url.pathname}${url.search}>; rel="next"`;
}

/** The header with how many of the newest matches are sorted, if there are more. */
export const truncatedToHeader = "Search-Limit";

/** Sets the headers of a page: the Link to the next page, and how many matches are sorted, if not all. */
export function setPageHeaders(
	headers: Headers,
	requestUrl: string,
	{ next, truncatedTo }: { next: Cursor | undefined; truncatedTo?: number | undefined },
): void {
	if (next) headers.set("Link", nextLink(requestUrl, next));
	if (truncatedTo !== undefined) headers.set(truncatedToHeader, String(truncatedTo));
}

/** Returns the cursor of a Link header, or undefined without a next page. */
export function parseNextCursor(link: string | null): string | undefined {
	const href = /<([^>]*)>;\s*rel="next"/.exec(link ?? "")?.[1];
	return href && (new URL(href, "http://shop.invalid").searchParams.get("cursor") ?? undefined);
}
