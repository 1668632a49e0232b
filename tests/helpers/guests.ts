/** Orders of guests, who have a cookie instead of a token. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { linesOf } from "./checkouts.ts";
import { payByCard, paymentOf } from "./payments.ts";
import { type ApiResponse, callApi, cookieOf, newEmail, origin } from "./shop.ts";

/** What `requestOrder` sends of the guest, beside a new address and e-mail. */
export const contact = { name: "Grace", phone: "+1 555 0123" };

let streetCount = 0;

/** An address that no other order has. */
export const newAddress = () => {
	streetCount += 1;
	return {
		line1: `${streetCount} Spoke Street`,
		city: "Portland",
		region: "OR",
		postalCode: "97201",
		country: "US",
	};
};

export interface GuestRequest {
	body?: unknown;
	cookie?: string;
	key?: string;
	headers?: Record<string, string>;
}

/** Calls the API from the shop's own page, without a token. */
export function callAsGuest(
	method: string,
	path: string,
	{ body, cookie, key, headers }: GuestRequest = {},
) {
	return callApi(method, path, {
		...(body !== undefined && { body }),
		headers: {
			Origin: origin,
			...(cookie && { Cookie: cookie }),
			...(key && { "Idempotency-Key": key }),
			...headers,
		},
	});
}

/** Asks for an order as a guest. `fields` change the request. */
export const requestOrder = (fields: object, request: GuestRequest = {}): Promise<ApiResponse> =>
	callAsGuest("POST", "/checkout", {
		...request,
		body: { ...contact, ...newAddress(), email: newEmail(), ...fields },
	});

/** Places an order of these tools; returns it with its cookie. */
export async function placeOrder(tools: string[], fields: object = {}, request: GuestRequest = {}) {
	const placed = await requestOrder({ lines: linesOf(tools), ...fields }, request);
	expect(placed.status, JSON.stringify(placed.body)).toBe(201);
	return { order: placed.body.order, cookie: cookieOf(placed) };
}

export type Placed = Awaited<ReturnType<typeof placeOrder>>;

/** Pays an order by card, and reports it as its page does. */
export async function pay({ order, cookie }: Placed) {
	const begun = await callAsGuest("POST", "/create-payment-intent", {
		cookie,
		body: { orderId: order._id, totalPrice: order.totalPrice },
	});
	expect(begun.status, JSON.stringify(begun.body)).toBe(200);
	const payment = paymentOf(begun.body.clientSecret);
	await payByCard(payment);
	const reported = await callAsGuest("PATCH", `/order/${order.lines[0]._id}`, {
		cookie,
		body: { transactionId: payment.id },
	});
	expect(reported.status, JSON.stringify(reported.body)).toBe(200);
	return payment;
}

/** The row of an order, with the owner of its lines. */
export const rowOf = (id: string) =>
	env.DB.prepare(
		"select orders.*, order_lines.user_id as owner from orders join order_lines on order_lines.order_id = orders.id where orders.id = ?",
	)
		.bind(id)
		.first<Record<string, unknown>>();

/** Verifies the e-mail of an account. */
export const verify = (email: string) =>
	env.DB.prepare("update users set email_verified = 1 where email = ?").bind(email).run();
