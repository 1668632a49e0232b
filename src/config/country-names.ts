/** The names of countries. Without the list of all of them, which the checkout does not need. Runs in the Worker and the browser. */
import { textLanguage } from "./language.ts";

const names = new Intl.DisplayNames(textLanguage, { type: "region" });

/** Returns the name of a country in the language of the texts: "DE" is "Germany". What can be no code stays as it is. */
export function countryName(code: string): string {
	return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
