/** Places checkouts: one batch reserves the stock of all lines and inserts their orders, or does nothing. */
import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { checkouts, type OrderFit, orders } from "../../db/order-tables.ts";
import { tools } from "../../db/tool-tables.ts";
import * as cartMessages from "../../messages.cart.ts";
import * as checkoutMessages from "../../messages.checkout.ts";
import * as messages from "../../messages.ts";
import { batch, database, newId } from "../../platform/database.ts";
import { createGuestToken, hashGuestToken } from "../../platform/guest-token.ts";
import { purge } from "../../platform/page-cache.ts";
import { orderHoldMs } from "../../platform/settings.ts";
import { currency } from "../config/config.ts";
import { type ErrorCode, type FieldErrors, ShopError } from "../errors.ts";
import { formatCents, toCents } from "../money.ts";
import { fillProfile } from "../orders/fill-profile.server.ts";
import {
	canPlaceCheckout,
	openOrderError,
	reservationTotals,
} from "../orders/open-order-limits.server.ts";
import { auditOrdersOf } from "../orders/order-audit.server.ts";
import type { OrderRow } from "../orders/orders.server.ts";
import { totalCents } from "../orders/orders.ts";
import { reminderOfExpiry } from "../orders/place-order.server.ts";
import { addToOutbox } from "../outbox/outbox.server.ts";
import { lowStockOfTool } from "../tools/low-stock.server.ts";
import { guestUserId } from "../users/guest.ts";
import type { Caller, Customer } from "../users/users.ts";
import { type CheckoutRow, toCheckout } from "./checkouts.server.ts";
import type { Checkout, CheckoutLine, CheckoutRequest } from "./checkouts.ts";
import {
	addressColumns,
	hasAddressFields,
	type ResolvedDelivery,
	resolveDelivery,
	toAddressKey,
} from "./delivery.server.ts";
import { insertCheckout } from "./insert-checkout.server.ts";
import { priceCheckout } from "./stripe-tax.server.ts";
import { type CheckoutAmounts, sharesOfOrders, totalError } from "./totals.ts";

/**
 * Orders of a checkout with several are due then, in milliseconds: never. The job of the version before
 * closes an order without the payment of its checkout.
 */
const neverDueMs = 8.64e15;

/** A guest's e-mail gets one reminder in this time, in milliseconds. */
const reminderPeriodMs = 24 * 60 * 60_000;

/** A line with the id of its order. */
interface LineToPlace {
	id: string;
	toolId: string;
	quantity: number;
	cents: number;
}

/**
 * Places a checkout in one transaction and one round trip, at the prices that the customer has seen. With
 * Stripe Tax, its tax is calculated before. The same `clientKey` (Idempotency-Key) returns the first checkout again while that is open or paid.
 * The keys of guests are unique for each e-mail. `fits` tells by tool whether it fits the customer's bike.
 *
 * Throws ShopError `invalid` (no phone or address, of a guest no e-mail or name, a country without shipping, a total out of Stripe's bounds), `not_found`,
 * `out_of_stock` or `price_changed`, whose fields name every line that can't be placed, as in
 * `lines.0.quantity`, or `totalPrice`, `too_many_open`, `idempotency_mismatch` or `order_closed`.
 */
export async function placeCheckout(
	user: Caller | undefined,
	request: CheckoutRequest,
	clientKey?: string,
	fits: ReadonlyMap<string, OrderFit> = new Map(),
): Promise<Checkout> {
	const customer = user ?? toGuest(request);
	const delivery = resolveDelivery(customer, request);
	const contact = { phone: delivery.phone, address: delivery.addressInOneLine };
	const requestKey = clientKey ?? newId();
	const id = newId();
	const now = new Date();
	const linesToPrice = toLines(id, request.lines);
	const amounts = await amountsOf(linesToPrice, delivery);
	const lines = withShares(linesToPrice, amounts).map((one) => ({
		...one,
		fit: fits.get(one.toolId),
	}));
	const { totalPrice } = request;
	const isTotalSeen = totalPrice === undefined || toCents(totalPrice) === amounts.totalCents;
	const db = database();
	const ofKey = and(
		user
			? eq(checkouts.userId, user.id)
			: and(isNull(checkouts.userId), eq(checkouts.email, customer.email)),
		eq(checkouts.requestKey, requestKey),
	);
	const guest = user ? undefined : await guestColumns(id, delivery);
	const limited = { ...customer, ...guest };
	const line = sql`json_each(${JSON.stringify(lines)})`;
	const isPlaced = sql`exists (select 1 from ${checkouts} where ${checkouts.id} = ${id})`;
	const canPlace = and(
		sql`(select count(*) from ${line} join ${tools} on ${isLineOf(tools.id)} where ${canFulfilLine()}) = ${lines.length}`,
		sql`not exists (select 1 from ${checkouts} where ${ofKey})`,
		isTotalSeen ? undefined : sql`false`,
		canPlaceCheckout(limited, pieces(lines)),
	);
	const {
		checkout: [checkout],
		placed,
		found,
		limits: [limits],
	} = await batch({
		inserted: insertCheckout(
			{ id, requestKey, now },
			{
				userId: user?.id ?? null,
				name: request.name || customer.name,
				email: customer.email,
				phone: contact.phone,
				...delivery.address,
				note: request.note ?? "",
				...guest,
			},
			amounts,
			sql`from (select 1) where ${canPlace}`,
		),
		reserved: db
			.update(tools)
			.set({
				quantity: sql`${tools.quantity} - (select json_each.value ->> 'quantity' from ${line} where ${isLineOf(tools.id)})`,
				updatedAt: now,
			})
			.where(and(sql`${tools.id} in (select json_each.value ->> 'toolId' from ${line})`, isPlaced)),
		orders: insertOrders({
			id,
			requestKey,
			now,
			customer,
			contact,
			request,
			lines,
			line,
			isPlaced,
		}),
		audit: auditOrdersOf("order.placed", customer.id, eq(orders.checkoutId, id)),
		...addReminder(
			id,
			now,
			user ? isPlaced : and(isPlaced, isFirstOfGuest(customer.email, id, now)),
		),
		lowStock: addLowStock(line, isPlaced),
		checkout: db.select().from(checkouts).where(ofKey),
		placed: db
			.select()
			.from(orders)
			.where(
				inArray(orders.checkoutId, db.select({ id: checkouts.id }).from(checkouts).where(ofKey)),
			)
			.orderBy(orders.number),
		found: db
			.select()
			.from(tools)
			.where(sql`${tools.id} in (select json_each.value ->> 'toolId' from ${line})`),
		limits: db.select(reservationTotals(limited)).from(sql`(select 1)`),
		...(user && { profile: fillProfile(user.id, lines[0]?.id ?? "", contact) }),
	});
	if (checkout && checkout.id !== id && !isSameRequest(checkout, placed, request, delivery)) {
		throw new ShopError("idempotency_mismatch");
	}
	if (checkout?.closedAt) throw new ShopError("order_closed");
	if (checkout) {
		// Otherwise it is the key's first checkout, which took its stock earlier.
		if (checkout.id === id) purge("tools", ...lines.map(({ toolId }) => `tool:${toolId}` as const));
		return toCheckout(
			checkout,
			placed.filter(({ closedAt }) => closedAt === null),
		);
	}
	throw (
		lineErrors(request.lines, found) ??
		openOrderError(customer, pieces(lines), 0, limits ?? { openOrders: 0, reservedPieces: 0 }) ??
		new ShopError("price_changed", {
			...(!isTotalSeen && {
				fields: { totalPrice: checkoutMessages.totalIsNow(formatCents(amounts.totalCents)) },
			}),
		})
	);
}

/** A guest as a customer: without a profile, and with the limits of an e-mail that is not verified. */
function toGuest({ email = "" }: CheckoutRequest): Customer {
	return { id: guestUserId, name: "", email, phone: "", address: "", verified: false };
}

/** The columns that only a guest's checkout has. */
async function guestColumns(id: string, { address }: ResolvedDelivery) {
	const token = await createGuestToken(id);
	return { accessTokenHash: await hashGuestToken(token), addressKey: toAddressKey(address) };
}

/**
 * The condition that a guest's e-mail had no other unpaid checkout in the last day. Anyone can type an
 * e-mail, so that it gets one reminder a day, however many orders are placed with it. Names the index,
 * because SQLite may choose that of transactions and read all unpaid checkouts.
 */
function isFirstOfGuest(email: string, id: string, now: Date): SQL {
	return sql`not exists (select 1 from ${checkouts} indexed by checkouts_by_email where ${checkouts.email} = ${email} and ${checkouts.createdAt} > ${now.getTime() - reminderPeriodMs} and ${checkouts.userId} is null and ${checkouts.transactionId} is null and ${checkouts.id} <> ${id})`;
}

/** The order of a checkout with one line has the checkout's id, as if it was bought alone. */
function toLines(checkoutId: string, lines: readonly CheckoutLine[]): LineToPlace[] {
	return lines.map(({ productCode, quantity, price }) => ({
		id: lines.length === 1 ? checkoutId : newId(),
		toolId: productCode,
		quantity,
		cents: toCents(price),
	}));
}

/** The lines with their parts of the checkout's shipping and tax. */
function withShares(lines: readonly LineToPlace[], amounts: CheckoutAmounts) {
	const shares = sharesOfOrders(
		amounts,
		lines.map(({ cents, quantity }) => totalCents(cents, quantity)),
	);
	return lines.map((line, index) => {
		const { shippingCents = 0, taxCents = 0, includedTaxCents = 0 } = shares[index] ?? {};
		return { ...line, shippingCents, taxCents, includedTaxCents };
	});
}

/** What the lines cost at the prices that the customer has seen. Throws ShopError `invalid` out of Stripe's bounds. */
async function amountsOf(
	lines: readonly LineToPlace[],
	{ address }: ResolvedDelivery,
): Promise<CheckoutAmounts & Pick<CheckoutRow, "taxCalculationId">> {
	const priced = lines.map(({ id: orderId, cents: unitPriceCents, quantity }) => ({
		orderId,
		unitPriceCents,
		quantity,
	}));
	const { totals, taxCalculationId } = await priceCheckout(priced, address);
	const { taxName, isTaxPending, ...amounts } = totals;
	const message = totalError(amounts.totalCents);
	if (message) throw new ShopError("invalid", { message });
	return { ...amounts, taxCalculationId };
}

/** The statement that adds the reminder of the checkout's expiry to the outbox, if it was placed. */
function addReminder(id: string, now: Date, isPlaced: SQL | undefined) {
	const { reminder } = reminderOfExpiry(id, now);
	return reminder && isPlaced && { reminder: reminder(isPlaced) };
}

/** The statement that adds to the outbox which tools the checkout made low in stock. */
function addLowStock(line: SQL, isPlaced: SQL) {
	const before = sql`${tools.quantity} + (json_each.value ->> 'quantity')`;
	return addToOutbox(
		{
			id: sql`lower(hex(randomblob(16)))`,
			kind: "stock.low",
			subject: sql`${tools.id}`,
			digest: "only",
			rows: sql`from ${line} join ${tools} on ${isLineOf(tools.id)}`,
		},
		sql`${tools.quantity} <= ${lowStockOfTool()} and ${before} > ${lowStockOfTool()} and ${isPlaced}`,
	);
}

const pieces = (lines: readonly { quantity: number }[]) =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

const isLineOf = (toolId: SQL | typeof tools.id) => sql`json_each.value ->> 'toolId' = ${toolId}`;

/** The condition that the tool has enough stock for the line, at the price the customer saw. */
function canFulfilLine(): SQL {
	const quantity = sql`json_each.value ->> 'quantity'`;
	return sql`${tools.archivedAt} is null and ${tools.minOrderQuantity} <= ${quantity} and ${tools.quantity} >= ${quantity} and ${tools.priceCents} = json_each.value ->> 'cents'`;
}

interface OrdersToInsert {
	id: string;
	requestKey: string;
	now: Date;
	customer: Customer;
	contact: { phone: string; address: string };
	request: CheckoutRequest;
	lines: readonly LineToPlace[];
	line: SQL;
	isPlaced: SQL;
}

/** The statement that inserts one order for each line, in their order, if the checkout was inserted. */
function insertOrders({
	id,
	requestKey,
	now,
	customer,
	contact,
	request,
	lines,
	line,
	isPlaced,
}: OrdersToInsert) {
	const quantity = sql`json_each.value ->> 'quantity'`;
	const isAlone = lines.length === 1;
	// INSERT ... SELECT needs every column in the table's order. An order copies the tool's columns,
	// because the tool may change later.
	const values: Record<keyof OrderRow, unknown> = {
		number: null,
		id: sql`json_each.value ->> 'id'`,
		userId: customer.id,
		userName: request.name || customer.name,
		email: customer.email,
		phone: contact.phone,
		address: contact.address,
		toolId: tools.id,
		toolName: tools.name,
		image: tools.image,
		unitPriceCents: tools.priceCents,
		quantity,
		totalCents: sql`${tools.priceCents} * ${quantity}`,
		status: "Pending",
		paymentAttempt: 1,
		paymentIntentId: null,
		transactionId: null,
		// All guests share a user, and two may send the same key.
		requestKey: isAlone && customer.id !== guestUserId ? requestKey : sql`json_each.value ->> 'id'`,
		createdAt: now.getTime(),
		expiresAt: now.getTime() + orderHoldMs(),
		paidAt: null,
		shippedAt: null,
		closedAt: null,
		closeReason: null,
		refundedAt: null,
		disputedAt: null,
		partner: request.partner ?? null,
		checkAt: isAlone ? null : neverDueMs,
		checkFailures: 0,
		currency,
		checkoutId: id,
		refundedCents: 0,
		shipmentId: null,
		refundDueCents: 0,
		restockedAt: null,
		cancelledAt: null,
		refundFailedCents: 0,
		shippingCents: sql`json_each.value ->> 'shippingCents'`,
		taxCents: sql`json_each.value ->> 'taxCents'`,
		includedTaxCents: sql`json_each.value ->> 'includedTaxCents'`,
		packedAt: null,
		fit: sql`json_each.value ->> 'fit'`,
	};
	const columns = Object.values(values).map((value) => sql`${value}`);
	return database()
		.insert(orders)
		.select(
			sql`select ${sql.join(columns, sql`, `)} from ${line} join ${tools} on ${isLineOf(tools.id)} where ${isPlaced} order by json_each.key`,
		);
}

/** Whether a request matches the checkout placed with the same key: the same lines, phone and address. */
function isSameRequest(
	checkout: CheckoutRow,
	placed: readonly OrderRow[],
	request: CheckoutRequest,
	delivery: ResolvedDelivery,
): boolean {
	const keyOf = (toolId: string, quantity: number, cents: number) =>
		`${toolId} ${quantity} ${cents}`;
	const keys = new Set(
		placed.map((order) => keyOf(order.toolId, order.quantity, order.unitPriceCents)),
	);
	return (
		keys.size === request.lines.length &&
		request.lines.every((one) =>
			keys.has(keyOf(one.productCode, one.quantity, toCents(one.price))),
		) &&
		(!request.phone || delivery.phone === checkout.phone) &&
		((!request.address && !hasAddressFields(request)) ||
			addressColumns.every((name) => delivery.address[name] === checkout[name]))
	);
}

/** Errors of lines, the most basic reason first. */
const lineErrorCodes = ["not_found", "invalid", "out_of_stock", "price_changed"] as const;

/** The error that names every line that can't be placed and why, or undefined. */
function lineErrors(
	lines: readonly CheckoutLine[],
	found: readonly (typeof tools.$inferSelect)[],
): ShopError | undefined {
	const toolsById = new Map(found.map((tool) => [tool.id, tool]));
	const fields: FieldErrors = {};
	const codes = new Set<ErrorCode>();
	for (const [index, line] of lines.entries()) {
		const problem = lineProblem(line, toolsById.get(line.productCode));
		if (!problem) continue;
		codes.add(problem.code);
		fields[`lines.${index}.${problem.field}`] = problem.message;
	}
	const code = lineErrorCodes.find((one) => codes.has(one));
	return code && new ShopError(code, { fields });
}

function lineProblem(
	{ quantity, price }: CheckoutLine,
	tool: typeof tools.$inferSelect | undefined,
): { code: (typeof lineErrorCodes)[number]; field: string; message: string } | undefined {
	if (!tool || tool.archivedAt)
		return { code: "not_found", field: "productCode", message: messages.noLongerSold };
	if (quantity < tool.minOrderQuantity)
		return { code: "invalid", field: "quantity", message: messages.quantityBelowMinimum };
	if (quantity > tool.quantity)
		return {
			code: "out_of_stock",
			field: "quantity",
			message: cartMessages.onlyLeft(tool.quantity),
		};
	if (toCents(price) !== tool.priceCents) {
		const message = messages.priceIsNow(formatCents(tool.priceCents));
		return { code: "price_changed", field: "price", message };
	}
	return undefined;
}
