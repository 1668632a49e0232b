/** The statements that store an order with all that follows from it: the last of the three steps of placing one. */
import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { currency } from "../../config/config.ts";
import { users } from "../../db/auth-tables.ts";
import { orderOffers } from "../../db/offer-tables.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { database, insertFrom } from "../../platform/database/database.ts";
import { insertSpends } from "../gift-cards/spend-cards.server.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import { optionsOfTool } from "../tools/families.server.ts";
import type { ResolvedDelivery } from "./delivery.server.ts";
import { giftDueAt } from "./gift.ts";
import { auditLinesOf } from "./line-audit.server.ts";
import { numberBeforeFirst } from "./order-number.ts";
import type { LineToPlace } from "./price-lines.server.ts";
import type { Ask, Priced } from "./price-order.server.ts";
import { isLineOf, rowsOfLines } from "./requested-lines.server.ts";
import type { Reserved } from "./reserve-order.server.ts";

/** A guest's address gets one e-mail to pay in this time, in milliseconds. */
const reminderPeriodMs = 24 * 60 * 60_000;

/** How long before a reservation ends its customer is reminded, in milliseconds. */
const reminderMs = 2 * 60 * 60_000;

/** The shortest reservation with a reminder, in milliseconds: otherwise it would come right after the order. */
const minRemindedHoldMs = 3 * 60 * 60_000;

/** The outbox row of the e-mail with the link to pay. */
export const linkId = (orderId: string) => `link-${orderId}`;

/** Returns the statements, of which the last two select the order and its lines. */
export function storeOrder(ask: Ask, priced: Priced, { columns }: Reserved) {
	const { id, now, user, customer, entry } = ask;
	const { lines, offers, spends, delivery } = priced;
	const { expiresAt } = columns;
	const staffId = entry?.staffId;
	const asksToPay = user ? sql`true` : isFirstOfGuest(customer.email, id, now);
	const isLinkOfGuest = entry?.sendsLink && !staffId;
	const db = database();
	return {
		inserted: insertOrder(ask, priced, columns),
		lines: insertLines(id, lines),
		...(offers.length > 0 && { offers: insertOffers(id, offers) }),
		...(spends.length > 0 && {
			spent: insertSpends(id, spends, { createdBy: user?.id ?? null, now }),
		}),
		audit: auditLinesOf("order.placed", staffId ?? customer.id, eq(orderLines.orderId, id)),
		// A guest who gets the link at once is not reminded: anyone can type an e-mail.
		...(!isLinkOfGuest && addReminder(id, { now, expiresAt }, asksToPay)),
		...(entry?.sendsLink && {
			link: addToOutbox(
				{ id: linkId(id), kind: "order.placed", subject: id },
				isLinkOfGuest ? asksToPay : undefined,
			),
		}),
		...(user && !staffId && { profile: fillProfile(user.id, delivery) }),
		order: db.select().from(orders).where(eq(orders.id, id)),
		placed: db
			.select()
			.from(orderLines)
			.where(eq(orderLines.orderId, id))
			.orderBy(orderLines.number),
	};
}

/** The statement that inserts an unpaid order. */
function insertOrder(
	{ id, now, user, customer, request, requestKey, entry }: Ask,
	{ delivery, amounts, service, vatCheck, lines }: Priced,
	{ isUnproved, network, expiresAt, ...guest }: Reserved["columns"],
) {
	return insertFrom(
		orders,
		{
			...delivery.address,
			...amounts,
			...guest,
			id,
			// Orders are never deleted and D1 writes one batch at a time: no number is given twice.
			number: sql`(select coalesce(max(${orders.number}), ${sql.raw(String(numberBeforeFirst))}) + 1 from ${orders})`,
			requestKey: requestKey.key,
			requestFingerprint: requestKey.fingerprint,
			currency,
			createdAt: now.getTime(),
			expiresAt: expiresAt.getTime(),
			userId: user?.id ?? null,
			name: request.name || customer.name,
			email: customer.email,
			phone: delivery.phone,
			address: delivery.addressInOneLine,
			partner: request.partner ?? null,
			note: request.note ?? "",
			company: request.company ?? "",
			taxNumber: request.taxNumber ?? "",
			reference: request.reference ?? "",
			giftNote: request.giftNote ?? "",
			hidesPrices: Number(request.hidesPrices ?? false),
			service: service && JSON.stringify(service),
			vatCheck: vatCheck ? JSON.stringify(vatCheck) : null,
			billing: delivery.billing && JSON.stringify(delivery.billing),
			...giftColumns(request, lines, now),
			isUnproved: Number(isUnproved),
			network: network ?? null,
			...(entry?.staffId && { origin: "phone" }),
		},
		sql`where true`,
	);
}

/** Who gets the gift cards of an order, and when; nothing of one that buys none. */
function giftColumns({ gift }: Ask["request"], lines: Priced["lines"], now: Date) {
	if (!gift || lines.every(({ giftCodes }) => !giftCodes)) return {};
	const { email, from = "", message = "", day } = gift;
	return {
		giftTo: JSON.stringify({ email, from, message }),
		giftDueAt: giftDueAt(day, now).getTime(),
	};
}

/** The statement that inserts lines of an order, in their order. */
export function insertLines(orderId: string, lines: readonly LineToPlace[]) {
	const quantity = sql`json_each.value ->> 'quantity'`;
	const discount = sql`coalesce(json_each.value ->> 'discountCents', 0)`;
	return insertFrom(
		orderLines,
		{
			id: sql`json_each.value ->> 'id'`,
			userId: orders.userId,
			// A copy of the tool, which may change later.
			toolId: tools.id,
			toolName: tools.name,
			sku: tools.sku,
			options: optionsOfTool,
			image: tools.image,
			unitPriceCents: tools.priceCents,
			quantity,
			discountCents: discount,
			totalCents: sql`${tools.priceCents} * ${quantity} - ${discount}`,
			bundleId: sql`json_each.value ->> 'bundleId'`,
			bundleName: sql`json_each.value ->> 'bundleName'`,
			bundleQuantity: sql`json_each.value ->> 'bundleQuantity'`,
			bundleDiscountCents: sql`coalesce(json_each.value ->> 'bundleDiscountCents', 0)`,
			status: "Pending",
			createdAt: orders.createdAt,
			orderId,
			shippingCents: sql`json_each.value ->> 'shippingCents'`,
			taxCents: sql`json_each.value ->> 'taxCents'`,
			includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
			taxRate: sql`json_each.value ->> 'taxRate'`,
			giftCodes: sql`json_each.value -> 'giftCodes'`,
			fit: sql`json_each.value ->> 'fit'`,
		},
		sql`
			from ${orders}
			cross join ${rowsOfLines(lines)}
			join ${tools} on ${isLineOf(tools.id)}
			where ${orders.id} = ${orderId}
			order by json_each.key
		`,
	);
}

/** The statement that stores what offers have taken off the order. A trigger counts the use of a code. */
function insertOffers(id: string, applied: Priced["offers"]) {
	const rows = applied.map((one) => ({ ...one, terms: JSON.stringify(one.terms) }));
	const value = (name: string) => sql`json_each.value ->> ${sql.raw(`'${name}'`)}`;
	return insertFrom(
		orderOffers,
		{
			orderId: sql`${id}`,
			offerId: value("id"),
			label: value("label"),
			terms: value("terms"),
			code: value("code"),
			amountCents: value("cents"),
			shippingCents: value("shippingCents"),
		},
		sql`from json_each(${JSON.stringify(rows)})`,
	);
}

/**
 * The condition that a guest's e-mail had no other unpaid order in the last day. Anyone can type an
 * e-mail, so that it gets one e-mail to pay a day, however many orders are placed with it. Names the index,
 * because SQLite may choose that of transactions and read all unpaid orders.
 */
function isFirstOfGuest(email: string, id: string, now: Date): SQL {
	return sql`not exists (
		select 1
		from ${orders} indexed by orders_by_email
		where ${orders.email} = ${email}
			and ${orders.createdAt} > ${now.getTime() - reminderPeriodMs}
			and ${orders.userId} is null
			and ${orders.transactionId} is null
			and ${orders.id} <> ${id}
	)`;
}

/** The statement that adds the reminder of the order's expiry to the outbox, if it is reserved for long. */
function addReminder(
	id: string,
	{ now, expiresAt }: { now: Date; expiresAt: Date },
	condition: SQL,
) {
	if (expiresAt.getTime() - now.getTime() <= minRemindedHoldMs) return {};
	const availableAt = new Date(expiresAt.getTime() - reminderMs);
	return { reminder: addToOutbox({ kind: "order.expiring", subject: id, availableAt }, condition) };
}

/** The statement that fills an empty phone or address of a profile. Fields that have a value keep it. */
function fillProfile(userId: string, { phone, addressInOneLine: address }: ResolvedDelivery) {
	const fillIfEmpty = (column: typeof users.phone | typeof users.address, value: string) =>
		sql`case when ${column} = '' then ${value} else ${column} end`;
	return database()
		.update(users)
		.set({
			phone: fillIfEmpty(users.phone, phone),
			address: fillIfEmpty(users.address, address),
			updatedAt: new Date(),
		})
		.where(and(eq(users.id, userId), or(eq(users.phone, ""), eq(users.address, ""))));
}
