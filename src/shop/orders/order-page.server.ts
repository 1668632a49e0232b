/** Reads an order's page. */
import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Buyer } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { giftCards } from "../../db/gift-card-tables.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { orderOffers } from "../../db/offer-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { kitDiscount } from "../../messages/bundles.ts";
import { vatCheckTexts } from "../../messages/order-admin.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { deliveryLines } from "../addresses/address.ts";
import { receiptTaxName } from "../costs/tax.ts";
import { savedCents } from "../offers/bundle-lines.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { addressOf } from "./delivery.server.ts";
import { giftOnPage } from "./gift.ts";
import {
	isOrderOfBuyer,
	type LineWithParcel,
	type OrderRow,
	parcelOf,
	toLine,
} from "./lines.server.ts";
import type { OrderSums } from "./order-amounts.ts";
import { isPaid, piecesToShip } from "./order-conditions.ts";
import type { OrderExtras } from "./order-extras.ts";
import { selectMails, selectNotes } from "./order-notes.server.ts";
import { nextStepOf, type OrderHistory, type OrderPage, timelineOf } from "./order-page.ts";
import { orderStateOf } from "./order-states.ts";
import { waitsOf } from "./order-wait.ts";
import { isOrderOf, selectOrder } from "./orders.server.ts";

/** Whether an order is the viewer's own: of their account, or placed as a guest. */
function isOwnOf({ user, guestTokenHashes }: Buyer, order: OrderRow): boolean {
	const { userId, accessTokenHash } = order;
	if (userId !== null && userId === user?.id) return true;
	return accessTokenHash !== null && guestTokenHashes.includes(accessTokenHash);
}

/**
 * The page of the order with this id, or of the one that owns the line of this id. Undefined if there
 * is none that the viewer may see, or if it or the line was deleted. Administrators see all. One round trip,
 * and another for what was shipped and might be reviewed.
 */
export async function orderPage(id: string, viewer: Buyer): Promise<OrderPage | undefined> {
	const isAdmin = may(viewer.user?.role, "orders");
	if (!viewer.user && viewer.guestTokenHashes.length === 0) return undefined;
	const results = await readLine(
		and(isOrderOf(id), isAdmin ? undefined : isOrderOfBuyer(viewer)),
		isAdmin,
	);
	if (!results) return undefined;
	const { order, rows, history, records, documents, discounts } = results;
	if (order.id !== id && rows.every((row) => row.id !== id)) return undefined;
	const now = Date.now();
	const lines = rows.map((row) => ({
		line: toLine(row, order),
		unitPriceCents: row.unitPriceCents,
		priceCents: row.totalCents + row.discountCents,
		discountCents: row.discountCents,
		bundleDiscountCents: row.bundleDiscountCents,
		fit: row.fit,
	}));
	const isClosed = order.closedAt !== null;
	const state = orderStateOf(
		lines.map(({ line }) => line),
		{
			isExpired: isClosed || order.expiresAt.getTime() <= now,
			isProcessing: !isClosed && order.processingAt !== null,
		},
	);
	const timeline = timelineOf(history, now);
	const isOwn = isOwnOf(viewer, order);
	let nextStep = isOwn ? nextStepOf(state, timeline, false, now) : undefined;
	const shipped = rows.filter(({ status }) => status === "Shipped").map(({ toolId }) => toolId);
	let [reviewToolId] = shipped;
	if (nextStep === "review") {
		const notReviewed = await firstNotReviewed(order, shipped);
		if (notReviewed) reviewToolId = notReviewed;
		else nextStep = nextStepOf(state, timeline, true, now);
	}
	return {
		...(await sumsOf(order, rows, [...bundleDiscounts(rows), ...discounts])),
		id: order.id,
		number: order.number,
		createdAt: order.createdAt,
		expiresAt: order.expiresAt,
		state,
		nextStep,
		reviewToolId,
		isOwn,
		lineTimes: rows.map(({ shippedAt, cancelledAt, refundedAt }) => ({
			shippedAt,
			cancelledAt,
			refundedAt,
		})),
		isGuest: order.userId === null,
		customerId: order.userId,
		transactionId: isPaid(order) ? (order.transactionId ?? undefined) : undefined,
		paidAt: order.paidAt,
		country: order.country,
		service: order.service,
		address: deliveryLines(order),
		email: order.email,
		phone: order.phone,
		note: order.note,
		extras: extrasOf(order),
		gift: giftOnPage(order, rows),
		lines,
		timeline,
		invoices: documents,
		forAdministrator: isAdmin
			? {
					waits: [
						...waitsOf(history, state, order.currency, now),
						...(order.vatCheck ? [vatCheckTexts[order.vatCheck.state](order.taxNumber)] : []),
					],
					...records,
				}
			: undefined,
	};
}

/** What bundles take off, as offers do. */
function bundleDiscounts(rows: readonly LineWithParcel[]): OrderPage["discounts"] {
	const open = rows.filter(({ bundleDiscountCents }) => bundleDiscountCents > 0);
	return [...Map.groupBy(open, ({ bundleId }) => bundleId).values()].map((own) => ({
		label: kitDiscount(own[0]?.bundleName ?? ""),
		code: null,
		cents: savedCents(own),
		isShipping: false,
	}));
}

/** Returns the first of these tools without a review by the customer. None for a guest: a review needs an account. */
async function firstNotReviewed(
	{ userId }: OrderRow,
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

function extrasOf(order: OrderRow): OrderExtras {
	const { company, taxNumber, reference, giftNote, hidesPrices, billing } = order;
	return { company, taxNumber, reference, giftNote, hidesPrices, billing };
}

/** The statement that selects what offers took off an order. */
export const selectOffersOf = (orderId: SQL) =>
	database()
		.select()
		.from(orderOffers)
		.where(eq(orderOffers.orderId, orderId))
		.orderBy(orderOffers.offerId);

/** The sums of an order with its lines that were not deleted. */
export async function sumsOf(
	order: OrderRow,
	rows: readonly LineWithParcel[],
	discounts: OrderSums["discounts"],
): Promise<OrderSums> {
	const { currency, itemsCents, shippingCents, taxCents, includedTaxCents } = order;
	const { totalCents, giftCardCents } = order;
	// A line that was removed may have the rate of an earlier setting.
	const open = rows.filter(({ closedAt }) => closedAt === null);
	// Gift cards have no rate.
	const taxRate = Math.max(0, ...open.map((row) => row.taxRate));
	return {
		currency,
		itemsCents,
		discounts,
		shippingCents,
		taxCents,
		includedTaxCents,
		totalCents,
		giftCardCents,
		refundedCents: rows.reduce((sum, { refundedCents }) => sum + refundedCents, 0),
		taxName: receiptTaxName({ ...order, taxRate }, (await shopSettings()).tax),
		isByMail: open.length > 0 && open.every(({ giftCodes }) => giftCodes !== null),
	};
}

interface FoundLine {
	order: OrderRow;
	rows: LineWithParcel[];
	documents: OrderPage["invoices"];
	discounts: OrderPage["discounts"];
	history: OrderHistory;
	/** Without notes and e-mails for customers. */
	records: Omit<NonNullable<OrderPage["forAdministrator"]>, "waits">;
}

/**
 * Reads an order that meets a condition, its lines that were not deleted, what has happened to them and,
 * for an administrator, its notes and e-mails.
 */
async function readLine(
	condition: SQL | undefined,
	isAdmin: boolean,
): Promise<FoundLine | undefined> {
	const db = database();
	const orderId = sql`(select ${orders.id} from ${orders} where ${condition})`;
	const ofOrder = eq(refunds.orderId, orderId);
	const documents = db
		.select({ id: invoices.id, kind: invoices.kind, code: invoices.code })
		.from(invoices)
		.where(eq(invoices.orderId, orderId))
		.orderBy(invoices.number);
	const statements = {
		...selectOrder(condition),
		documents,
		offers: selectOffersOf(orderId),
		refunds: db.select().from(refunds).where(ofOrder).orderBy(refunds.createdAt),
		newCards: db
			.select({ id: giftCards.id, message: giftCards.message })
			.from(giftCards)
			.where(
				and(
					isNotNull(giftCards.replaces),
					inArray(giftCards.id, db.select({ id: refunds.giftCardId }).from(refunds).where(ofOrder)),
				),
			),
		refundLines: db
			.select({ refundId: refundLines.refundId, lineId: refundLines.lineId })
			.from(refundLines)
			.where(
				inArray(refundLines.refundId, db.select({ id: refunds.id }).from(refunds).where(ofOrder)),
			),
	};
	const more = { notes: selectNotes(orderId), mails: selectMails(orderId) };
	const results = isAdmin
		? await batch({ ...statements, ...more })
		: { ...(await batch(statements)), notes: [], mails: [] };
	const [order] = results.orders;
	const rows = results.lines.filter(({ closeReason }) => closeReason !== "deleted");
	if (!order || rows.length === 0) return undefined;
	const history = {
		order,
		lines: rows.map((row) => ({ ...row, shipment: parcelOf(row), toShip: piecesToShip(row) })),
		refunds: results.refunds.map((refund) => ({
			...refund,
			why: results.newCards.find(({ id }) => id === refund.giftCardId)?.message,
			lineIds: results.refundLines
				.filter(({ refundId }) => refundId === refund.id)
				.map(({ lineId }) => lineId),
		})),
	};
	const mails = results.mails.toSorted(
		(one, other) => one.availableAt.getTime() - other.availableAt.getTime(),
	);
	const { name, phone, email, origin } = order;
	const delivery = { name, phone, email, ...addressOf(order) };
	return {
		order,
		rows,
		documents: results.documents,
		history,
		discounts: results.offers.flatMap(({ label, code, amountCents, shippingCents }) => [
			...(amountCents > 0 ? [{ label, code, cents: amountCents, isShipping: false }] : []),
			...(shippingCents > 0 ? [{ label, code, cents: shippingCents, isShipping: true }] : []),
		]),
		records: { notes: results.notes, mails, delivery, origin },
	};
}
