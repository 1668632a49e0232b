/**
 * What was made once and is given to many: fresh for a while, then stale for a while longer, in which
 * it is still given at once while one request makes it anew. However many ask for what is not there,
 * it is made once. It knows neither requests nor pages: `platform/cache` keeps pages on one.
 */

/** How long something is kept, in seconds, and by which names it is taken down. */
export interface Keeping {
	/** Given as it is. */
	maxAge: number;
	/** After that: given as it is, while it is made anew. */
	swr: number;
	tags: readonly string[];
}

/** What was made; without `keep` it is only for whom it was made. */
export interface Made<T> {
	value: T;
	keep?: Keeping | undefined;
}

/** How something came to be given. */
export type How = "hit" | "stale" | "shared" | "made";

interface Kept<T> {
	value: T;
	bytes: number;
	tags: readonly string[];
	freshUntil: number;
	staleUntil: number;
}

/** Something being made, and what was purged meanwhile: it may have been read before that. */
interface Making<T> {
	made: Promise<Made<T>>;
	purged: Set<string>;
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
	asked: { entries: 100, bytes: 4 * 1024 * 1024 },
} as const satisfies Record<string, CacheLimits>;

export interface ShelfSettings<T> {
	/** Milliseconds. */
	now?: () => number;
	/** Has `work` go on although nobody waits for it. */
	background: (work: () => Promise<unknown>) => void;
	/** Bytes of memory that a value takes. */
	sizeOf: (value: T) => number;
	/** Limits for plain keys, and for keys with a question mark. */
	limits?: { plain: CacheLimits; asked: CacheLimits };
	/** How long a request waits for what another makes before it makes its own, in milliseconds. */
	patienceMs?: number;
}

export class Shelf<T> {
	readonly #now: () => number;
	readonly #background: ShelfSettings<T>["background"];
	readonly #sizeOf: (value: T) => number;
	readonly #patienceMs: number;
	/** Two, so that made-up questions push out none but other questions. */
	readonly #plain: BoundedCache<T>;
	readonly #asked: BoundedCache<T>;
	/** What may still be joined, by key. */
	readonly #joinable = new Map<string, Making<T>>();
	readonly #makings = new Set<Making<T>>();

	constructor({
		now = Date.now,
		background,
		sizeOf,
		limits = cacheLimits,
		patienceMs = 10_000,
	}: ShelfSettings<T>) {
		this.#now = now;
		this.#background = background;
		this.#sizeOf = sizeOf;
		this.#plain = new BoundedCache(limits.plain);
		this.#asked = new BoundedCache(limits.asked);
		this.#patienceMs = patienceMs;
	}

	/** How much is kept. */
	get size(): number {
		return this.#plain.size + this.#asked.size;
	}

	/** Bytes of all that is kept. */
	get bytes(): number {
		return this.#plain.bytes + this.#asked.bytes;
	}

	/** What stands under `key`, or what `make` makes. Fails as `make` does. */
	async take(key: string, make: () => Promise<Made<T>>): Promise<{ value: T; how: How }> {
		const kept = this.#find(key);
		const now = this.#now();
		if (kept && now < kept.freshUntil) return { value: kept.value, how: "hit" };
		if (kept && now < kept.staleUntil) {
			if (!this.#joinable.has(key)) this.#background(() => this.#make(key, make));
			return { value: kept.value, how: "stale" };
		}
		const making = this.#joinable.get(key);
		if (making) {
			const shared = await this.#waitFor(making);
			if (shared?.keep) return { value: shared.value, how: "shared" };
			return { value: (await make()).value, how: "made" };
		}
		const made = this.#make(key, make);
		// Whoever asked first may go away; others wait for it.
		this.#background(() => made.catch(() => undefined));
		return { value: (await made).value, how: "made" };
	}

	/** Takes down all that carries one of the tags, and whatever is being made that will carry one. */
	purge(tags: readonly string[]): void {
		for (const cache of [this.#plain, this.#asked]) cache.purge(tags);
		for (const { purged } of this.#makings) for (const tag of tags) purged.add(tag);
		// Which tags they will carry is not known yet: whoever comes from now on makes their own.
		this.#joinable.clear();
	}

	async #make(key: string, make: () => Promise<Made<T>>): Promise<Made<T>> {
		const making: Making<T> = { made: make(), purged: new Set() };
		this.#joinable.set(key, making);
		this.#makings.add(making);
		try {
			const made = await making.made;
			const { keep } = made;
			if (keep && !keep.tags.some((tag) => making.purged.has(tag)))
				this.#put(key, made.value, keep);
			return made;
		} finally {
			this.#makings.delete(making);
			if (this.#joinable.get(key) === making) this.#joinable.delete(key);
		}
	}

	/** What another request makes; undefined where that fails or takes too long. */
	async #waitFor({ made }: Making<T>): Promise<Made<T> | undefined> {
		let stop = () => {};
		const patience = new Promise<undefined>((resolve) => {
			const timer = setTimeout(resolve, this.#patienceMs);
			stop = () => clearTimeout(timer);
		});
		try {
			return await Promise.race([made, patience]);
		} catch {
			return undefined;
		} finally {
			stop();
		}
	}

	#cacheOf(key: string): BoundedCache<T> {
		return key.includes("?") ? this.#asked : this.#plain;
	}

	#find(key: string): Kept<T> | undefined {
		return this.#cacheOf(key).find(key);
	}

	#put(key: string, value: T, { maxAge, swr, tags }: Keeping): void {
		const freshUntil = this.#now() + maxAge * 1000;
		const staleUntil = freshUntil + swr * 1000;
		const bytes = this.#sizeOf(value);
		this.#cacheOf(key).put(key, { value, bytes, tags, freshUntil, staleUntil });
	}
}

/** Entries in the order of their last use; beyond a limit the one used longest ago goes. */
class BoundedCache<T> {
	readonly #limits: CacheLimits;
	readonly #entries = new Map<string, Kept<T>>();
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

	find(key: string): Kept<T> | undefined {
		const entry = this.#entries.get(key);
		if (!entry) return undefined;
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		return entry;
	}

	put(key: string, entry: Kept<T>): void {
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
