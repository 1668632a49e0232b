/** What Stripe says of a currency: its minor unit and its smallest and largest charge (docs.stripe.com/currencies). */
import { textLanguage } from "./language.ts";

/** How prices in a currency are stored, written and charged. */
export interface CurrencyFacts {
	/** The sign, for labels: "$". */
	currencySign: string;
	/** The name in the plural, in the language of the texts: "US dollars". */
	currencyName: string;
	/** Minor units in one unit, as Stripe counts them: 100 cents, but 1 for yen. Amounts are stored in these. */
	centsPerUnit: number;
	/** Decimal places of a price as it is written. */
	priceDecimals: number;
	/** What every price and charge is a multiple of, in minor units. */
	smallestCents: number;
	/** The smallest and the largest charge, in minor units. */
	minChargeCents: number;
	maxChargeCents: number;
}

const zeroDecimal = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF";

/** Charged in hundredths that are always 00 (Stripe docs: Supported currencies, Special cases). */
const wholeInHundredths = "ISK UGX";

/** Charged in thousandths that end in 0 (Stripe docs: Supported currencies, Three-decimal currencies). */
const threeDecimal = "BHD JOD KWD OMR TND";

/**
 * Minimum charges in minor units; 50 for the currencies of `minimum50`. For others Stripe publishes none: the
 * minimum of the currency that it pays out applies.
 */
const minimums: Record<string, number> = {
	AED: 200,
	CZK: 1500,
	DKK: 250,
	GBP: 30,
	HKD: 400,
	HUF: 17_500,
	MXN: 1000,
	MYR: 200,
	NOK: 300,
	PLN: 200,
	RON: 200,
	SEK: 300,
	THB: 1000,
};

const minimum50 = "ARS AUD BRL CAD CHF COP EUR IDR ILS INR JPY KRW NZD PHP RUB SGD USD ZAR";

/** Stripe accepts eight digits in every currency, and more in a few. */
const maxAmount = 99_999_999;

/** Returns the minor units in one unit of a currency, how a price is written, and what it is a multiple of. */
function unitOf(
	code: string,
): Pick<CurrencyFacts, "centsPerUnit" | "priceDecimals" | "smallestCents"> {
	if (isIn(zeroDecimal, code)) return { centsPerUnit: 1, priceDecimals: 0, smallestCents: 1 };
	if (isIn(wholeInHundredths, code))
		return { centsPerUnit: 100, priceDecimals: 0, smallestCents: 100 };
	if (isIn(threeDecimal, code)) return { centsPerUnit: 1000, priceDecimals: 3, smallestCents: 10 };
	return { centsPerUnit: 100, priceDecimals: 2, smallestCents: 1 };
}

function isIn(codes: string, code: string): boolean {
	return codes.split(" ").includes(code);
}

/** Returns the facts of a currency by its ISO 4217 code in capitals, with its sign in a locale. */
export function currencyFacts(code: string, locale: string): CurrencyFacts {
	const { centsPerUnit, priceDecimals, smallestCents } = unitOf(code);
	return {
		currencySign: writtenCurrency(code, locale, "narrowSymbol"),
		currencyName: writtenCurrency(code, textLanguage, "name"),
		centsPerUnit,
		priceDecimals,
		smallestCents,
		minChargeCents: minimums[code] ?? (isIn(minimum50, code) ? 50 : smallestCents),
		maxChargeCents: maxAmount - (maxAmount % smallestCents),
	};
}

/** Formats an amount in minor units for commands: "20.00 USD". */
export function formatAmount(cents: number, code: string): string {
	return `${decimalsIn(cents, code)} ${code}`;
}

/** Formats minor units of any currency as a decimal: "20.00". */
export function decimalsIn(cents: number, code: string): string {
	const { centsPerUnit, priceDecimals } = unitOf(code);
	return (cents / centsPerUnit).toFixed(priceDecimals);
}

function writtenCurrency(
	currency: string,
	locale: string,
	currencyDisplay: "narrowSymbol" | "name",
): string {
	const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
	return format.formatToParts(2).find(({ type }) => type === "currency")?.value ?? currency;
}

/** A currency as Stripe writes it. */
export function toStripeCurrency(code: string): string {
	return code.toLowerCase();
}
