/** Calls of orders, from placing to refunding them. */
import type { Caller } from "../../../src/access/caller.ts";
import { createGuestToken } from "../../../src/platform/auth/guest-token.ts";
import { issueCard } from "../../../src/shop/gift-cards/manage-cards.server.ts";
import {
	beginPayment,
	closeOrderDirectly,
	createForeignIntent,
	eventOf,
	failRefundAtStripe,
	type OrderLine,
	payByCard,
	paymentOf,
	placePaidLine,
	refundAtStripe,
} from "../../helpers/payments.ts";
import {
	addGiftCard,
	callerOf,
	cookieOf,
	newEmail,
	orderBody,
	placeLine,
} from "../../helpers/shop.ts";
import { formType } from "./recorder.ts";
import type { Scenario } from "./scenario.ts";

export async function recordOrders(scenario: Scenario) {
	const { line, cart } = await recordPlacing(scenario);
	await recordGuest(scenario, cart);
	await recordWithoutScript(scenario);
	await recordGift(scenario);
	const second = await recordPaying(scenario, line);
	await recordShipping(scenario, line, second);
	await recordChanges(scenario, cart);
	await recordRefunds(scenario, line);
	await recordLists(scenario);
}

/** The code of a gift card that pays any order. */
const bigCard = (staff: Caller) =>
	issueCard(staff, {
		id: "3a1c2f8e-0000-4000-8000-000000000002",
		cents: 90_000,
		email: "",
		message: "",
		expiresAt: undefined,
	});

/** Places an order, and returns it with the lines of a cart. */
async function recordPlacing({ send, rider, admin, tool, otherTool }: Scenario) {
	const placed = await send("/api/order", {
		as: rider,
		body: { ...orderBody(tool), partner: "club" },
		headers: { "Idempotency-Key": "one" },
	});
	const line: OrderLine = placed.body.order;
	await send("/api/order", {
		as: rider,
		body: { ...orderBody(tool), partner: "club" },
		headers: { "Idempotency-Key": "one" },
		note: "repeated",
	});
	await send("/api/order", {
		as: rider,
		body: orderBody(tool, { quantity: 1000 }),
		rejected: 409,
		note: "more than in stock",
	});
	const wanted = { toolId: tool, quantity: 1, price: 25.99 };
	const cart = { lines: [wanted, { ...wanted, toolId: otherTool }] };
	await send("/api/checkout", { as: rider, body: cart });
	const code = await issueCard(callerOf(admin), {
		id: "3a1c2f8e-0000-4000-8000-000000000001",
		cents: 3000,
		email: "",
		message: "",
		expiresAt: undefined,
	});
	await send("/api/checkout", {
		as: rider,
		body: { ...cart, code, useCredit: true },
		note: "with a gift card",
	});
	await send("/api/checkout", {
		as: rider,
		body: { lines: [wanted], code: await bigCard(callerOf(admin)) },
		note: "paid by a gift card",
	});
	await send("/api/cart/offers", {
		as: rider,
		body: { toolIds: [tool], code },
		note: "with a gift card",
	});
	await send("/api/checkout", {
		as: rider,
		body: { lines: cart.lines.map((one) => ({ ...one, quantity: 1000 })) },
		rejected: 409,
		note: "more than in stock",
	});
	return { line, cart };
}

/** The lines of an order. */
interface Cart {
	lines: object[];
}

/** An order of a guest, from placing to cancelling it. */
async function recordGuest({ send }: Scenario, cart: Cart) {
	const email = newEmail();
	const ofGuest = await send("/api/checkout", {
		body: {
			...cart,
			email,
			name: "Grace",
			phone: "+1 555 0123",
			line1: "1 Spoke Street",
			city: "Portland",
			region: "OR",
			postalCode: "97201",
			country: "US",
		},
		note: "of a guest",
	});
	const guestOrder: string = ofGuest.body.insertedId;
	const asGuest = { headers: { Cookie: cookieOf(ofGuest) }, note: "of a guest" };
	const guestToken = await createGuestToken(guestOrder, email);
	await send(`/payment/${guestOrder}?token=${guestToken}`, { note: "by a guest's link" });
	await send(`/payment/${guestOrder}`, asGuest);
	await send(`/orders/${guestOrder}`, asGuest);
	const intentOfGuest = await send("/api/create-payment-intent", {
		...asGuest,
		body: { orderId: guestOrder },
	});
	const paymentOfGuest = paymentOf(intentOfGuest.body.clientSecret);
	await payByCard(paymentOfGuest);
	await send(`/api/order/${ofGuest.body.order.lines[0]._id}`, {
		...asGuest,
		method: "PATCH",
		body: { transactionId: paymentOfGuest.id },
	});
	await send(`/api/order/${ofGuest.body.order.lines[0]._id}/cancel`, {
		...asGuest,
		method: "POST",
	});
}

/** The cart and the checkout of a browser without JavaScript. */
async function recordWithoutScript({ send, rider, tool }: Scenario) {
	const waiting = await placeLine(rider, tool);
	await send("/cart/unpaid.json", { as: rider });
	const path = `/orders/${waiting.orderId}/change`;
	await send(path, { as: rider });
	const changed = new URLSearchParams({
		name: "Ada",
		phone: "+1 555 0199",
		line1: "5 Spoke Street",
		city: "Portland",
		region: "OR",
		postalCode: "97201",
		country: "US",
	});
	await send(path, { as: rider, body: String(changed), headers: formType });
	await send(path, { as: rider, body: "cancel=1", headers: formType, note: "cancelled" });
	await send("/cart/lines", { body: `tool=${tool}`, headers: formType });
	const inCart = { Cookie: `cogsmith.cart=${tool}~1~2599` };
	await send("/cart/basic", { headers: inCart });
	await send("/cart/checkout", { headers: inCart });
	const form = new URLSearchParams({
		line: `${tool}~1~2599`,
		email: newEmail(),
		name: "Grace",
		phone: "+1 555 0123",
		line1: "3 Spoke Street",
		city: "Portland",
		region: "OR",
		postalCode: "97201",
		country: "US",
	});
	await send("/cart/checkout", {
		body: String(form),
		headers: { ...formType, ...inCart },
		note: "placed",
	});
}

/** Gift cards for somebody: bought, paid, and corrected by a form. */
async function recordGift({ send, rider }: Scenario) {
	const toolId = await addGiftCard({ priceCents: 5000 });
	const placed = await send("/api/checkout", {
		as: rider,
		body: { lines: [{ toolId, quantity: 1, price: 50 }], gift: { email: newEmail() } },
		note: "of a gift",
	});
	const path = `/orders/${placed.body.insertedId}`;
	const corrected = new URLSearchParams({ gift: "correct", email: newEmail() });
	await send(path, { as: rider, body: String(corrected), headers: formType });
	const payment = await beginPayment(rider, placed.body.order);
	await payByCard(payment);
	await send(`/api/order/${placed.body.order.lines[0]._id}`, {
		as: rider,
		method: "PATCH",
		body: { transactionId: payment.id },
		note: "of a gift",
	});
}

/** Payments by a call and by webhooks. Returns another order that is paid. */
async function recordPaying(
	{ send, sendEvent, rider, tool, settled, unpaid }: Scenario,
	line: OrderLine,
) {
	const intent = await send("/api/create-payment-intent", {
		as: rider,
		body: { orderId: line._id, totalPrice: line.totalPrice },
	});
	const payment = paymentOf(intent.body.clientSecret);
	await payByCard(payment);
	await send(`/api/order/${line._id}`, {
		as: rider,
		method: "PATCH",
		body: { transactionId: payment.id },
	});
	await sendEvent("already settled", await eventOf(payment.id));
	const second = await placeLine(rider, tool);
	const byWebhook = await beginPayment(rider, second);
	await payByCard(byWebhook);
	await sendEvent("a payment", await eventOf(byWebhook.id));
	await closeOrderDirectly(unpaid._id);
	const late = await createForeignIntent(unpaid._id, Math.round(unpaid.totalPrice * 100));
	await payByCard(late);
	await sendEvent("a payment of a closed order", await eventOf(late.id));
	await refundAtStripe(settled.id);
	await sendEvent("a refund", await eventOf(settled.id, "charge.refunded"));
	return second;
}

/** What staff enter and change. */
async function recordChanges({ send, admin, tool }: Scenario, { lines }: Cart) {
	const placed = await send("/api/order/phone", {
		as: admin,
		// Without the tool that is added.
		body: {
			lines: lines.slice(1),
			sendsLink: true,
			email: newEmail(),
			name: "Grace",
			phone: "+1 555 0123",
			address: "Here",
		},
	});
	const path = `/api/order/${placed.body.insertedId}`;
	await send(`${path}/line`, { as: admin, body: { toolId: tool, quantity: 1 } });
	await send(`${path}/line`, {
		as: admin,
		note: "another quantity",
		body: { toolId: tool, quantity: 2 },
	});
	await send(`${path}/delivery`, {
		as: admin,
		method: "PATCH",
		body: { name: "Ada", email: newEmail() },
	});
	await send(`${path}/mail`, {
		as: admin,
		body: { mail: "order.placed" },
		rejected: 429,
		note: "sent lately",
	});
}

async function recordShipping(
	{ send, admin, rider }: Scenario,
	line: OrderLine,
	second: OrderLine,
) {
	await send(`/api/order/${line._id}`, { as: rider });
	await send(`/api/order?id=${line._id}`, {
		as: admin,
		method: "PUT",
		body: { status: "Shipped" },
	});
	await send(`/api/order/${second._id}/note`, { as: admin, body: { text: "Rings first" } });
	await send(`/orders/${second._id}`, { as: admin, note: "to an administrator" });
	await send(`/api/order/${second._id}/packed`, {
		as: admin,
		method: "PUT",
		body: { packed: true },
	});
	const parcel = { lineIds: [second._id], carrier: "UPS", trackingNumber: "1Z9" };
	const shipped = await send("/api/shipment", { as: admin, body: parcel });
	const shipmentPath = `/api/shipment/${shipped.body.insertedId}`;
	const correction = { carrier: "DHL", trackingNumber: "77", notify: true };
	await send(shipmentPath, { as: admin, method: "PATCH", body: correction });
	await send(`/api/order?orderId=${second._id}`, { as: admin, note: "of an order" });
	await send(`/dashboard/packing/${second._id}`, { as: admin });
	await send(`/orders/${second._id}`, { as: rider, note: "shipped" });
	await send(shipmentPath, { as: admin, method: "DELETE" });
	const parcels = [{ lineIds: [second._id], trackingNumber: "1Z8" }];
	await send("/api/shipments", { as: admin, body: { parcels } });
	const file = "Order,Tracking\n1001,1Z7";
	await send("/api/shipments/file", { as: admin, body: { file } });
}

async function recordRefunds({ send, sendEvent, admin, rider, tool }: Scenario, line: OrderLine) {
	await send(`/api/order/${line._id}/refund`, { as: admin, note: "what is left" });
	await send(`/api/order/${line._id}/refund`, {
		as: admin,
		body: { reason: "damaged", amount: 1 },
	});
	const refundOnce = { amount: 1, reason: "other", restock: true };
	const withRestock = await placePaidLine(rider, tool);
	await send(`/api/order/${withRestock.line._id}/refund`, {
		as: admin,
		body: refundOnce,
		note: "with restock",
	});
	await failRefundAtStripe(withRestock.payment.id);
	await sendEvent("a refund that failed", await eventOf(withRestock.payment.id, "refund.failed"));
	await send(`/api/order/${withRestock.line._id}/refund/retry`, { as: admin, method: "POST" });
	const { line: toCancel } = await placePaidLine(rider, tool);
	await send(`/api/order/${toCancel._id}/cancel`, { as: rider, method: "POST" });
	const deleted = await placeLine(rider, tool);
	await send(`/api/order?id=${deleted._id}`, { as: rider, method: "DELETE" });
}

async function recordLists({ send, cursor, admin, rider }: Scenario) {
	await send("/api/checkout?limit=5", { as: rider });
	await send(`/api/checkout?limit=5&cursor=${cursor}`, { as: rider, note: "further on" });
	await send("/api/bought", { as: rider });
	await send("/api/order?limit=5", { as: admin, note: "all" });
	await send("/api/order?limit=5&updatedSince=2026-01-01T00:00:00Z", {
		as: admin,
		note: "changed since",
	});
	await send("/api/order?limit=5&q=wrench", { as: admin, note: "search" });
	await send(`/api/order?limit=5&email=${rider.email}`, { as: rider });
	await send(`/api/order?limit=5&cursor=${cursor}&email=${rider.email}`, {
		as: rider,
		note: "further on",
	});
}
