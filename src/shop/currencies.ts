/** What Stripe says of a currency: its minor unit and its smallest and largest charge (docs.stripe.com/currencies). */

/** How prices in a currency are stored, written and charged. */
export interface CurrencyFacts {
	/** The sign, for labels: "$". */
	currencySign: string;
	/** The English name in the plural: "US dollars". */
	currencyName: string;
	/** Minor units in one unit, as Stripe counts them: 100 cents, but 1 for yen. Amounts are stored in these. */
	centsPerUnit: number;
	/** Decimal places of a price. */
	priceDecimals: number;
	/** The smallest and the largest charge, in minor units. */
	minChargeCents: number;
	maxChargeCents: number;
}

const zeroDecimal = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF";

/** Charged in hundredths that are always 00 (Stripe docs: Supported currencies, Special cases). */
const wholeInHundredths = "ISK UGX";

/** Charged in thousandths that end in 0, so prices have two decimal places. */
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

/** Returns the minor units in one unit of a currency, and the decimal places of a price. */
function unitOf(code: string): Pick<CurrencyFacts, "centsPerUnit" | "priceDecimals"> {
	if (isIn(zeroDecimal, code)) return { centsPerUnit: 1, priceDecimals: 0 };
	if (isIn(wholeInHundredths, code)) return { centsPerUnit: 100, priceDecimals: 0 };
	return { centsPerUnit: isIn(threeDecimal, code) ? 1000 : 100, priceDecimals: 2 };
}

function isIn(codes: string, code: string): boolean {
	return codes.split(" ").includes(code);
}

/** Returns the facts of a currency by its ISO 4217 code in capitals, with its sign in a locale. */
export function currencyFacts(code: string, locale: string): CurrencyFacts {
	const { centsPerUnit, priceDecimals } = unitOf(code);
	const smallestAmount = centsPerUnit / 10 ** priceDecimals;
	return {
		currencySign: writtenCurrency(code, locale, "narrowSymbol"),
		currencyName: writtenCurrency(code, "en", "name"),
		centsPerUnit,
		priceDecimals,
		minChargeCents: minimums[code] ?? (isIn(minimum50, code) ? 50 : smallestAmount),
		maxChargeCents: maxAmount - (maxAmount % smallestAmount),
	};
}

/** Formats an amount in minor units for commands: "20.00 USD". */
export function formatAmount(cents: number, code: string): string {
	const { centsPerUnit, priceDecimals } = unitOf(code);
	return `${(cents / centsPerUnit).toFixed(priceDecimals)} ${code}`;
}

function writtenCurrency(
	currency: string,
	locale: string,
	currencyDisplay: "narrowSymbol" | "name",
): string {
	const format = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay });
	return format.formatToParts(2).find(({ type }) => type === "currency")?.value ?? currency;
}
