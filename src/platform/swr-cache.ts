/**
 * What was made once and is given to many: fresh for a while, then stale for a while longer, in which
 * it is still given at once while one request makes it anew. However many ask for what is not there,
 * it is made once. It knows neither requests nor pages: `platform/page-cache` keeps pages on one.
 */

/** How long something is kept, in seconds, and by which names it is taken down. */
export interface CachePolicy {
	/** Given as it is. */
	maxAge: number;
	/** After that: given as it is, while it is made anew. */
	swr: number;
	tags: readonly string[];
}

/** What was made; without `keep` it is only for whom it was made. */
export interface LoadResult<T> {
	value: T;
	policy?: CachePolicy | undefined;
}

/** How something came to be given. */
export type CacheOutcome = "hit" | "stale" | "coalesced" | "miss";

interface CacheEntry<T> {
	value: T;
	bytes: number;
	tags: readonly string[];
	freshUntil: number;
	staleUntil: number;
}

/** Something being made, and what was purged meanwhile: it may have been read before that. */
interface Load<T> {
	result: Promise<LoadResult<T>>;
	purgedTags: Set<string>;
}

/** Limits of one of the two parts: entries, and bytes of all entries together. */
export interface CacheLimits {
	entries: number;
	bytes: number;
}

/**
 * The standard limits. A Worker has 128 MB for everything (Cloudflare docs: Workers, Limits,
 * Memory): 12 MB of pages and 4 MB of pages with parameters leave room for requests.
 */
export const cacheLimits = {
	plain: { entries: 500, bytes: 12 * 1024 * 1024 },
	withQuery: { entries: 100, bytes: 4 * 1024 * 1024 },
} as const satisfies Record<string, CacheLimits>;

export interface SwrCacheOptions<T> {
	/** Milliseconds. */
	now?: () => number;
	/** Has `work` go on although nobody waits for it. */
	background: (work: () => Promise<unknown>) => void;
	/** Bytes of memory that a value takes. */
	sizeOf: (value: T) => number;
	/** Limits for plain keys, and for keys with a question mark. */
	limits?: { plain: CacheLimits; withQuery: CacheLimits };
	/** How long a request waits for what another makes before it makes its own, in milliseconds. */
	waitTimeoutMs?: number;
}

export class SwrCache<T> {
	readonly #now: () => number;
	readonly #background: SwrCacheOptions<T>["background"];
	readonly #sizeOf: (value: T) => number;
	readonly #waitTimeoutMs: number;
	/** Two, so that made-up questions push out none but other questions. */
	readonly #plain: BoundedCache<T>;
	readonly #withQuery: BoundedCache<T>;
	/** What may still be joined, by key. */
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

	/** How much is kept. */
	get size(): number {
		return this.#plain.size + this.#withQuery.size;
	}

	/** Bytes of all that is kept. */
	get bytes(): number {
		return this.#plain.bytes + this.#withQuery.bytes;
	}

	/** What stands under `key`, or what `make` makes. Fails as `make` does. */
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
		// Whoever asked first may go away; others wait for it.
		this.#background(() => loaded.catch(() => undefined));
		return { value: (await loaded).value, outcome: "miss" };
	}

	/** Takes down all that carries one of the tags, and whatever is being made that will carry one. */
	purge(tags: readonly string[]): void {
		for (const cache of [this.#plain, this.#withQuery]) cache.purge(tags);
		for (const { purgedTags } of this.#activeLoads) for (const tag of tags) purgedTags.add(tag);
		// Which tags they will carry is not known yet: whoever comes from now on makes their own.
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

	/** What another request makes; undefined where that fails or takes too long. */
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

/** Entries in the order of their last use; beyond a limit the one used longest ago goes. */
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
