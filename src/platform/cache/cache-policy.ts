/**
 * How a response is cached, other than by browsers. A page sets its policy with `Astro.cache.set`. It
 * stays a value until `setEdgeCacheHeaders` writes it into the response.
 */

import { dayOf, startOfDay } from "../../config/days.ts";

/** How long a response is cached, in seconds, and the tags that purge it. */
export interface CachePolicy {
	/** How long it is fresh. */
	maxAge: number;
	/** How long it is stale after that (stale-while-revalidate, RFC 5861). Of the edge cache alone. */
	swr: number;
	tags: readonly string[];
}

/**
 * What a page shows: the shop, as every page does, lists of tools, lists of reviews, the owner's pages, or one tool with its reviews,
 * whichever it is.
 */
export type CacheTag = "shop" | "tools" | "reviews" | "pages" | "every-tool" | `tool:${string}`;

/** The policy of a page or an embed. */
export interface PagePolicy extends CachePolicy {
	tags: CacheTag[];
}

/** The lifetime of a page without a purge, in seconds: fresh for five minutes, then stale-while-revalidate for an hour. */
const pageTtl = { maxAge: 300, swr: 3600 };

/** Returns the policy of a page that shows `tags`. */
export function cachePolicy(...tags: CacheTag[]): PagePolicy {
	return { ...pageTtl, tags: ["shop", ...tags] };
}

/** Returns a policy that ends with the shop's day, for a page that says what is true today. */
export function untilTomorrow(policy: PagePolicy, now: number): PagePolicy {
	const leftS = Math.ceil((startOfDay(dayOf(now) + 1) - now) / 1000);
	const maxAge = Math.min(policy.maxAge, leftS);
	return { ...policy, maxAge, swr: Math.min(policy.swr, leftS - maxAge) };
}

/** The maximum age of a file that never changes, in seconds: a year. */
export const immutableMaxAgeS = 365 * 24 * 60 * 60;

/** The maximum age of a file in the edge cache, in seconds: a deleted image is gone after a day. */
const maxEdgeFileAgeS = 24 * 60 * 60;

/** How a file is cached: `cacheControl` is for browsers, `policy` for the edge cache. */
interface FileCaching {
	cacheControl: string;
	policy: PagePolicy;
}

/** Returns how a file is cached that browsers may use for `maxAge` seconds. */
export function fileCaching(maxAge: number): FileCaching {
	const immutable = maxAge === immutableMaxAgeS ? ", immutable" : "";
	return {
		cacheControl: `public, max-age=${maxAge}${immutable}`,
		policy: { maxAge: Math.min(maxAge, maxEdgeFileAgeS), swr: 0, tags: [] },
	};
}

/** The Cache-Control header for Cloudflare's cache alone. */
const edgeCacheHeader = "Cloudflare-CDN-Cache-Control";

/** How long the edge cache serves an expired page if rendering fails, in seconds. Without the directive it has no end. */
const staleIfErrorS = 24 * 60 * 60;

/** Whether the headers tell the edge cache what to do. */
export function isForEdgeCache(headers: Headers): boolean {
	return headers.has(edgeCacheHeader);
}

/** Sets the headers for the edge cache. Without a policy it does not store the response. */
export function setEdgeCacheHeaders(headers: Headers, policy: CachePolicy | undefined): void {
	removeEdgeCacheHeaders(headers);
	if (!policy) {
		headers.set(edgeCacheHeader, "no-store");
		return;
	}
	const { maxAge, swr, tags } = policy;
	const stale = swr > 0 ? `, stale-while-revalidate=${swr}, stale-if-error=${staleIfErrorS}` : "";
	headers.set(edgeCacheHeader, `public, max-age=${maxAge}${stale}`);
	if (tags.length > 0) headers.set("Cache-Tag", tags.join(","));
}

/** Removes the headers for the edge cache, as Cloudflare does before a response reaches the browser. */
export function removeEdgeCacheHeaders(headers: Headers): void {
	headers.delete(edgeCacheHeader);
	headers.delete("Cache-Tag");
}
