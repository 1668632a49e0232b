/** The rows of a planned order: its lines, parcels, audit entries and e-mails. */

import { guestUserId } from "../../../src/access/guest.ts";
import { currency, shipping, tax } from "../../../src/config/config.ts";
import { addressInOneLine } from "../../../src/shop/addresses/address.ts";
import { lineCents, orderTotals, sharesOfLines } from "../../../src/shop/costs/totals.ts";
import type { DiscountedNow } from "../../../src/shop/offers/discounts.ts";
import { carriers } from "../../../src/shop/orders/carriers.ts";
import { undoAcceptedMs } from "../../../src/shop/orders/lines.ts";
import type { SoldOption } from "../../../src/shop/tools/stored-options.ts";
import { demoFamilies } from "../families.ts";
import { type Builder, type OrderRow, staff } from "./builder.ts";
import { addOrderOffers, discountsOf } from "./demo-offers.ts";
import { priceAt, toolOf } from "./demo-sales.ts";
import type { PlannedOrder } from "./planned-order.ts";
import type { Random } from "./random.ts";
import type { HistoryRows } from "./rows.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Newer orders are still to be packed. */
const unshippedMs = 2 * dayMs;
/** How long done rows of the outbox are stored. */
const mailDays = 30;
/** How long an order is reserved: by a customer, and by telephone. */
const holdMs = { shop: dayMs, phone: 7 * dayMs };
/** How long before a reservation ends its customer is reminded. */
const reminderMs = 2 * hourMs;

export type LineRow = HistoryRows["orderLines"][number];
export interface BuiltOrder {
	order: OrderRow;
	lines: LineRow[];
}

/** Adds the rows of an order and returns it with its lines. */
export function addOrder(builder: Builder, plan: PlannedOrder, number: number): BuiltOrder {
	const { rows } = builder;
	const discounted = discountsOf(builder, plan, number);
	const order = toOrder(builder, plan, number, discounted);
	const lines = toLines(builder, plan, order, discounted);
	addOrderOffers(builder, order, discounted);
	const built = { order, lines };
	rows.orders.push(order);
	rows.orderLines.push(...lines);
	const isByPhone = plan.origin === "phone";
	const buyer = plan.person.userId ?? guestUserId;
	addAudit(builder, "order.placed", isByPhone ? staff.manager : buyer, lines, order.createdAt);
	if (order.paidAt) {
		addAudit(builder, "order.paid", isByPhone ? null : plan.person.userId, lines, order.paidAt);
		addMail(builder, { kind: "order.paid", subjectId: order.id, payload: {} }, order.paidAt);
		ship(builder, plan, built);
	}
	if (order.closedAt && plan.fate !== "paid")
		addAudit(
			...([builder, plan.fate === "expired" ? "order.expired" : "order.deleted"] as const),
			...([plan.fate === "expired" ? null : buyer, lines, order.closedAt] as const),
		);
	if (plan.fate === "unpaid") remind(builder, order);
	return built;
}

function toOrder(
	builder: Builder,
	plan: PlannedOrder,
	number: number,
	discounted: DiscountedNow,
): OrderRow {
	const { random, now } = builder;
	const { person, origin, fate, at } = plan;
	const { userId, name, email, phone, address } = person;
	const {
		taxRate: _,
		taxName: __,
		isTaxPending: ___,
		isTaxOnTop: _______,
		savedShippingCents: ____,
		option: _____,
		grams: ______,
		...amounts
	} = orderTotals(pricedLines(plan, now, discounted), address, { shipping, tax });
	const expiresAt = at + holdMs[origin];
	// A customer at the telephone pays later, by the link in an e-mail.
	const wait = origin === "phone" ? random.integer(20, 600) : random.integer(2, 9);
	const paidAt = fate === "paid" ? new Date(Math.min(at + wait * minuteMs, now)) : null;
	const closedAt =
		fate === "expired"
			? new Date(expiresAt + random.integer(1, 5) * minuteMs)
			: fate === "deleted"
				? new Date(at + random.integer(5, 300) * minuteMs)
				: null;
	const intentId = paidAt ? `pi_${random.word(24)}` : null;
	const id = random.word(22);
	return {
		number,
		id,
		userId,
		name,
		email,
		phone,
		...address,
		address: addressInOneLine(address),
		...amounts,
		currency,
		note: random.chance(0.06) ? random.pick(customerNotes) : "",
		origin,
		partner: plan.partner ?? null,
		paymentIntentId: intentId,
		transactionId: intentId,
		requestKey: random.word(22),
		createdAt: new Date(at),
		expiresAt: new Date(expiresAt),
		paidAt,
		closedAt,
		closeReason: fate === "expired" || fate === "deleted" ? fate : null,
	};
}

/** What customers have written at the checkout. */
const customerNotes = [
	"Please leave it with the neighbor at number 4. I'm out until six.",
	"It's a gift: no prices in the box, please.",
	"The bell does not work. Please knock.",
	"Could you put the small parts in one bag? Thank you.",
	"No hurry with this one.",
	"Deliver to the workshop door at the back, not to the front office.",
];

/** The options of a tool of a family. */
function optionsOf(tool: string): SoldOption[] | null {
	const family = demoFamilies.find(({ values }) => values[tool]);
	const values = family?.values[tool];
	return family && values ? family.options.map(({ key, name }) => [name, values[key] ?? ""]) : null;
}

/** The lines of an order at the prices of its day, with what offers took off them. */
const pricedLines = ({ lines, at }: PlannedOrder, now: number, { discounts }: DiscountedNow) =>
	lines.map(({ tool, quantity }, index) => ({
		unitPriceCents: priceAt(tool, at, now),
		quantity,
		discountCents: discounts[index] ?? 0,
	}));

function toLines(
	{ random, now, imageOf }: Builder,
	plan: PlannedOrder,
	order: OrderRow,
	discounted: DiscountedNow,
): LineRow[] {
	const amounts = {
		shippingCents: order.shippingCents ?? 0,
		taxCents: order.taxCents ?? 0,
		includedTaxCents: order.includedTaxCents ?? 0,
	};
	const items = pricedLines(plan, now, discounted);
	const { taxRate } = orderTotals(items, plan.person.address, { shipping, tax });
	const shares = sharesOfLines(amounts, items.map(lineCents));
	return plan.lines.map(({ tool, quantity }, index): LineRow => {
		const { itemsCents = 0, totalCents: _, ...share } = shares[index] ?? {};
		return {
			// The only line of an order has the order's id.
			id: plan.lines.length === 1 ? order.id : random.word(22),
			orderId: order.id,
			userId: order.userId,
			toolId: tool,
			toolName: toolOf(tool).name,
			options: optionsOf(tool),
			image: imageOf(tool),
			quantity,
			unitPriceCents: items[index]?.unitPriceCents ?? 0,
			totalCents: itemsCents,
			...share,
			discountCents: items[index]?.discountCents ?? 0,
			taxRate,
			status: "Pending",
			createdAt: order.createdAt,
			transactionId: order.transactionId,
			paidAt: order.paidAt,
			closedAt: order.closedAt,
			closeReason: order.closeReason,
			refundedCents: 0,
			shippedAt: null,
			refundedAt: null,
			restockedAt: null,
			restockedPieces: 0,
		};
	});
}

/** Adds the parcels of an order that is paid, and marks what is packed. */
function ship(builder: Builder, plan: PlannedOrder, { order, lines }: BuiltOrder): void {
	const { random, now, rows } = builder;
	if (plan.refund?.kind === "cancelled") return;
	const isNew = now - plan.at < unshippedMs;
	for (const parcel of plan.parcels ?? (isNew ? [] : parcelsOf(builder, plan, order.paidAt))) {
		const inParcel = parcel.lines.flatMap((place) => lines[place] ?? []);
		const [first] = inParcel;
		if (!first || parcel.at > now) continue;
		const at = new Date(parcel.at);
		const shipment = {
			id: random.word(22),
			orderId: order.id,
			createdAt: at,
			...parcelBy(random, order.country ?? ""),
		};
		rows.shipments.push(shipment);
		const packedAt = new Date(parcel.at - random.integer(10, 80) * minuteMs);
		for (const line of inParcel)
			Object.assign(line, { status: "Shipped", shippedAt: at, shipmentId: shipment.id, packedAt });
		addAudit(builder, "order.shipped", staff.packer, inParcel, at);
		const payload = { shippedAt: parcel.at, shipmentId: shipment.id };
		const sentAt = new Date(parcel.at + undoAcceptedMs + 1000);
		addMail(builder, { kind: "order.shipped", subjectId: first.id, payload }, sentAt);
	}
	for (const place of plan.packed ?? []) {
		const line = lines[place];
		if (line) line.packedAt = new Date(now - random.integer(20, 60) * minuteMs);
	}
}

/** The parcels of an order: all of it, or what was there on the first day. */
function parcelsOf({ random }: Builder, plan: PlannedOrder, paidAt?: Date | null) {
	const places = plan.lines.map((_, place) => place);
	const there = plan.refund?.kind === "missing" ? places.slice(1) : places;
	const first = nextParcelAt(random, paidAt?.getTime() ?? plan.at);
	const split = there.length > 2 && random.chance(0.12) ? there.length - 1 : there.length;
	return [
		{ lines: there.slice(0, split), at: first },
		{ lines: there.slice(split), at: nextParcelAt(random, first + dayMs) },
	];
}

/** When the carrier comes: in the afternoon of a working day, of the first or the second one. */
function nextParcelAt(random: Random, after: number): number {
	const day = Math.floor((after + 5 * hourMs) / dayMs) + (random.chance(0.3) ? 1 : 0);
	const atDay = (count: number) => count * dayMs + 15 * hourMs + random.integer(0, 90) * minuteMs;
	let found = atDay(day);
	for (let next = day; found < after || [0, 6].includes(new Date(found).getUTCDay()); next += 1)
		found = atDay(next);
	return found;
}

const carriersOf: Record<string, readonly string[]> = {
	US: ["USPS", "USPS", "UPS", "FedEx"],
	CA: ["Canada Post"],
	GB: ["Royal Mail", "DPD"],
	AU: ["Australia Post"],
	DE: ["DHL", "DHL", "DPD"],
	FR: ["DPD", "GLS"],
};

/** A carrier, and a number that none of them gives, so that nobody's parcel is looked up. */
function parcelBy(random: Random, country: string) {
	const carrier = random.pick(carriersOf[country] ?? ["DHL"]);
	if (!carriers.includes(carrier)) throw new Error(`${carrier} is no usual carrier.`);
	return { carrier, trackingNumber: `DEMO${random.integer(10_000_000, 99_999_999)}` };
}

/** Adds an audit entry for each line, as the shop does. */
export function addAudit(
	{ random, rows }: Builder,
	action: HistoryRows["audit"][number]["action"],
	actorId: string | null,
	lines: readonly LineRow[],
	createdAt: Date,
	more: Record<string, string | number | boolean> = {},
): void {
	for (const { id: subjectId, toolName: name, quantity, totalCents: cents } of lines) {
		const detail = { name, quantity, cents, ...more };
		rows.audit.push({ id: random.word(32), createdAt, actorId, action, subjectId, detail });
	}
}

/** Adds an e-mail that was sent, unless it is so old that it was swept. */
export function addMail(
	{ random, rows, now }: Builder,
	mail: Pick<HistoryRows["outbox"][number], "kind" | "subjectId" | "payload">,
	availableAt: Date,
): void {
	const doneAt = new Date(availableAt.getTime() + random.integer(2, 9) * 1000);
	if (now - doneAt.getTime() > mailDays * dayMs || doneAt.getTime() > now) return;
	rows.outbox.push({
		...mail,
		id: random.word(22),
		createdAt: availableAt,
		availableAt,
		doneAt,
		dueAt: null,
		outcome: "sent",
	});
}

/** Adds the e-mail that reminds of an order's payment, which is still to come. */
function remind({ random, rows }: Builder, order: OrderRow): void {
	const at = new Date(order.expiresAt.getTime() - reminderMs);
	rows.outbox.push({
		id: random.word(22),
		kind: "order.expiring",
		subjectId: order.id,
		payload: {},
		createdAt: order.createdAt,
		availableAt: at,
		dueAt: at,
		doneAt: null,
		outcome: null,
	});
}
