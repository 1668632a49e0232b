/** The e-mail of an outbox row: what it says and who gets it, as things are when it is sent. */
import { eq, sql } from "drizzle-orm";
import { isForEu } from "../../config/law.ts";
import { giftCards } from "../../db/gift-card-tables.ts";
import { invoices } from "../../db/invoice-tables.ts";
import { orders } from "../../db/order-tables.ts";
import { refundLines, refunds } from "../../db/payment-tables.ts";
import { publicPaths } from "../../paths/public.ts";
import { sitePaths } from "../../paths/site.ts";
import { withGuestToken } from "../../platform/auth/guest-token.ts";
import { createStopToken } from "../../platform/auth/stop-token.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import type { MailAttachment, MailExtras } from "../../platform/services/mail.ts";
import { readStaticFile } from "../../platform/services/static-files.ts";
import { shopOrigin } from "../../platform/settings/settings.ts";
import { deliveryLines } from "../addresses/address.ts";
import { isPaidByCards } from "../gift-cards/gift-cards.ts";
import { codeOfCard } from "../gift-cards/gift-code.server.ts";
import { findCard } from "../gift-cards/manage-cards.server.ts";
import type { GiftCardRow } from "../gift-cards/spend-cards.server.ts";
import { invoicePdf } from "../invoices/invoice-pdf.server.ts";
import { selectInvoices, toInvoice } from "../invoices/invoices.server.ts";
import { fileNameOf, type Invoice } from "../invoices/invoices.ts";
import { toUbl } from "../invoices/ubl.ts";
import { publishedLegalPages } from "../legal/published.ts";
import { giftOfCard, takeGift } from "../orders/gift.server.ts";
import { giftOnPage, giftSentence } from "../orders/gift.ts";
import { type LineWithParcel, type OrderRow, parcelOf } from "../orders/lines.server.ts";
import { isOpen } from "../orders/order-conditions.ts";
import { billingLines } from "../orders/order-extras.ts";
import { formatOrderNumber } from "../orders/order-number.ts";
import { sumsOf } from "../orders/order-page.server.ts";
import { type PartOfOrder, partOf } from "../orders/order-page.ts";
import { isOrderOf, selectOrder } from "../orders/orders.server.ts";
import type { OutboxRow } from "../outbox/outbox.server.ts";
import type { OutboxKind } from "../outbox/outbox-kinds.ts";
import { findAnswered } from "../questions/answers.server.ts";
import { findReturns } from "../returns/returns.server.ts";
import { settleWithdrawal } from "../returns/settle-withdrawal.server.ts";
import { findHidden } from "../reviews/moderation.server.ts";
import { isEditableMail } from "../settings/mail-texts.ts";
import { settingNow } from "../settings/settings.server.ts";
import { addAlertsToOutbox, findAlerted } from "../stock-alerts/stock-alerts.server.ts";
import { nameOfRow } from "../tools/sold-names.ts";
import { addDigestMails, digestReaders, readDigest } from "./digest.server.ts";
import { digestMail } from "./digest-mail.ts";
import { giftCardMail, giftMail } from "./gift-card-mail.ts";
import type { MailContent } from "./layout.ts";
import {
	cancelledMail,
	changedMail,
	formerEmailMail,
	type OrderFacts,
	type PayMail,
	payMail,
	receiptMail,
	refundedMail,
	shippedMail,
} from "./order-mails.ts";
import { type MailValues, withOwnTexts } from "./own-texts.ts";
import { questionAnsweredMail } from "./question-answered-mail.ts";
import { returnMail } from "./return-mails.ts";
import { reviewHiddenMail } from "./review-hidden-mail.ts";
import { stockAlertMail } from "./stock-alert-mail.ts";
import { withoutLinks } from "./texts.ts";

/** `unsubscribeUrl` is that of an e-mail that its reader can stop: a POST to it does. */
export interface AddressedMail extends MailContent, MailExtras {
	to: string;
}

/** An e-mail with what the owner's texts of it can name. Without that it stays as it is. */
type MailToFill = AddressedMail & { values?: MailValues };
type MailOfRow = (row: OutboxRow) => Promise<MailToFill | undefined>;

const mailsByKind: Record<OutboxKind, MailOfRow> = {
	"order.placed": ofOrder(askToPay("order.placed")),
	"order.changed": ofOrder(changed),
	"order.paid": ofOrder(receipt),
	"order.expiring": ofOrder(askToPay("order.expiring")),
	"order.payment_failed": ofOrder(askToPay("order.payment_failed")),
	"order.shipped": ofOrder(shipped),
	"order.refunded": ofOrder(refunded),
	"order.cancelled": ofOrder(cancelled),
	"order.gift": async (row) => {
		const gift = await takeGift(row);
		return gift && mailOfGift(gift);
	},
	"order.return_asked": ofReturn,
	"order.return_approved": ofReturn,
	"order.return_rejected": ofReturn,
	"order.return_received": ofReturn,
	"return.wait_ends": async ({ subjectId }) => {
		await settleWithdrawal(subjectId, null);
		return undefined;
	},
	"gift_card.issued": async ({ subjectId }) => {
		const card = await findCard(subjectId);
		const code = card && (await codeOfCard(card));
		if (!card || !code || card.email === "") return undefined;
		// One that waits for a dispute says so.
		if (card.disabledAt && card.replaces === null) return undefined;
		const gift = await giftOfCard(card);
		return gift
			? mailOfGift({ ...gift, to: card.email })
			: { to: card.email, ...giftCardMail({ ...card, code }, shopOrigin()) };
	},
	"review.hidden": async ({ subjectId }) => {
		const hidden = await findHidden(subjectId);
		const url = shopOrigin() + sitePaths.addReview;
		return hidden && { to: hidden.email, values: {}, ...reviewHiddenMail(hidden, url) };
	},
	"question.answered": async ({ subjectId }) => {
		const found = await findAnswered(subjectId);
		if (!found) return undefined;
		const url = `${shopOrigin()}${sitePaths.tool(found.tool)}#questions`;
		const values = { tool: found.tool.name };
		return { to: found.email, values, ...questionAnsweredMail(found.tool.name, found, url) };
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

/** The e-mail with gift cards to who gets them from somebody. */
async function mailOfGift({
	to,
	cards,
	...gift
}: NonNullable<Awaited<ReturnType<typeof takeGift>>>): Promise<MailToFill | undefined> {
	const coded = await Promise.all(
		cards.map(async (card) => ({ ...card, code: await codeOfCard(card) })),
	);
	const known = coded.flatMap(({ code, ...card }) => (code ? [{ ...card, code }] : []));
	return known.length > 0
		? { to, ...giftMail({ ...gift, cards: known }, shopOrigin()) }
		: undefined;
}

/** Returns the e-mail of a row with the owner's texts, or undefined if there is nothing left to tell. */
export async function mailOfRow(row: OutboxRow): Promise<AddressedMail | undefined> {
	const mailOf: MailOfRow | undefined = mailsByKind[row.kind];
	// A later version has added it, and was rolled back: the row waits for that version.
	if (!mailOf) throw new Error(`No mail for ${row.kind}.`);
	const found = await mailOf(row);
	if (!found) return undefined;
	const { values, ...mail } = found;
	if (!values || !isEditableMail(row.kind)) return mail;
	// In memory: the e-mail's own batch has read them along.
	return withOwnTexts(mail, (await settingNow("mails"))?.[row.kind], values);
}

/** An order with all its lines, also the closed ones, and what its e-mails tell. */
interface MailedOrder {
	order: OrderRow;
	lines: LineWithParcel[];
	/** The card that the refund went onto that the row names. */
	card: GiftCardRow | undefined;
	/** The lines of the refunds that the row names. */
	refunded: (typeof refundLines.$inferSelect)[];
	/** Its invoice and its credit notes. */
	documents: Invoice[];
	/** What an e-mail tells of the whole order. */
	facts: OrderFacts;
}

/** The e-mail about an order, unless there is nothing left to tell. It goes to the order's address, if it names no other. */
type MailOfOrder = (
	mailed: MailedOrder,
	row: OutboxRow,
) => AddressedContent | undefined | Promise<AddressedContent | undefined>;
type AddressedContent = MailContent & {
	to?: string;
	attachments?: readonly MailAttachment[];
	/** The e-mail says something else than the others of its kind. */
	isAsItIs?: boolean;
};

/** The e-mail about the order of a row's subject, which is its id or that of one of its lines. One round trip. */
function ofOrder(mailOf: MailOfOrder): MailOfRow {
	return async (row) => {
		const { subjectId, payload } = row;
		const results = await batch({
			...selectOrder(isOrderOf(subjectId)),
			refunded: database()
				.select()
				.from(refundLines)
				.where(inList(refundLines.refundId, refundsOf(row))),
			cards: database()
				.select()
				.from(giftCards)
				.where(
					sql`${giftCards.id} = (select ${refunds.giftCardId} from ${refunds} where ${refunds.id} = ${String(payload.refundId ?? "")})`,
				),
			documents: selectInvoices(
				sql`${invoices.orderId} = (select ${orders.id} from ${orders} where ${isOrderOf(subjectId)})`,
			),
		});
		const [order] = results.orders;
		if (!order) return undefined;
		const { number, name, reference, service } = order;
		const lines = results.lines.filter(({ closedAt }) => closedAt === null);
		const orderUrl = await urlFor(order, sitePaths.order(order.id));
		const shown = results.lines.filter(({ closeReason }) => closeReason !== "deleted");
		// An e-mail has what offers took off in its lines.
		const sums = await sumsOf(order, shown, []);
		const facts = { name, lines, sums, orderUrl, reference, service };
		const mail = await mailOf(
			{
				order,
				lines: results.lines,
				documents: results.documents.map(toInvoice),
				card: results.cards[0],
				refunded: results.refunded,
				facts: { ...facts, number: formatOrderNumber(number) },
			},
			row,
		);
		if (!mail) return undefined;
		const { isAsItIs, ...content } = mail;
		const values = { order: formatOrderNumber(number), name: withoutLinks(name) };
		return { to: order.email, ...content, ...(!isAsItIs && { values }) };
	};
}

/** The refunds that a row names: what goes onto cards has others than the rest. */
const refundsOf = ({ payload }: OutboxRow): string[] =>
	String(payload.refundIds ?? payload.refundId ?? "").split(" ");

/** The URL of a page about an order. For a guest it has the token, which opens it in any browser. */
async function urlFor({ userId, email, id }: OrderRow, path: string): Promise<string> {
	return shopOrigin() + (userId === null ? await withGuestToken(path, id, email) : path);
}

/** The e-mail to one customer who asked. If the tool is sold out again, they are told another time. */
async function stockAlert({ subjectId, payload }: OutboxRow): Promise<MailToFill | undefined> {
	const recipient = payload.to ? { email: String(payload.to) } : { userId: String(payload.userId) };
	const alerted = await findAlerted(recipient, subjectId);
	if (!alerted) return undefined;
	const { email, tool } = alerted;
	const toolUrl = shopOrigin() + sitePaths.tool(tool);
	const token = await ("email" in recipient
		? createStopToken(email, "guest")
		: createStopToken(recipient.userId));
	const unsubscribeUrl = shopOrigin() + publicPaths.stopAlerts(token);
	const mail = stockAlertMail(tool.name, toolUrl, unsubscribeUrl);
	return { to: email, unsubscribeUrl, values: { tool: tool.name }, ...mail };
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

/** The files of a document: the PDF, and for a company the e-invoice. */
async function filesOf(invoice: Invoice | undefined): Promise<{ attachments?: MailAttachment[] }> {
	if (!invoice) return {};
	const name = fileNameOf(invoice.code);
	const pdf = {
		filename: `${name}.pdf`,
		type: "application/pdf",
		content: await invoicePdf(invoice, readStaticFile),
	};
	const xml = { filename: `${name}.xml`, type: "application/xml", content: toUbl(invoice) };
	return { attachments: invoice.buyer.company ? [pdf, xml] : [pdf] };
}

/** The invoice of an order. */
const invoiceOf = (documents: readonly Invoice[]) =>
	documents.find(({ refundId }) => refundId === null);

/** An e-mail about a return, with what was asked, decided or checked in. */
async function ofReturn({ kind, payload }: OutboxRow): Promise<MailToFill | undefined> {
	// A withdrawal is of what was shipped, of what was not, or of both.
	const all = await findReturns([String(payload.returnId), String(payload.heldId ?? "")]);
	const [found] = all;
	if (!found) return undefined;
	const held = all.find(({ state, isProved }) => state === "waiting" && !isProved);
	const [order] = await database().select().from(orders).where(eq(orders.id, found.orderId));
	if (!order) return undefined;
	const orderUrl = await urlFor(order, sitePaths.order(order.id));
	const values = { order: formatOrderNumber(order.number), name: withoutLinks(order.name) };
	// What a consumer has declared is a receipt that the law describes.
	const isReceipt = kind === "order.return_asked" && found.kind === "withdrawal";
	const lines = all.flatMap((one) => one.lines);
	const mail = returnMail(
		kind,
		{ ...found, lines, undoneUntil: held?.waitsUntil ?? null },
		orderUrl,
	);
	return { to: order.email, ...mail, ...(!isReceipt && { values }) };
}

async function receipt({
	order,
	lines,
	documents,
	facts,
}: MailedOrder): Promise<AddressedContent | undefined> {
	const { transactionId, paidAt } = order;
	if (!transactionId || !paidAt) return undefined;
	const gift = giftOnPage(order, lines);
	const mail = receiptMail({
		...facts,
		gift: gift && giftSentence(gift),
		address: deliveryLines(order),
		billedTo: billingLines(order),
		taxNumber: order.taxNumber,
		transactionId: isPaidByCards(transactionId) ? undefined : transactionId,
		paidAt,
		withdrawal: isForEu(order.country)
			? {
					url: shopOrigin() + publicPaths.withdraw,
					...(publishedLegalPages.includes("terms") && {
						termsUrl: shopOrigin() + publicPaths.legal("terms"),
					}),
				}
			: undefined,
	});
	return { ...mail, ...(await filesOf(invoiceOf(documents))) };
}

/**
 * Where an order is delivered to has changed. The e-mail to its former address says nothing of the new one, and has no link.
 * A customer who has changed it knows.
 */
function changed({ order, facts }: MailedOrder, { payload }: OutboxRow) {
	if (payload.to)
		return { ...formerEmailMail(facts.number), to: String(payload.to), isAsItIs: true };
	return facts.lines.length === 0 ? undefined : changedMail(facts, deliveryLines(order));
}

/** Later than this before the reservation ends, a reminder comes too late, in milliseconds. */
export const minReminderMs = 15 * 60_000;

/** The e-mail that asks to pay, while that is possible. */
function askToPay(kind: PayMail): MailOfOrder {
	return async ({ order, facts }) => {
		const { id, expiresAt, processingAt } = order;
		const remainingMs = expiresAt.getTime() - Date.now();
		if (!isOpen(order) || processingAt || remainingMs < minReminderMs) return undefined;
		return payMail(kind, facts, expiresAt, await urlFor(order, sitePaths.payment(id)));
	};
}

/**
 * The e-mail about a parcel with the lines that are still in it, or about a line without one: it has the tracking of a
 * parcel that the line got since. Nothing if shipping was undone, even if the line was shipped again: that has a row of
 * its own.
 */
async function shipped(
	{ lines, documents, facts }: MailedOrder,
	{ subjectId, payload }: OutboxRow,
) {
	const { shipmentId, shippedAt } = payload;
	const shippedLines = lines.filter(({ status }) => status === "Shipped");
	const told = shipmentId
		? shippedLines.filter((line) => line.shipmentId === shipmentId)
		: shippedLines.filter(
				(line) => line.id === subjectId && line.shippedAt?.getTime() === shippedAt,
			);
	const [first] = told;
	if (!first) return undefined;
	const { carrier = "", trackingNumber: number = "", trackingUrl: url } = parcelOf(first) ?? {};
	const isCorrection = payload.isCorrection === 1;
	const hasTracking = carrier !== "" || number !== "";
	if (isCorrection && !hasTracking) return undefined;
	const tracking = { carrier, number, ...(url && { url }), isCorrection };
	const mail = shippedMail({ ...facts, lines: told }, hasTracking ? tracking : undefined);
	// Where invoices are made with the first parcel, its e-mail has the invoice.
	const invoice = invoiceOf(documents);
	const files = await filesOf(invoice?.issuedAt.getTime() === shippedAt ? invoice : undefined);
	return { ...mail, ...files, isAsItIs: isCorrection || Boolean(facts.service?.pickup) };
}

/** What an e-mail about a refund tells: its lines, or else all that the row is about, and what was refunded. */
function factsOfRefund(
	{ lines, refunded: parts, facts }: MailedOrder,
	{ subjectId, payload }: OutboxRow,
) {
	const isOfRefund = ({ id, orderId }: LineWithParcel) =>
		parts.length > 0
			? parts.some(({ lineId }) => lineId === id)
			: id === subjectId || orderId === subjectId;
	const byLine = Map.groupBy(parts, ({ lineId }) => lineId);
	return {
		facts: { ...facts, lines: lines.filter(isOfRefund) },
		refund: {
			cents: Number(payload.cents),
			currency: String(payload.currency),
			parts: [...byLine].map(([lineId, own]) => ({
				lineId,
				amountCents: own.reduce((sum, { amountCents }) => sum + amountCents, 0),
				shippingCents: own.reduce((sum, { shippingCents }) => sum + shippingCents, 0),
				taxCents: own.reduce((sum, { taxCents }) => sum + taxCents, 0),
			})),
		},
	};
}

/** The files of the credit notes of a row's refunds, each made when it is done. */
async function creditNoteFiles({ documents }: MailedOrder, row: OutboxRow) {
	const ids = refundsOf(row);
	const files = await Promise.all(
		documents
			.filter(({ kind, refundId }) => kind === "credit-note" && ids.includes(refundId ?? ""))
			.map(filesOf),
	);
	const attachments = files.flatMap((own) => own.attachments ?? []);
	return attachments.length > 0 ? { attachments } : {};
}

async function refunded(mailed: MailedOrder, row: OutboxRow): Promise<AddressedContent> {
	const { facts, refund } = factsOfRefund(mailed, row);
	const { card } = mailed;
	// Who paid with a gift card has its code.
	const code = card?.kind === "store_credit" ? await codeOfCard(card) : undefined;
	return {
		...refundedMail(facts, refund, card && { ...card, code }),
		...(await creditNoteFiles(mailed, row)),
	};
}

/** Returns a line's name, and the pieces of it that refunds have cancelled: some of them, or those that were left. */
const ofRefunds =
	(parts: MailedOrder["refunded"]) =>
	(line: LineWithParcel): PartOfOrder => {
		const some = parts.filter(({ lineId }) => lineId === line.id);
		const taken = some.reduce((sum, { pieces }) => sum + pieces, 0);
		const all = line.quantity;
		const count = taken || all - line.restockedPieces;
		return { toolName: nameOfRow(line), some: count < all ? { count, all } : undefined };
	};

async function cancelled(mailed: MailedOrder, row: OutboxRow): Promise<AddressedContent> {
	const { facts, refund } = factsOfRefund(mailed, row);
	const { cents, cardCents } = row.payload;
	const part = partOf(facts.lines.map(ofRefunds(mailed.refunded)), mailed.facts.lines);
	const mail = cancelledMail(facts, {
		...(cents ? { refund } : {}),
		cardCents: Number(cardCents ?? 0),
		part,
	});
	// The owner's text is of a whole order.
	return { ...mail, ...(await creditNoteFiles(mailed, row)), isAsItIs: part.length > 0 };
}
