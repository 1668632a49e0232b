/** How numbers, plurals and lists stand in sentences. */
import { locale } from "../config/config.ts";
import { textLanguage } from "../config/language.ts";

/** Formats a number as the shop's locale writes it: 12345 is "12,345". */
export function formatNumber(value: number): string {
	return value.toLocaleString(locale);
}

/** The most rows that a count of what waits reads. */
export const maxCounted = 100;

/** Formats such a count: "99+" of as many as are counted. */
export const formatCount = (count: number) =>
	count < maxCounted ? formatNumber(count) : `${formatNumber(maxCounted - 1)}+`;

/** What is left of a count after some are done. Of more than are counted, nobody knows. */
export const leftOfCounted = (count: number, done: number) =>
	count < maxCounted ? count - done : count;

/** Formats an average with one decimal: 4 is "4.0". */
export function formatAverage(value: number): string {
	return value.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Formats a share: 0.08875 is "8.875%". A change has its sign: "+12%". */
export function formatPercent(share: number, { isChange = false } = {}): string {
	return share.toLocaleString(locale, {
		style: "percent",
		maximumFractionDigits: 4,
		signDisplay: isChange ? "exceptZero" : "auto",
	});
}

/** A text for each plural form of the language, with # for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules = /* @__PURE__ */ new Intl.PluralRules(textLanguage);

/** The text for a count: plural(2, { one: "# tool", other: "# tools" }) is "2 tools". */
export function plural(count: number, forms: Forms): string {
	return (forms[rules.select(count)] ?? forms.other).replaceAll("#", formatNumber(count));
}

/** Words in a list: "tools, orders, and reviews", or with "or". */
export function listOf(
	words: readonly string[],
	type: "conjunction" | "disjunction" = "conjunction",
): string {
	return new Intl.ListFormat(textLanguage, { type }).format(words);
}

/** The days from the least to the most: "4 to 14 days", or "1 day". */
export function daysText([from, to]: readonly [number, number]): string {
	const days = plural(to, { one: "# day", other: "# days" });
	return from === to ? days : `${from} to ${days}`;
}

/** "25 minutes". */
export const minutes = (count: number): string => (count === 1 ? "1 minute" : `${count} minutes`);
