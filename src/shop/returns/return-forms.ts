/** What staff send from the page of a return. */
import * as v from "valibot";
import { staff as texts } from "../../messages/returns.ts";
import { maxLengths } from "../../values/fields.ts";
import {
	describeFields,
	flagField,
	formOf,
	linesField,
	moneyField,
	optional,
} from "../../values/record-fields.ts";
import { type Condition, conditions } from "./return-states.ts";
import type { ReceivedLine } from "./returns.ts";

const max = maxLengths.description;

/** An approval says where to send the parcel, as the e-mail has it, and may link to a label. */
export const approvalFields = describeFields(
	{
		labels: { answer: texts.answer, label: texts.labelUrl },
		hints: { label: texts.labelUrlHint },
	},
	{
		answer: linesField({ max, missing: texts.answerMissing, rows: 4 }),
		label: optional(
			{
				kind: "url",
				rules: v.pipe(
					v.string(),
					v.trim(),
					v.maxLength(1000, texts.labelWrong),
					v.url(texts.labelWrong),
					// E-mails and pages link to it.
					v.startsWith("https://", texts.labelWrong),
				),
				attributes: { placeholder: texts.labelPlaceholder },
			},
			"",
		),
	},
);
export const approvalForm = formOf(approvalFields);

export const rejectionFields = describeFields(
	{ labels: { reason: texts.rejectReason }, hints: { reason: texts.rejectHint } },
	{ reason: linesField({ max, missing: texts.rejectReasonMissing }) },
);
export const rejectionForm = formOf(rejectionFields);

/** How much is refunded: all that the pieces have cost without an amount. The page knows the words. */
export const refundRules = {
	amount: optional(moneyField({ wrong: texts.amountWrong })),
	shipping: flagField(),
};
export const refundForm = formOf(refundRules);

/** The names of the fields of a line. */
export const receivedFields = {
	received: (lineId: string) => `received-${lineId}`,
	condition: (lineId: string) => `condition-${lineId}`,
	restocked: (lineId: string) => `restocked-${lineId}`,
};

const pieces = (text: string | null) =>
	text !== null && /^\d{1,6}$/.test(text) ? Number(text) : undefined;

/** Reads what has arrived of these lines. What is as new goes back to the stock, if the form says nothing else. */
export function readReceived(form: URLSearchParams, lineIds: readonly string[]): ReceivedLine[] {
	return lineIds.map((lineId) => {
		const received = pieces(form.get(receivedFields.received(lineId))) ?? 0;
		const chosen = form.get(receivedFields.condition(lineId));
		const condition: Condition = conditions.find((one) => one === chosen) ?? "opened";
		const restocked = pieces(form.get(receivedFields.restocked(lineId)));
		return {
			lineId,
			received,
			condition,
			restocked: Math.min(restocked ?? (condition === "as_new" ? received : 0), received),
		};
	});
}
