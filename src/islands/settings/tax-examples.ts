/** What a tool costs by the tax settings. */
import { includedTaxCents, type TaxConfig, taxPercent } from "../../shop/costs/tax.ts";

/** What a tool costs somewhere, and of what its invoice consists, in cents. */
export interface TaxExample {
	/** Countries; empty for everywhere. */
	to: readonly string[] | "others";
	/** In percent. */
	rate: number;
	netCents: number;
	taxCents: number;
}

/** The rate of the example with Stripe Tax, which finds the real ones. */
const supposedPercent = 10;

/** Returns examples for a tool of this price: one for each rate. None while a rate is missing. */
export function taxExamples(config: TaxConfig, cents: number, country: string): TaxExample[] {
	if (config.mode === "none") return [{ to: [], rate: 0, netCents: cents, taxCents: 0 }];
	const included = (to: TaxExample["to"], rate: number): TaxExample => {
		const taxCents = includedTaxCents(cents, rate);
		return { to, rate, netCents: cents - taxCents, taxCents };
	};
	if (config.mode === "stripe") {
		if (config.behaviour === "inclusive") return [included([], supposedPercent)];
		const taxCents = Math.round((cents * supposedPercent) / 100);
		return [{ to: [], rate: supposedPercent, netCents: cents, taxCents }];
	}
	const rates = config.rates ?? [];
	if ([config, ...rates].some(({ percent }) => !(percent >= 0 && percent <= 100))) return [];
	if (rates.length === 0) return [included([], config.percent)];
	const others = rates
		.map(({ countries }) => (countries === "all" ? [] : countries))
		.filter((codes) => codes.length > 0 && !codes.includes(country));
	return [
		...[[country], ...others].map((to) =>
			included(to, taxPercent({ country: to[0] ?? "" }, config)),
		),
		included("others", taxPercent({ country: "" }, config)),
	];
}
