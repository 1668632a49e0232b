/** When the buyer owes the tax: a business in another member state, with a number that VIES knows. */
import { seller } from "../../config/config.ts";
import { countryOfVatNumber, isInEu } from "../../config/eu.ts";
import type { ShopConfig } from "../../config/schema.ts";
import { northernIreland, type VatPlace, vatAreaOf } from "../../config/vat-areas.ts";
import { pasted } from "../../values/pasted.ts";

/** The setting of tax that counts. */
type Taxed = Pick<ShopConfig, "tax">;

/** A number for value-added tax without the spaces and signs that people write in it; undefined if it is none of the EU or of Northern Ireland. */
export function vatNumberOf(taxNumber: string): string | undefined {
	const number = pasted(taxNumber)
		.replace(/[\s.\-/]/g, "")
		.toUpperCase();
	const isVatNumber = /^[A-Z]{2}[A-Z0-9+*]{2,13}$/.test(number);
	const country = countryOfVatNumber(number);
	return isVatNumber && (isInEu(country) || country === northernIreland) ? number : undefined;
}

/** The area that the seller is in; a number of Northern Ireland tells that of a seller in the United Kingdom. */
function sellerArea(): string | undefined {
	const { country, vatNumber = "" } = seller;
	return (
		vatAreaOf({ country }) ?? (vatNumber.startsWith(northernIreland) ? northernIreland : undefined)
	);
}

/** Whether goods to this place are taxed there if a business buys them: from one area of the Union's VAT to another. */
export function isSupplyWithinEu(place: VatPlace, { tax }: Taxed): boolean {
	const [from, to] = [sellerArea(), vatAreaOf(place)];
	const isTaxed = tax.mode !== "none" && seller.vatNumber !== undefined;
	return isTaxed && from !== undefined && to !== undefined && from !== to;
}

/** The number to check with VIES before an order is priced; undefined if nothing depends on it. */
export function vatNumberToCheck(
	buyer: VatPlace & { company: string; taxNumber: string },
	shop: Taxed,
): string | undefined {
	if (buyer.company === "" || !isSupplyWithinEu(buyer, shop)) return undefined;
	const number = vatNumberOf(buyer.taxNumber);
	// Registered in the seller's own area, the buyer pays its tax.
	return number && countryOfVatNumber(number) !== sellerArea() ? number : undefined;
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
