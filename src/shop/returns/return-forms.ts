/** What staff send from the page of a return. */
import * as v from "valibot";
import { conditionNames, staff as texts } from "../../messages/returns.ts";
import type { FieldErrors } from "../../values/field-errors.ts";
import { maxLengths } from "../../values/fields.ts";
import { parseRows } from "../../values/parse-form.ts";
import {
	choiceField,
	countField,
	describeFields,
	flagField,
	formOf,
	linesField,
	moneyField,
	optional,
} from "../../values/record-fields.ts";
import { conditions } from "./return-states.ts";
import type { ReceivedLine, ReturnedLine } from "./returns.ts";

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

/** What arrived of a line with so many pieces, and how many of them go back to the stock. */
export const receivedFields = (quantity: number) =>
	describeFields(
		{
			labels: { received: texts.arrived, condition: texts.condition, restocked: texts.toStock },
			hints: { restocked: texts.toStockHint },
		},
		{
			received: {
				...countField({ max: quantity, wrong: texts.receivedWrong(quantity) }),
				usual: String(quantity),
			},
			condition: {
				...choiceField(
					conditions.map((value) => ({ value, label: conditionNames[value] })),
					texts.conditionMissing,
				),
				usual: "as_new",
			},
			restocked: optional(countField({ wrong: texts.restockedWrong })),
		},
	);

const receivedForm = (quantity: number) => {
	const form = formOf(receivedFields(quantity));
	const inArrived = v.check<v.InferOutput<typeof form>, string>(
		({ received, restocked = 0 }) => restocked <= received,
		texts.restockedWrong,
	);
	return v.pipe(form, v.forward(inArrived, ["restocked"]));
};

/** Reads what has arrived of these lines. What is as new goes back to the stock, if the form says nothing else. */
export function readReceived(
	sent: URLSearchParams,
	lines: readonly Pick<ReturnedLine, "lineId" | "quantity">[],
): { output: ReceivedLine[] } | { fields: FieldErrors } {
	const read = parseRows(
		lines.map(({ lineId, quantity }) => [lineId, receivedForm(quantity)] as const),
		sent,
	);
	if ("fields" in read) return read;
	const output = read.output.map(([lineId, { received, condition, restocked }]) => ({
		lineId,
		received,
		condition,
		restocked: restocked ?? (condition === "as_new" ? received : 0),
	}));
	return { output };
}
