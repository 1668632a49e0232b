/** Working many things off: some at once, and no more begun in a second than whoever is asked takes. */

export interface Pace {
	/** How many are under way at once. */
	lanes: number;
	/** How many are begun in a second, evenly. */
	perSecond: number;
}

/** Runs `work` on every item. It must not reject. */
export async function paced<T>(
	items: Iterable<T>,
	{ lanes, perSecond }: Pace,
	work: (item: T) => Promise<void>,
): Promise<void> {
	// One queue that all lanes take from.
	const queue = items[Symbol.iterator]();
	let next = Date.now();
	const lane = async () => {
		for (let item = queue.next(); !item.done; item = queue.next()) {
			const wait = next - Date.now();
			next += 1000 / perSecond;
			if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
			await work(item.value);
		}
	};
	await Promise.all(Array.from({ length: lanes }, lane));
}
