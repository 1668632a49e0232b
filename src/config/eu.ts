/** The member states of the European Union: whose tax rules invoices follow, and whose law a shop keeps. */

const members =
	"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");

/** Whether a country is a member of the European Union, by its code of ISO 3166-1. */
export const isInEu = (country: string): boolean => members.includes(country);

/** The country of a number for value-added tax, by its first two letters: Greece's are EL. */
export function countryOfVatNumber(vatNumber: string): string {
	const letters = vatNumber.slice(0, 2);
	return letters === "EL" ? "GR" : letters;
}

/**
 * The law of a shop that does not say it: that of the European Union if the seller is in it, or names one of its
 * countries among those that it ships to. One elsewhere that ships to "all" countries addresses nobody in particular.
 */
export function regionsByDefault({
	seller,
	shipping: { countries },
}: {
	seller: { country: string };
	shipping: { countries: "all" | readonly string[] };
}): "eu"[] {
	const isNamed = countries !== "all" && countries.some(isInEu);
	return isInEu(seller.country) || isNamed ? ["eu"] : [];
}
