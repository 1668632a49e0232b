/** The mail of an outbox row: what it says and who gets it, as things are when it is sent. */
import { and, eq, inArray, isNull, or } from "drizzle-orm";
import { guestUserId } from "../../access/guest.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { refundLines } from "../../db/payment-tables.ts";
import { batch, database } from "../../platform/database.ts";
import { withGuestToken } from "../../platform/guest-token.ts";
import { shopOrigin } from "../../platform/settings.ts";
import { createStopToken } from "../../platform/stop-token.ts";
import { publicPaths } from "../../public-paths.ts";
import { sitePaths } from "../../site-paths.ts";
import { deliveryLines } from "../orders/address.ts";
import { trackingUrl } from "../orders/carriers.ts";
import { type LineRow, type LineWithParcel, lineColumns, toLine } from "../orders/lines.server.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { isOpen } from "../orders/order-states.ts";
import { isOrderOf, type OrderRow } from "../orders/orders.server.ts";
import type { OutboxRow } from "../outbox/outbox.server.ts";
import type { OutboxKind, OutboxPayload } from "../outbox/outbox-kinds.ts";
import { findHidden } from "../reviews/moderation.server.ts";
import { findShipment } from "../shipments/shipments.server.ts";
import { addAlertsToOutbox, findAlerted } from "../stock-alerts/stock-alerts.server.ts";
import { addDigestMails, digestReaders, readDigest } from "./digest.server.ts";
import { digestMail } from "./digest-mail.ts";
import type { MailContent } from "./layout.ts";
import {
	cancelledMail,
	changedMail,
	expiringMail,
	formerEmailMail,
	type LineFacts,
	paymentFailedMail,
	placedMail,
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
type MailOfLine = (
	line: LineWithParcel,
	row: OutboxRow,
	orderUrl: string,
) => MailContent | undefined;

type LinesOfMail = readonly [LineRow, ...LineRow[]];

/** The mail about a refund of these lines. */
type MailOfRefund = (lines: LinesOfMail, payload: OutboxPayload, orderUrl: string) => MailContent;

/** The mail about an order with its lines that are not closed, unless there is nothing left to tell. */
type MailOfOrder = (
	order: OrderRow,
	orderLines: LineRow[],
	orderUrl: string,
) => MailContent | undefined | Promise<MailContent | undefined>;

const mailsByKind: Record<OutboxKind, MailOfRow> = {
	"order.placed": ofOrder(placed),
	"order.changed": (row) => (row.payload.to ? former(row) : ofOrder(changed)(row)),
	"order.paid": ofOrder(receipt),
	"order.expiring": ofOrder(expiring),
	"order.payment_failed": ofOrder(paymentFailed),
	"order.shipped": (row) => (row.payload.shipmentId ? parcel(row) : ofLine(shipped)(row)),
	"order.refunded": ofRefund(refunded),
	"order.cancelled": ofRefund(cancelled),
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

function ofLine(mailOf: MailOfLine): MailOfRow {
	return async (row) => {
		const [line] = await database()
			.select(lineColumns)
			.from(orderLines)
			.where(eq(orderLines.id, row.subjectId));
		if (!line) return undefined;
		const mail = mailOf(line, row, await orderUrlOf(line, line.orderId));
		return mail && { to: line.email, ...mail };
	};
}

/** The mail about a refund with its lines; those of the order, if no order awaited the payment. */
function ofRefund(mailOf: MailOfRefund): MailOfRow {
	return async ({ subjectId, payload }) => {
		const ofSubject = or(eq(orderLines.id, subjectId), eq(orderLines.orderId, subjectId));
		const db = database();
		const { lines, refunded } = await batch({
			lines: db.select().from(orderLines).where(ofSubject).orderBy(orderLines.number),
			refunded: db
				.select({ lineId: refundLines.lineId })
				.from(refundLines)
				.where(eq(refundLines.refundId, String(payload.refundId ?? ""))),
		});
		const ids = new Set(refunded.map(({ lineId }) => lineId));
		const [first, ...others] = ids.size > 0 ? lines.filter(({ id }) => ids.has(id)) : lines;
		if (!first) return undefined;
		const orderUrl = await orderUrlOf(first, first.orderId);
		return { to: first.email, ...mailOf([first, ...others], payload, orderUrl) };
	};
}

function ofOrder(mailOf: MailOfOrder): MailOfRow {
	return async ({ subjectId }) => {
		const db = database();
		const orderId = db.select({ id: orders.id }).from(orders).where(isOrderOf(subjectId));
		const {
			order: [order],
			lines,
		} = await batch({
			order: db.select().from(orders).where(isOrderOf(subjectId)),
			lines: db
				.select()
				.from(orderLines)
				.where(and(inArray(orderLines.orderId, orderId), isNull(orderLines.closedAt)))
				.orderBy(orderLines.number),
		});
		if (!order) return undefined;
		const mail = await mailOf(order, lines, await orderUrlOf(order, order.id));
		return mail && { to: order.email, ...mail };
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

/** Whose order it is; the user is null or the guest's for a guest. */
interface Owner {
	userId: string | null;
	email: string;
}

/** The URL of a page about an order. For a guest it has the token, which opens it in any browser. */
async function urlFor({ userId, email }: Owner, orderId: string, path: string): Promise<string> {
	if (userId !== null && userId !== guestUserId) return shopOrigin() + path;
	return shopOrigin() + (await withGuestToken(path, orderId, email));
}

/** The URL of the page of an order. */
function orderUrlOf(owner: Owner, orderId: string): Promise<string> {
	return urlFor(owner, orderId, sitePaths.order(orderId));
}

function factsOf({ orderNumber, toolName, quantity, totalCents, currency }: LineRow): LineFacts {
	const lines = [{ name: toolName, quantity, totalCents }];
	return { number: formatOrderNumber(orderNumber), lines, totalCents, currency };
}

/** What a mail tells of some lines of an order. */
function factsOfLines(lines: LinesOfMail): LineFacts {
	return {
		...factsOf(lines[0]),
		lines: lines.flatMap((line) => factsOf(line).lines),
		totalCents: lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
	};
}

function factsOfOrder({ number, totalCents, currency }: OrderRow, lineRows: LineRow[]): LineFacts {
	const lines = lineRows.flatMap((line) => factsOf(line).lines);
	return { number: formatOrderNumber(number), lines, totalCents, currency };
}

function receipt(order: OrderRow, lineRows: LineRow[], orderUrl: string): MailContent | undefined {
	const { name, transactionId, paidAt, shippingCents, taxCents, includedTaxCents } = order;
	if (!transactionId || !paidAt) return undefined;
	const facts = factsOfOrder(order, lineRows);
	const amounts = { shippingCents, taxCents, includedTaxCents };
	const delivery = { name, address: deliveryLines(order) };
	return receiptMail({ ...facts, ...amounts, ...delivery, transactionId, paidAt }, orderUrl);
}

/** Later than this before the reservation ends, a reminder comes too late, in milliseconds. */
export const minReminderMs = 15 * 60_000;

function placed(order: OrderRow, lineRows: LineRow[], orderUrl: string) {
	return payMail(placedMail, order, lineRows, orderUrl);
}

/** Staff have changed where an order is delivered to. */
function changed(order: OrderRow, lineRows: LineRow[], orderUrl: string): MailContent | undefined {
	if (lineRows.length === 0) return undefined;
	return changedMail(factsOfOrder(order, lineRows), deliveryLines(order), orderUrl);
}

/** The mail to the former e-mail of an order. It says nothing of the new one, and has no link. */
async function former({ subjectId, payload }: OutboxRow): Promise<AddressedMail | undefined> {
	const [order] = await database().select().from(orders).where(eq(orders.id, subjectId));
	const to = String(payload.to);
	return order && { to, ...formerEmailMail(formatOrderNumber(order.number)) };
}

function expiring(order: OrderRow, lineRows: LineRow[], orderUrl: string) {
	return payMail(expiringMail, order, lineRows, orderUrl);
}

function paymentFailed(order: OrderRow, lineRows: LineRow[], orderUrl: string) {
	return payMail(paymentFailedMail, order, lineRows, orderUrl);
}

/** The mail that asks to pay, while that is possible. */
async function payMail(
	mail: typeof expiringMail,
	order: OrderRow,
	lineRows: LineRow[],
	orderUrl: string,
): Promise<MailContent | undefined> {
	const { id, expiresAt, processingAt } = order;
	const remainingMs = expiresAt.getTime() - Date.now();
	if (!isOpen(order) || processingAt || remainingMs < minReminderMs) return undefined;
	const payUrl = await urlFor(order, id, sitePaths.payment(id));
	return mail(factsOfOrder(order, lineRows), expiresAt, payUrl, orderUrl);
}

/**
 * Nothing if shipping was undone, even if the order was shipped again: that has a row of its own. The mail
 * has the tracking of a parcel that the order got since.
 */
function shipped(
	line: LineWithParcel,
	{ payload }: OutboxRow,
	orderUrl: string,
): MailContent | undefined {
	if (line.status !== "Shipped" || line.shippedAt?.getTime() !== payload.shippedAt)
		return undefined;
	const { carrier = "", trackingNumber = "" } = toLine(line).shipment ?? {};
	return shippedMail(factsOf(line), line.userName, orderUrl, trackingOf(carrier, trackingNumber));
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
	if (!found) return undefined;
	const [first] = found.lines;
	const { carrier, trackingNumber } = found.shipment;
	const isCorrection = payload.isCorrection === 1;
	const tracking = trackingOf(carrier, trackingNumber, isCorrection);
	if (isCorrection && !tracking) return undefined;
	const orderUrl = await orderUrlOf(first, found.shipment.orderId);
	const mail = shippedMail(factsOfLines(found.lines), first.userName, orderUrl, tracking);
	return { to: first.email, ...mail };
}

function refunded(lines: LinesOfMail, payload: OutboxPayload, orderUrl: string): MailContent {
	return refundedMail(factsOfLines(lines), lines[0].userName, amountOf(payload), orderUrl);
}

function cancelled(lines: LinesOfMail, payload: OutboxPayload, orderUrl: string): MailContent {
	const refund = payload.cents ? amountOf(payload) : undefined;
	return cancelledMail(factsOfLines(lines), lines[0].userName, orderUrl, refund);
}

function amountOf({ cents, currency }: OutboxPayload): { cents: number; currency: string } {
	return { cents: Number(cents), currency: String(currency) };
}
