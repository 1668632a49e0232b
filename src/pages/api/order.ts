import { handle, only } from "../../http/handle.ts";
import { describePage, pageOf } from "../../http/paging.ts";
import {
	deleteOrderEndpoint,
	listOrdersEndpoint,
	placeOrderEndpoint,
	setStatusEndpoint,
} from "../../shop/orders/orders.api.ts";
import { listOrders, setStatus } from "../../shop/orders/orders.server.ts";
import { idempotencyHeader } from "../../shop/orders/orders.ts";
import { placeOrder } from "../../shop/orders/placing.server.ts";
import { requestKeyOf } from "../../shop/orders/request-key.server.ts";
import { deleteOrder } from "../../shop/payments/closing.server.ts";

export const GET = handle(listOrdersEndpoint, async ({ caller, query, request, headers }) => {
	const page = await listOrders(caller, { ...query, ...pageOf(query) });
	describePage(headers, request.url, page);
	return page.orders;
});

export const POST = handle(placeOrderEndpoint, async ({ caller, body, request }) => {
	const key = requestKeyOf(request.headers.get(idempotencyHeader));
	const order = await placeOrder(caller, body, key);
	return { insertedId: order._id, order };
});

export const PUT = handle(setStatusEndpoint, ({ caller, query, body }) =>
	setStatus(caller, query.id, body.status),
);

export const DELETE = handle(deleteOrderEndpoint, ({ caller, query }) =>
	deleteOrder(caller, query.id),
);

export const ALL = only("GET", "POST", "PUT", "DELETE");
