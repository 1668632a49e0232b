/** Runs work on many items with limited concurrency and rate. */

export interface ThrottleOptions {
	/** Maximum items in progress at the same time. */
	concurrency: number;
	/** Maximum items started a second, evenly spaced. */
	perSecond: number;
}

/** Runs `work` on every item. It must not reject. */
export async function runThrottled<T>(
	items: Iterable<T>,
	{ concurrency, perSecond }: ThrottleOptions,
	work: (item: T) => Promise<void>,
): Promise<void> {
	// All workers take their items from one iterator.
	const queue = items[Symbol.iterator]();
	const intervalMs = 1000 / perSecond;
	let last = Number.NEGATIVE_INFINITY;
	let turn = Promise.resolve();
	// Each start is spaced from the actual start before it, so that no burst follows a delay.
	const waitForTurn = async () => {
		const waitMs = last + intervalMs - Date.now();
		if (waitMs >= 1) await new Promise((resolve) => setTimeout(resolve, waitMs));
		last = Date.now();
	};
	const worker = async () => {
		for (let item = queue.next(); !item.done; item = queue.next()) {
			turn = turn.then(waitForTurn);
			await turn;
			await work(item.value);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, worker));
}
