import { handle } from "../../../http/handle.ts";
import { placePhoneOrderEndpoint } from "../../../shop/orders/order-changes.api.ts";
import { placePhoneOrder } from "../../../shop/orders/place-order.server.ts";
import { settlePlaced } from "../../../shop/payments/pay-by-cards.server.ts";

export const { POST, ALL } = handle(placePhoneOrderEndpoint, async (call) => {
	const placed = await placePhoneOrder(call.caller, call.body, await call.requestKey());
	const order = await settlePlaced(placed, call.caller.id);
	return { insertedId: order._id, order };
});
