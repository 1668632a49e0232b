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
const number = input("cardnumber");
const expiry = input("exp-date");
const cvc = input("cvc");
const postal = input("postal");
const all = [number, expiry, cvc, postal];

/** Fields that were left unfinished; only those are told of as incomplete. */
const left = new Set();
/** What each field held before the last keystroke. @type {Map<HTMLInputElement, string>} */
const before = new Map();

/**
 * Brings the fields to life. `changed` is called after each change of what they hold or say.
 * @param {() => void} changed
 */
export function watchFields(changed) {
	for (const field of all) {
		field.addEventListener("input", (event) => {
			const deleting = event instanceof InputEvent && event.inputType.startsWith("delete");
			reformat(field, deleting);
			left.delete(field);
			showVerdicts();
			changed();
			if (!deleting && isDone(field)) shown()[shown().indexOf(field) + 1]?.focus();
		});
		field.addEventListener("blur", () => {
			if (verdict(field).state !== "incomplete") return;
			left.add(field);
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

/** What a page is told on change. Stripe.js: The card Element's change event. */
export function readState() {
	const verdicts = shown().map(verdict);
	const wrong = shown().find(isWrong);
	return {
		brand: brandOf(digitsOf(number)),
		complete: verdicts.every(({ state }) => state === "complete"),
		empty: verdicts.every(({ state }) => state === "empty"),
		error: wrong && errorOf(wrong),
		value: { postalCode: postal.value },
	};
}

/** Marks every unfinished field and answers the first one's error, or undefined when all is well. */
export function refuseUnfinished() {
	for (const field of shown()) {
		if (verdict(field).state !== "complete") left.add(field);
	}
	showVerdicts();
	return readState().error;
}

/** The card as the API takes it. */
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

/** Empties all fields. */
export function clearFields() {
	for (const field of all) {
		field.value = "";
		before.delete(field);
	}
	left.clear();
	showVerdicts();
}

/** The first field that wants something, or the first of all. */
export function firstField() {
	return shown().find((field) => verdict(field).state !== "complete") ?? number;
}

/**
 * Writes digits as they are printed on cards and keeps the caret among the same digits.
 * @param {HTMLInputElement} field
 * @param {boolean} deleting
 */
function reformat(field, deleting) {
	if (field === postal) return;
	const caret = field.selectionStart ?? field.value.length;
	let digits = digitsOf(field);
	let kept = field.value.slice(0, caret).replace(/\D/g, "").length;
	if (field === expiry && !deleting) {
		const typed = fullDate(field.value, digits);
		kept += typed.length - digits.length;
		digits = typed;
	}
	const old = before.get(field) ?? "";
	// Only a space or a slash was deleted: what was meant is the digit before it.
	if (deleting && digits === old && field.value !== print(field, old, false) && kept > 0) {
		digits = digits.slice(0, kept - 1) + digits.slice(kept);
		kept -= 1;
	}
	digits = digits.slice(0, mostDigits(field));
	before.set(field, digits);
	field.value = print(field, digits, deleting);
	const place = caretAfter(field.value, kept, deleting);
	if (document.activeElement === field) field.setSelectionRange(place, place);
}

/**
 * Completes a date: `5` is 05, `1/` is 01, 12/2034 as browsers fill it is 12/34.
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
function print(field, digits, deleting) {
	if (field === number) return groupNumber(digits);
	if (field !== expiry || digits.length < 2 || (deleting && digits.length === 2)) return digits;
	return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/**
 * @param {string} text
 * @param {number} count digits before the caret
 * @param {boolean} deleting leaves it before a separator rather than behind
 */
function caretAfter(text, count, deleting) {
	let place = 0;
	for (let seen = 0; place < text.length && seen < count; place += 1) {
		if (/\d/.test(text[place])) seen += 1;
	}
	while (!deleting && place < text.length && /\D/.test(text[place])) place += 1;
	return place;
}

/** @param {HTMLInputElement} field */
function isDone(field) {
	const { selectionStart, value } = field;
	return field !== postal && verdict(field).state === "complete" && selectionStart === value.length;
}

/** @param {HTMLInputElement} field */
function mostDigits(field) {
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
function isWrong(field) {
	const { state } = verdict(field);
	return state === "invalid" || (state !== "complete" && left.has(field));
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
		const wrong = isWrong(field);
		field.classList.toggle("empty", state === "empty");
		field.classList.toggle("complete", state === "complete");
		field.classList.toggle("invalid", wrong);
		field.setAttribute("aria-invalid", String(wrong));
	}
}

function shown() {
	return all.filter((field) => !field.hidden);
}

/** @param {HTMLInputElement} field */
function digitsOf(field) {
	return field.value.replace(/\D/g, "");
}

/** @param {string} name */
function input(name) {
	return /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
}
