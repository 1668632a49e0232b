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
 * own, such as AX, GP or RE, are in no member state's list already. The codes of small places are those of two public
 * lists that agree, ibericode/vat-rates (vat-rates.json) and laravel/vat-calculator (VatCalculator.php), both at GitHub.
 * Where a code is shared with places inside, it is not here: whoever lives there would else pay no tax.
 */
const outside: Readonly<Record<string, RegExp>> = {
	// Article 6(1)(a): Mount Athos. No list has a second code, such as one for its port.
	GR: /^63086/,
	// Article 6(1)(b): the Canary Islands, provinces 35 (Las Palmas) and 38 (Santa Cruz de Tenerife). Article 6(2)(c) and
	// (d): Ceuta 51, Melilla 52. The first two digits are the province (Wikipedia: List of postal codes in Spain).
	ES: /^(?:35|38|51|52)/,
	// Article 6(1)(c): the French territories of Articles 349 and 355(1) TFEU, 971 to 974, 976 and 978, and the other ones
	// overseas: 975, 977, 984, 986 to 989 (both lists, and La Poste's departments). 980 is Monaco.
	FR: /^(?:97|98(?!0))/,
	// Article 6(1)(d): the Åland Islands, where all codes begin with 22 (Global Sourcebook for International Data
	// Management: Postal code specifics).
	FI: /^22/,
	// Article 6(1)(f), since Directive (EU) 2019/475: Campione d'Italia. Article 6(2)(e): Livigno. Their former codes 22060
	// and 23030 are those of other places too (laravel/vat-calculator, pull request 137). Campione's Swiss code, 6911, ended
	// with 2019 (RSI, 1 January 2020), and was Switzerland's.
	IT: /^(?:22061|23041)/,
	// Article 6(2)(a) and (b): Heligoland, Büsingen, which also has the Swiss code 8238.
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
		// Article 7: the British bases in Cyprus, Akrotiri (BFPO 57, BF1 2AT) and Dhekelia (BFPO 58, BF1 2AU), are treated as
		// Cyprus (Wikipedia: Akrotiri and Dhekelia; laravel/vat-calculator). With a postal code of Cyprus they are in it.
		if (/^(?:BF12A[TU]$|BFPO5[78]$)/.test(code)) return "CY";
		// Windsor Framework, Article 8 and Annex 3: the Directive applies to goods in Northern Ireland, which is the postcode
		// area BT, and no part of Great Britain is (Wikipedia: BT postcode area).
		return code.startsWith("BT") ? northernIreland : undefined;
	}
	if (!isInEu(country)) return undefined;
	return outside[country]?.test(code) ? undefined : country;
}
