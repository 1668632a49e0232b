/** Words as the index of words has them (SQLite docs: FTS5, 4.3.1), and how far two are apart. */

/** Returns the words of a text: letters and digits in lower case, without accents. */
export function splitWords(text: string): string[] {
	const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
	return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/**
 * Returns the number of letters to insert, delete, replace or swap with their neighbour, so that one word
 * becomes the other; `limit + 1` if there are more than `limit`. (Optimal string alignment.)
 */
export function editDistance(one: string, other: string, limit: number): number {
	if (Math.abs(one.length - other.length) > limit) return limit + 1;
	let beforeLast: number[] = [];
	let last = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row++) {
		const current = [row];
		for (let column = 1; column <= other.length; column++) {
			const cost = one[row - 1] === other[column - 1] ? 0 : 1;
			let best = Math.min(
				(last[column] ?? 0) + 1,
				(current[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + cost,
			);
			// Before the first letter is none, and it equals no letter.
			const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
			if (isSwap) best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
			current.push(best);
		}
		if (Math.min(...current) > limit) return limit + 1;
		[beforeLast, last] = [last, current];
	}
	return last[other.length] ?? limit + 1;
}
