/** The countries that the shop ships to. Not in shipping.ts: the checkout has them from its page. */
import { shipping } from "../../config/config.ts";
import { countries } from "../../config/countries.ts";
import type { ShippingConfig } from "./shipping.ts";

/** Returns their codes. */
export function shippedCountries(config: ShippingConfig = shipping): readonly string[] {
	return config.countries === "all" ? countries : config.countries;
}
