import { allowOnly, handle } from "../../http/handle.ts";
import { createGuestToken, guestCookie } from "../../platform/guest-token.ts";
import {
	listCheckoutsEndpoint,
	placeCheckoutEndpoint,
} from "../../shop/checkouts/checkouts.api.ts";
import { listOwnCheckouts } from "../../shop/checkouts/list-checkouts.server.ts";
import { placeCheckout } from "../../shop/checkouts/place-checkout.server.ts";
import { orderFits } from "../../shop/fit/order-fits.server.ts";
import { readVocabulary } from "../../shop/fit/vocabulary.server.ts";
import { parsePage, setPageHeaders } from "../../shop/paging.ts";

export const GET = handle(listCheckoutsEndpoint, async ({ caller, query, request, headers }) => {
	const page = await listOwnCheckouts(caller, parsePage(query));
	setPageHeaders(headers, request.url, page);
	return page.checkouts;
});

export const POST = handle(placeCheckoutEndpoint, async (call) => {
	const { caller, body, request, headers } = call;
	const fits = body.bike
		? await orderFits(body.lines, body.bike, await readVocabulary())
		: new Map();
	const checkout = await placeCheckout(caller, body, await call.requestKey(), fits);
	if (!caller) {
		headers.set("Set-Cookie", guestCookie(request.headers, await createGuestToken(checkout._id)));
	}
	return { insertedId: checkout._id, checkout };
});

export const ALL = allowOnly("GET", "POST");
