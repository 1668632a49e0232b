/** Reads an order for the page on which it is paid. */
import { and, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { isShownLine, orders } from "../../db/order-tables.ts";
import { batch } from "../../platform/database/database.ts";
import type { OrderCosts } from "../costs/order-costs.ts";
import { byBundle, savedCents } from "../offers/bundle-lines.ts";
import { giftOnPage, giftSentence } from "./gift.ts";
import { isOrderOfBuyer, type LineWithParcel, type OrderRow } from "./lines.server.ts";
import { taxNameOf } from "./order-amounts.ts";
import { selectOffersOf, sumsOf } from "./order-page.server.ts";
import { isOrderOf, selectOrder, toOrder } from "./orders.server.ts";
import type { Order } from "./orders.ts";

/** An order on its payment page. */
interface ShownOrder {
	order: Order;
	costs: OrderCosts;
	/** ISO 3166-1; empty for an address of one line. */
	country: string;
	service: OrderRow["service"];
	/** When the days of delivery begin: with its payment. */
	expectedFrom: Date;
	/** What comes of gift cards for somebody once it is paid, in a sentence. */
	gift: string | undefined;
}

/**
 * The buyer's own order of this id, or of the line of this id, with its lines and what it costs, for the payment page.
 * Undefined if there is none, or if it or the line was deleted. One that expires is found until the job has closed it. One
 * round trip.
 */
export async function findShownOrder(buyer: Buyer, id: string): Promise<ShownOrder | undefined> {
	if (!buyer.user && buyer.guestTokenHashes.length === 0) return undefined;
	const isOwn = and(isOrderOf(id), isOrderOfBuyer(buyer));
	const found = await batch({
		...selectOrder(isOwn, isShownLine),
		offers: selectOffersOf(sql`(select ${orders.id} from ${orders} where ${isOwn})`),
	});
	const [order] = found.orders;
	if (!order || found.lines.length === 0) return undefined;
	const isShown = order.id === id || found.lines.some((line) => line.id === id);
	if (!isShown) return undefined;
	const { country, service, paidAt } = order;
	const gift = giftOnPage(order, found.lines);
	return {
		order: toOrder(order, found.lines),
		costs: await costsOf(order, found.lines, found.offers),
		country,
		service,
		expectedFrom: paidAt ?? new Date(),
		gift: gift && giftSentence({ ...gift, ...(gift.state === "unpaid" && { state: "waiting" }) }),
	};
}

/** What an order costs as its checkout said it: a kit at its price, then each offer. */
async function costsOf(
	order: OrderRow,
	rows: readonly LineWithParcel[],
	offers: Awaited<ReturnType<typeof selectOffersOf>>,
): Promise<OrderCosts> {
	const sums = await sumsOf(order, rows, []);
	const { itemsCents, shippingCents, taxCents, includedTaxCents, totalCents } = sums;
	const kits = byBundle(rows, ({ bundleId }) => bundleId).flatMap((own): [string, number][] => {
		const id = own[0]?.bundleId;
		const cents = own.reduce((sum, line) => sum + line.totalCents + line.discountCents, 0);
		return id ? [[id, cents - savedCents(own)]] : [];
	});
	return {
		kits: Object.fromEntries(kits),
		totals: {
			shippingCents,
			taxCents,
			includedTaxCents,
			totalCents,
			taxName: taxNameOf(sums),
			itemsCents: itemsCents - savedCents(rows),
			option: order.service ?? undefined,
			savedShippingCents: offers.reduce((sum, one) => sum + one.shippingCents, 0),
			boughtCardsCents: sums.isByMail ? totalCents : 0,
			isTaxPending: false,
			isTaxOnTop: taxCents > 0,
		},
		applied: offers.map(({ offerId: id, label, code, amountCents, shippingCents }) => ({
			offer: { id, label, code },
			cents: amountCents,
			freesShipping: shippingCents > 0,
		})),
	};
}
