import { describe, expect, it } from "vitest";
import { statusByCode } from "../errors.ts";
import { outcomeOf } from "./health.ts";
import * as messages from "./messages.ts";
import { daysText, formatAverage, formatPercent } from "./numbers.ts";
import * as orderMessages from "./orders.ts";
import { ordered } from "./purchase.ts";

/**
 * The specification's catalogue to the letter, in its order: sections 2, 5 and 8. Repeated here on
 * purpose, so that a corrected spelling in messages/messages.ts fails.
 */
const catalogue = [
	[messages.noOrders, "No Order Found Go to All Tools To order"],
	[messages.pageNotFound, "Page Not Found"],
	[orderMessages.pleasePay("69$"), "Please pay 69$ to confirm your order"],
	[messages.emailRequired, "Email is Required"],
	[messages.emailInvalid, "Provide a valid Email"],
	[messages.passwordRequired, "Password is Required"],
	[messages.passwordTooShort, "Must be 6 characters or longer"],
	[messages.nameRequired, "Name is Required"],
	[messages.quantityRequired, "Product Quantity is Required"],
	[messages.quantityEmpty, "Empty Quantity"],
	[messages.quantityExceeded, "Quantity Excedded"],
	[messages.quantityBelowMinimum, "minimum quantity is required"],
	[messages.ratingRequired, "Rating is Required"],
	[messages.imageRequired, "Image is Required"],
	[messages.descriptionRequired, "Description is Required"],
	[messages.minOrderQuantityRequired, "Minimum Order Quantity is Required"],
	[messages.availableQuantityRequired, "Available Quantity is Required"],
	[messages.priceRequired, "Price is Required"],
	[messages.productPriceRequired, "Product Price is Required"],
	[ordered("Chain whip"), "Chain whip has been ordered Please check my order"],
	[messages.statusUpdated, "Status is updated"],
	[messages.madeAdmin("a@b.test"), "Successfully made a@b.test an admin"],
	[messages.makeAdminFailed, "Failed to Make an admin"],
	[messages.removedAdmin("a@b.test"), "Successfully removed a@b.test as admin"],
	[messages.removeAdminFailed("a@b.test"), "Failed to Remove a@b.test from admin"],
	[messages.profileUpdated, "Congrates your submition ios complete"],
	[messages.profileUnchanged, "you already havedata"],
	[messages.added, "Success!"],
	[messages.addFailed, "error"],
	[messages.productUpdated("Chain whip"), "Chain whiphave been updated"],
	[messages.paid, "Congrats! Your payment is completed. Check My Orders Page"],
	[messages.transactionId, "Your transaction Id:"],
] as const;

describe("the specification's catalogue", () => {
	it.each(catalogue)("says %j to the letter", (text, expected) => {
		expect(text).toBe(expected);
	});

	it("inserts names unchanged", () => {
		const specialCharacters = "$& <b>“Whip”</b> {name}";
		expect(ordered(specialCharacters)).toBe(
			`${specialCharacters} has been ordered Please check my order`,
		);
		expect(messages.productUpdated(specialCharacters)).toBe(
			`${specialCharacters}have been updated`,
		);
		expect(messages.removeAdminFailed(specialCharacters)).toBe(
			`Failed to Remove ${specialCharacters} from admin`,
		);
	});
});

describe("our own messages", () => {
	it("cover every error code and no other", () => {
		expect(Object.keys(messages.errorMessages).toSorted()).toEqual(
			Object.keys(statusByCode).toSorted(),
		);
		for (const [code, text] of Object.entries(messages.errorMessages)) {
			expect(text, code).toMatch(/^[A-Z].+\.$/);
		}
	});

	it("are different for each error code", () => {
		const texts = Object.values(messages.errorMessages);
		expect(new Set(texts).size).toBe(texts.length);
	});
});

it("says nothing after an action that there is not", () => {
	expect(outcomeOf("fixed")).toBe("Fixed.");
	for (const word of ["constructor", "", null]) expect(outcomeOf(word)).toBeUndefined();
});

it.each([
	[4, "4.0"],
	[13 / 3, "4.3"],
	[4.96, "5.0"],
])("the average %d is written %s", (average, text) => {
	expect(formatAverage(average)).toBe(text);
});

it.each([
	[0.19, "19%", "+19%"],
	[-0.08875, "-8.875%", "-8.875%"],
	[0, "0%", "0%"],
])("the share %d is written %s, the change %s", (share, text, change) => {
	expect(formatPercent(share)).toBe(text);
	expect(formatPercent(share, { isChange: true })).toBe(change);
});

it("days are in their plural", () => {
	expect([daysText([1, 1]), daysText([0, 1]), daysText([4, 14])]).toEqual([
		"1 day",
		"0 to 1 day",
		"4 to 14 days",
	]);
});
