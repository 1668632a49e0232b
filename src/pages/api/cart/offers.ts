import { handle } from "../../../http/handle.ts";
import { areTooManyCodes } from "../../../platform/rate-limit.ts";
import { readOffersEndpoint } from "../../../shop/carts/cart-offers.api.ts";
import { tooManyCodes } from "../../../shop/offers/discount-now.ts";
import { readOffers } from "../../../shop/offers/read-offers.server.ts";

export const { POST, ALL } = handle(readOffersEndpoint, async ({ body, request }) => {
	if (body.code && (await areTooManyCodes(request))) throw tooManyCodes();
	const { offersOfNow } = await readOffers(body.toolIds, body.code);
	return offersOfNow;
});
