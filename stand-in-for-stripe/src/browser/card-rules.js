/**
 * Card validation without the bank. Pure functions, used by the card form in the browser and by the
 * server, so that both apply the same rules.
 */

/** @typedef {"visa" | "mastercard" | "amex" | "discover" | "diners" | "jcb" | "unionpay" | "unknown"} Brand */
/** @typedef {"empty" | "incomplete" | "invalid" | "complete"} State */
/** @typedef {{ state: State, code?: string }} Verdict */

/** @type {[RegExp, Brand][]} */
const PREFIXES = [
	[/^4/, "visa"],
	[/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "mastercard"],
	[/^3[47]/, "amex"],
	[/^(6011|64[4-9]|65)/, "discover"],
	[/^3(0[0-5]|[689])/, "diners"],
	[/^35/, "jcb"],
	[/^(62|81)/, "unionpay"],
];

/** Stripe's messages for validation errors. @type {Record<string, string>} */
export const MESSAGES = {
	incomplete_number: "Your card number is incomplete.",
	invalid_number: "Your card number is invalid.",
	incomplete_expiry: "Your card's expiration date is incomplete.",
	invalid_expiry_month: "Your card's expiration date is invalid.",
	invalid_expiry_month_past: "Your card's expiration date is in the past.",
	invalid_expiry_year_past: "Your card's expiration year is in the past.",
	invalid_expiry_year: "Your card's expiration year is invalid.",
	incomplete_cvc: "Your card's security code is incomplete.",
	incomplete_zip: "Your postal code is incomplete.",
};

/**
 * The brand of a number, by its prefix.
 * @param {string} number digits only
 * @returns {Brand}
 */
export function brandOf(number) {
	return PREFIXES.find(([prefix]) => prefix.test(number))?.[1] ?? "unknown";
}

/**
 * Whether the check digit is valid (ISO/IEC 7812, Luhn algorithm).
 * @param {string} number digits only
 */
export function passesLuhn(number) {
	let sum = 0;
	for (let i = 0; i < number.length; i += 1) {
		const digit = Number(number[number.length - 1 - i]);
		const doubled = digit * 2;
		sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
	}
	return number.length > 0 && sum % 10 === 0;
}

/**
 * The maximum number of digits of a brand's card number.
 * @param {Brand} brand
 */
export function numberLength(brand) {
	return brand === "amex" ? 15 : 16;
}

/**
 * The number of digits of a brand's security code.
 * @param {Brand} brand
 */
export function cvcLength(brand) {
	return brand === "amex" ? 4 : 3;
}

/**
 * Groups a number as printed on cards: 4-4-4-4, 4-6-5 for American Express, 4-6-4 for Diners Club.
 * @param {string} digits
 */
export function groupNumber(digits) {
	const brand = brandOf(digits);
	const groups = brand === "amex" || brand === "diners" ? [4, 6, 6] : [4, 4, 4, 4];
	const parts = [];
	let from = 0;
	for (const size of groups) {
		if (from < digits.length) parts.push(digits.slice(from, from + size));
		from += size;
	}
	return parts.join(" ");
}

/**
 * @param {string} digits
 * @returns {Verdict}
 */
export function judgeNumber(digits) {
	if (digits === "") return { state: "empty", code: "incomplete_number" };
	// Diners Club numbers have fourteen digits, newer ones sixteen.
	if (brandOf(digits) === "diners" && digits.length === 14 && passesLuhn(digits)) {
		return { state: "complete" };
	}
	if (digits.length < numberLength(brandOf(digits)))
		return { state: "incomplete", code: "incomplete_number" };
	return passesLuhn(digits) ? { state: "complete" } : { state: "invalid", code: "invalid_number" };
}

/**
 * @param {string} digits month and year, up to four digits
 * @param {Date} now
 * @returns {Verdict}
 */
export function judgeExpiry(digits, now) {
	if (digits === "") return { state: "empty", code: "incomplete_expiry" };
	const month = Number(digits.slice(0, 2));
	if (digits.length >= 2 && (month < 1 || month > 12)) {
		return { state: "invalid", code: "invalid_expiry_month" };
	}
	if (digits.length < 4) return { state: "incomplete", code: "incomplete_expiry" };
	const year = 2000 + Number(digits.slice(2));
	if (year < now.getFullYear()) return { state: "invalid", code: "invalid_expiry_year_past" };
	if (year > now.getFullYear() + 50) return { state: "invalid", code: "invalid_expiry_year" };
	if (year === now.getFullYear() && month < now.getMonth() + 1) {
		return { state: "invalid", code: "invalid_expiry_month_past" };
	}
	return { state: "complete" };
}

/**
 * @param {string} digits
 * @param {Brand} brand
 * @returns {Verdict}
 */
export function judgeCvc(digits, brand) {
	if (digits === "") return { state: "empty", code: "incomplete_cvc" };
	return digits.length < cvcLength(brand)
		? { state: "incomplete", code: "incomplete_cvc" }
		: { state: "complete" };
}

/**
 * @param {string} text a ZIP code or a postal code of another country
 * @returns {Verdict}
 */
export function judgePostal(text) {
	if (text === "") return { state: "empty", code: "incomplete_zip" };
	return text.length < 5 ? { state: "incomplete", code: "incomplete_zip" } : { state: "complete" };
}
