import { guestUserId } from "../../access/guest.ts";
import { allowOnly, handle } from "../../http/handle.ts";
import { createGuestToken, guestCookie } from "../../platform/auth/guest-token.ts";
import { orderFits } from "../../shop/fit/line-fits.server.ts";
import { readVocabulary } from "../../shop/fit/vocabulary.server.ts";
import { listOrdersEndpoint, placeOrderEndpoint } from "../../shop/orders/orders.api.ts";
import { listOwnOrders } from "../../shop/orders/orders.server.ts";
import { placeOrder } from "../../shop/orders/place-order.server.ts";
import { settlePlaced } from "../../shop/payments/pay-by-cards.server.ts";
import { parsePage, setPageHeaders } from "../../values/paging.ts";

export const { GET } = handle(listOrdersEndpoint, async ({ caller, query, request, headers }) => {
	const page = await listOwnOrders(caller, parsePage(query));
	setPageHeaders(headers, request.url, page);
	return page.orders;
});

export const { POST } = handle(placeOrderEndpoint, async (call) => {
	const { caller, body, request, headers } = call;
	const fits = body.bike
		? await orderFits(body.lines, body.bike, await readVocabulary())
		: new Map();
	const placed = await placeOrder(caller, body, await call.requestKey(), request, fits);
	const order = await settlePlaced(placed, caller?.id ?? guestUserId);
	if (!caller) {
		const token = await createGuestToken(order._id, body.email ?? "");
		headers.set("Set-Cookie", guestCookie(request.headers, token));
	}
	return { insertedId: order._id, order };
});

export const ALL = allowOnly("GET", "POST");
