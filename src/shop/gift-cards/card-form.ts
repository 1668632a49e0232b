/** The forms of staff for gift cards: a new one, and a correction. */
import * as v from "valibot";
import { startOfDay } from "../../config/days.ts";
import { giftAdmin as texts } from "../../messages/gift-admin.ts";
import { dayWrong } from "../../messages/messages.ts";
import { dayIn } from "../../values/days.ts";
import { email, maxLengths, multilineText, requiredText } from "../../values/fields.ts";
import { toCents } from "../../values/money.ts";

export interface AskedCard {
	/** The id of the form that was opened: sent twice, it issues one. */
	id: string;
	cents: number;
	/** Whom the code is e-mailed to; empty for nobody. */
	email: string;
	message: string;
	/** Undefined for never. */
	expiresAt: Date | undefined;
}

/** The most that a card is worth, in the currency's major unit. */
export const maxCardPrice = 10_000;

const amount = v.pipe(
	v.string(),
	v.trim(),
	v.nonEmpty(texts.amountWrong),
	v.transform(Number),
	v.check(
		(price) => Number.isFinite(price) && Math.abs(price) <= maxCardPrice && toCents(price) !== 0,
		texts.amountWrong,
	),
);

const card = v.object({
	id: v.pipe(v.string(), v.uuid()),
	amount: v.pipe(amount, v.minValue(0, texts.amountWrong)),
	email: v.union([v.literal(""), email]),
	message: multilineText(maxLengths.note),
	until: v.string(),
});

const given = (form: URLSearchParams, name: string) => form.get(name) ?? "";

/** Reads the form of a new card, or what is wrong with it. */
export function readCardForm(
	form: URLSearchParams,
	now = Date.now(),
): { asked: AskedCard } | { problem: string } {
	const read = v.safeParse(card, {
		id: given(form, "id"),
		amount: given(form, "amount"),
		until: given(form, "until"),
		email: given(form, "email").trim(),
		message: given(form, "message"),
	});
	if (!read.success) return { problem: read.issues[0].message };
	const { until, amount: price, ...rest } = read.output;
	const last = dayIn(until);
	// The end of that day.
	const expiresAt = last === undefined ? undefined : new Date(startOfDay(last + 1));
	if (Number.isNaN(last)) return { problem: dayWrong };
	if (expiresAt && expiresAt.getTime() <= now) return { problem: texts.dayWrong };
	return { asked: { ...rest, cents: toCents(price), expiresAt } };
}

const correction = v.object({
	amount,
	note: requiredText(maxLengths.note, texts.noteMissing),
});

/** Reads a correction: how much more, or less, and why. */
export function readCorrection(
	form: URLSearchParams,
): { cents: number; note: string } | { problem: string } {
	const read = v.safeParse(correction, {
		amount: given(form, "amount"),
		note: given(form, "note"),
	});
	if (!read.success) return { problem: read.issues[0].message };
	return { cents: toCents(read.output.amount), note: read.output.note };
}
