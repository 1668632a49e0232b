/** Customers and an administrator over HTTP, with a record of what the shop confirmed to them. */
import * as v from "valibot";
import type { KillableShop } from "./killable-shop.ts";

export interface Person {
	email: string;
	token: string;
}

/** An order that the shop has confirmed to its customer. */
export interface ConfirmedOrder {
	id: string;
	owner: Person;
	lines: ConfirmedLine[];
	/** The intent that the card has paid. */
	paidAtStripe?: string;
	/** The shop has confirmed the payment. */
	paid?: boolean;
}

/** An order of it. */
export interface ConfirmedLine {
	id: string;
	/** Its customer has requested its deletion, whatever the response. */
	deleteRequested?: boolean;
	/** The shop has confirmed that it is deleted. */
	deleted?: boolean;
	/** The shop has confirmed that it is cancelled, or shipped. */
	cancelled?: boolean;
	shipped?: boolean;
	/** What the shop has confirmed to refund. */
	refundedCents: number;
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

const placedSchema = v.object({
	insertedId: v.string(),
	order: v.object({ lines: v.array(v.object({ _id: v.string() })) }),
});
const secretSchema = v.object({ clientSecret: v.string() });
const refundSchema = v.object({ amount: v.number() });

/** A tool and the price that the customer sees. */
export interface PricedTool {
	id: string;
	price: number;
}

/** Orders some tools at once; returns the order if it was confirmed. */
export async function placeOrder(
	shop: KillableShop,
	owner: Person,
	tools: PricedTool[],
	quantity: number,
): Promise<ConfirmedOrder | undefined> {
	const lines = tools.map(({ id, price }) => ({ toolId: id, quantity, price }));
	const { status, body } = await call(shop, "POST", "/checkout", {
		token: owner.token,
		body: { lines, phone: "+1 555 0100", address: "1 Test Street" },
		key: crypto.randomUUID(),
	});
	if (status !== 201) return undefined;
	const { insertedId: id, order } = v.parse(placedSchema, body);
	return { id, owner, lines: order.lines.map(({ _id }) => ({ id: _id, refundedCents: 0 })) };
}

/** Pays an order by card at Stripe; returns whether the card succeeded. */
export async function payByCard(shop: KillableShop, order: ConfirmedOrder): Promise<boolean> {
	const intent = await call(shop, "POST", "/create-payment-intent", {
		token: order.owner.token,
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

/** Reports the payment to the shop, as the payment page does; returns whether it was confirmed. */
export async function reportPayment(shop: KillableShop, order: ConfirmedOrder): Promise<boolean> {
	const line = order.lines.find(({ deleteRequested }) => !deleteRequested);
	if (!line) return false;
	const { status } = await call(shop, "PATCH", `/order/${line.id}`, {
		token: order.owner.token,
		body: { transactionId: order.paidAtStripe },
	});
	if (status === 200) order.paid = true;
	return status === 200;
}

/** Deletes an unpaid line of an order. */
export async function deleteLine(
	shop: KillableShop,
	{ token }: Person,
	line: ConfirmedLine,
): Promise<void> {
	line.deleteRequested = true;
	const { status } = await call(shop, "DELETE", `/order?id=${line.id}`, { token });
	if (status === 200) line.deleted = true;
}

/** Cancels a paid order. */
export async function cancelOrder(
	shop: KillableShop,
	{ token }: Person,
	line: ConfirmedLine,
): Promise<void> {
	const { status } = await call(shop, "POST", `/order/${line.id}/cancel`, { token });
	if (status === 200) line.cancelled = true;
}

/** Refunds an order as an administrator: some dollars, or all that is left with its pieces. */
export async function refundOrder(
	shop: KillableShop,
	{ token }: Person,
	line: ConfirmedLine,
	amount?: number,
): Promise<void> {
	const { status, body } = await call(shop, "POST", `/order/${line.id}/refund`, {
		token,
		key: crypto.randomUUID(),
		body: { reason: "other", restock: amount === undefined, ...(amount && { amount }) },
	});
	if (status === 201) line.refundedCents += Math.round(v.parse(refundSchema, body).amount * 100);
}

/** Ships orders in one parcel as an administrator. */
export async function shipOrders(
	shop: KillableShop,
	{ token }: Person,
	lines: ConfirmedLine[],
): Promise<void> {
	const lineIds = lines.map(({ id }) => id);
	const body = { lineIds, carrier: "UPS", trackingNumber: "1Z999" };
	const { status } = await call(shop, "POST", "/shipment", { token, body });
	if (status === 201) for (const line of lines) line.shipped = true;
}
