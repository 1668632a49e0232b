/** Customers over HTTP, with a record of what the shop confirmed to them. */
import * as v from "valibot";
import type { KillableShop } from "./killable-shop.ts";

export interface Person {
	email: string;
	token: string;
}

/** An order the shop has confirmed to its customer. */
export interface ConfirmedOrder {
	id: string;
	owner: Person;
	/** The intent that the card has paid. */
	paidAtStripe?: string;
	/** The shop has confirmed the payment. */
	paid?: boolean;
	/** Its customer has requested its deletion, whatever the response. */
	deleteRequested?: boolean;
	/** The shop has confirmed that it is deleted. */
	deleted?: boolean;
}

export interface ApiResponse {
	status: number;
	body: unknown;
	headers: Headers;
}

/** Calls the API. Rejects when the connection breaks. */
export async function call(
	{ url }: KillableShop,
	method: string,
	path: string,
	{ token, body, key }: { token?: string; body?: unknown; key?: string } = {},
): Promise<ApiResponse> {
	const response = await fetch(`${url}/api${path}`, {
		method,
		headers: {
			...(token && { Authorization: `Bearer ${token}` }),
			...(key && { "Idempotency-Key": key }),
			...(body !== undefined && { "Content-Type": "application/json" }),
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await response.text();
	const json = response.headers.get("content-type")?.includes("json") === true;
	return {
		status: response.status,
		body: json ? JSON.parse(text) : text,
		headers: response.headers,
	};
}

const placedSchema = v.object({ insertedId: v.string() });
const secretSchema = v.object({ clientSecret: v.string() });

/** Orders a tool; returns the order if it was confirmed. */
export async function placeOrder(
	shop: KillableShop,
	owner: Person,
	tool: string,
	quantity: number,
): Promise<ConfirmedOrder | undefined> {
	const body = { productCode: tool, quantity, phone: "+1 555 0100", address: "1 Test Street" };
	const key = crypto.randomUUID();
	const { status, body: reply } = await call(shop, "POST", "/order", {
		token: owner.token,
		body,
		key,
	});
	return status === 201 ? { id: v.parse(placedSchema, reply).insertedId, owner } : undefined;
}

/** Pays an order by card at Stripe; returns whether the card succeeded. */
export async function payByCard(shop: KillableShop, order: ConfirmedOrder): Promise<boolean> {
	const { token } = order.owner;
	const intent = await call(shop, "POST", "/create-payment-intent", {
		token,
		body: { orderId: order.id },
	});
	if (intent.status !== 200) return false;
	const { clientSecret } = v.parse(secretSchema, intent.body);
	const id = clientSecret.replace(/_secret_.*$/, "");
	const confirmed = await fetch(`${shop.stripeUrl}/v1/payment_intents/${id}/confirm`, {
		method: "POST",
		body: new URLSearchParams({
			key: shop.keys.publishable,
			client_secret: clientSecret,
			payment_method: "pm_card_visa",
		}),
	});
	if (confirmed.ok) order.paidAtStripe = id;
	return confirmed.ok;
}

/** Reports the payment to the shop, as the payment page does. */
export async function reportPayment(shop: KillableShop, order: ConfirmedOrder): Promise<void> {
	const body = { transactionId: order.paidAtStripe };
	const { status } = await call(shop, "PATCH", `/order/${order.id}`, {
		token: order.owner.token,
		body,
	});
	if (status === 200) order.paid = true;
}

/** Deletes an order. */
export async function deleteOrder(shop: KillableShop, order: ConfirmedOrder): Promise<void> {
	order.deleteRequested = true;
	const { status } = await call(shop, "DELETE", `/order?id=${order.id}`, {
		token: order.owner.token,
	});
	if (status === 200) order.deleted = true;
}
