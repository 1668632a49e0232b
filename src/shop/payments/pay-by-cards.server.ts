/** Orders that gift cards and store credit pay in full: they are paid without Stripe. Safe to repeat. */
import { toCents } from "../../values/money.ts";
import { chargedCents, paymentByCards } from "../gift-cards/gift-cards.ts";
import type { OrderRow } from "../orders/lines.server.ts";
import { findOrder } from "../orders/orders.server.ts";
import type { Order } from "../orders/orders.ts";
import { markAsPaid } from "./settle-payment.server.ts";

/** Marks an open order as paid if cards pay all of it. Returns whether they do. */
export async function settleByCards(
	order: Pick<OrderRow, "id" | "totalCents" | "giftCardCents">,
	actorId: string | null = null,
): Promise<boolean> {
	if (chargedCents(order) > 0) return false;
	await markAsPaid(order.id, { id: paymentByCards(order.id), amount_received: 0 }, actorId);
	return true;
}

/** Settles an order that was just placed, if cards pay all of it; until then the job would. Returns it as it is then. */
export async function settlePlaced(order: Order, actorId: string | null): Promise<Order> {
	const { _id: id, totalPrice, giftCardPrice = 0, paid } = order;
	const amounts = { totalCents: toCents(totalPrice), giftCardCents: toCents(giftCardPrice) };
	if (paid || !(await settleByCards({ id, ...amounts }, actorId))) return order;
	const payment = { paid: true, transactionId: paymentByCards(id) };
	return { ...order, ...payment, lines: order.lines.map((line) => ({ ...line, ...payment })) };
}

/** Settles an order that costs less than it did, if its cards pay all of it now. */
export async function settleRepriced({
	id,
	giftCardCents,
}: Pick<OrderRow, "id" | "giftCardCents">): Promise<void> {
	if (giftCardCents === 0) return;
	const order = await findOrder(id);
	if (order) await settleByCards(order);
}
