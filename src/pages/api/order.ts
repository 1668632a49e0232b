import { allowOnly, handle } from "../../http/handle.ts";
import { parseIdempotencyKey } from "../../shop/orders/idempotency-key.server.ts";
import {
	deleteOrderEndpoint,
	listOrdersEndpoint,
	placeOrderEndpoint,
	setStatusEndpoint,
} from "../../shop/orders/orders.api.ts";
import { listOrders, setStatus } from "../../shop/orders/orders.server.ts";
import { idempotencyHeader } from "../../shop/orders/orders.ts";
import { placeOrder } from "../../shop/orders/place-order.server.ts";
import { parsePage, setPageHeaders } from "../../shop/paging.ts";
import { deleteOrder } from "../../shop/payments/close-order.server.ts";

export const GET = handle(listOrdersEndpoint, async ({ caller, query, request, headers }) => {
	const page = await listOrders(caller, { ...query, ...parsePage(query) });
	setPageHeaders(headers, request.url, page);
	return page.orders;
});

export const POST = handle(placeOrderEndpoint, async ({ caller, body, request }) => {
	const key = parseIdempotencyKey(request.headers.get(idempotencyHeader));
	const order = await placeOrder(caller, body, key);
	return { insertedId: order._id, order };
});

export const PUT = handle(setStatusEndpoint, ({ caller, query, body }) =>
	setStatus(caller, query.id, body.status),
);

export const DELETE = handle(deleteOrderEndpoint, ({ caller, query }) =>
	deleteOrder(caller, query.id),
);

export const ALL = allowOnly("GET", "POST", "PUT", "DELETE");
