/** Countries to ship to, by their codes of ISO 3166-1 alpha-2. Runs in the Worker and the browser. */
import { countryName } from "./country-names.ts";
import { textLanguage } from "./language.ts";

const codes = `
AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ
CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR
GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP
KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT
MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ
UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`;

/**
 * The codes of ISO 3166-1 with post, and XK: CLDR and carriers use it for Kosovo, which has no code of its own. Left out
 * are AQ, BV, HM and UM (Antarctica, Bouvet Island, Heard and McDonald Islands, the outlying islands of the United
 * States): nobody lives there, no operator delivers, and the Universal Postal Union describes no address (Postal
 * addressing systems, upu.int). Stations there have addresses in the country that runs them. GS and TF have post offices.
 */
export const countries: readonly string[] = `${codes} XK`.trim().split(/\s+/);

/** Whether a text is the code of a country. */
export function isCountry(code: string): boolean {
	return countries.includes(code);
}

/**
 * Returns the options of a country field, sorted by name. A few names differ between browsers, so a page
 * gives the server's options to its island as a prop.
 */
export function countryOptions(
	available: readonly string[] = countries,
): { value: string; label: string }[] {
	return available
		.map((value) => ({ value, label: countryName(value) }))
		.toSorted((a, b) => a.label.localeCompare(b.label, textLanguage));
}
