/**
 * Which tax a place has. The rates are near the real ones of 2026 but fixed and few: README.md lists
 * them. Every product and shipping has the standard rate.
 */
import { ApiError, invalidParameter } from "./errors.ts";
import type { TaxAddress } from "./tax-objects.ts";

/** The tax of one jurisdiction. The rate is in thousandths of a percent: 19000 is 19 %. */
export interface TaxRate {
	country: string;
	/** A subdivision (ISO 3166-2 without the country), or null for the country's own tax. */
	state: string | null;
	level: "country" | "state" | "city";
	/** The jurisdiction's name. */
	place: string;
	rate: number;
	type: string;
	label: string;
}

/** The taxes of a place, and why there is none if the list is empty. */
export interface PlaceTaxes {
	rates: TaxRate[];
	reason: "standard_rated" | "not_subject_to_tax" | "not_collecting";
	country: string;
	state: string | null;
}

/** Value-added tax in thousandths of a percent. */
const VAT: Record<string, number> = {
	AT: 20000,
	BE: 21000,
	CH: 8100,
	CZ: 21000,
	DE: 19000,
	DK: 25000,
	ES: 21000,
	FI: 25500,
	FR: 20000,
	GB: 20000,
	GR: 24000,
	HU: 27000,
	IE: 23000,
	IT: 22000,
	LU: 17000,
	NL: 21000,
	NO: 25000,
	PL: 23000,
	PT: 23000,
	RO: 21000,
	SE: 25000,
};

/** Other taxes of a country as a whole. */
const NATIONAL: Record<string, [type: string, label: string, rate: number]> = {
	AU: ["gst", "GST", 10000],
	JP: ["jct", "Consumption Tax", 10000],
	NZ: ["gst", "GST", 15000],
	SG: ["gst", "GST", 9000],
};

/** Canada: the harmonised tax of a province, or the GST of 5 % with the province's own tax. */
const HST: Record<string, number> = { NB: 15000, NL: 15000, NS: 14000, ON: 13000, PE: 15000 };
const PROVINCIAL: Record<string, [type: string, label: string, rate: number]> = {
	BC: ["pst", "PST", 7000],
	MB: ["rst", "RST", 7000],
	QC: ["qst", "QST", 9975],
	SK: ["pst", "PST", 6000],
};
const GST = 5000;
/** The provinces by the first letter of a postal code. */
const PROVINCE_OF_LETTER: Record<string, string> = {
	A: "NL",
	B: "NS",
	C: "PE",
	E: "NB",
	G: "QC",
	H: "QC",
	J: "QC",
	K: "ON",
	L: "ON",
	M: "ON",
	N: "ON",
	P: "ON",
	R: "MB",
	S: "SK",
	T: "AB",
	V: "BC",
	X: "NT",
	Y: "YT",
};

/** The USA: a state's sales tax and one local tax. */
const STATES: Record<string, [state: number, local: number]> = {
	CA: [7250, 1250],
	NY: [4000, 4500],
	TX: [6250, 2000],
	WA: [6500, 3600],
	AK: [0, 0],
	DE: [0, 0],
	MT: [0, 0],
	NH: [0, 0],
	OR: [0, 0],
};
const OTHER_STATE: [state: number, local: number] = [6000, 0];
/** The states of ZIP codes by their first three digits, for addresses without a state. */
const STATE_OF_ZIP: [from: number, to: number, state: string][] = [
	[30, 38, "NH"],
	[100, 149, "NY"],
	[197, 199, "DE"],
	[590, 599, "MT"],
	[750, 799, "TX"],
	[900, 961, "CA"],
	[970, 979, "OR"],
	[980, 994, "WA"],
	[995, 999, "AK"],
];

/**
 * The taxes of an address. Throws ApiError for an unknown country, and `customer_tax_location_invalid`
 * for the USA without a ZIP code, Canada without a province and postal code, or an invalid one.
 *
 * Stripe docs: Collect customer addresses (supported formats). Stripe API: Error codes.
 */
export function taxesOf(address: TaxAddress): PlaceTaxes {
	const { country } = address;
	if (!isCountry(country)) {
		throw invalidParameter(
			"customer_details[address][country]",
			`Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'.`,
			"country_code_invalid",
		);
	}
	if (country === "US") return taxesOfState(address);
	if (country === "CA") return taxesOfProvince(address);
	const national = NATIONAL[country];
	const vat = VAT[country];
	const [type, label, rate] = national ?? ["vat", "VAT", vat ?? 0];
	if (rate === 0) return { rates: [], reason: "not_collecting", country, state: null };
	return standard(country, null, [nationalRate(country, type, label, rate)]);
}

function taxesOfState({ postal_code, state }: TaxAddress): PlaceTaxes {
	const zip = /^(\d{3})\d\d(-\d{4})?$/.exec(postal_code ?? "")?.[1];
	if (!zip || zip === "000") throw locationInvalid();
	const code = state?.toUpperCase() || stateOfZip(Number(zip));
	const [own, local] = (code && STATES[code]) || OTHER_STATE;
	if (own === 0) return { rates: [], reason: "not_subject_to_tax", country: "US", state: code };
	const common = { country: "US", state: code, type: "sales_tax" };
	const rates: TaxRate[] = [
		{ ...common, level: "state", place: code ?? "State", rate: own, label: "Sales Tax" },
	];
	if (local > 0) {
		const label = "Local Sales and Use Tax";
		rates.push({ ...common, level: "city", place: `${code} local`, rate: local, label });
	}
	return standard("US", code, rates);
}

function taxesOfProvince({ postal_code, state }: TaxAddress): PlaceTaxes {
	const letter = /^([A-Z])\d[A-Z] ?\d[A-Z]\d$/i.exec(postal_code ?? "")?.[1]?.toUpperCase();
	if (postal_code && !letter) throw locationInvalid();
	const code = state?.toUpperCase() || (letter && PROVINCE_OF_LETTER[letter]);
	if (!code) throw locationInvalid();
	const harmonised = HST[code];
	if (harmonised) {
		const rate = { country: "CA", state: code, level: "state" as const, place: code };
		return standard("CA", code, [{ ...rate, rate: harmonised, type: "hst", label: "HST" }]);
	}
	const rates = [nationalRate("CA", "gst", "GST", GST)];
	const own = PROVINCIAL[code];
	if (own) {
		const [type, label, rate] = own;
		rates.push({ country: "CA", state: code, level: "state", place: code, rate, type, label });
	}
	return standard("CA", code, rates);
}

function nationalRate(country: string, type: string, label: string, rate: number): TaxRate {
	const place = new Intl.DisplayNames("en", { type: "region" }).of(country) ?? country;
	return { country, state: null, level: "country", place, rate, type, label };
}

function standard(country: string, state: string | null, rates: TaxRate[]): PlaceTaxes {
	return { rates, reason: "standard_rated", country, state };
}

function stateOfZip(prefix: number): string | null {
	return STATE_OF_ZIP.find(([from, to]) => prefix >= from && prefix <= to)?.[2] ?? null;
}

function isCountry(code: string): boolean {
	if (!/^[A-Z]{2}$/.test(code)) return false;
	const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
	return code !== "ZZ" && names.of(code) !== undefined;
}

function locationInvalid(): ApiError {
	const message =
		"The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.";
	return new ApiError(
		400,
		{
			type: "invalid_request_error",
			code: "customer_tax_location_invalid",
			message,
			param: "customer_details[address]",
		},
		true,
	);
}
