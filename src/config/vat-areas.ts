/**
 * Where the European Union's rules of value-added tax on goods apply: Directive 2006/112/EC as consolidated on 14 August 2025,
 * Articles 5 to 8, and for Northern Ireland the Windsor Framework. A place is a country and, where a part of it is another
 * area, its postal code.
 */
import { isInEu } from "./eu.ts";

/** A country, by ISO 3166-1, and what is known of the postal code. */
export interface VatPlace {
	country: string;
	postalCode?: string | undefined;
}

/** Northern Ireland, as VAT numbers and VIES have it. */
export const northernIreland = "XI";

/**
 * Parts of member states where the Directive does not apply, by their postal codes. Those with a country's code of their
 * own, such as AX, GP or RE, are in no member state's list already.
 */
const outside: Readonly<Record<string, RegExp>> = {
	// Article 6(1)(a): Mount Athos, Karyes and Daphne.
	GR: /^6308[67]/,
	// Article 6(1)(b): the Canary Islands. Article 6(2)(c) and (d): Ceuta, Melilla.
	ES: /^(?:35|38|51|52)/,
	// Article 6(1)(c): the French territories of Articles 349 and 355(1) TFEU, and the other ones overseas. 980 is Monaco.
	FR: /^(?:97|98(?!0))/,
	// Article 6(1)(d): the Åland Islands.
	FI: /^22/,
	// Article 6(1)(f): Campione d'Italia. Article 6(2)(e): Livigno.
	IT: /^(?:22061|23041)/,
	// Article 6(2)(a) and (b): Heligoland, Büsingen.
	DE: /^(?:27498|78266)/,
};

/**
 * Returns the area of a place for VAT on goods: the code of a member state, or XI. Undefined outside: what goes there is
 * exported.
 */
export function vatAreaOf({ country, postalCode = "" }: VatPlace): string | undefined {
	const code = postalCode.replaceAll(/[^0-9A-Z]/gi, "").toUpperCase();
	// Article 7: Monaco is treated as France. The Isle of Man is treated as the United Kingdom, thus is outside.
	if (country === "MC") return "FR";
	if (country === "GB") {
		// Article 7: the British bases in Cyprus, Akrotiri (BFPO 57) and Dhekelia (BFPO 58), are treated as Cyprus. With a
		// postal code of Cyprus they are in it.
		if (/^(?:BF12A[TU]$|BFPO5[78]$)/.test(code)) return "CY";
		// Windsor Framework, Article 8 and Annex 3: the Directive applies to goods in Northern Ireland.
		return code.startsWith("BT") ? northernIreland : undefined;
	}
	if (!isInEu(country)) return undefined;
	return outside[country]?.test(code) ? undefined : country;
}
