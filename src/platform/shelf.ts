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
	tags: readonly string[];
	freshUntil: number;
	staleUntil: number;
}

/** Something being made, and what was purged meanwhile: it may have been read before that. */
interface Making<T> {
	made: Promise<Made<T>>;
	purged: Set<string>;
}

export interface ShelfSettings {
	/** Milliseconds. */
	now?: () => number;
	/** Has `work` go on although nobody waits for it. */
	background: (work: () => Promise<unknown>) => void;
	/** Most that is kept under plain keys, and under keys with a question mark. */
	most?: { plain: number; asked: number };
	/** How long a request waits for what another makes before it makes its own, in milliseconds. */
	patienceMs?: number;
}

export class Shelf<T> {
	readonly #now: () => number;
	readonly #background: ShelfSettings["background"];
	readonly #most: { plain: number; asked: number };
	readonly #patienceMs: number;
	/** In the order of their last use. Whoever makes up questions pushes out none but other questions. */
	readonly #plain = new Map<string, Kept<T>>();
	readonly #asked = new Map<string, Kept<T>>();
	/** What may still be joined, by key. */
	readonly #joinable = new Map<string, Making<T>>();
	readonly #makings = new Set<Making<T>>();

	constructor({
		now = Date.now,
		background,
		most = { plain: 500, asked: 100 },
		patienceMs = 10_000,
	}: ShelfSettings) {
		this.#now = now;
		this.#background = background;
		this.#most = most;
		this.#patienceMs = patienceMs;
	}

	/** How much is kept. */
	get size(): number {
		return this.#plain.size + this.#asked.size;
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
		for (const shelf of [this.#plain, this.#asked]) {
			for (const [key, kept] of shelf) {
				if (kept.tags.some((tag) => tags.includes(tag))) shelf.delete(key);
			}
		}
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

	#shelfOf(key: string): Map<string, Kept<T>> {
		return key.includes("?") ? this.#asked : this.#plain;
	}

	#find(key: string): Kept<T> | undefined {
		const shelf = this.#shelfOf(key);
		const kept = shelf.get(key);
		if (!kept) return undefined;
		shelf.delete(key);
		shelf.set(key, kept);
		return kept;
	}

	#put(key: string, value: T, { maxAge, swr, tags }: Keeping): void {
		const shelf = this.#shelfOf(key);
		const freshUntil = this.#now() + maxAge * 1000;
		shelf.delete(key);
		shelf.set(key, { value, tags, freshUntil, staleUntil: freshUntil + swr * 1000 });
		const most = shelf === this.#asked ? this.#most.asked : this.#most.plain;
		for (const oldest of shelf.keys()) {
			if (shelf.size <= most) break;
			shelf.delete(oldest);
		}
	}
}
