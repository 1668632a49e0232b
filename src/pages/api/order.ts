import { allowOnly, handle } from "../../http/handle.ts";
import { placeOrder } from "../../shop/checkouts/place-order.server.ts";
import {
	deleteOrderEndpoint,
	listOrdersEndpoint,
	placeOrderEndpoint,
	setStatusEndpoint,
} from "../../shop/orders/orders.api.ts";
import { listChangedOrders, listOrders, setStatus } from "../../shop/orders/orders.server.ts";
import { parsePage, rejectOthersThanPaging, setPageHeaders } from "../../shop/paging.ts";
import { deleteOrder } from "../../shop/payments/close-order.server.ts";

export const GET = handle(listOrdersEndpoint, async ({ caller, query, request, headers }) => {
	const { updatedSince } = query;
	if (updatedSince) {
		rejectOthersThanPaging(query);
		const page = await listChangedOrders(caller, updatedSince, parsePage(query));
		setPageHeaders(headers, request.url, page);
		return page.items;
	}
	const page = await listOrders(caller, { ...query, ...parsePage(query) });
	setPageHeaders(headers, request.url, page);
	return page.orders;
});

export const POST = handle(placeOrderEndpoint, async ({ caller, body, requestKey }) => {
	const order = await placeOrder(caller, body, await requestKey());
	return { insertedId: order._id, order };
});

export const PUT = handle(setStatusEndpoint, ({ caller, query, body }) =>
	setStatus(caller, query.id, body.status),
);

export const DELETE = handle(deleteOrderEndpoint, ({ caller, query }) =>
	deleteOrder(caller, query.id),
);

export const ALL = allowOnly("GET", "POST", "PUT", "DELETE");
