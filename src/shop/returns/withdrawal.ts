/** What a consumer declares on the page of withdrawals, without an account. */
import * as v from "valibot";
import { withdrawal as texts } from "../../messages/returns.ts";
import { email, maxLengths, requiredMultilineText, requiredText } from "../../values/fields.ts";
import { parseOrderNumber } from "../orders/order-number.ts";

/** The number of an order as people write it. */
const orderNumber = v.pipe(
	v.string(texts.numberMissing),
	v.transform((text) => parseOrderNumber(text)),
	v.number(texts.numberMissing),
);

/** The name of who declares it. */
export const declaredName = requiredText(maxLengths.name, texts.nameMissing);

const withdrawalFields = v.object({ number: orderNumber, email, name: declaredName });

const someItems = requiredMultilineText(maxLengths.note, texts.itemsMissing);

export interface Withdrawal {
	number: number;
	email: string;
	name: string;
	/** The items in the consumer's words; empty for the whole order. */
	note: string;
}

/** Reads the form of a withdrawal, or what is wrong with each of its fields. */
export function readWithdrawal(
	form: URLSearchParams,
): { withdrawal: Withdrawal } | { problems: Record<string, string> } {
	const given = (name: string) => form.get(name) ?? "";
	const fields = v.safeParse(withdrawalFields, {
		number: given("number"),
		email: given("email"),
		name: given("name"),
	});
	const items = given("scope") === "some" ? v.safeParse(someItems, given("items")) : undefined;
	if (fields.success && (items?.success ?? true))
		return { withdrawal: { ...fields.output, note: items?.success ? items.output : "" } };
	const issues = fields.issues ?? [];
	return {
		problems: {
			...(items?.issues && { items: items.issues[0].message }),
			...Object.fromEntries(
				issues.map((issue) => [v.getDotPath(issue) ?? "", issue.message] as const),
			),
		},
	};
}
