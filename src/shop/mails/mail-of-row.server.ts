/** The mail of an outbox row: what it says and who gets it, as things are when it is sent. */
import { and, eq, inArray, isNull } from "drizzle-orm";
import { checkouts, orders } from "../../db/order-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { withGuestToken } from "../../platform/guest-token.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { createStopToken } from "../../platform/stop-token.ts";
import { publicPaths } from "../../public-paths.ts";
import { sitePaths } from "../../site-paths.ts";
import { deliveryLines } from "../checkouts/address.ts";
import { type CheckoutRow, isCheckoutOf } from "../checkouts/checkouts.server.ts";
import { isOpen } from "../orders/order-states.ts";
import {
	type OrderRow,
	type OrderWithParcel,
	orderColumns,
	toOrder,
} from "../orders/orders.server.ts";
import type { OutboxRow } from "../outbox/outbox.server.ts";
import type { OutboxKind, OutboxPayload } from "../outbox/outbox-kinds.ts";
import { findHidden } from "../reviews/moderation.server.ts";
import { trackingUrl } from "../shipments/carriers.ts";
import { findShipment } from "../shipments/shipments.server.ts";
import { addAlertsToOutbox, findAlerted } from "../stock-alerts/stock-alerts.server.ts";
import { guestUserId } from "../users/guest.ts";
import { addDigestMails, digestReaders, readDigest } from "./digest.server.ts";
import { digestMail } from "./digest-mail.ts";
import type { MailContent } from "./layout.ts";
import {
	cancelledMail,
	expiringMail,
	type OrderFacts,
	paymentFailedMail,
	receiptMail,
	refundedMail,
	shippedMail,
	type Tracking,
} from "./order-mails.ts";
import { reviewHiddenMail } from "./review-hidden-mail.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";

export interface AddressedMail extends MailContent {
	to: string;
	/** Of a mail that its reader can stop: a POST to it does. */
	unsubscribeUrl?: string;
}

type MailOfRow = (row: OutboxRow) => Promise<AddressedMail | undefined>;

/** The mail about an order, unless there is nothing left to tell. `orderUrl` is its page. */
type MailOfOrder = (
	order: OrderWithParcel,
	row: OutboxRow,
	orderUrl: string,
) => MailContent | undefined;

/** The mail about a checkout with its orders that are not closed, unless there is nothing left to tell. */
type MailOfCheckout = (
	checkout: CheckoutRow,
	orders: OrderRow[],
	orderUrl: string,
) => MailContent | undefined | Promise<MailContent | undefined>;

const mailsByKind: Record<OutboxKind, MailOfRow> = {
	"order.paid": ofCheckout(receipt),
	"order.expiring": ofCheckout(expiring),
	"order.payment_failed": ofCheckout(paymentFailed),
	"order.shipped": (row) => (row.payload.shipmentId ? parcel(row) : ofOrder(shipped)(row)),
	"order.refunded": ofOrder(refunded),
	"order.cancelled": ofOrder(cancelled),
	"review.hidden": async ({ subjectId }) => {
		const found = await findHidden(subjectId);
		const url = shopOrigin() + sitePaths.addReview;
		return found && { to: found.email, ...reviewHiddenMail(found, url) };
	},
	"stock.low": () => Promise.resolve(undefined),
	"stock.back": async ({ subjectId }) => {
		await addAlertsToOutbox(subjectId);
		return undefined;
	},
	"stock.alert": stockAlert,
	digest: async ({ id }) => {
		await addDigestMails(id);
		return undefined;
	},
	"digest.mail": digest,
};

/** Returns the mail of a row, or undefined if there is nothing left to tell. */
export function mailOfRow(row: OutboxRow): Promise<AddressedMail | undefined> {
	const mailOf: MailOfRow | undefined = mailsByKind[row.kind];
	// A later version has added it, and was rolled back: the row waits for that version.
	if (!mailOf) throw new Error(`No mail for ${row.kind}.`);
	return mailOf(row);
}

function ofOrder(mailOf: MailOfOrder): MailOfRow {
	return async (row) => {
		const [order] = await database()
			.select(orderColumns)
			.from(orders)
			.where(eq(orders.id, row.subjectId));
		if (!order) return undefined;
		const mail = mailOf(order, row, await orderUrlOf(order.userId, order.checkoutId));
		return mail && { to: order.email, ...mail };
	};
}

function ofCheckout(mailOf: MailOfCheckout): MailOfRow {
	return async ({ subjectId }) => {
		const db = database();
		const checkoutId = db
			.select({ id: checkouts.id })
			.from(checkouts)
			.where(isCheckoutOf(subjectId));
		const {
			checkout: [checkout],
			lines,
		} = await batch({
			checkout: db.select().from(checkouts).where(isCheckoutOf(subjectId)),
			lines: db
				.select()
				.from(orders)
				.where(and(inArray(orders.checkoutId, checkoutId), isNull(orders.closedAt)))
				.orderBy(orders.number),
		});
		if (!checkout) return undefined;
		const mail = await mailOf(checkout, lines, await orderUrlOf(checkout.userId, checkout.id));
		return mail && { to: checkout.email, ...mail };
	};
}

/** The mail to one customer who asked. If the tool is sold out again, they are told another time. */
async function stockAlert({ subjectId, payload }: OutboxRow): Promise<AddressedMail | undefined> {
	const found = await findAlerted(String(payload.userId), subjectId);
	if (!found) return undefined;
	const { user, tool } = found;
	const toolUrl = shopOrigin() + sitePaths.tool(tool);
	const unsubscribeUrl = shopOrigin() + publicPaths.stopAlerts(await createStopToken(user.id));
	const mail = stockAlertMail(tool.name, toolUrl, unsubscribeUrl);
	return { to: user.email, unsubscribeUrl, ...mail };
}

/** The digest for the merchant, to one of its recipients. */
async function digest({ subjectId, payload }: OutboxRow): Promise<AddressedMail | undefined> {
	const to = String(payload.to);
	if (!(await digestReaders()).includes(to)) return undefined;
	const contents = await readDigest(subjectId);
	if (contents.orderCount === 0 && contents.lowTools.length === 0) return undefined;
	const unsubscribeUrl = shopOrigin() + publicPaths.stopAlerts(await createStopToken(to, "digest"));
	const mail = digestMail(contents, {
		manageOrders: shopOrigin() + sitePaths.manageOrders,
		manageProducts: shopOrigin() + sitePaths.manageProducts,
		stop: unsubscribeUrl,
	});
	return { to, unsubscribeUrl, ...mail };
}

/** The URL of a page about a checkout. For a guest it has the token, which opens it in any browser. */
async function urlFor(userId: string | null, checkoutId: string, path: string): Promise<string> {
	if (userId !== null && userId !== guestUserId) return shopOrigin() + path;
	return shopOrigin() + (await withGuestToken(path, checkoutId));
}

/** The URL of the page of a checkout. */
function orderUrlOf(userId: string | null, checkoutId: string): Promise<string> {
	return urlFor(userId, checkoutId, sitePaths.order(checkoutId));
}

function factsOf({ id, toolName, quantity, totalCents, currency }: OrderRow): OrderFacts {
	const lines = [{ name: toolName, quantity, totalCents }];
	return { number: id, lines, totalCents, currency };
}

function factsOfCheckout(
	{ id, totalCents, currency }: CheckoutRow,
	orderRows: OrderRow[],
): OrderFacts {
	const lines = orderRows.flatMap((order) => factsOf(order).lines);
	return { number: id, lines, totalCents, currency };
}

function receipt(
	checkout: CheckoutRow,
	orderRows: OrderRow[],
	orderUrl: string,
): MailContent | undefined {
	const { name, transactionId, paidAt, shippingCents, taxCents, includedTaxCents } = checkout;
	if (!transactionId || !paidAt) return undefined;
	const facts = factsOfCheckout(checkout, orderRows);
	const amounts = { shippingCents, taxCents, includedTaxCents };
	const delivery = { name, address: deliveryLines(checkout) };
	return receiptMail({ ...facts, ...amounts, ...delivery, transactionId, paidAt }, orderUrl);
}

/** Later than this before the reservation ends, a reminder comes too late, in milliseconds. */
const minReminderMs = 15 * 60_000;

function expiring(checkout: CheckoutRow, orderRows: OrderRow[], orderUrl: string) {
	return payMail(expiringMail, checkout, orderRows, orderUrl);
}

function paymentFailed(checkout: CheckoutRow, orderRows: OrderRow[], orderUrl: string) {
	return payMail(paymentFailedMail, checkout, orderRows, orderUrl);
}

/** The mail that asks to pay, while that is possible. */
async function payMail(
	mail: typeof expiringMail,
	checkout: CheckoutRow,
	orderRows: OrderRow[],
	orderUrl: string,
): Promise<MailContent | undefined> {
	const { id, userId, expiresAt, processingAt } = checkout;
	const remainingMs = expiresAt.getTime() - Date.now();
	if (!isOpen(checkout) || processingAt || remainingMs < minReminderMs) return undefined;
	const payUrl = await urlFor(userId, id, sitePaths.payment(id));
	return mail(factsOfCheckout(checkout, orderRows), expiresAt, payUrl, orderUrl);
}

/**
 * Nothing if shipping was undone, even if the order was shipped again: that has a row of its own. The mail
 * has the tracking of a parcel that the order got since.
 */
function shipped(
	order: OrderWithParcel,
	{ payload }: OutboxRow,
	orderUrl: string,
): MailContent | undefined {
	if (order.status !== "Shipped" || order.shippedAt?.getTime() !== payload.shippedAt)
		return undefined;
	const { carrier = "", trackingNumber = "" } = toOrder(order).shipment ?? {};
	return shippedMail(factsOf(order), order.userName, orderUrl, trackingOf(carrier, trackingNumber));
}

/** How to follow a parcel, unless the shop has entered nothing. */
function trackingOf(carrier: string, number: string, isCorrection = false): Tracking | undefined {
	if (carrier === "" && number === "") return undefined;
	const url = trackingUrl(carrier, number);
	return { carrier, number, ...(url && { url }), isCorrection };
}

/** The mail about a parcel with the orders that are still in it. */
async function parcel({ payload }: OutboxRow): Promise<AddressedMail | undefined> {
	const found = await findShipment(String(payload.shipmentId));
	const first = found?.orders[0];
	if (!found || !first) return undefined;
	const { carrier, trackingNumber } = found.shipment;
	const isCorrection = payload.isCorrection === 1;
	const tracking = trackingOf(carrier, trackingNumber, isCorrection);
	if (isCorrection && !tracking) return undefined;
	const facts = {
		...factsOf(first),
		lines: found.orders.flatMap((order) => factsOf(order).lines),
		totalCents: found.orders.reduce((sum, { totalCents }) => sum + totalCents, 0),
	};
	const orderUrl = await orderUrlOf(first.userId, found.shipment.checkoutId);
	const mail = shippedMail(facts, first.userName, orderUrl, tracking);
	return { to: first.email, ...mail };
}

function refunded(order: OrderRow, { payload }: OutboxRow, orderUrl: string): MailContent {
	return refundedMail(factsOf(order), order.userName, amountOf(payload), orderUrl);
}

function cancelled(order: OrderRow, { payload }: OutboxRow, orderUrl: string): MailContent {
	const refund = payload.cents ? amountOf(payload) : undefined;
	return cancelledMail(factsOf(order), order.userName, orderUrl, refund);
}

function amountOf({ cents, currency }: OutboxPayload): { cents: number; currency: string } {
	return { cents: Number(cents), currency: String(currency) };
}
