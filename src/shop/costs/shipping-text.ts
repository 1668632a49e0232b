/** What shipping costs and how long it takes, in a sentence for a tool's page. */

import { shipping } from "../../config/config.ts";
import { countryName } from "../../config/country-names.ts";
import * as messages from "../../messages/tool.ts";
import { formatPrice } from "../../values/money.ts";
import { deliveryDates, deliveryDays } from "./delivery-dates.ts";
import { firstRates, type ShippingConfig } from "./shipping.ts";

/** Returns it for an order of today, and for a shop that ships like this: by default for the one of shop.config.ts. */
export function shippingText(now: number, config: ShippingConfig = shipping): string {
	const { countries } = config;
	const rates = firstRates(config);
	const prices = rates.map(({ price, byValue = [], byWeight = [] }) =>
		[{ price }, ...byValue, ...byWeight].map((step) => step.price),
	);
	// The page is the same for everybody: where the price depends on the country, it tells none.
	const [lowest, ...others] = new Set(prices.map((steps) => Math.min(...steps)));
	const [rate] = rates;
	// Where a parcel is full, an order takes more of them, and each costs.
	const isPerParcel = rates.some(({ parcelGrams }) => parcelGrams !== undefined);
	const isSame = new Set(prices.flat()).size === 1 && (lowest === 0 || !isPerParcel);
	const freeFrom = rates.length === 1 ? rate?.freeFrom : undefined;
	const text = messages.shippingText({
		lowest: lowest === undefined || others.length > 0 ? undefined : formatPrice(lowest),
		isFree: lowest === 0,
		isSame,
		freeFrom: freeFrom === undefined ? undefined : formatPrice(freeFrom),
		where:
			countries === "all" ? messages.worldwide : messages.toCountries(countries.map(countryName)),
		arrives: deliveryDates(now, deliveryDays("", config)),
	});
	return isSame ? text : `${text} ${messages.costAtCheckout}`;
}
