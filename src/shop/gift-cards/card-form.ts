/** The forms of staff for gift cards: a new one, and a correction. */
import * as v from "valibot";
import { startOfDay } from "../../config/days.ts";
import { giftAdmin as texts } from "../../messages/gift-admin.ts";
import { maxLengths } from "../../values/fields.ts";
import { priceStep } from "../../values/money.ts";
import {
	dayField,
	describeFields,
	emailField,
	formOf,
	linesField,
	moneyField,
	optional,
	textField,
} from "../../values/record-fields.ts";

const max = 10_000;
const wrong = texts.amountWrong;

export const cardFields = describeFields(texts.newCard, {
	amount: moneyField({ min: priceStep, max, wrong }),
	/** The e-mail that the code goes to; empty for nobody. */
	email: optional(emailField, ""),
	message: linesField({ max: maxLengths.note }),
	until: optional(dayField(texts.dayWrong)),
});

/** Reads the form of a new card. Its `id` is of the form that was opened: sent twice, it issues one. */
export const cardForm = v.pipe(
	formOf({ id: { kind: "text", rules: v.pipe(v.string(), v.uuid()) }, ...cardFields }),
	v.transform(({ amount, until, ...rest }) => ({
		...rest,
		cents: amount,
		// The end of that day.
		expiresAt: until === undefined ? undefined : new Date(startOfDay(until + 1)),
	})),
);
export type AskedCard = v.InferOutput<typeof cardForm>;

/** How much more, or less, and why. */
export const correctionFields = describeFields(texts.correction, {
	cents: moneyField({ min: -max, max, wrong }),
	note: textField({ max: maxLengths.note, missing: texts.noteMissing }),
});
export const correctionForm = v.pipe(
	formOf(correctionFields),
	v.forward(
		v.check(({ cents }) => cents !== 0, wrong),
		["cents"],
	),
);
