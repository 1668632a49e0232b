/** Reads what a packing slip shows. */
import { and, eq } from "drizzle-orm";
import { checkouts, isShownOrder, type OrderFit, orders } from "../../db/order-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { deliveryLines } from "../checkouts/address.ts";
import { orderColumns, toOrder } from "../orders/orders.server.ts";
import type { Order } from "../orders/orders.ts";
import { ordersToPack, type PackingRequest } from "./packing.ts";

export interface PackingSlip {
	/** The checkout's id. */
	number: string;
	orderedAt: Date;
	/** The recipient and the address, in the format of its country. */
	address: string[];
	phone: string;
	note: string;
	orders: Order[];
	/** Whether what was ordered fits the customer's bike, by order. */
	fits: ReadonlyMap<string, OrderFit>;
}

/** The packing slip of a checkout, or undefined if there is no such checkout. One round trip. */
export async function readPackingSlip(
	checkoutId: string,
	request: PackingRequest,
): Promise<PackingSlip | undefined> {
	const db = database();
	const {
		checkout: [checkout],
		rows,
	} = await batch({
		checkout: db.select().from(checkouts).where(eq(checkouts.id, checkoutId)),
		rows: db
			.select(orderColumns)
			.from(orders)
			.where(and(eq(orders.checkoutId, checkoutId), isShownOrder))
			.orderBy(orders.number),
	});
	if (!checkout) return undefined;
	const { id: number, createdAt: orderedAt, phone, note } = checkout;
	const toPack = ordersToPack(rows.map(toOrder), request);
	const fits = new Map(rows.flatMap(({ id, fit }) => (fit ? [[id, fit]] : [])));
	return { number, orderedAt, address: deliveryLines(checkout), phone, note, orders: toPack, fits };
}
