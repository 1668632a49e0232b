/** How numbers, plurals and lists stand in sentences. */
import { locale } from "./config/config.ts";

/** The language of the texts. The locale of numbers and dates is the owner's. */
export const textLanguage = "en";

/** Formats a number as the shop's locale writes it: 12345 is "12,345". */
export function formatNumber(value: number): string {
	return value.toLocaleString(locale);
}

/** A text for each plural form of the language, with # for the number. */
type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const rules = /* @__PURE__ */ new Intl.PluralRules(textLanguage);

/** The text for a count: plural(2, { one: "# tool", other: "# tools" }) is "2 tools". */
export function plural(count: number, forms: Forms): string {
	return (forms[rules.select(count)] ?? forms.other).replaceAll("#", formatNumber(count));
}

/** Words in a list: "tools, orders, and reviews". */
export function listOf(words: readonly string[]): string {
	return new Intl.ListFormat(textLanguage).format(words);
}
