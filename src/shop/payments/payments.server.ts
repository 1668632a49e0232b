/**
 * Pays a checkout with one PaymentIntent, and checks the payment that the browser reports.
 * Stripe is always called before the database records that a checkout can no longer be paid.
 */
import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import { checkouts, isOpenCheckout, isShownOrder, orders } from "../../db/order-tables.ts";
import { baseDelayMs } from "../../platform/backoff.ts";
import { batch, database } from "../../platform/database.ts";
import { callStripe, isResourceMissing, isStripeServerError } from "../../platform/stripe.ts";
import { type CheckoutRow, findCheckout, isCheckoutOf } from "../checkouts/checkouts.server.ts";
import { paymentForm, name as shopName } from "../config/config.ts";
import { ShopError } from "../errors.ts";
import { toCents } from "../money.ts";
import { actorIdOf, isCheckoutOfBuyer, isOrderOfBuyer } from "../orders/buyers.server.ts";
import { isOpen, isPaid } from "../orders/order-states.ts";
import { type OrderRow, toOrder } from "../orders/orders.server.ts";
import type { Order } from "../orders/orders.ts";
import type { Buyer } from "../users/users.ts";
import { cancelIntent } from "./close-order.server.ts";
import { paysFor, toIntentFacts, toStripeCurrency } from "./payments.ts";
import { recordProcessing } from "./processing.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/**
 * Returns the client secret to pay the buyer's checkout, named by its id or by the id of one of its
 * orders. Repeated calls return the same payment. Throws ShopError `not_found`, `already_paid`,
 * `payment_processing`, `order_closed` or `price_changed` (the total is not the checkout's), and Stripe's
 * errors (`payments_*`).
 */
export async function preparePayment(
	buyer: Buyer,
	request: { orderId: string; totalPrice?: number | undefined },
): Promise<{ clientSecret: string }> {
	const checkout = await getOwnCheckout(buyer, request.orderId);
	if (isPaid(checkout)) throw new ShopError("already_paid");
	// A payment that is processed keeps the reservation.
	const isOver = checkout.expiresAt.getTime() <= Date.now() && !checkout.processingAt;
	if (!isOpen(checkout) || isOver) throw new ShopError("order_closed");
	if (request.totalPrice !== undefined && toCents(request.totalPrice) !== checkout.totalCents) {
		throw new ShopError("price_changed");
	}
	const intent = (await reusableIntent(checkout)) ?? (await createIntent(checkout));
	if (!intent.client_secret) throw new ShopError("payments_failed");
	return { clientSecret: intent.client_secret };
}

/**
 * The buyer's own checkout of this id, or of the order of this id, even if that was removed from it. Throws ShopError
 * `not_found`.
 */
async function getOwnCheckout(buyer: Buyer, id: string): Promise<CheckoutRow> {
	const [row] = await database()
		.select()
		.from(checkouts)
		.where(and(isCheckoutOf(id), isCheckoutOfBuyer(buyer)));
	const isShown = row && (row.closeReason === null || row.closeReason === "refunded");
	if (!isShown) throw new ShopError("not_found");
	return row;
}

/**
 * The checkout's PaymentIntent if it can still be paid. One that succeeded settles the checkout instead;
 * if the amount was not its total, the checkout needs another one.
 */
async function reusableIntent(checkout: CheckoutRow): Promise<Stripe.PaymentIntent | undefined> {
	if (!checkout.paymentIntentId) return undefined;
	const intent = await retrieveIntent(checkout.paymentIntentId);
	if (await recordProcessing(checkout, intent)) throw new ShopError("payment_processing");
	if (intent.status === "canceled") return undefined;
	if (intent.status !== "succeeded") return intent;
	const settled = await settlePayment(intent, null, checkout);
	if (settled && isPaid(settled)) throw new ShopError("already_paid");
	return undefined;
}

/**
 * What customers can pay with: a card, or with the Payment Element whatever is switched on at Stripe
 * (Stripe docs: Dynamic payment methods).
 */
const paymentMethods: Pick<
	Stripe.PaymentIntentCreateParams,
	"allowed_payment_method_types" | "automatic_payment_methods"
> =
	paymentForm === "payment-element"
		? { automatic_payment_methods: { enabled: true } }
		: { allowed_payment_method_types: ["card"] };

/** Stripe rejects other parameters under the same key, as after the setting was changed. */
const keySuffix = paymentForm === "payment-element" ? "-element" : "";

/** Creates the checkout's PaymentIntent. The attempt is part of the idempotency key and grows after a cancelled intent or a stored failure. */
async function createIntent(checkout: CheckoutRow): Promise<Stripe.PaymentIntent> {
	const { id, paymentIntentId, paymentAttempt, totalCents, currency } = checkout;
	const attempt = paymentIntentId ? paymentAttempt + 1 : paymentAttempt;
	try {
		const intent = await callStripe((stripe) =>
			stripe.paymentIntents.create(
				{
					amount: totalCents,
					currency: toStripeCurrency(currency),
					...paymentMethods,
					metadata: { orderId: id },
					description: `${shopName} order ${id}`,
				},
				{ idempotencyKey: `checkout-${id}-v${attempt}${keySuffix}` },
			),
		);
		await saveIntent(checkout, intent.id, attempt);
		return intent;
	} catch (error) {
		if (isStripeServerError(error)) await advanceAttempt(checkout, attempt);
		throw error;
	}
}

/** Stores the PaymentIntent on the checkout. Cancels it if that was closed, paid or repriced in the meantime. */
async function saveIntent(checkout: CheckoutRow, intentId: string, attempt: number): Promise<void> {
	const { id, paymentIntentId, totalCents, expiresAt } = checkout;
	const saved = await database()
		.update(checkouts)
		.set({
			paymentIntentId: intentId,
			paymentAttempt: attempt,
			checkAt: new Date(Math.min(Date.now() + baseDelayMs, expiresAt.getTime())),
		})
		.where(
			and(
				eq(checkouts.id, id),
				isOpenCheckout,
				eq(checkouts.totalCents, totalCents),
				paymentIntentId
					? eq(checkouts.paymentIntentId, paymentIntentId)
					: isNull(checkouts.paymentIntentId),
			),
		)
		.returning({ id: checkouts.id });
	if (saved.length === 1) return;
	const current = await findCheckout(id);
	// Concurrent calls share the idempotency key and so the intent: the other call has stored it.
	if (current?.paymentIntentId === intentId && !current.closedAt) return;
	await cancelIntent(intentId);
	throw new ShopError("order_closed");
}

async function advanceAttempt({ id, paymentAttempt }: CheckoutRow, attempt: number): Promise<void> {
	await database()
		.update(checkouts)
		.set({ paymentAttempt: attempt + 1 })
		.where(and(eq(checkouts.id, id), eq(checkouts.paymentAttempt, paymentAttempt), isOpenCheckout));
}

/**
 * Marks the buyer's order as paid by the transaction that the browser reports, once Stripe confirms it.
 * Throws ShopError `not_found`, `payment_incomplete`, `payment_processing`, `payment_mismatch` or
 * `order_closed`, and Stripe's errors (`payments_*`).
 */
export async function payOrder(
	buyer: Buyer,
	orderId: string,
	transactionId: string,
): Promise<Order> {
	const { order, checkout } = await findOrderWithCheckout(buyer, orderId);
	if (order.transactionId === transactionId) return toOrder(order);
	const intent = await retrieveIntent(transactionId).catch((error: unknown) => {
		if (isResourceMissing(error)) throw new ShopError("payment_mismatch");
		throw error;
	});
	const facts = toIntentFacts(intent);
	if (facts.checkoutId !== checkout.id) throw new ShopError("payment_mismatch");
	if (await recordProcessing(checkout, intent)) throw new ShopError("payment_processing");
	if (intent.status !== "succeeded") throw new ShopError("payment_incomplete");
	const settled = await settlePayment(intent, actorIdOf(buyer), checkout);
	if (!paysFor(facts, checkout)) throw new ShopError("payment_mismatch");
	if (settled?.transactionId !== transactionId) throw new ShopError("order_closed");
	return toOrder({ ...order, transactionId, paidAt: settled.paidAt });
}

/** The buyer's order and its checkout, in one round trip. Throws ShopError `not_found`. */
async function findOrderWithCheckout(
	buyer: Buyer,
	orderId: string,
): Promise<{ order: OrderRow; checkout: CheckoutRow }> {
	const db = database();
	const {
		order: [order],
		checkout: [checkout],
	} = await batch({
		order: db
			.select()
			.from(orders)
			.where(and(eq(orders.id, orderId), isOrderOfBuyer(buyer), isShownOrder)),
		checkout: db.select().from(checkouts).where(isCheckoutOf(orderId)),
	});
	if (!order || !checkout) throw new ShopError("not_found");
	return { order, checkout };
}
