import { handle } from "../../../http/handle.ts";
import { isTooMuch } from "../../../platform/limits/rate-limit.ts";
import { readOffersEndpoint } from "../../../shop/carts/cart-offers.api.ts";
import { codeCustomerOf, readOffersAndCards } from "../../../shop/offers/basic-offers.server.ts";
import { tooManyCodes } from "../../../shop/offers/discount-now.ts";

export const { POST, ALL } = handle(readOffersEndpoint, async ({ body, request, caller }) => {
	if (body.code && (await isTooMuch("code", request))) throw tooManyCodes();
	const customer = body.forCustomer ? undefined : await codeCustomerOf(request, caller);
	return readOffersAndCards(body.toolIds, body.code, customer);
});
