/** What an offer would have done to the orders of last month, before it starts. */
import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import { dayMs } from "../../config/days.ts";
import { isPaidOrder, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { batch, database } from "../../platform/database/database.ts";
import { applyOffers } from "./apply-offers.ts";
import { unitsOf } from "./bundle-lines.ts";
import { withFacts } from "./discount-now.ts";
import type { OfferTerms } from "./offer-terms.ts";
import { factsColumns, toFacts } from "./read-offers.server.ts";

/** How many days are looked at, and how many orders of them at most. */
export const previewDays = 30;
const maxOrders = 1000;

export interface OfferPreview {
	/** The orders that were looked at. */
	orders: number;
	/** The orders that would have had it. */
	applied: number;
	cents: number;
}

/**
 * Applies terms alone to the paid orders of the last days, the newest ones, at the prices that they were placed at; what
 * tools are is as of today. With a code it is as if everybody had typed it.
 */
export async function previewOffer(terms: OfferTerms, now = new Date()): Promise<OfferPreview> {
	const db = database();
	const paid = () =>
		db
			.select({ id: orders.id, shippingCents: orders.shippingCents })
			.from(orders)
			.where(and(isPaidOrder, gte(orders.paidAt, new Date(now.getTime() - previewDays * dayMs))))
			.orderBy(desc(orders.paidAt), desc(orders.id))
			.limit(maxOrders);
	const ids = paid().as("paid");
	const { found, lines } = await batch({
		found: paid(),
		lines: db
			.select({
				orderId: orderLines.orderId,
				toolId: orderLines.toolId,
				unitPriceCents: orderLines.unitPriceCents,
				quantity: orderLines.quantity,
				bundleId: orderLines.bundleId,
				bundleQuantity: orderLines.bundleQuantity,
				bundleDiscountCents: orderLines.bundleDiscountCents,
				...factsColumns,
				salePriceCents: sql<
					number | null
				>`iif(${orderLines.bundleId} is null and ${orderLines.unitPriceCents} < ${tools.regularPriceCents}, 1, null)`.as(
					"was_on_sale",
				),
			})
			.from(orderLines)
			.innerJoin(tools, eq(tools.id, sql`coalesce(${orderLines.bundleId}, ${orderLines.toolId})`))
			.where(inArray(orderLines.orderId, db.select({ id: ids.id }).from(ids))),
	});
	const offer = { id: "preview", label: "", terms, code: null };
	const facts = await toFacts(lines, [offer]);
	const known = lines.map((line, index) => ({ line, facts: facts[index] }));
	const byOrder = Map.groupBy(known, ({ line }) => line.orderId);
	const results = found.map(({ id, shippingCents }) => {
		const own = byOrder.get(id) ?? [];
		const ownFacts = own.flatMap((one) => one.facts ?? []);
		const { applied } = applyOffers(withFacts(unitsOf(own.map(({ line }) => line)), ownFacts), [
			offer,
		]);
		return applied.map(({ cents, freesShipping }) => cents + (freesShipping ? shippingCents : 0));
	});
	return {
		orders: found.length,
		applied: results.filter((one) => one.length > 0).length,
		cents: results.flat().reduce((sum, cents) => sum + cents, 0),
	};
}
