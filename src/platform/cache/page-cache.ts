/**
 * The cache of public pages and embeds. A page sets its lifetime and tags with
 * `Astro.cache.set(cachePolicy(...))`; each write calls `purge` with the tags of what it changes.
 *
 * They are rendered by the Worker's entrypoint CachedPages. On Cloudflare the edge cache in front of it stores them
 * (edge-cache.ts). Local development has no edge cache, so a small cache in the isolate replaces it, with the
 * same tags. See docs/decisions/2026-11-21-edge-cache.md.
 */

import { inBackground } from "../services/background.ts";
import { settingsFreshMs } from "../settings/stored-settings.ts";
import type { CacheTag } from "./cache-policy.ts";
import type { CachedResponse } from "./cached-response.ts";
import { enqueuePurge } from "./edge-cache.ts";
import { MemoryCache } from "./memory-cache.ts";

/** The cache in the isolate. */
export const pageCache = new MemoryCache<CachedResponse>(inBackground);

/** Purges the pages with any of `tags`: in this isolate immediately, in the edge cache within seconds. The caller does not wait. */
export function purge(...tags: CacheTag[]): void {
	pageCache.purge(tags);
	enqueuePurge(tags);
}

/** Purges every page after a setting has changed, and again once no isolate has the one before in its memory. */
export function purgeShop(): void {
	purge("shop");
	enqueuePurge(["shop"], Math.ceil(settingsFreshMs / 1000) + 5);
}
