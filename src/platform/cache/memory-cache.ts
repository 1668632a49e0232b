/**
 * A small cache in the memory of an isolate, where no edge cache is: in local development. Concurrent misses of
 * a key share one load. It is independent of requests and pages; `platform/cache/page-cache` stores pages in it.
 */
import type { CachePolicy } from "./cache-policy.ts";

/** A loaded value. Without a policy it is neither cached nor shared. */
export interface LoadResult<T> {
	value: T;
	policy?: CachePolicy | undefined;
}

/** Where a value came from. `coalesced` is the load of another request. */
export type CacheOutcome = "hit" | "coalesced" | "miss";

interface CacheEntry<T> {
	value: T;
	tags: readonly string[];
	freshUntil: number;
}

/** The most entries. A page has 256 KB at most, and an isolate 128 MB (Cloudflare docs: Workers, Limits, Memory). */
export const maxEntries = 200;

export class MemoryCache<T> {
	readonly #background: (work: Promise<unknown>) => void;
	readonly #now: () => number;
	readonly #entries = new Map<string, CacheEntry<T>>();
	/** Loads that other requests may wait for, by key. */
	readonly #loads = new Map<string, Promise<LoadResult<T>>>();
	#purges = 0;

	/** `background` lets work continue after the response, `now` returns the time in milliseconds. */
	constructor(background: (work: Promise<unknown>) => void, now: () => number = Date.now) {
		this.#background = background;
		this.#now = now;
	}

	/** The number of entries. */
	get size(): number {
		return this.#entries.size;
	}

	/** Returns the cached value of `key`, or loads it. Rejects with the error of `load`. */
	async get(
		key: string,
		load: () => Promise<LoadResult<T>>,
	): Promise<{ value: T; outcome: CacheOutcome }> {
		const entry = this.#entries.get(key);
		if (entry && this.#now() < entry.freshUntil) return { value: entry.value, outcome: "hit" };
		const active = this.#loads.get(key);
		// Without a load to wait for, this one must begin at once, so that others find it.
		const shared = active && (await active.catch(() => undefined));
		if (shared?.policy) return { value: shared.value, outcome: "coalesced" };
		const loading = this.#load(key, load);
		// The first client may disconnect while others wait for the load.
		this.#background(loading.catch(() => undefined));
		return { value: (await loading).value, outcome: "miss" };
	}

	/** Purges all entries with one of the tags. No load in progress is stored or shared: it may have read older data. */
	purge(tags: readonly string[]): void {
		this.#purges += 1;
		this.#loads.clear();
		for (const [key, entry] of this.#entries)
			if (entry.tags.some((tag) => tags.includes(tag))) this.#entries.delete(key);
	}

	async #load(key: string, load: () => Promise<LoadResult<T>>): Promise<LoadResult<T>> {
		const purges = this.#purges;
		const loading = load();
		this.#loads.set(key, loading);
		try {
			const result = await loading;
			if (result.policy && purges === this.#purges) this.#put(key, result.value, result.policy);
			return result;
		} finally {
			if (this.#loads.get(key) === loading) this.#loads.delete(key);
		}
	}

	#put(key: string, value: T, { maxAge, tags }: CachePolicy): void {
		this.#entries.set(key, { value, tags, freshUntil: this.#now() + maxAge * 1000 });
		const [oldest] = this.#entries.keys();
		if (oldest !== undefined && this.size > maxEntries) this.#entries.delete(oldest);
	}
}
