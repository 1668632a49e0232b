/** Reads what can be refunded of an order. */
import { eq, or, sql } from "drizzle-orm";
import { orderLines } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import { database } from "../../platform/database.ts";
import { toPrice } from "../../values/money.ts";
import { leftOf, readPaidLines, toRefundable } from "./payment-of-refunds.server.ts";
import type { Refundable } from "./refunds.ts";

/** What is left to refund of the paid order with this id, or of that of the line with it. Throws ShopError `not_found`. */
export async function readRefundable(id: string): Promise<Refundable> {
	const [order] = await database()
		.select({ intentId: sql<string>`${orderLines.transactionId}` })
		.from(orderLines)
		.where(or(eq(orderLines.id, id), eq(orderLines.orderId, id)))
		.limit(1);
	const payment = await readPaidLines(order?.intentId ?? "");
	const [first] = payment.lines;
	if (!first) throw new ShopError("not_found");
	const sums = toRefundable(payment);
	const sumOf = (name: "paidCents" | "doneCents" | "dueCents") =>
		toPrice(sums.reduce((sum, line) => sum + line[name], 0));
	const left = new Map(leftOf(payment).map((line) => [line.lineId, line]));
	return {
		orderNumber: first.orderNumber,
		name: first.userName,
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
