/** What the texts of content/ can say of the shop: the fields of shop.config.ts, and `facts`, sentences that follow from them. */

import * as config from "../../config/config.ts";
import { countryName } from "../../config/country-names.ts";
import type { ShopConfig } from "../../config/schema.ts";
import * as messages from "../../messages/legal.ts";
import { listOf } from "../../messages/numbers.ts";
import { countryInText } from "../../messages/tool.ts";
import { formatPrice } from "../../values/money.ts";
import { sellerAddressLines } from "../addresses/seller-address.ts";

type FactsConfig = Required<
	Pick<ShopConfig, "shipping" | "tax" | "paymentForm" | "reservationMinutes">
>;

/** Returns the facts of a shop. */
export function legalFacts(shop: FactsConfig) {
	const { shipping, tax, paymentForm, reservationMinutes } = shop;
	return {
		/** How customers pay. */
		payment: messages.payBy[paymentForm],
		/** Whether prices include tax. */
		tax: taxText(tax),
		/** What else Stripe gets, or nothing. */
		taxAtStripe: tax.mode === "stripe" ? messages.taxByStripe : "",
		/** The rates, each with where it applies. */
		shipping: shippingTexts(shipping).join(" "),
		/** How long an unpaid order keeps its items. */
		reservation: messages.duration(reservationMinutes),
	};
}

function taxText(tax: FactsConfig["tax"]): string {
	if (tax.mode === "none") return messages.noTax;
	if (tax.mode === "included") return messages.taxIncluded(tax.label);
	return tax.behaviour === "inclusive" ? messages.taxIncluded() : messages.taxOnTop;
}

function shippingTexts({ countries, rates }: FactsConfig["shipping"]): string[] {
	const named = (codes: readonly string[]) =>
		messages.toCountries(listOf(codes.map((code) => countryInText(countryName(code)))));
	/** Whether no rate before this one is of the same service. */
	const isFirst = (index: number) =>
		rates.findIndex(({ service }) => service === rates[index]?.service) === index;
	return rates.map((rate, index) => {
		const others = countries === "all" ? messages.elsewhere : named(left(countries, rates, index));
		const all = countries === "all" ? messages.everywhere : named(countries);
		return messages.rateText({
			service: rate.service,
			postalCodes: rate.postalCodes && listOf(rate.postalCodes),
			where: rate.countries === "all" ? (isFirst(index) ? all : others) : named(rate.countries),
			price: rate.price === 0 && !hasSteps(rate) ? undefined : formatPrice(rate.price),
			hasSteps: hasSteps(rate),
			freeFrom: rate.freeFrom === undefined ? undefined : formatPrice(rate.freeFrom),
			days: rate.days,
		});
	});
}

/** Whether its price depends on the value or the weight of an order. */
const hasSteps = (rate: FactsConfig["shipping"]["rates"][number]): boolean =>
	(rate.byValue ?? rate.byWeight ?? rate.parcelGrams) !== undefined;

/** The countries that no rate before this one has. */
function left(
	countries: readonly string[],
	rates: FactsConfig["shipping"]["rates"],
	index: number,
): string[] {
	const before = rates
		.slice(0, index)
		.filter((rate) => rate.service === rates[index]?.service && !rate.postalCodes)
		.flatMap((rate) => rate.countries);
	return countries.filter((code) => !before.includes(code));
}

/** What placeholders are filled with, by the settings of shipping and tax. */
export const textFacts = ({
	shipping,
	tax,
}: Pick<FactsConfig, "shipping" | "tax">): Record<string, unknown> => ({
	...config,
	seller: { ...config.seller, address: sellerAddressLines(config.seller) },
	facts: legalFacts({ ...config, shipping, tax }),
});
