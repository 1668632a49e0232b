/** Reads numbers and weights as suppliers write them, and says no where that could mean two numbers. */
import { currency, priceDecimals } from "../../config/config.ts";

/** What a single separator before three digits is: `1,250` may be 1250 or 1.25. */
type ThreeDigits = "decimals" | "unclear";

const plain = /^-?\d+$/;
const grouped = { ",": /^-?\d{1,3}(,\d{3})+$/, ".": /^-?\d{1,3}(\.\d{3})+$/ };

/**
 * Reads a number with a point or a comma before its decimals, and with or without separators of thousands: `1299.50`,
 * `1.299,50` and `1,299.50` are the same. Returns undefined for anything else, and where it is unclear.
 */
export function parseNumber(written: string, threeDigits: ThreeDigits): number | undefined {
	const text = written.replaceAll(/(?<=\d)['’\s](?=\d{3}(\D|$))/g, "");
	if (plain.test(text)) return Number(text);
	const [, whole = "", separator, decimals = ""] = /^(-?[\d.,]+)([.,])(\d+)$/.exec(text) ?? [];
	if (separator !== "." && separator !== ",") return undefined;
	const other = separator === "," ? "." : ",";
	if (grouped[separator].test(text)) {
		const isOnce = text.indexOf(separator) === text.lastIndexOf(separator);
		if (!isOnce) return Number(text.replaceAll(separator, ""));
		if (threeDigits === "unclear" && !/^-?0/.test(text)) return undefined;
	}
	const isWhole = plain.test(whole) || grouped[other].test(whole);
	return isWhole ? Number(`${whole.replaceAll(other, "")}.${decimals}`) : undefined;
}

/** The sign of the shop's currency, which a price may have. */
const sign =
	new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay: "narrowSymbol" })
		.formatToParts(0)
		.find(({ type }) => type === "currency")?.value ?? currency;

/** Reads a price, also with the sign or the code of the shop's currency. */
export function parseAmount(written: string): number | undefined {
	const text = written.replaceAll(sign, "").replaceAll(new RegExp(currency, "gi"), "").trim();
	return parseNumber(text, priceDecimals >= 3 ? "decimals" : "unclear");
}

const gramsOf = new Map([
	...["g", "gr", "gram", "grams"].map((unit) => [unit, 1] as const),
	["kg", 1000] as const,
]);

/** Reads a weight in whole grams: of `0.25 kg`, `250 g`, or a number in the unit of its column. */
export function parseWeight(written: string, unit: "g" | "kg"): number | undefined {
	const [, amount = "", named] = /^([^a-z]+?)\s*([a-z]+)?\.?$/i.exec(written) ?? [];
	const grams = gramsOf.get(named?.toLowerCase() ?? unit);
	if (grams === undefined) return undefined;
	const parsed = parseNumber(amount.trim(), grams === 1000 ? "decimals" : "unclear");
	return parsed === undefined ? undefined : Math.round(parsed * grams);
}
