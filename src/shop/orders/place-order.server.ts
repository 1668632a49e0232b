/** Places orders: one batch reserves the stock of all lines and inserts their lines, or does nothing. */
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Caller, Customer } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { users } from "../../db/auth-tables.ts";
import { type OrderFit, orderLines, orders } from "../../db/order-tables.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import { countAttempt } from "../../platform/auth/account-attempts.ts";
import { hashNetwork } from "../../platform/auth/network.ts";
import { purge } from "../../platform/cache/page-cache.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { batch, database, newId } from "../../platform/database/database.ts";
import { checkIsRepeated, type RequestKey } from "../../platform/limits/idempotency-key.ts";
import { isTooMuch, rateLimitPeriodS } from "../../platform/limits/rate-limit.ts";
import { forgetSettings, settingsVersion } from "../../platform/settings/stored-settings.ts";
import { formatCents } from "../../values/money.ts";
import { type KnownTools, toKnown } from "../offers/bundle-lines.ts";
import { tooManyCodes } from "../offers/discount-now.ts";
import { sendFromOutbox } from "../outbox/outbox.server.ts";
import type { PhoneOrderRequest } from "./order-changes.ts";
import { toOrder } from "./orders.server.ts";
import type { Order, OrderRequest } from "./orders.ts";
import { type Ask, type Entry, type Priced, priceOrder } from "./price-order.server.ts";
import { type Reserved, reserveOrder } from "./reserve-order.server.ts";
import { linkId, storeOrder } from "./store-order.server.ts";

/**
 * Places an order in one transaction, at the prices that the customer has seen: a round trip, and one before it for the
 * offers of now and what its tools weigh. With Stripe Tax, its tax is calculated before. A repeated request
 * (Idempotency-Key) returns the first order again while that is open or paid. The keys of guests are unique for each e-mail.
 * `from` is the request that asks, whose network has limits. `fits` tells by tool whether it fits the customer's bike. One
 * that staff enter has no limits of open orders, and is reserved for longer.
 *
 * Throws ShopError `invalid` (no phone or address, of a guest no e-mail or name, a country without shipping, a total out of
 * Stripe's bounds), `not_found`, `out_of_stock` or `price_changed`, whose fields name every line that can't be placed, as in
 * `lines.0.quantity`, or `totalPrice`, `last_reserved` (unproved buyers hold their share of the stock), `too_many_open`,
 * `too_many`, `idempotency_mismatch`, `order_closed`, or `shop_closed` during a holiday that closes the shop.
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
	const customer = user ?? toGuest(request);
	const [id, now] = [newId(), new Date()];
	const ask: Ask = { id, now, user, customer, request, requestKey, from, fits, entry: counted };
	const placed = await tryPlacing(ask);
	if ("_id" in placed) return placed;
	// A setting or a tool was changed since it was read, or one is ordered without offers, where none was: those of now count.
	forgetSettings();
	const again = await tryPlacing(ask, placed);
	if ("_id" in again) return again;
	throw new ShopError("unavailable");
}

/** A guest as a customer: without a profile, and with the limits of an e-mail that is not verified. */
function toGuest({ email = "" }: OrderRequest): Customer {
	return { id: guestUserId, name: "", email, phone: "", address: "", verified: false };
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

/**
 * Prices, reserves and stores an order. If it was priced by settings or tools that have changed, returns what is known of the
 * tools now.
 */
async function tryPlacing(ask: Ask, known?: KnownTools): Promise<Order | KnownTools> {
	const priced = await priceOrder(ask, known);
	const reserved = await reserveOrder(ask, priced);
	const placed = await commit({
		guard: [
			sql`not ${hasRow(orders, ofKey(ask))}`,
			sql`${settingsVersion} = ${priced.settingsVersion}`,
			...(priced.isTotalSeen ? [] : [sql`false`]),
			...priced.codes.guard,
			...reserved.guard,
		],
		write: { ...reserved.write, ...storeOrder(ask, priced, reserved) },
		refused: () => whyNotPlaced(ask, priced, reserved),
	});
	if (!("order" in placed)) return placed;
	purge("tools", ...reserved.toolIds.map((toolId) => `tool:${toolId}` as const));
	if (ask.entry?.sendsLink) sendFromOutbox([{ id: linkId(ask.id), availableAt: ask.now }]);
	const [order] = placed.order;
	if (!order) throw new ShopError("not_found");
	return toOrder(order, placed.placed);
}

/** The condition of the order that has this key already. */
const ofKey = ({ user, customer, requestKey }: Ask) =>
	and(
		user
			? eq(orders.userId, user.id)
			: and(isNull(orders.userId), eq(orders.email, customer.email)),
		eq(orders.requestKey, requestKey.key),
	);

/**
 * Returns the order that the key has made already, or what is known of the tools if they or the settings have changed.
 * Otherwise throws why the order can't be placed: a rule has, beside its guard, what is read to see whether it held, and the
 * error if not.
 */
async function whyNotPlaced(
	ask: Ask,
	priced: Priced,
	reserved: Reserved,
): Promise<Order | KnownTools> {
	const { request, requestKey } = ask;
	const { known, codes, isTotalSeen, amounts } = priced;
	const { stock, limits, share } = reserved.rules;
	const db = database();
	const isOfKey = ofKey(ask);
	const found = await batch({
		order: db.select().from(orders).where(isOfKey),
		lines: db
			.select()
			.from(orderLines)
			.where(inArray(orderLines.orderId, db.select({ id: orders.id }).from(orders).where(isOfKey)))
			.orderBy(orderLines.number),
		settings: db.select({ version: settingsVersion.as("settings_version") }).from(sql`(select 1)`),
		stock: stock.read,
		codes: codes.read,
		...(limits && { limits: limits.read }),
		...(share && { share: share.read }),
	});
	const [order] = found.order;
	if (order) {
		checkIsRepeated(order.requestFingerprint, requestKey);
		if (order.closedAt) throw new ShopError("order_closed");
		return toOrder(
			order,
			found.lines.filter(({ closedAt }) => closedAt === null),
		);
	}
	const knownNow = toKnown(found.stock.map((one) => ({ ...one, parts: one.partsText })));
	const isChanged = request.lines.some(
		({ toolId: tool }) =>
			known.bundles.get(tool)?.partsText !== knownNow.bundles.get(tool)?.partsText ||
			known.giftCards.has(tool) !== knownNow.giftCards.has(tool),
	);
	if (isChanged || found.settings[0]?.version !== priced.settingsVersion) return knownNow;
	throw (
		stock.error(found.stock) ??
		codes.error(found.codes) ??
		limits?.error(found.limits ?? []) ??
		share?.error(found.share ?? []) ??
		new ShopError("price_changed", {
			...(!isTotalSeen && {
				fields: { totalPrice: checkoutMessages.totalIsNow(formatCents(amounts.totalCents)) },
			}),
		})
	);
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
