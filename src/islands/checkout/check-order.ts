/** Checks the checkout's form, and shows what few orders need. */
import * as v from "valibot";
import { withParts } from "../../shop/orders/checkout-values.ts";
import { checkoutForm } from "../../shop/orders/delivery-forms.ts";
import { fieldErrors } from "../../values/field-errors.ts";
import * as fields from "./ExtraFields.tsx";

/** What shows the fields that few orders need. */
export const extraFields = fields;

export type OrderInput = v.InferOutput<ReturnType<typeof checkoutForm>>;

/** Returns what an order is placed with, or what is wrong with the fields, by name. */
export function checkOrder(
	values: Parameters<typeof withParts>[0],
	...form: Parameters<typeof checkoutForm>
): { input?: OrderInput; errors: Record<string, string> } {
	const parsed = v.safeParse(checkoutForm(...form), withParts(values));
	const errors = fieldErrors(parsed.issues);
	return parsed.success ? { input: parsed.output, errors } : { errors };
}
