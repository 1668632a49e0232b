/** Reads an order's page. */
import { and, eq, type SQL, sql } from "drizzle-orm";
import { checkouts, orders } from "../../db/order-tables.ts";
import { orderRefunds, refunds } from "../../db/payment-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { batch, database, inList } from "../../platform/database.ts";
import { isCheckoutOfBuyer } from "../orders/buyers.server.ts";
import { selectMails, selectNotes } from "../orders/order-notes.server.ts";
import { isPaid } from "../orders/order-states.ts";
import { type OrderWithParcel, orderColumns, toOrder } from "../orders/orders.server.ts";
import { may } from "../users/roles.ts";
import type { Buyer } from "../users/users.ts";
import { deliveryLines } from "./address.ts";
import { type CheckoutRow, isCheckoutOf } from "./checkouts.server.ts";
import {
	nextStepOf,
	type OrderHistory,
	type OrderPage,
	stateOf,
	timelineOf,
} from "./order-page.ts";
import { receiptTaxName } from "./tax.ts";

/** Whether a checkout is the viewer's own: of their account, or placed as a guest. */
function isOwnOf({ user, guestTokenHashes }: Buyer, checkout: CheckoutRow): boolean {
	const { userId, accessTokenHash } = checkout;
	if (userId !== null && userId === user?.id) return true;
	return accessTokenHash !== null && guestTokenHashes.includes(accessTokenHash);
}

/**
 * The page of the checkout with this id, or of the one that owns the order of this id. Undefined if there
 * is none that the viewer may see, or if it or the order was deleted. Administrators see all. One round trip,
 * and another for what was shipped and might be reviewed.
 */
export async function orderPage(id: string, viewer: Buyer): Promise<OrderPage | undefined> {
	const isAdmin = may(viewer.user?.role, "orders");
	if (!viewer.user && viewer.guestTokenHashes.length === 0) return undefined;
	const found = await readOrder(
		and(isCheckoutOf(id), isAdmin ? undefined : isCheckoutOfBuyer(viewer)),
		isAdmin,
	);
	if (!found) return undefined;
	const { checkout, rows, history, forAdministrator } = found;
	if (checkout.id !== id && rows.every((row) => row.id !== id)) return undefined;
	const now = Date.now();
	const lines = rows.map((row) => ({
		order: toOrder(row),
		unitPriceCents: row.unitPriceCents,
		totalCents: row.totalCents,
		fit: row.fit,
	}));
	const isClosed = checkout.closedAt !== null;
	const state = stateOf(
		lines.map(({ order }) => order),
		{
			isExpired: isClosed || checkout.expiresAt.getTime() <= now,
			isProcessing: !isClosed && checkout.processingAt !== null,
		},
	);
	const timeline = timelineOf(history, now);
	const isOwn = isOwnOf(viewer, checkout);
	let nextStep = isOwn ? nextStepOf(state, timeline, false, now) : undefined;
	const shipped = rows.filter(({ status }) => status === "Shipped").map(({ toolId }) => toolId);
	let [reviewToolId] = shipped;
	if (nextStep === "review") {
		const notReviewed = await firstNotReviewed(checkout, shipped);
		if (notReviewed) reviewToolId = notReviewed;
		else nextStep = nextStepOf(state, timeline, true, now);
	}
	return {
		...amountsOf(checkout),
		id: checkout.id,
		createdAt: checkout.createdAt,
		expiresAt: checkout.expiresAt,
		state,
		nextStep,
		reviewToolId,
		isOwn,
		isGuest: checkout.userId === null,
		customerId: checkout.userId,
		transactionId: isPaid(checkout) ? (checkout.transactionId ?? undefined) : undefined,
		refundedCents: rows.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
		address: deliveryLines(checkout),
		email: checkout.email,
		phone: checkout.phone,
		note: checkout.note,
		lines,
		timeline,
		forAdministrator,
	};
}

/** Returns the first of these tools without a review by the customer. None for a guest: a review needs an account. */
async function firstNotReviewed(
	{ userId }: CheckoutRow,
	toolIds: readonly string[],
): Promise<string | undefined> {
	if (userId === null) return undefined;
	const rows = await database()
		.selectDistinct({ toolId: reviews.toolId })
		.from(reviews)
		.where(and(eq(reviews.userId, userId), inList(reviews.toolId, toolIds)));
	const reviewed = new Set(rows.map(({ toolId }) => toolId));
	return toolIds.find((toolId) => !reviewed.has(toolId));
}

function amountsOf(checkout: CheckoutRow) {
	const { currency, itemsCents, shippingCents, taxCents, includedTaxCents, totalCents } = checkout;
	return {
		...{ currency, itemsCents, shippingCents, taxCents, includedTaxCents, totalCents },
		taxName: receiptTaxName(checkout),
	};
}

interface FoundOrder {
	checkout: CheckoutRow;
	rows: OrderWithParcel[];
	history: OrderHistory;
	forAdministrator: OrderPage["forAdministrator"];
}

/**
 * Reads a checkout that meets a condition, its lines that were not deleted, what has happened to them and,
 * for an administrator, its notes and mails.
 */
async function readOrder(
	condition: SQL | undefined,
	isAdmin: boolean,
): Promise<FoundOrder | undefined> {
	const db = database();
	const checkoutId = sql`(select ${checkouts.id} from ${checkouts} where ${condition})`;
	const paidBy = sql`(select ${checkouts.transactionId} from ${checkouts} where ${condition})`;
	// A payment that no checkout awaits is refunded to its first order.
	const firstOrder = sql`(select ${orders.id} from ${orders} where ${eq(orders.checkoutId, checkoutId)} order by ${orders.number} limit 1)`;
	const statements = {
		checkout: db.select().from(checkouts).where(condition),
		rows: db
			.select(orderColumns)
			.from(orders)
			.where(eq(orders.checkoutId, checkoutId))
			.orderBy(orders.number),
		refunds: db.select().from(orderRefunds).where(eq(orderRefunds.intentId, paidBy)),
		lateRefunds: db.select().from(refunds).where(eq(refunds.orderId, firstOrder)),
	};
	const more = { notes: selectNotes(checkoutId), mails: selectMails(checkoutId) };
	const results = isAdmin
		? await batch({ ...statements, ...more })
		: { ...(await batch(statements)), notes: [], mails: [] };
	const [checkout] = results.checkout;
	const rows = results.rows.filter(({ closeReason }) => closeReason !== "deleted");
	if (!checkout || rows.length === 0) return undefined;
	const history = {
		checkout,
		lines: rows.map((row) => ({ ...row, shipment: toOrder(row).shipment })),
		refunds: [
			...results.refunds,
			...results.lateRefunds.map(({ amountCents, createdAt, doneAt }) => {
				const status = doneAt ? ("done" as const) : ("due" as const);
				return { amountCents, status, createdAt, doneAt };
			}),
		],
	};
	const mails = results.mails.toSorted(
		(one, other) => one.availableAt.getTime() - other.availableAt.getTime(),
	);
	const forAdministrator = isAdmin ? { notes: results.notes, mails } : undefined;
	return { checkout, rows, history, forAdministrator };
}
