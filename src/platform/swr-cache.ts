/**
 * A stale-while-revalidate cache in memory (RFC 5861). A fresh value is returned as it is. A stale
 * value is returned immediately while one request loads a new one. Concurrent misses of a key share one
 * load. It is independent of requests and pages; `platform/page-cache` stores pages in it.
 */

/** How long a value is cached, in seconds, and the tags that purge it. */
export interface CachePolicy {
	/** How long it is fresh. */
	maxAge: number;
	/** How long it is stale after that (stale-while-revalidate). */
	swr: number;
	tags: readonly string[];
}

/** A loaded value. Without a policy it is neither cached nor shared. */
export interface LoadResult<T> {
	value: T;
	policy?: CachePolicy | undefined;
}

/** Where a value came from. `coalesced` is the load of another request. */
export type CacheOutcome = "hit" | "stale" | "coalesced" | "miss";

interface CacheEntry<T> {
	value: T;
	bytes: number;
	tags: readonly string[];
	freshUntil: number;
	staleUntil: number;
}

/** A load in progress, and the tags purged since it started: it may have read older data. */
interface Load<T> {
	result: Promise<LoadResult<T>>;
	purgedTags: Set<string>;
}

/** Limits of one part of the cache: its entries, and the bytes of all of them. */
export interface CacheLimits {
	entries: number;
	bytes: number;
}

/**
 * The default limits. An isolate has 128 MB of memory (Cloudflare docs: Workers, Limits, Memory):
 * 12 MB of pages and 4 MB of pages with a query leave room for requests.
 */
export const cacheLimits = {
	plain: { entries: 500, bytes: 12 * 1024 * 1024 },
	withQuery: { entries: 100, bytes: 4 * 1024 * 1024 },
} as const satisfies Record<string, CacheLimits>;

export interface SwrCacheOptions<T> {
	/** Returns the current time in milliseconds. */
	now?: () => number;
	/** Runs `work` to its end, even after the response. */
	background: (work: () => Promise<unknown>) => void;
	/** Returns the memory of a value, in bytes. */
	sizeOf: (value: T) => number;
	/** Limits for keys without and with a query. */
	limits?: { plain: CacheLimits; withQuery: CacheLimits };
	/** How long a request waits for the load of another before it loads itself, in milliseconds. */
	waitTimeoutMs?: number;
}

export class SwrCache<T> {
	readonly #now: () => number;
	readonly #background: SwrCacheOptions<T>["background"];
	readonly #sizeOf: (value: T) => number;
	readonly #waitTimeoutMs: number;
	/** Two parts, so that arbitrary queries evict only other queries. */
	readonly #plain: BoundedCache<T>;
	readonly #withQuery: BoundedCache<T>;
	/** Loads that other requests may wait for, by key. */
	readonly #joinableLoads = new Map<string, Load<T>>();
	readonly #activeLoads = new Set<Load<T>>();

	constructor({
		now = Date.now,
		background,
		sizeOf,
		limits = cacheLimits,
		waitTimeoutMs = 10_000,
	}: SwrCacheOptions<T>) {
		this.#now = now;
		this.#background = background;
		this.#sizeOf = sizeOf;
		this.#plain = new BoundedCache(limits.plain);
		this.#withQuery = new BoundedCache(limits.withQuery);
		this.#waitTimeoutMs = waitTimeoutMs;
	}

	/** The number of entries. */
	get size(): number {
		return this.#plain.size + this.#withQuery.size;
	}

	/** The bytes of all entries. */
	get bytes(): number {
		return this.#plain.bytes + this.#withQuery.bytes;
	}

	/** Returns the cached value of `key`, or loads it. Rejects with the error of `load`. */
	async get(
		key: string,
		load: () => Promise<LoadResult<T>>,
	): Promise<{ value: T; outcome: CacheOutcome }> {
		const entry = this.#find(key);
		const now = this.#now();
		if (entry && now < entry.freshUntil) return { value: entry.value, outcome: "hit" };
		if (entry && now < entry.staleUntil) {
			if (!this.#joinableLoads.has(key)) this.#background(() => this.#load(key, load));
			return { value: entry.value, outcome: "stale" };
		}
		const activeLoad = this.#joinableLoads.get(key);
		if (activeLoad) {
			const coalesced = await this.#waitFor(activeLoad);
			if (coalesced?.policy) return { value: coalesced.value, outcome: "coalesced" };
			return { value: (await load()).value, outcome: "miss" };
		}
		const loaded = this.#load(key, load);
		// The first client may disconnect while others wait for the load.
		this.#background(() => loaded.catch(() => undefined));
		return { value: (await loaded).value, outcome: "miss" };
	}

	/** Purges all entries with one of the tags, and keeps loads in progress with one from being cached. */
	purge(tags: readonly string[]): void {
		for (const cache of [this.#plain, this.#withQuery]) cache.purge(tags);
		for (const { purgedTags } of this.#activeLoads) for (const tag of tags) purgedTags.add(tag);
		// The tags of loads in progress are not known yet, so later requests start loads of their own.
		this.#joinableLoads.clear();
	}

	async #load(key: string, load: () => Promise<LoadResult<T>>): Promise<LoadResult<T>> {
		const activeLoad: Load<T> = { result: load(), purgedTags: new Set() };
		this.#joinableLoads.set(key, activeLoad);
		this.#activeLoads.add(activeLoad);
		try {
			const result = await activeLoad.result;
			const { policy } = result;
			if (policy && !policy.tags.some((tag) => activeLoad.purgedTags.has(tag)))
				this.#put(key, result.value, policy);
			return result;
		} finally {
			this.#activeLoads.delete(activeLoad);
			if (this.#joinableLoads.get(key) === activeLoad) this.#joinableLoads.delete(key);
		}
	}

	/** Waits for the load of another request. Undefined if that fails or takes too long. */
	async #waitFor({ result }: Load<T>): Promise<LoadResult<T> | undefined> {
		let stop = () => {};
		const timeout = new Promise<undefined>((resolve) => {
			const timer = setTimeout(resolve, this.#waitTimeoutMs);
			stop = () => clearTimeout(timer);
		});
		try {
			return await Promise.race([result, timeout]);
		} catch {
			return undefined;
		} finally {
			stop();
		}
	}

	#partFor(key: string): BoundedCache<T> {
		return key.includes("?") ? this.#withQuery : this.#plain;
	}

	#find(key: string): CacheEntry<T> | undefined {
		return this.#partFor(key).find(key);
	}

	#put(key: string, value: T, { maxAge, swr, tags }: CachePolicy): void {
		const freshUntil = this.#now() + maxAge * 1000;
		const staleUntil = freshUntil + swr * 1000;
		const bytes = this.#sizeOf(value);
		this.#partFor(key).put(key, { value, bytes, tags, freshUntil, staleUntil });
	}
}

/** A least-recently-used cache with limits. */
class BoundedCache<T> {
	readonly #limits: CacheLimits;
	readonly #entries = new Map<string, CacheEntry<T>>();
	#bytes = 0;

	constructor(limits: CacheLimits) {
		this.#limits = limits;
	}

	get size(): number {
		return this.#entries.size;
	}

	get bytes(): number {
		return this.#bytes;
	}

	find(key: string): CacheEntry<T> | undefined {
		const entry = this.#entries.get(key);
		if (!entry) return undefined;
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		return entry;
	}

	put(key: string, entry: CacheEntry<T>): void {
		this.#delete(key);
		this.#entries.set(key, entry);
		this.#bytes += entry.bytes;
		for (const oldest of this.#entries.keys()) {
			if (this.size <= this.#limits.entries && this.#bytes <= this.#limits.bytes) break;
			this.#delete(oldest);
		}
	}

	purge(tags: readonly string[]): void {
		for (const [key, entry] of this.#entries) {
			if (entry.tags.some((tag) => tags.includes(tag))) this.#delete(key);
		}
	}

	#delete(key: string): void {
		this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
		this.#entries.delete(key);
	}
}
