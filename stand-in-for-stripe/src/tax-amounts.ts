/** Exact amounts in the currency's smallest unit. */

/** A rate of 100 %: rates are in thousandths of a percent. */
const WHOLE = 100_000;

/** The tax of each rate on an amount. Half a cent is rounded up, on each line item for itself. */
export function taxesOn(amount: number, rates: readonly number[], isInclusive: boolean): number[] {
	if (!isInclusive) return rates.map((rate) => divide(amount * rate, WHOLE));
	const sum = rates.reduce((total, rate) => total + rate, 0);
	return allocate(divide(amount * sum, WHOLE + sum), rates);
}

/**
 * Divides an amount in proportion to weights, by the largest remainder: the parts add up to the amount,
 * and none is more than its weight if the amount is not more than their sum.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
	const sum = weights.reduce((total, weight) => total + weight, 0);
	if (sum === 0) return weights.map(() => 0);
	// BigInt: the product of two amounts can exceed what a number holds exactly.
	const shares = weights.map((weight, index) => {
		const product = BigInt(amount) * BigInt(weight);
		const share = Number(product / BigInt(sum));
		return { index, share, remainder: Number(product % BigInt(sum)) };
	});
	let rest = amount - shares.reduce((total, { share }) => total + share, 0);
	for (const one of [...shares].sort((a, b) => b.remainder - a.remainder || a.index - b.index)) {
		if (rest === 0) break;
		one.share += 1;
		rest -= 1;
	}
	return shares.map(({ share }) => share);
}

/** The proportion `part / whole` of an amount, rounded half up. */
export function proportion(amount: number, part: number, whole: number): number {
	if (whole === 0) return 0;
	const doubled = 2n * BigInt(amount) * BigInt(part) + BigInt(whole);
	return Number(doubled / (2n * BigInt(whole)));
}

/** A rate as Stripe writes it: 9975 is "9.975", 19000 is "19.0". */
export function percentage(rate: number): string {
	return rate % 1000 === 0 ? `${rate / 1000}.0` : String(rate / 1000);
}

function divide(dividend: number, divisor: number): number {
	return Math.floor((2 * dividend + divisor) / (2 * divisor));
}
