/** Orders from the checkout form of a browser without JavaScript: by the rules of the checkout's island and of the API. */
import * as v from "valibot";
import { ShopError } from "../../errors.ts";
import { createGuestToken } from "../../platform/auth/guest-token.ts";
import { requestKeyOf } from "../../platform/limits/idempotency-key.ts";
import { fieldErrors } from "../../values/field-errors.ts";
import type { CartLine } from "../carts/cart-lines.ts";
import { parseLineTexts } from "../carts/line-texts.ts";
import { shippedCountries } from "../costs/shipped-countries.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { byMailName, withoutEmptyParts, withParts } from "./checkout-values.ts";
import { checkoutForm } from "./delivery-forms.ts";
import { orderRequest } from "./orders.ts";
import { placeOrder } from "./place-order.server.ts";

/** What a checkout form sends. */
export interface BasicCheckoutForm {
	/** The values of its fields, by name. */
	values: Record<string, string>;
	/** The lines and prices as the page has shown them. */
	lines: CartLine[];
}

/** Reads what a form has sent. Nothing is checked yet. */
export function readCheckoutForm(form: URLSearchParams): BasicCheckoutForm {
	return {
		values: withoutEmptyParts(Object.fromEntries(form)),
		lines: parseLineTexts(form.getAll("line")),
	};
}

/**
 * Places a guest's order, and once if the form is sent again. `request` is the form's, whose network counts, and `partner` the
 * site that the guest comes from. The guest gets the link to pay by e-mail, since paying needs JavaScript. Returns the order, its id
 * and its token. Throws ShopError `invalid` with the fields, and as `placeOrder` does.
 */
export async function placeBasicOrder(
	{ values, lines }: BasicCheckoutForm,
	request: Request,
	partner?: string,
) {
	const { country = "", key = "", totalPrice } = values;
	const { shipping } = await shopSettings();
	const schema = checkoutForm(
		country,
		shippedCountries(shipping),
		true,
		values["billing.country"],
		// The form has shown no fields for it. What is really ordered decides, when it is placed.
		values[byMailName] !== undefined,
	);
	const input = parse(schema, withParts(values));
	const body = parse(orderRequest, {
		...input,
		lines,
		...(totalPrice !== undefined && { totalPrice: Number(totalPrice) }),
		...(values.code && { code: values.code }),
		...(partner && { partner }),
	});
	const requestKey = await requestKeyOf(key, {
		call: "POST /cart/checkout",
		userId: undefined,
		input: { params: {}, query: {}, body },
	});
	const order = await placeOrder(undefined, body, requestKey, request, new Map(), {
		sendsLink: true,
	});
	return { id: order._id, order, token: await createGuestToken(order._id, body.email ?? "") };
}

/** Throws ShopError `invalid`. */
function parse<Schema extends v.GenericSchema>(schema: Schema, input: unknown) {
	const { success, output, issues } = v.safeParse(schema, input);
	if (!success) throw new ShopError("invalid", { fields: fieldErrors(issues) });
	return output;
}
