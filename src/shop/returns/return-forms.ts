/** What staff send from the page of a return. */
import * as v from "valibot";
import { staff as texts } from "../../messages/returns.ts";
import { maxLengths, requiredMultilineText } from "../../values/fields.ts";
import { price, toCents } from "../../values/money.ts";
import { type Condition, conditions } from "./return-states.ts";
import type { ReceivedLine } from "./returns.ts";

/** Where to send a return, as the e-mail has it. */
const answer = requiredMultilineText(maxLengths.description, texts.answerMissing);
const rejection = requiredMultilineText(maxLengths.description, texts.rejectReasonMissing);

/** The address of a label. Only https: e-mails and pages link to it. */
const labelUrl = v.union(
	[
		v.literal(""),
		v.pipe(
			v.string(texts.labelWrong),
			v.trim(),
			v.maxLength(1000, texts.labelWrong),
			v.url(texts.labelWrong),
			v.startsWith("https://", texts.labelWrong),
		),
	],
	texts.labelWrong,
);

const approval = v.object({ answer, labelUrl });

/** Text of a form's field, empty without it. */
const given = (form: URLSearchParams, name: string) => form.get(name) ?? "";

export const readApproval = (form: URLSearchParams) =>
	v.safeParse(approval, {
		answer: given(form, "answer"),
		labelUrl: given(form, "label").trim(),
	});

export const readRejection = (form: URLSearchParams) =>
	v.safeParse(rejection, given(form, "reason"));

/** The names of the fields of a line. */
export const receivedFields = {
	received: (lineId: string) => `received-${lineId}`,
	condition: (lineId: string) => `condition-${lineId}`,
	restocked: (lineId: string) => `restocked-${lineId}`,
};

const pieces = (text: string) => (/^\d{1,6}$/.test(text) ? Number(text) : undefined);

/** Reads what has arrived of these lines. What is as new goes back to the stock, if the form says nothing else. */
export function readReceived(form: URLSearchParams, lineIds: readonly string[]): ReceivedLine[] {
	return lineIds.map((lineId) => {
		const received = pieces(given(form, receivedFields.received(lineId))) ?? 0;
		const chosen = form.get(receivedFields.condition(lineId));
		const condition: Condition = conditions.find((one) => one === chosen) ?? "opened";
		const restocked = pieces(given(form, receivedFields.restocked(lineId)));
		return {
			lineId,
			received,
			condition,
			restocked: Math.min(restocked ?? (condition === "as_new" ? received : 0), received),
		};
	});
}

const refundFields = v.object({
	amount: v.optional(v.pipe(price(texts.amountWrong), v.transform(toCents))),
	shipping: v.boolean(),
});

/** Reads how much is refunded: all that the pieces have cost without an amount. */
export function readRefund(form: URLSearchParams) {
	const amount = given(form, "amount").trim();
	return v.safeParse(refundFields, {
		...(amount !== "" && { amount: Number(amount) }),
		shipping: form.has("shipping"),
	});
}
