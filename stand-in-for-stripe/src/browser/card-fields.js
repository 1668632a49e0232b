/** The fields of the card form: their errors and what they contain. */
import {
	brandOf,
	cvcLength,
	groupNumber,
	judgeCvc,
	judgeExpiry,
	judgeNumber,
	judgePostal,
	MESSAGES,
	numberLength,
} from "./card-rules.js";

/** @typedef {import("./card-rules.js").Verdict} Verdict */

const form = /** @type {HTMLFormElement} */ (document.getElementById("card"));
const icon = /** @type {HTMLElement} */ (document.getElementById("icon"));
const number = input("cardnumber", "number");
const expiry = input("exp-date", "expiry");
const cvc = input("cvc");
const postal = input("postal", "postalCode");
const all = [number, expiry, cvc, postal];

/** Fields that lost the focus while incomplete; only those show as incomplete. */
const touched = new Set();
/** The digits of each field before the last input. @type {Map<HTMLInputElement, string>} */
const previousDigits = new Map();

/**
 * Adds the fields' event listeners. `changed` is called after each change of a value or an error.
 * @param {() => void} changed
 */
export function watchFields(changed) {
	for (const field of all) {
		field.addEventListener("input", (event) => {
			const deleting = event instanceof InputEvent && event.inputType.startsWith("delete");
			reformat(field, deleting);
			touched.delete(field);
			showVerdicts();
			changed();
			if (!deleting && isDone(field)) shown()[shown().indexOf(field) + 1]?.focus();
		});
		field.addEventListener("blur", () => {
			if (verdict(field).state !== "incomplete") return;
			touched.add(field);
			showVerdicts();
			changed();
		});
		field.addEventListener("keydown", (event) => {
			if (event.key !== "Backspace" || field.value !== "") return;
			const previous = shown()[shown().indexOf(field) - 1];
			if (!previous) return;
			event.preventDefault();
			previous.focus();
			previous.setSelectionRange(previous.value.length, previous.value.length);
		});
	}
	showVerdicts();
}

/** The detail of the change event. Stripe.js: The card Element's change event. */
export function readState() {
	const verdicts = shown().map(verdict);
	const invalidField = shown().find(isInvalid);
	return {
		brand: brandOf(digitsOf(number)),
		complete: verdicts.every(({ state }) => state === "complete"),
		empty: verdicts.every(({ state }) => state === "empty"),
		error: invalidField && errorOf(invalidField),
		value: { postalCode: postal.value },
	};
}

/** Marks every incomplete field. Returns the first field's error, or undefined if all are complete. */
export function validateFields() {
	for (const field of shown()) {
		if (verdict(field).state !== "complete") touched.add(field);
	}
	showVerdicts();
	return readState().error;
}

/** The card as parameters of the API. */
export function readCard() {
	const date = digitsOf(expiry);
	return {
		card: {
			number: digitsOf(number),
			exp_month: date.slice(0, 2),
			exp_year: date.slice(2),
			cvc: digitsOf(cvc),
		},
		postalCode: postal.hidden ? undefined : postal.value,
	};
}

/** @param {Record<string, any>} options the element's options */
export function applyOptions({ disabled, hideIcon, hidePostalCode, value }) {
	postal.hidden = hidePostalCode === true;
	icon.hidden = hideIcon === true;
	for (const field of all) field.disabled = disabled === true;
	if (typeof value?.postalCode === "string" && postal.value === "") {
		postal.value = value.postalCode;
	}
	showVerdicts();
}

/** Clears all fields. */
export function clearFields() {
	for (const field of all) {
		field.value = "";
		previousDigits.delete(field);
	}
	touched.clear();
	showVerdicts();
}

/** The first field that is not complete, or the card number. */
export function firstField() {
	return shown().find((field) => verdict(field).state !== "complete") ?? number;
}

/**
 * Formats a field's digits as they are printed on cards. The caret stays between the same digits.
 * @param {HTMLInputElement} field
 * @param {boolean} deleting
 */
function reformat(field, deleting) {
	if (field === postal) return;
	const caret = field.selectionStart ?? field.value.length;
	let digits = digitsOf(field);
	let digitsBeforeCaret = field.value.slice(0, caret).replace(/\D/g, "").length;
	if (field === expiry && !deleting) {
		const completed = fullDate(field.value, digits);
		digitsBeforeCaret += completed.length - digits.length;
		digits = completed;
	}
	const old = previousDigits.get(field) ?? "";
	const separatorDeleted = deleting && digits === old && field.value !== format(field, old, false);
	// Deleting a space or a slash deletes the digit before it.
	if (separatorDeleted && digitsBeforeCaret > 0) {
		digits = digits.slice(0, digitsBeforeCaret - 1) + digits.slice(digitsBeforeCaret);
		digitsBeforeCaret -= 1;
	}
	digits = digits.slice(0, maxDigits(field));
	previousDigits.set(field, digits);
	field.value = format(field, digits, deleting);
	const position = caretAfter(field.value, digitsBeforeCaret, deleting);
	if (document.activeElement === field) field.setSelectionRange(position, position);
}

/**
 * Completes a date: `5` becomes 05, `1/` becomes 01, and 12/2034 from autofill becomes 12/34.
 * @param {string} text
 * @param {string} digits
 */
function fullDate(text, digits) {
	const parts = /^(\d{1,2})\s*\/\s*(\d*)$/.exec(text);
	const [month, year] = parts ? [parts[1], parts[2]] : [digits.slice(0, 2), digits.slice(2)];
	const twoDigits = /^[2-9]$|^\d$/.test(month) && (parts || month > "1") ? `0${month}` : month;
	return twoDigits + (/^20\d\d$/.test(year) ? year.slice(2) : year);
}

/**
 * @param {HTMLInputElement} field
 * @param {string} digits
 * @param {boolean} deleting
 */
function format(field, digits, deleting) {
	if (field === number) return groupNumber(digits);
	if (field !== expiry || digits.length < 2 || (deleting && digits.length === 2)) return digits;
	return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/**
 * @param {string} text
 * @param {number} count digits before the caret
 * @param {boolean} deleting puts the caret before a separator instead of after it
 */
function caretAfter(text, count, deleting) {
	let position = 0;
	for (let digits = 0; position < text.length && digits < count; position += 1) {
		if (/\d/.test(text[position])) digits += 1;
	}
	while (!deleting && position < text.length && /\D/.test(text[position])) position += 1;
	return position;
}

/** @param {HTMLInputElement} field */
function isDone(field) {
	const { selectionStart, value } = field;
	return field !== postal && verdict(field).state === "complete" && selectionStart === value.length;
}

/** @param {HTMLInputElement} field */
function maxDigits(field) {
	const brand = brandOf(digitsOf(number));
	if (field === number) return numberLength(brand);
	return field === expiry ? 4 : cvcLength(brand);
}

/** @param {HTMLInputElement} field @returns {Verdict} */
function verdict(field) {
	if (field === number) return judgeNumber(digitsOf(number));
	if (field === expiry) return judgeExpiry(digitsOf(expiry), new Date());
	if (field === cvc) return judgeCvc(digitsOf(cvc), brandOf(digitsOf(number)));
	return judgePostal(postal.value.trim());
}

/** @param {HTMLInputElement} field */
function isInvalid(field) {
	const { state } = verdict(field);
	return state === "invalid" || (state !== "complete" && touched.has(field));
}

/** @param {HTMLInputElement} field */
function errorOf(field) {
	const { code = "" } = verdict(field);
	return { code, message: MESSAGES[code], type: "validation_error" };
}

function showVerdicts() {
	icon.dataset.brand = brandOf(digitsOf(number));
	for (const field of all) {
		const { state } = verdict(field);
		const invalid = isInvalid(field);
		field.classList.toggle("empty", state === "empty");
		field.classList.toggle("complete", state === "complete");
		field.classList.toggle("invalid", invalid);
		field.setAttribute("aria-invalid", String(invalid));
	}
}

function shown() {
	return all.filter((field) => !field.hidden);
}

/** @param {HTMLInputElement} field */
function digitsOf(field) {
	return field.value.replace(/\D/g, "");
}

/**
 * A field, by its name in the card form or in the Payment Element.
 * @param {string[]} names
 */
function input(...names) {
	const found = names.map((name) => form.elements.namedItem(name)).find((field) => field !== null);
	return /** @type {HTMLInputElement} */ (found);
}
