/** Random numbers from a seed: the demo shop's history is the same each time. */

export interface Random {
	/** Returns a number of at least 0 and below 1. */
	next(): number;
	/** A whole number of a range, both ends included. */
	integer(from: number, to: number): number;
	chance(probability: number): boolean;
	pick<T>(items: readonly T[]): T;
	/** One of some items, each as likely as its weight says. */
	pickBy<T>(items: readonly T[], weightOf: (item: T) => number): T;
	/** Letters and digits, for ids. */
	word(length: number): string;
}

const letters = [..."0123456789abcdefghijklmnopqrstuvwxyz"];

/** Returns random numbers that depend on the seed alone, by the generator mulberry32. Not for secrets. */
export function createRandom(seed: number): Random {
	let state = seed;
	const next = () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
	const pick = <T>(items: readonly T[]) => at(items, integer(0, items.length - 1));
	return {
		next,
		integer,
		pick,
		chance: (probability) => next() < probability,
		pickBy: (items, weightOf) => {
			let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0);
			const found = items.find((item) => {
				left -= weightOf(item);
				return left < 0;
			});
			return found ?? at(items, items.length - 1);
		},
		word: (length) => Array.from({ length }, () => pick(letters)).join(""),
	};
}

function at<T>(items: readonly T[], index: number): T {
	const item = items[index];
	if (item === undefined) throw new Error("There is nothing to pick from.");
	return item;
}
