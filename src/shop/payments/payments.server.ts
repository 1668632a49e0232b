/**
 * Pays an order with one PaymentIntent, and checks the payment that the browser reports.
 * Stripe is always called before the database records that an order can no longer be paid.
 */
import { and, eq, isNull } from "drizzle-orm";
import type Stripe from "stripe";
import type { Buyer } from "../../access/caller.ts";
import { paymentForm, name as shopName } from "../../config/config.ts";
import { toStripeCurrency } from "../../config/currencies.ts";
import { isOpenOrder, isShownLine, orders } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { baseDelayMs } from "../../platform/database/backoff.ts";
import { database } from "../../platform/database/database.ts";
import {
	callStripe,
	isResourceMissing,
	isStripeServerError,
} from "../../platform/services/stripe.ts";
import { toCents } from "../../values/money.ts";
import { chargedCents } from "../gift-cards/gift-cards.ts";
import {
	actorIdOf,
	isOrderOfBuyer,
	type LineWithParcel,
	type OrderRow,
	toLine,
} from "../orders/lines.server.ts";
import type { PaidOrder } from "../orders/lines.ts";
import { isOpen, isPaid, isShown } from "../orders/order-conditions.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { findOrder, findOrderWithLines, isOrderOf } from "../orders/orders.server.ts";
import { cancelIntent } from "./close-line.server.ts";
import { settleByCards } from "./pay-by-cards.server.ts";
import { paysFor, toIntentFacts } from "./payments.ts";
import { recordProcessing } from "./processing.server.ts";
import { retrieveIntent, settlePayment } from "./settle-payment.server.ts";

/**
 * Returns the client secret to pay the buyer's order, named by its id or by the id of one of its
 * lines. Repeated calls return the same payment. Throws ShopError `not_found`, `already_paid`,
 * `payment_processing`, `order_closed` or `price_changed` (the total is not the order's), and Stripe's
 * errors (`payments_*`).
 */
export async function preparePayment(
	buyer: Buyer,
	request: { orderId: string; totalPrice?: number | undefined },
): Promise<{ clientSecret: string }> {
	const order = await getOwnOrder(buyer, request.orderId);
	if (isPaid(order)) throw new ShopError("already_paid");
	// A payment that is processed keeps the reservation.
	const isOver = order.expiresAt.getTime() <= Date.now() && !order.processingAt;
	if (!isOpen(order) || isOver) throw new ShopError("order_closed");
	if (request.totalPrice !== undefined && toCents(request.totalPrice) !== order.totalCents) {
		throw new ShopError("price_changed");
	}
	// Its batch was followed by none that settles it.
	if (await settleByCards(order, actorIdOf(buyer))) throw new ShopError("already_paid");
	const intent = (await reusableIntent(order)) ?? (await createIntent(order));
	if (!intent.client_secret) throw new ShopError("payments_failed");
	return { clientSecret: intent.client_secret };
}

/**
 * The buyer's own order of this id, or of the line of this id, even if that was removed from it. Throws ShopError
 * `not_found`.
 */
async function getOwnOrder(buyer: Buyer, id: string): Promise<OrderRow> {
	const [row] = await database()
		.select()
		.from(orders)
		.where(and(isOrderOf(id), isOrderOfBuyer(buyer)));
	if (!row || !isShown(row)) throw new ShopError("not_found");
	return row;
}

/**
 * The order's PaymentIntent if it can still be paid. One that succeeded settles the order instead;
 * if the amount was not its total, the order needs another one.
 */
async function reusableIntent(order: OrderRow): Promise<Stripe.PaymentIntent | undefined> {
	if (!order.paymentIntentId) return undefined;
	const intent = await retrieveIntent(order.paymentIntentId);
	if (await recordProcessing(order, intent)) throw new ShopError("payment_processing");
	if (intent.status === "canceled") return undefined;
	if (intent.status !== "succeeded") return intent;
	const settled = await settlePayment(intent, null, order);
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

/** Creates the order's PaymentIntent. The attempt is part of the idempotency key and grows after a cancelled intent or a stored failure. */
async function createIntent(order: OrderRow): Promise<Stripe.PaymentIntent> {
	const { id, paymentIntentId, paymentAttempt, currency } = order;
	const number = formatOrderNumber(order.number);
	const attempt = paymentIntentId ? paymentAttempt + 1 : paymentAttempt;
	try {
		const intent = await callStripe((stripe) =>
			stripe.paymentIntents.create(
				{
					amount: chargedCents(order),
					currency: toStripeCurrency(currency),
					...paymentMethods,
					metadata: { orderId: id, number },
					description: `${shopName} order ${number}`,
				},
				{ idempotencyKey: `order-${id}-v${attempt}${keySuffix}` },
			),
		);
		await saveIntent(order, intent.id, attempt);
		return intent;
	} catch (error) {
		if (isStripeServerError(error)) await advanceAttempt(order, attempt);
		throw error;
	}
}

/** Stores the PaymentIntent on the order. Cancels it if that was closed, paid or repriced in the meantime. */
async function saveIntent(order: OrderRow, intentId: string, attempt: number): Promise<void> {
	const { id, paymentIntentId, totalCents, giftCardCents, expiresAt } = order;
	const saved = await database()
		.update(orders)
		.set({
			paymentIntentId: intentId,
			paymentAttempt: attempt,
			checkAt: new Date(Math.min(Date.now() + baseDelayMs, expiresAt.getTime())),
		})
		.where(
			and(
				eq(orders.id, id),
				isOpenOrder,
				eq(orders.totalCents, totalCents),
				eq(orders.giftCardCents, giftCardCents),
				paymentIntentId
					? eq(orders.paymentIntentId, paymentIntentId)
					: isNull(orders.paymentIntentId),
			),
		)
		.returning({ id: orders.id });
	if (saved.length === 1) return;
	const current = await findOrder(id);
	// Concurrent calls share the idempotency key and so the intent: the other call has stored it.
	if (current?.paymentIntentId === intentId && !current.closedAt) return;
	await cancelIntent(intentId);
	throw new ShopError("order_closed");
}

async function advanceAttempt({ id, paymentAttempt }: OrderRow, attempt: number): Promise<void> {
	await database()
		.update(orders)
		.set({ paymentAttempt: attempt + 1 })
		.where(and(eq(orders.id, id), eq(orders.paymentAttempt, paymentAttempt), isOpenOrder));
}

/**
 * Marks the buyer's order, named by its id or by the id of one of its lines, as paid by the transaction that the browser
 * reports, once Stripe confirms it. Returns the line of that id, or else the first, with all of them. Throws ShopError
 * `not_found`, `payment_incomplete`, `payment_processing`, `payment_mismatch` or `order_closed`, and Stripe's errors
 * (`payments_*`).
 */
export async function payOrder(
	buyer: Buyer,
	id: string,
	transactionId: string,
): Promise<PaidOrder> {
	const found = await findOrderWithLines(and(isOrderOf(id), isOrderOfBuyer(buyer)), isShownLine);
	if (!found) throw new ShopError("not_found");
	const { order, lines } = found;
	const named = lines.find((line) => line.id === id) ?? (order.id === id ? lines[0] : undefined);
	if (!named) throw new ShopError("not_found");
	const reply = (rows: readonly LineWithParcel[]): PaidOrder => {
		const paid = rows.map((line) => toLine(line, order));
		return { ...toLine(rows.find(({ id }) => id === named.id) ?? named, order), lines: paid };
	};
	if (named.transactionId === transactionId) return reply(lines);
	const intent = await retrieveIntent(transactionId).catch((error: unknown) => {
		if (isResourceMissing(error)) throw new ShopError("payment_mismatch");
		throw error;
	});
	const facts = toIntentFacts(intent);
	if (facts.orderId !== order.id) throw new ShopError("payment_mismatch");
	if (await recordProcessing(order, intent)) throw new ShopError("payment_processing");
	if (intent.status !== "succeeded") throw new ShopError("payment_incomplete");
	const settled = await settlePayment(intent, actorIdOf(buyer), order);
	if (!paysFor(facts, order)) throw new ShopError("payment_mismatch");
	if (settled?.transactionId !== transactionId) throw new ShopError("order_closed");
	return reply(
		lines.map((line) => ({
			...line,
			...(!line.closedAt && { transactionId }),
			...(line.giftCodes && { status: "Shipped" as const }),
		})),
	);
}
