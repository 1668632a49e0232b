/** Six months of a made-up shop, as its play has left them: see ../README.md. They end at the moment when a shop is first opened. */
import type { PastPayment } from "@cogsmith/stand-in-for-stripe/past";
import { name as shopName, smallestCents } from "../../../src/config/config.ts";
import { shippedCountries } from "../../../src/shop/costs/shipped-countries.ts";
import { formatOrderNumber } from "../../../src/shop/orders/order-number.ts";
import type { Row, Rows } from "../rows.ts";

export const historyFile = new URL("history.jsonl", import.meta.url);

/** The demo rider lives there. */
const neededCountry = "US";

/** Whether there is a history of a shop that ships to these countries: its amounts have cents. */
export const canHaveHistory = (shippedTo: readonly string[] = shippedCountries()) =>
	shippedTo.includes(neededCountry) && smallestCents === 1;

/** The payments of a history, with their refunds, for the stand-in of Stripe. */
export function paymentsOf(rows: Rows): PastPayment[] {
	const of = (table: string, order: Row) =>
		(rows.get(table) ?? []).filter((row) => row.order_id === order.id);
	return (rows.get("orders") ?? [])
		.filter((order) => order.transaction_id !== null)
		.map((order) => {
			const written = formatOrderNumber(Number(order.number));
			const metadata = { orderId: String(order.id), number: written };
			const disputed = of("order_lines", order).find((line) => line.disputed_at !== null);
			return {
				id: String(order.transaction_id),
				amount: Number(order.total_cents),
				currency: String(order.currency).toLowerCase(),
				description: `${shopName} order ${written}`,
				metadata,
				paidAt: Number(order.paid_at),
				disputedAt: disputed && Number(disputed.disputed_at),
				refunds: of("refunds", order).map((refund) => ({
					id: String(refund.stripe_refund_id),
					amount: Number(refund.amount_cents),
					madeAt: Number(refund.created_at),
					metadata: { ...metadata, refundId: String(refund.id) },
					failed: refund.status === "failed",
				})),
			};
		});
}
