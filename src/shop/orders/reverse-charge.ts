/** When the buyer owes the tax: a business in another member state, with a number that VIES knows. */
import { seller } from "../../config/config.ts";
import { countryOfVatNumber, isInEu } from "../../config/eu.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { pasted } from "../../values/pasted.ts";

/** The setting of tax that counts. */
type Taxed = Pick<ShopConfig, "tax">;

/** A number for value-added tax without the spaces and signs that people write in it; undefined if it is none of the EU. */
export function vatNumberOf(taxNumber: string): string | undefined {
	const number = pasted(taxNumber)
		.replace(/[\s.\-/]/g, "")
		.toUpperCase();
	const isVatNumber = /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(number);
	return isVatNumber && isInEu(countryOfVatNumber(number)) ? number : undefined;
}

/** Whether goods to this country are taxed there if a business buys them: from one member state to another. */
export function isSupplyWithinEu(country: string, { tax }: Taxed): boolean {
	const isTaxedInEu =
		tax.mode !== "none" && seller.vatNumber !== undefined && isInEu(seller.country);
	return isTaxedInEu && isInEu(country) && country !== seller.country;
}

/** The number to check with VIES before an order is priced; undefined if nothing depends on it. */
export function vatNumberToCheck(
	buyer: { company: string; taxNumber: string; country: string },
	shop: Taxed,
): string | undefined {
	if (buyer.company === "" || !isSupplyWithinEu(buyer.country, shop)) return undefined;
	const number = vatNumberOf(buyer.taxNumber);
	// Registered in the seller's own country, the buyer pays its tax.
	return number && countryOfVatNumber(number) !== seller.country ? number : undefined;
}

/** The VAT number of an order that VIES knew when it was placed. */
export function checkedVatNumber({
	taxNumber,
	vatCheck,
}: {
	taxNumber: string;
	vatCheck: { state: string } | null;
}): string | undefined {
	return vatCheck?.state === "valid" ? vatNumberOf(taxNumber) : undefined;
}
