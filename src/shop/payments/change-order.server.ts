/**
 * What changes on an order: where it is delivered to, by staff and until it is paid by its customer, and by staff its
 * lines before it is paid. Where that changes the sum of an unpaid order, its payment is cancelled at Stripe first, as for
 * a line that is taken away.
 */
import { and, eq, gt, isNull, not, type SQL, sql } from "drizzle-orm";
import type { Buyer, Caller } from "../../access/caller.ts";
import { guestUserId } from "../../access/guest.ts";
import { orderLines, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import { ShopError } from "../../errors.ts";
import * as checkoutMessages from "../../messages/checkout.ts";
import * as messages from "../../messages/messages.ts";
import { tooManyEmails } from "../../messages/order-changes.ts";
import { countUnprovedEmail } from "../../platform/auth/account-attempts.ts";
import { createGuestToken, hashGuestToken } from "../../platform/auth/guest-token.ts";
import { commit, hasRow } from "../../platform/database/commit.ts";
import { database, newId } from "../../platform/database/database.ts";
import { setting } from "../../platform/settings/settings.ts";
import { toPrice } from "../../values/money.ts";
import { type OrderAmounts, type PricingConfig, totalError } from "../costs/totals.ts";
import {
	addressOf,
	resolveDelivery,
	sendsAddress,
	toAddressKey,
} from "../orders/delivery.server.ts";
import { auditLinesOf } from "../orders/line-audit.server.ts";
import { actorIdOf, isOrderOfBuyer, type LineRow, type OrderRow } from "../orders/lines.server.ts";
import { canPlaceOrder } from "../orders/open-order-limits.server.ts";
import type { DeliveryChange, DeliveryChanged, NewLine } from "../orders/order-changes.ts";
import { isOpen, isPaid } from "../orders/order-conditions.ts";
import { findOrderWithLines, isOrderOf } from "../orders/orders.server.ts";
import { maxLines } from "../orders/orders.ts";
import { asCards } from "../orders/price-lines.server.ts";
import {
	amountColumns,
	changeOffers,
	divideAmounts,
	isPricedAs,
	type NewAmounts,
	storeLine,
} from "../orders/reprice.server.ts";
import { lineErrors, withoutLine } from "../orders/requested-lines.server.ts";
import { addToOutbox, sendFromOutbox } from "../outbox/outbox.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import {
	cancelPayment,
	type DiscountedLines,
	discountLines,
	priceAgain,
	toNewAmounts,
} from "./close-line.server.ts";
import { settleRepriced } from "./pay-by-cards.server.ts";

/** How often a change is tried again after somebody else changed the order at the same time. */
const maxAttempts = 4;

/** Tries a change until it returns something: the order is read anew for each attempt. Throws ShopError `order_closed`. */
async function repeat<T>(change: () => Promise<T | undefined>): Promise<T> {
	for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
		const result = await change();
		if (result !== undefined) return result;
	}
	throw new ShopError("order_closed");
}

/** Throws ShopError `order_closed` if an order is closed, or its reservation has ended. */
function checkIsNotClosed(order: OrderRow): void {
	const isOver = isOpen(order) && order.expiresAt.getTime() <= Date.now() && !order.processingAt;
	if (order.closedAt || isOver) throw new ShopError("order_closed");
}

/**
 * Adds a line to an unpaid order, at the tool's price of now, or changes how many pieces it has of a tool, at the price of
 * that line, and reprices the order. Throws ShopError `not_found`, `already_paid`, `payment_processing`, `order_closed`,
 * `out_of_stock` or `invalid`, and Stripe's errors (`payments_*`), which change nothing.
 */
export function setLine(
	caller: Caller,
	id: string,
	{ toolId, quantity }: NewLine,
): Promise<{ insertedId: string; totalPrice: number }> {
	return repeat(async () => {
		const [found, [tool]] = await Promise.all([
			findOrderWithLines(isOrderOf(id)),
			database().select().from(tools).where(eq(tools.id, toolId)),
		]);
		if (!found) throw new ShopError("not_found");
		const { order, lines } = found;
		if (isPaid(order)) throw new ShopError("already_paid");
		checkIsNotClosed(order);
		const former = lines.find((line) => line.toolId === toolId && line.bundleId === null);
		// It was of gift cards alone.
		if (tool && !tool.isGiftCard && order.line1 === "")
			throw new ShopError("invalid", { fields: { toolId: checkoutMessages.hasNoAddress } });
		if (tool?.parts)
			throw new ShopError("invalid", { fields: { toolId: messages.bundleNotAdded } });
		if (former?.quantity === quantity)
			return { insertedId: former.id, totalPrice: toPrice(order.totalCents) };
		if (!former && lines.length >= maxLines) {
			throw new ShopError("invalid", { fields: { toolId: messages.tooManyLines(maxLines) } });
		}
		const price = toPrice(tool?.priceCents ?? 0);
		const available = tool && { ...tool, quantity: tool.quantity + (former?.quantity ?? 0) };
		const error = lineErrors([{ toolId, quantity, price }], available ? [available] : []);
		if (error || !tool)
			throw new ShopError(error?.code ?? "not_found", { fields: withoutLine(error?.fields) });
		const lineId = former?.id ?? newId();
		const isCard = former ? former.giftCodes !== null : tool.isGiftCard;
		const line = {
			id: lineId,
			toolId: tool.id,
			quantity,
			unitPriceCents: former?.unitPriceCents ?? tool.priceCents,
			...(isCard && (await asCards(lineId, quantity))),
		};
		const others = lines.filter((other) => other !== former);
		const priced = await discountLines(order.id, [...others, line]);
		// Before the payment is cancelled, because Stripe Tax may be unavailable.
		const pricedOrder = await priceAgain(priced, order);
		const { totalCents } = pricedOrder.totals;
		const message = totalError(totalCents);
		if (message) throw new ShopError("invalid", { fields: { quantity: message } });
		await cancelPayment(order);
		const amounts = toNewAmounts(priced, pricedOrder);
		const isStored = await storeLine(order, line, former, amounts, caller.id);
		if (!isStored) return undefined;
		await settleRepriced(order);
		return { insertedId: line.id, totalPrice: toPrice(totalCents) };
	});
}

/**
 * Changes who an order is delivered to and where, before a part of it is shipped, and the e-mail of a guest's order:
 * then the link in earlier e-mails stops, and the former address is told. If shipping or tax differ at the new address, this
 * changes nothing and returns what it costs there, unless `totalPrice` is that: then an unpaid order is repriced, and a
 * paid one stays as it was paid. Throws ShopError `not_found`, `order_closed`, `already_shipped`,
 * `payment_processing` or `invalid`, and Stripe's errors (`payments_*`), which change nothing.
 */
export function changeDelivery(
	caller: Caller,
	id: string,
	request: DeliveryChange,
): Promise<DeliveryChanged> {
	return storeChange(isOrderOf(id), request, { actorId: caller.id });
}

/**
 * Changes the same of the buyer's own order while it is unpaid. A payment that has succeeded meanwhile wins: nothing is
 * changed then. Who changes it needs no e-mail, but a guest's new address gets the link, within the limits of e-mails to
 * unproved addresses of the network of `from`. Throws ShopError `already_paid`, `too_many` or `too_many_open` too.
 */
export function changeOwnDelivery(
	buyer: Buyer,
	id: string,
	request: DeliveryChange,
	from: Request,
): Promise<DeliveryChanged> {
	const isOwn = and(isOrderOf(id), isOrderOfBuyer(buyer));
	return storeChange(isOwn, request, { actorId: actorIdOf(buyer), from });
}

/** Who changes a delivery. A customer, who may change less than staff, sends `from`. */
interface Changer {
	actorId: string;
	from?: Request;
}

async function storeChange(
	condition: SQL | undefined,
	request: DeliveryChange,
	{ actorId, from }: Changer,
): Promise<DeliveryChanged> {
	/** The first of several attempts counts. */
	let isCounted = false;
	return repeat(async () => {
		const found = await findOrderWithLines(condition);
		if (!found || found.lines.length === 0)
			throw new ShopError(found ? "order_closed" : "not_found");
		const { order, lines } = found;
		if (from && isPaid(order)) throw new ShopError("already_paid");
		checkIsNotClosed(order);
		if (from && order.processingAt) throw new ShopError("payment_processing");
		if (lines.some(({ status, giftCodes }) => status === "Shipped" && !giftCodes))
			throw new ShopError("already_shipped");
		const next = nextDelivery(order, request, await shopSettings());
		const changed = changedFields(order, next);
		const now = amountsInApi(order);
		if (changed.length === 0) return { modifiedCount: 0, ...now };
		const discounted = await discountLines(order.id, lines);
		const priced = await priceAt(order, discounted, next.address);
		const there = priced ? amountsInApi(priced.totals) : now;
		const differs = JSON.stringify(there) !== JSON.stringify(now);
		if (differs && request.totalPrice !== there.totalPrice) return { modifiedCount: 0, ...there };
		const message = priced && isOpen(order) && totalError(priced.totals.totalCents);
		if (message) throw new ShopError("invalid", { fields: { country: message } });
		const amounts = priced && isOpen(order) ? toNewAmounts(discounted, priced) : undefined;
		const service = priced ? priced.service : order.service;
		const isNewEmail = next.email !== order.email;
		const isWithinLimits = from ? limitsOf(order, lines, next) : undefined;
		if (isWithinLimits && !(await holds(isWithinLimits)))
			throw new ShopError("too_many_open", {
				message: checkoutMessages.guestOrderLimit(setting("MAX_OPEN_ORDERS_UNVERIFIED")),
			});
		if (from && isNewEmail && !isCounted) {
			const retryAfterS = await countUnprovedEmail(from, next.email);
			if (retryAfterS !== undefined)
				throw new ShopError("too_many", { message: tooManyEmails, retryAfterS });
		}
		isCounted = true;
		if (amounts && there.totalPrice !== now.totalPrice) {
			// If it was paid meanwhile, it stays as it was paid.
			const isCancelled = await cancelPayment(order).then(
				() => true,
				(error: unknown) => {
					if (error instanceof ShopError && error.code === "already_paid") return false;
					throw error;
				},
			);
			if (!isCancelled) return undefined;
		}
		const isStored = await storeDelivery(actorId, order, next, {
			changed,
			amounts,
			service,
			isWithinLimits,
			isByCustomer: from !== undefined,
		});
		if (!isStored) return undefined;
		if (amounts) await settleRepriced(order);
		return { modifiedCount: 1, ...there };
	});
}

/**
 * The condition that another e-mail or address of a guest's order has no more unpaid orders than it may have. What the
 * order reserves is reserved already, wherever it goes. Undefined for what has no limits.
 */
function limitsOf(
	order: OrderRow,
	lines: readonly LineRow[],
	{ email, address }: NextDelivery,
): SQL | undefined {
	if (order.userId !== null || !order.isUnproved) return undefined;
	const guest = { id: guestUserId, name: "", email, phone: "", address: "", verified: false };
	const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
	const moved = { ...guest, addressKey: toAddressKey(address), except: order.id };
	return canPlaceOrder(moved, pieces, sql`${pieces}`);
}

async function holds(condition: SQL): Promise<boolean> {
	const rows = await database().all(sql`select 1 where ${condition}`);
	return rows.length > 0;
}

type NextDelivery = ReturnType<typeof nextDelivery>;

/** What an order has after the change. Throws ShopError `invalid`. */
function nextDelivery(order: OrderRow, request: DeliveryChange, pricing: PricingConfig) {
	const email = request.email ?? order.email;
	if (order.userId !== null && email !== order.email)
		throw new ShopError("invalid", { fields: { email: messages.emailOfAccount } });
	const [name, phone] = [request.name ?? order.name, request.phone ?? order.phone];
	const customer = { ...order, id: order.userId ?? guestUserId, address: "", verified: false };
	const { address, addressInOneLine } = sendsAddress(request)
		? resolveDelivery(customer, { ...request, email, name, phone, lines: [] }, pricing, false)
		: { address: addressOf(order), addressInOneLine: order.address };
	return { name, phone, email, address, addressInOneLine };
}

/** The names of what changes, for the audit log: no personal data. */
function changedFields(order: OrderRow, { address, ...next }: NextDelivery): string[] {
	const fields = (["name", "phone", "email"] as const).filter((name) => next[name] !== order[name]);
	return isSame(address, addressOf(order)) ? fields : [...fields, "address"];
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

/** What the lines cost at another address, or undefined if that costs the same: only the country and the postal code count without Stripe Tax. */
async function priceAt(
	order: OrderRow,
	discounted: DiscountedLines<LineRow>,
	address: NextDelivery["address"],
) {
	const former = addressOf(order);
	const matters = order.taxCalculationId
		? !isSame(address, former)
		: address.country !== former.country || address.postalCode !== former.postalCode;
	return matters ? priceAgain(discounted, order, address) : undefined;
}

const amountsInApi = (
	amounts: Pick<OrderAmounts, "shippingCents" | "taxCents" | "includedTaxCents" | "totalCents">,
) => ({
	shippingPrice: toPrice(amounts.shippingCents),
	taxPrice: toPrice(amounts.taxCents),
	includedTaxPrice: toPrice(amounts.includedTaxCents),
	totalPrice: toPrice(amounts.totalCents),
});

/**
 * Stores a delivery, with the amounts if the order is repriced, the audit entries and the e-mails, unless somebody
 * has changed, paid or shipped the order since it was read. Returns whether it was stored.
 */
async function storeDelivery(
	actorId: string,
	order: OrderRow,
	{ address, addressInOneLine, ...next }: NextDelivery,
	{
		changed,
		amounts,
		service,
		isByCustomer,
		isWithinLimits,
	}: {
		changed: string[];
		amounts: NewAmounts | undefined;
		service: OrderRow["service"];
		isByCustomer: boolean;
		isWithinLimits: SQL | undefined;
	},
): Promise<boolean> {
	const db = database();
	const isAsRead = and(
		isOpen(order) ? isPricedAs(order) : eq(orders.id, order.id),
		isByCustomer ? and(isNull(orders.processingAt), gt(orders.expiresAt, new Date())) : undefined,
		isWithinLimits,
		isNull(orders.closedAt),
		eq(orders.email, order.email),
		not(
			hasRow(
				orderLines,
				sql`${orderLines.orderId} = ${order.id} and ${orderLines.status} = 'Shipped' and ${orderLines.giftCodes} is null`,
			),
		),
	);
	const priced = amounts && amountColumns(order, order.itemsCents, amounts);
	const { paymentIntentId, paymentAttempt } = order;
	const isSameTotal = priced?.totalCents === order.totalCents;
	const isNewEmail = next.email !== order.email;
	const isOrder = eq(orders.id, order.id);
	const ofOrder = and(eq(orderLines.orderId, order.id), isNull(orderLines.closedAt));
	const event = { kind: "order.changed", subject: order.id } as const;
	const tells = {
		// Customers know what they have changed, but not that they own another e-mail.
		...((!isByCustomer || isNewEmail) && { mail: addToOutbox(event) }),
		// Nobody has proved the e-mail of an unpaid order that its guest corrects.
		...(isNewEmail &&
			!isByCustomer && { former: addToOutbox({ ...event, payload: { to: order.email } }) }),
	};
	const stored = await commit({
		guard: [hasRow(orders, isAsRead)],
		write: {
			stored: db
				.update(orders)
				.set({
					// Another tab may have changed the other fields since they were read.
					...Object.fromEntries(
						(["name", "phone", "email"] as const)
							.filter((name) => changed.includes(name))
							.map((name) => [name, next[name]]),
					),
					...(changed.includes("address") && { ...address, address: addressInOneLine }),
					service,
					...priced,
					...(isSameTotal && { paymentIntentId, paymentAttempt }),
					...(order.addressKey !== null && { addressKey: toAddressKey(address) }),
					...(isNewEmail && {
						// Another order of that e-mail may have the same key. A client's key has no spaces.
						requestKey: `changed ${order.id}`,
						accessTokenHash: await hashGuestToken(await createGuestToken(order.id, next.email)),
					}),
				})
				.where(isOrder),
			...tells,
			...(amounts && {
				parts: divideAmounts(order.id, amounts),
				offers: changeOffers(order.id, amounts),
			}),
			audit: auditLinesOf("order.delivery_changed", actorId, ofOrder, { what: changed.join(", ") }),
		},
		refused: () => null,
	});
	if (!stored) return false;
	sendFromOutbox([...(stored.mail ?? []), ...(stored.former ?? [])]);
	return true;
}
