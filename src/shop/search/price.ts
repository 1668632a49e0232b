/** The price in what a visitor typed. */
import { smallestCents } from "../../config/config.ts";
import { toCents } from "../../values/money.ts";

const unit = String.raw`\s*-?\s*(?:mm|cm|nm|psi|bar|inch|in\b|speed|spd|links?|g\b|kg)`;
const number = String.raw`(\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?|\d{1,7}(?:[.,]\d{1,2})?)(?![\d.,]*\d|${unit})`;
const currency = "(?:dollars?|usd|bucks|euros?|eur|pounds?|gbp|[$€£¥])";
const amount = String.raw`[$€£¥]?\s*${number}\s*${currency}?`;
const priced = String.raw`(?:[$€£¥]\s*${number}|${number}\s*${currency}(?!\p{L}))`;
const isMost = String.raw`(?:(?:no|not) (?:more|over)(?: than)?|(?<!\p{L})(?:under|below|less than|cheaper than|up to|at most|within|max(?:imum)?)|<=?)`;
const isLeast = String.raw`(?:(?<!\p{L})(?:over|above|more than|at least|min(?:imum)?)|>=?)`;
const ranges = [
	String.raw`between\s+${amount}\s+and\s+${amount}`,
	// Without a currency these are sizes.
	String.raw`(?:from\s+)?${priced}\s*(?:to|-|–)\s*${amount}`,
].map((text) => new RegExp(text, "iu"));
const maxPrices = [
	String.raw`${isMost}\s*${amount}`,
	String.raw`${amount}\s+(?:or|and)\s+(?:less|under|below|cheaper)`,
].map((text) => new RegExp(text, "iu"));
/** A price alone is the highest one. */
const plainPrices = [new RegExp(priced, "iu")];
const minPrices = [
	String.raw`${isLeast}\s*${amount}`,
	String.raw`${amount}\s+(?:or|and)\s+(?:more|over|above)`,
].map((text) => new RegExp(text, "iu"));

/** Takes `under 100`, `over $20` and `$20 to 40` out of a search. Each includes its limits: a forgiving search hides no tool for a cent. */
export function parsePrice(q: string): {
	rest: string;
	minCents: number | undefined;
	maxCents: number | undefined;
} {
	let rest = q;
	/** Takes the first match out, and returns its amounts in cents. */
	const take = (patterns: readonly RegExp[]): number[] => {
		for (const pattern of patterns) {
			const [found, ...amounts] = pattern.exec(rest) ?? [];
			if (!found) continue;
			rest = rest.replace(found, " ");
			return amounts.filter(Boolean).map(priceOf);
		}
		return [];
	};
	const [from, to] = take(ranges);
	if (from !== undefined && to !== undefined)
		return { rest, minCents: Math.min(from, to), maxCents: Math.max(from, to) };
	// First, because `no more than 20` has `more than 20` in it.
	const most = take(maxPrices);
	const [minCents] = take(minPrices);
	const [maxCents] = most.length > 0 ? most : take(plainPrices);
	return { rest, minCents, maxCents };
}

/** Returns the cents of `1,000`, `20.50` or `20,50`. */
function priceOf(text: string): number {
	const plain = text.replace(/,(?=\d{3})/g, "").replace(",", ".");
	return Math.round(toCents(Number(plain)) / smallestCents) * smallestCents;
}
