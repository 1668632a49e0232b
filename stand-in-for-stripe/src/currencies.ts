/** The currencies that Stripe charges in, and the smallest charge in each (Stripe docs: Supported currencies). */

const SUPPORTED =
	`usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd
	cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf
	idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mro mur
	mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd
	shp sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar
	zmw`.split(/\s+/);

const MINIMUMS: Record<string, number> = {
	aed: 200,
	czk: 1500,
	dkk: 250,
	gbp: 30,
	hkd: 400,
	huf: 17_500,
	mxn: 1000,
	myr: 200,
	nok: 300,
	pln: 200,
	ron: 200,
	sek: 300,
	thb: 1000,
};

/** The minimum of most currencies. For those without one, Stripe takes that of the currency it pays out. */
const MINIMUM = 50;

/** The largest charge: eight digits. */
export const MAXIMUM = 99_999_999;

/** Whether Stripe charges in a currency, by its code in small letters. */
export function isSupported(currency: string): boolean {
	return SUPPORTED.includes(currency);
}

/** The codes that Stripe's error names. */
export const supportedCurrencies = SUPPORTED.join(", ");

/** The smallest charge, in minor units. */
export function minimumOf(currency: string): number {
	return MINIMUMS[currency] ?? MINIMUM;
}
