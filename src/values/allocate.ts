/** Dividing an amount so that the parts add up to it. Runs in the Worker and the browser. */

/**
 * Divides an amount in proportion to weights, by the largest remainder: each share is its exact part,
 * rounded down or up, and the shares add up to the amount. Without any weight all shares count the same.
 */
export function allocate(cents: number, weights: readonly number[]): number[] {
	const total = weights.reduce((sum, weight) => sum + weight, 0);
	if (total === 0)
		return weights.length === 0
			? []
			: allocate(
					cents,
					weights.map(() => 1),
				);
	// The products may exceed what a number holds exactly.
	const products = weights.map((weight) => BigInt(cents) * BigInt(weight));
	const shares = products.map((product) => Number(product / BigInt(total)));
	const remainders = products.map((product) => Number(product % BigInt(total)));
	const rest = cents - shares.reduce((sum, share) => sum + share, 0);
	// The sort is stable: of equal remainders the first comes first.
	const largestFirst = remainders
		.map((remainder, index) => ({ remainder, index }))
		.toSorted((a, b) => b.remainder - a.remainder);
	const roundedUp = new Set(largestFirst.slice(0, rest).map(({ index }) => index));
	return shares.map((share, index) => (roundedUp.has(index) ? share + 1 : share));
}
