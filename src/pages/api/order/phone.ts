import { handle } from "../../../http/handle.ts";
import { placePhoneOrderEndpoint } from "../../../shop/orders/order-changes.api.ts";
import { placePhoneOrder } from "../../../shop/orders/place-order.server.ts";

export const { POST, ALL } = handle(placePhoneOrderEndpoint, async (call) => {
	const order = await placePhoneOrder(call.caller, call.body, await call.requestKey());
	return { insertedId: order._id, order };
});
