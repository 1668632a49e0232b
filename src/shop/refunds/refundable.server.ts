/** Reads what can be refunded of an order. */
import { ShopError } from "../../errors.ts";
import { toPrice } from "../../values/money.ts";
import { findOrder } from "../orders/orders.server.ts";
import { leftOf, readPaidLines, toRefundable } from "./payment-of-refunds.server.ts";
import type { Refundable } from "./refunds.ts";

/** What is left to refund of the paid order with this id, or of that of the line with it. Throws ShopError `not_found`. */
export async function readRefundable(id: string): Promise<Refundable> {
	const found = await findOrder(id);
	const payment = await readPaidLines(found?.transactionId ?? "");
	const { order } = payment;
	if (!order) throw new ShopError("not_found");
	const sums = toRefundable(payment);
	const sumOf = (name: "paidCents" | "doneCents" | "dueCents") =>
		toPrice(sums.reduce((sum, line) => sum + line[name], 0));
	const left = new Map(leftOf(payment).map((line) => [line.lineId, line]));
	return {
		orderNumber: order.number,
		name: order.name,
		paidPrice: sumOf("paidCents"),
		refundedPrice: sumOf("doneCents"),
		duePrice: sumOf("dueCents"),
		lines: payment.lines.flatMap((line) => {
			const rest = left.get(line.id);
			if (!rest) return [];
			return {
				_id: line.id,
				name: line.toolName,
				quantity: line.quantity,
				restocked: line.restockedAt !== null,
				itemsPrice: toPrice(rest.itemsCents),
				shippingPrice: toPrice(rest.shippingCents),
				taxPrice: toPrice(rest.taxCents),
				includedTaxPrice: toPrice(rest.includedTaxCents),
			};
		}),
	};
}
