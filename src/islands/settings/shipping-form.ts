/** The zones of the shipping settings, and the rates that are made from them. */
import { byExactness, type ShippingConfig } from "../../shop/costs/shipping.ts";
import type { ShippingForm, Zone } from "../../shop/settings/shipping-fields.ts";

/** Returns what the form is filled with. Rates for the same places are a zone. */
export function formOf({ rates, ...others }: ShippingConfig): ShippingForm {
	const zones = Map.groupBy(rates, (rate) => JSON.stringify([rate.countries, rate.postalCodes]));
	return {
		...others,
		zones: [...zones.values()].map((some) => ({
			countries: some[0]?.countries ?? "all",
			postalCodes: some[0]?.postalCodes,
			services: some.map(({ countries: _, postalCodes: __, ...service }) => ({
				...service,
				by: service.byValue ? "value" : service.byWeight ? "weight" : "nothing",
			})),
		})),
	};
}

/** Returns the rates in the order in which they apply, each with its path in the form. */
const ratesOf = (zones: readonly Zone[]) =>
	zones
		.flatMap(({ services, ...where }, place) =>
			services.map(({ by: _, ...service }, index) => ({
				rate: { ...where, ...service },
				path: `zones.${place}.services.${index}`,
			})),
		)
		.toSorted((one, other) => byExactness(one.rate, other.rate));

/** Returns the setting that a form means. It may be invalid. */
export function shippingOf({ zones, ...others }: ShippingForm): ShippingConfig {
	return { ...others, rates: ratesOf(zones).map(({ rate }) => rate) };
}

/** Returns the path in the form of what is at a path of the setting: where a service applies is a field of its zone. */
export const placeOf =
	({ zones }: ShippingForm) =>
	(path: string): string => {
		const [first, index, ...rest] = path.split(".");
		if (first !== "rates") return path;
		const service = ratesOf(zones)[Number(index)]?.path;
		if (service === undefined) return "zones";
		const [zones_, place] = service.split(".");
		const isOfZone = rest[0] === "countries" || rest[0] === "postalCodes";
		return [...(isOfZone ? [zones_, place] : [service]), ...rest].join(".");
	};
