/** When an order arrives, by the days of the shop's shipping rates. */
import { locale, shipping, timeZone } from "../../config/config.ts";
import { firstRates, type ShippingConfig, shippingRate } from "./shipping.ts";

const dayMs = 24 * 60 * 60_000;

const dates = /* @__PURE__ */ new Intl.DateTimeFormat(locale, {
	weekday: "short",
	month: "short",
	day: "numeric",
	timeZone,
});

/**
 * Returns in how many days an order arrives, at least and at most: with the first service to a country, or if that is not known
 * ("") to any. Undefined if a rate has none, or the shop does not ship there.
 */
export function deliveryDays(
	country = "",
	config: ShippingConfig = shipping,
): readonly [number, number] | undefined {
	const rates = country === "" ? firstRates(config) : [shippingRate(country, config)];
	const days = rates.flatMap((rate) => (rate?.days ? [rate.days] : []));
	if (days.length < rates.length) return undefined;
	return [Math.min(...days.map(([from]) => from)), Math.max(...days.map(([, to]) => to))];
}

/** Returns the days on which an order of this time arrives: "Mon, Nov 30 – Thu, Dec 10". */
export function deliveryDates(
	placedAt: number | Date,
	days: readonly [number, number] | undefined,
): string | undefined {
	if (!days) return undefined;
	const [least, most] = days;
	const after = (count: number) => Number(placedAt) + count * dayMs;
	return dates.formatRange(after(least), after(most));
}
