/** Places orders: one batch reserves the stock of all lines and inserts their lines, or does nothing. */
import { and, eq, getTableColumns, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Caller, Customer } from "../../access/caller.ts";
import { users } from "../../db/auth-tables.ts";
import { orderOffers } from "../../db/offer-tables.ts";
import { type OrderFit, orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import { countAttempt } from "../../platform/auth/account-attempts.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, insertFrom } from "../../platform/database/database.ts";
import { checkIsRepeated, type RequestKey } from "../../platform/limits/idempotency-key.ts";
import { isTooMuch, rateLimitPeriodS } from "../../platform/limits/rate-limit.ts";
import { forgetSettings, settingsVersion } from "../../platform/settings/stored-settings.ts";
import { formatCents } from "../../values/money.ts";
import {
	canSpend,
	insertSpends,
	selectCards,
	spendProblem,
} from "../gift-cards/spend-cards.server.ts";
import { type KnownTools, toKnown } from "../offers/bundle-lines.ts";
import { tooManyCodes } from "../offers/discount-now.ts";
import { canUse, codeRefusal, selectCode } from "../offers/read-offers.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import type { ResolvedDelivery } from "./delivery.server.ts";
import { giftDueAt } from "./gift.ts";
import { insertLines, insertOrder } from "./insert-order.server.ts";
import { auditLinesOf } from "./line-audit.server.ts";
import { canPlaceOrder, openOrderError, reservationTotals } from "./open-order-limits.server.ts";
import type { PhoneOrderRequest } from "./order-changes.ts";
import { toOrder } from "./orders.server.ts";
import type { Order, OrderRequest } from "./orders.ts";
import { type Entry, type Placement, prepareOrder } from "./prepare-order.server.ts";
import {
	addLowStock,
	canFulfilLine,
	isLineOf,
	lineErrors,
	pieces,
	rowsOfLines,
	rowsOfRequest,
	sharedStockError,
} from "./requested-lines.server.ts";
import { isWithinShare, selectBeyondShare, shareError, withKits } from "./unproved-share.server.ts";

/** A guest's address gets one e-mail to pay in this time, in milliseconds. */
const reminderPeriodMs = 24 * 60 * 60_000;

/** How long before a reservation ends its customer is reminded, in milliseconds. */
const reminderMs = 2 * 60 * 60_000;

/** The shortest reservation with a reminder, in milliseconds: otherwise it would come right after the order. */
const minRemindedHoldMs = 3 * 60 * 60_000;

/**
 * Places an order in one transaction, at the prices that the customer has seen: a round trip, and one before it for the
 * offers of now and what its tools weigh. With Stripe Tax, its tax is calculated before. A repeated request (Idempotency-Key) returns the first order again while that is open or paid.
 * The keys of guests are unique for each e-mail. `from` is the request that asks, whose network has limits. `fits` tells by tool whether it fits the customer's bike. One that
 * staff enter has no limits of open orders, and is reserved for longer.
 *
 * Throws ShopError `invalid` (no phone or address, of a guest no e-mail or name, a country without shipping, a total out of Stripe's bounds), `not_found`,
 * `out_of_stock` or `price_changed`, whose fields name every line that can't be placed, as in
 * `lines.0.quantity`, or `totalPrice`, `last_reserved` (unproved buyers hold their share of the stock), `too_many_open`, `too_many`, `idempotency_mismatch`, `order_closed`, or `shop_closed` during a holiday that closes the shop.
 */
export async function placeOrder(
	user: Customer | undefined,
	request: OrderRequest,
	requestKey: RequestKey,
	from: Request | undefined,
	fits: ReadonlyMap<string, OrderFit> = new Map(),
	entry?: Entry,
): Promise<Order> {
	const counted = from ? await countActs(from, user, request, entry) : entry;
	const prepared = (known?: KnownTools) =>
		prepareOrder(user, request, requestKey, from, fits, counted, known);
	const placed = await placePrepared(await prepared());
	if ("_id" in placed) return placed;
	// A setting or a tool was changed since it was read, or one is ordered without offers, where none was: those of now count.
	forgetSettings();
	const again = await placePrepared(await prepared(placed));
	if ("_id" in again) return again;
	throw new ShopError("unavailable");
}

/**
 * Counts what placing an order does that has a limit: a code that is tried, the order of an unproved buyer, and an e-mail to
 * an address that nobody has proved. A guest gets the link to pay; a browser that can pay at once also orders where no more
 * e-mails go out. Returns how the order is entered. Throws ShopError `invalid` or `too_many`.
 */
async function countActs(
	from: Request,
	user: Customer | undefined,
	{ code }: OrderRequest,
	entry: Entry | undefined,
): Promise<Entry | undefined> {
	if (code && (await isTooMuch("code", from))) throw tooManyCodes();
	if (user?.verified) return entry;
	if (await isTooMuch("order", from))
		throw new ShopError("too_many", { retryAfterS: rateLimitPeriodS });
	if (user && !entry?.sendsLink) return entry;
	const retryAfterS = await countAttempt("networkMail", await hashNetwork(from));
	if (retryAfterS === undefined) return { ...entry, sendsLink: true };
	if (!entry?.sendsLink) return entry;
	throw new ShopError("too_many", { message: checkoutMessages.tooManyLinks, retryAfterS });
}

/** Stores an order. If it was priced by settings or tools that have changed, returns what is known of the tools now. */
async function placePrepared(placement: Placement): Promise<Order | KnownTools> {
	const { id, entry, taken, now } = placement;
	const placed = await commit({
		guard: guardsOf(placement),
		write: rowsOf(placement),
		refused: () => whyNotPlaced(placement),
	});
	if (!("order" in placed)) return placed;
	purge("tools", ...taken.map(({ toolId }) => `tool:${toolId}` as const));
	if (entry?.sendsLink) sendFromOutbox([{ id: linkId(id), availableAt: now }]);
	const [order] = placed.order;
	if (!order) throw new ShopError("not_found");
	return toOrder(order, placed.placed);
}

/**
 * Returns the order that the key has made already, or what is known of the tools if they or the settings have changed.
 * Otherwise throws why the order can't be placed.
 */
async function whyNotPlaced(placement: Placement): Promise<Order | KnownTools> {
	const { request, requestKey, customer, lines, amounts, isTotalSeen, known, taken } = placement;
	const {
		order: [order],
		placed,
		found,
		limits: [limits],
		code,
		cards = [],
		beyond = [],
	} = await readReasons(placement);
	if (order) {
		checkIsRepeated(order.requestFingerprint, requestKey);
		if (order.closedAt) throw new ShopError("order_closed");
		return toOrder(
			order,
			placed.filter(({ closedAt }) => closedAt === null),
		);
	}
	const now = toKnown(found.map((one) => ({ ...one, parts: one.partsText })));
	const isChanged = request.lines.some(
		({ toolId: tool }) =>
			known.bundles.get(tool)?.partsText !== now.bundles.get(tool)?.partsText ||
			known.giftCards.has(tool) !== now.giftCards.has(tool),
	);
	if (isChanged || limits?.settingsVersion !== placement.pricing.settings.version) return now;
	const problem =
		placement.codeProblem ??
		(placement.code ? codeRefusal(code[0], placement.code, placement.now)?.codeProblem : undefined);
	const giftProblem = placement.giftProblem ?? spendProblem(placement.spends, cards, placement.now);
	throw (
		lineErrors(request.lines, found) ??
		sharedStockError(request.lines, taken, found, known) ??
		codeError(problem ?? giftProblem) ??
		openOrderError(
			{ ...customer, network: placement.network },
			pieces(lines),
			minimumOfOnly(placement, found),
			limits,
		) ??
		shareError(request.lines, beyond, known) ??
		new ShopError("price_changed", {
			...(!isTotalSeen && {
				fields: { totalPrice: checkoutMessages.totalIsNow(formatCents(amounts.totalCents)) },
			}),
		})
	);
}

const codeError = (problem: string | undefined) =>
	problem === undefined ? undefined : new ShopError("invalid", { fields: { code: problem } });

/** The condition of the order that has this key already. */
const ofKey = ({ user, customer, requestKey }: Placement) =>
	and(
		user
			? eq(orders.userId, user.id)
			: and(isNull(orders.userId), eq(orders.email, customer.email)),
		eq(orders.requestKey, requestKey.key),
	);

/** Who gets the gift cards of an order, and when; nothing of one that buys none. */
function giftColumns({ request: { gift }, lines, now }: Placement) {
	if (!gift || lines.every(({ giftCodes }) => !giftCodes)) return {};
	const { email, from = "", message = "", day } = gift;
	return {
		giftTo: JSON.stringify({ email, from, message }),
		giftDueAt: giftDueAt(day, now).getTime(),
	};
}

/** The outbox row of the e-mail with the link to pay. */
const linkId = (orderId: string) => `link-${orderId}`;

/** The customer whose open orders have a limit. */
const limitedOf = ({ customer, guest, network }: Placement) => ({ ...customer, ...guest, network });

/** What an unproved buyer takes, for the share of the stock that such buyers can hold. */
const takenUnproved = ({ isUnproved, taken, known }: Placement) =>
	isUnproved && withKits(taken, known);

/** What must hold for the order to be placed. */
function guardsOf(placement: Placement): SQL[] {
	const { request, known, taken, lines, entry, code, codeCustomer, spends, now } = placement;
	const { isTotalSeen, codeProblem, giftProblem, pricing } = placement;
	const ofStock = takenUnproved(placement);
	const line = rowsOfLines(taken);
	const requested = rowsOfRequest(request.lines, known);
	const canPay = canSpend(spends, now);
	return [
		sql`(select count(*) from ${requested} join ${tools} on ${isLineOf(tools.id)} where ${canFulfilLine()}) = ${request.lines.length}`,
		// Each bundle is in stock, but maybe not together with what else is ordered of its parts.
		...(known.bundles.size > 0
			? [
					sql`(select count(*) from ${line} join ${tools} on ${isLineOf(tools.id)} where ${tools.quantity} >= json_each.value ->> 'quantity') = ${taken.length}`,
				]
			: []),
		sql`not ${hasRow(orders, ofKey(placement))}`,
		...(isTotalSeen && codeProblem === undefined && giftProblem === undefined ? [] : [sql`false`]),
		sql`${settingsVersion} = ${pricing.settings.version}`,
		...(code ? [canUse(code, codeCustomer)] : []),
		...(canPay ? [canPay] : []),
		// The limits are against strangers, not against staff.
		...(entry?.staffId
			? []
			: [canPlaceOrder(limitedOf(placement), pieces(lines), minimumOf(placement))]),
		...(ofStock ? [isWithinShare(ofStock)] : []),
	];
}

/** The statements that store the order with all that follows from it. */
function rowsOf(placement: Placement) {
	const { id, requestKey, now, expiresAt, user, customer, request, delivery } = placement;
	const { lines, amounts, guest, entry, vatCheck, service, spends, taken } = placement;
	const { isUnproved, network } = placement;
	const staffId = entry?.staffId;
	const db = database();
	const line = rowsOfLines(taken);
	const asksToPay = user ? sql`true` : isFirstOfGuest(customer.email, id, now);
	const isLinkOfGuest = entry?.sendsLink && !staffId;
	return {
		inserted: insertOrder(
			{ id, requestKey, now, expiresAt },
			{
				userId: user?.id ?? null,
				name: request.name || customer.name,
				email: customer.email,
				phone: delivery.phone,
				...delivery.address,
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
				...giftColumns(placement),
				isUnproved: Number(isUnproved),
				network: network ?? null,
				...(staffId && { origin: "phone" }),
				...guest,
			},
			amounts,
		),
		reserved: db
			.update(tools)
			.set({
				quantity: sql`${tools.quantity} - (select json_each.value ->> 'quantity' from ${line} where ${isLineOf(tools.id)})`,
				updatedAt: now,
			})
			.where(sql`${tools.id} in (select json_each.value ->> 'toolId' from ${line})`),
		lines: insertLines(id, lines),
		...(placement.applied.length > 0 && { offers: insertOffers(placement) }),
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
		lowStock: addLowStock(line),
		...(user && !staffId && { profile: fillProfile(user.id, delivery) }),
		order: db.select().from(orders).where(eq(orders.id, id)),
		placed: db
			.select()
			.from(orderLines)
			.where(eq(orderLines.orderId, id))
			.orderBy(orderLines.number),
	};
}

/** Reads the order of the key, and what else decides whether it can be placed. */
function readReasons(placement: Placement) {
	const { request, known, taken, asked, code, codeCustomer } = placement;
	const db = database();
	const ofStock = takenUnproved(placement);
	const isOfKey = ofKey(placement);
	return batch({
		order: db.select().from(orders).where(isOfKey),
		placed: db
			.select()
			.from(orderLines)
			.where(inArray(orderLines.orderId, db.select({ id: orders.id }).from(orders).where(isOfKey)))
			.orderBy(orderLines.number),
		found: db
			.select({
				...getTableColumns(tools),
				partsText: sql<string | null>`${tools.parts}`.as("parts_text"),
			})
			.from(tools)
			.where(
				sql`${tools.id} in (select json_each.value ->> 'toolId' from ${rowsOfRequest(request.lines, known)}${known.bundles.size > 0 ? sql` union select json_each.value ->> 'toolId' from ${rowsOfLines(taken)}` : sql``})`,
			),
		limits: db
			.select({
				...reservationTotals(limitedOf(placement)),
				settingsVersion: settingsVersion.as("settings_version"),
			})
			.from(sql`(select 1)`),
		...(ofStock && { beyond: selectBeyondShare(ofStock) }),
		code: selectCode(code, codeCustomer),
		...(asked && { cards: selectCards(asked, codeCustomer) }),
	});
}

/** The statement that stores what offers have taken off the order. A trigger counts the use of a code. */
function insertOffers({ id, applied, savedShippingCents }: Placement) {
	const [payer] = applied.filter(({ freesShipping }) => freesShipping);
	const rows = applied.map((one) => ({
		...one.offer,
		terms: JSON.stringify(one.offer.terms),
		cents: one.cents,
		shippingCents: one === payer ? savedShippingCents : 0,
	}));
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

/** Returns how many pieces an order of one tool has in one of it: more than one of a bundle. */
function onlyOne({ request, lines }: Placement): { toolId: string; pieces: number } | undefined {
	const [only, ...others] = request.lines;
	if (!only || others.length > 0) return undefined;
	return { toolId: only.toolId, pieces: pieces(lines) / only.quantity };
}

/** The pieces that can always be ordered, as an expression: a tool's minimum, if it is ordered alone. */
function minimumOf(placement: Placement): SQL {
	const only = onlyOne(placement);
	return only
		? sql`(select ${tools.minOrderQuantity} * ${only.pieces} from ${tools} where ${eq(tools.id, only.toolId)})`
		: sql`0`;
}

/** The same, of what was found. */
function minimumOfOnly(
	placement: Placement,
	found: readonly (typeof tools.$inferSelect)[],
): number {
	const only = onlyOne(placement);
	const tool = only && found.find(({ id }) => id === only.toolId);
	return tool ? tool.minOrderQuantity * only.pieces : 0;
}

/**
 * The condition that a guest's e-mail had no other unpaid order in the last day. Anyone can type an
 * e-mail, so that it gets one e-mail to pay a day, however many orders are placed with it. Names the index,
 * because SQLite may choose that of transactions and read all unpaid orders.
 */
function isFirstOfGuest(email: string, id: string, now: Date): SQL {
	return sql`not exists (select 1 from ${orders} indexed by orders_by_email where ${orders.email} = ${email} and ${orders.createdAt} > ${now.getTime() - reminderPeriodMs} and ${orders.userId} is null and ${orders.transactionId} is null and ${orders.id} <> ${id})`;
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

/**
 * Places an order of the account that has this e-mail, if it has verified it, otherwise of a guest: anybody can sign up
 * with the e-mail of another. Throws ShopError `account_blocked`, and what `placeOrder` throws.
 */
export async function placePhoneOrder(
	caller: Caller,
	{ sendsLink, ...request }: PhoneOrderRequest,
	requestKey: RequestKey,
): Promise<Order> {
	const [user] = await database().select().from(users).where(eq(users.email, request.email));
	const isVerified = user?.emailVerified ?? false;
	if (isVerified && user?.blockedAt) throw new ShopError("account_blocked");
	const customer = isVerified ? user : undefined;
	return placeOrder(
		// Nothing comes from the profile: who calls says it.
		customer && { ...customer, phone: "", address: "", verified: true },
		request,
		requestKey,
		undefined,
		undefined,
		{ staffId: caller.id, sendsLink },
	);
}
