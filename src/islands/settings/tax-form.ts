/** The form of the tax settings: its fields as texts, the setting that they mean, and what a tool costs by it. */
import { includedTaxCents, type TaxConfig, taxPercent } from "../../shop/costs/tax.ts";
import { numberOf } from "./shipping-form.ts";

export const taxModes = ["none", "included", "stripe"] as const satisfies TaxConfig["mode"][];
export const taxBehaviours = ["inclusive", "exclusive"] as const;

export interface TaxRateFields {
	countries: "all" | readonly string[];
	percent: string;
}

export interface TaxFields {
	mode: TaxConfig["mode"];
	label: string;
	percent: string;
	/** In the order in which they count: all other countries come last. */
	rates: TaxRateFields[];
	behaviour: (typeof taxBehaviours)[number];
}

/** Returns what the form is filled with. What another mode needs is in it, too. */
export function taxFieldsOf(config: TaxConfig): TaxFields {
	const { label, percent, rates = [] } = config.mode === "included" ? config : emptyIncluded;
	return {
		mode: config.mode,
		label,
		percent: String(percent),
		rates: rates.map((rate) => ({ countries: rate.countries, percent: String(rate.percent) })),
		behaviour: config.mode === "stripe" ? config.behaviour : "inclusive",
	};
}

const emptyIncluded = { label: "VAT", percent: "", rates: [] };

/** Returns the rates in the order in which they count. */
export const inOrder = (rates: readonly TaxRateFields[]): TaxRateFields[] => [
	...rates.filter(({ countries }) => countries !== "all"),
	...rates.filter(({ countries }) => countries === "all"),
];

/** Returns the setting that a form means. It may be invalid. */
export function taxOf({ mode, label, percent, rates, behaviour }: TaxFields): TaxConfig {
	if (mode === "none") return { mode };
	if (mode === "stripe") return { mode, behaviour };
	return {
		mode,
		label: label.trim(),
		percent: numberOf(percent),
		...(rates.length > 0 && {
			rates: rates.map((rate) => ({
				countries: rate.countries,
				percent: numberOf(rate.percent),
			})),
		}),
	};
}

const valueAt = (value: unknown, path: string): unknown =>
	path
		.split(".")
		.reduce<unknown>(
			(inner, key) =>
				typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
			value,
		);

/** Returns the errors of a setting that was sent whose fields are as they were then. */
export function errorsLeft(
	errors: Readonly<Record<string, string>>,
	sent: TaxConfig | undefined,
	now: TaxConfig,
): Record<string, string> {
	const isSame = (path: string) =>
		JSON.stringify(valueAt(sent, path)) === JSON.stringify(valueAt(now, path));
	const left = Object.entries(errors).filter(([path]) => sent?.mode === now.mode && isSame(path));
	return Object.fromEntries(left);
}

/** Returns what is wrong with a field or with what is in it. */
export function errorAt(
	errors: Readonly<Record<string, string>>,
	path: string,
): string | undefined {
	return Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}

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
