/** Working many things off: some at once, and no more begun in a second than whoever is asked takes. */

export interface ThrottleOptions {
	/** How many are under way at once. */
	concurrency: number;
	/** How many are begun in a second, evenly. */
	perSecond: number;
}

/** Runs `work` on every item. It must not reject. */
export async function runThrottled<T>(
	items: Iterable<T>,
	{ concurrency, perSecond }: ThrottleOptions,
	work: (item: T) => Promise<void>,
): Promise<void> {
	// One queue that all lanes take from.
	const queue = items[Symbol.iterator]();
	const apartMs = 1000 / perSecond;
	let last = Number.NEGATIVE_INFINITY;
	let turn = Promise.resolve();
	// Each from when the one before really began: what was held up is not made good by a burst.
	const begin = async () => {
		const wait = last + apartMs - Date.now();
		if (wait >= 1) await new Promise((resolve) => setTimeout(resolve, wait));
		last = Date.now();
	};
	const worker = async () => {
		for (let item = queue.next(); !item.done; item = queue.next()) {
			turn = turn.then(begin);
			await turn;
			await work(item.value);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
}
