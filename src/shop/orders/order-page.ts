/** What an order's page shows: the order with its lines, what has happened, and what to do next. */
import { orderPageTexts as texts } from "../../messages/my-orders.ts";
import type { OrderService } from "../costs/order-service.ts";
import type { Outcome } from "../fit/outcomes.ts";
import type { OutboxKind, OutboxOutcome } from "../outbox/outbox-kinds.ts";
import type { GiftOnPage } from "./gift.ts";
import type { OrderLine, Parcel } from "./lines.ts";
import type { OrderSums } from "./order-amounts.ts";
import type { OrderExtras } from "./order-extras.ts";
import type { OrderOrigin, OrderState } from "./order-states.ts";
import type { Delivery } from "./orders.ts";

/** What has happened to an order. */
export type TimelineEvent =
	| "placed"
	| "processing"
	| "paid"
	| "packed"
	| "shipped"
	| "withdrawn"
	| "cancelled"
	| "refundDue"
	| "refunded"
	| "refundFailed"
	| "disputed"
	| "expired"
	| "closed";

export interface TimelineEntry {
	event: TimelineEvent;
	at: Date;
	/** The tools that it is about; empty if it is about all. */
	tools: string[];
	/** What was refunded, in minor units. */
	cents?: number;
	/** Why a refund has a code of its own. */
	why?: string | undefined;
	parcel?: Parcel;
}

/** The dates of an order. */
interface OrderFacts {
	createdAt: Date;
	expiresAt: Date;
	paidAt: Date | null;
	closedAt: Date | null;
	closeReason: string | null;
	/** Since when its payment is processed. */
	processingAt: Date | null;
}

/** The part of an order's row that the timeline tells of. */
interface LineFacts {
	id: string;
	toolName: string;
	packedAt: Date | null;
	shippedAt: Date | null;
	shipment: Parcel | undefined;
	cancelledAt: Date | null;
	refundedAt: Date | null;
	refundedCents: number;
	disputedAt: Date | null;
	withdrawnAt: Date | null;
	/** How many of its pieces are to be shipped. */
	toShip: number;
}

interface RefundFacts {
	/** None of a payment that no order awaited. */
	lineIds: readonly string[];
	amountCents: number;
	status: "due" | "done" | "failed";
	createdAt: Date;
	doneAt: Date | null;
	/** When the shop asks Stripe again, while it is due. */
	retryAt?: Date | null;
	/** Why it has a code of its own. */
	why?: string | undefined;
}

export interface OrderHistory {
	order: OrderFacts;
	lines: readonly LineFacts[];
	refunds: readonly RefundFacts[];
}

/** Returns what has happened, the first event first. `now` in UTC milliseconds. */
export function timelineOf(history: OrderHistory, now: number): TimelineEntry[] {
	const { order, lines } = history;
	const { createdAt, expiresAt, paidAt, closedAt, closeReason, processingAt } = order;
	const entries: TimelineEntry[] = [{ event: "placed", at: createdAt, tools: [] }];
	if (processingAt) entries.push({ event: "processing", at: processingAt, tools: [] });
	if (paidAt) entries.push({ event: "paid", at: paidAt, tools: [] });
	entries.push(
		...entriesByTime(lines, "packed", ({ packedAt }) => packedAt),
		...shippedEntries(history),
		...entriesByTime(lines, "withdrawn", ({ withdrawnAt }) => withdrawnAt),
		...entriesByTime(lines, "cancelled", ({ cancelledAt }) => cancelledAt),
		...refundEntries(history),
		...entriesByTime(lines, "disputed", ({ disputedAt }) => disputedAt),
	);
	if (closedAt)
		entries.push({
			event: closeReason === "expired" ? "expired" : "closed",
			at: closedAt,
			tools: [],
		});
	else if (!paidAt && !processingAt && expiresAt.getTime() <= now)
		entries.push({ event: "expired", at: expiresAt, tools: [] });
	// The sort is stable: what happened at the same time stays in this order.
	return entries.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** A line that something has happened to, or some of its pieces. */
export interface PartOfOrder {
	toolName: string;
	/** Left out if it is all of them. */
	some?: { count: number; all: number } | undefined;
}

/** The names of these lines, with the pieces if it is not about all of a line; none if it is all of the order. */
export function partOf(parts: readonly PartOfOrder[], lines: readonly unknown[]): string[] {
	if (parts.length === lines.length && parts.every(({ some }) => !some)) return [];
	return parts.map(({ toolName, some }) =>
		some ? texts.somePieces(toolName, some.count, some.all) : toolName,
	);
}

/** Returns an entry for each time at which something happened to lines. */
function entriesByTime(
	lines: readonly LineFacts[],
	event: TimelineEvent,
	timeOf: (line: LineFacts) => Date | null,
): TimelineEntry[] {
	const happened = lines.filter((line) => timeOf(line) !== null);
	const byTime = Map.groupBy(happened, (line) => timeOf(line)?.getTime() ?? 0);
	return [...byTime].map(([time, some]) => ({
		event,
		at: new Date(time),
		tools: partOf(some, lines),
	}));
}

/** Returns an entry for each parcel, and for what was shipped without one. */
function shippedEntries({ lines }: OrderHistory): TimelineEntry[] {
	const shipped = lines.filter(({ shippedAt }) => shippedAt !== null);
	const byParcel = Map.groupBy(
		shipped,
		({ shipment, shippedAt }) => shipment?._id ?? `at ${shippedAt?.getTime()}`,
	);
	return [...byParcel.values()].map((some) => {
		const [first] = some;
		const parcel = first?.shipment;
		const isTracked = parcel && (parcel.carrier !== "" || parcel.trackingNumber !== "");
		return {
			event: "shipped",
			at: first?.shippedAt ?? new Date(0),
			tools: partOf(some, lines),
			...(isTracked && { parcel }),
		};
	});
}

const refundEvents = { due: "refundDue", done: "refunded", failed: "refundFailed" } as const;

function refundEntries({ lines, refunds }: OrderHistory): TimelineEntry[] {
	return refunds.map(({ lineIds, amountCents, status, createdAt, doneAt, why }) => ({
		event: refundEvents[status],
		at: doneAt ?? createdAt,
		tools: partOf(
			// A refund of no line alone is of all of them.
			lines.filter(({ id }) => lineIds.includes(id)),
			lines,
		),
		cents: amountCents,
		...(why && { why }),
	}));
}

/** What a customer does next. */
export type NextStep = "pay" | "track" | "review" | "orderAgain";

/** How long a parcel is tracked rather than reviewed, in milliseconds. */
const trackedMs = 14 * 24 * 60 * 60_000;

/**
 * Returns what the customer does next, or undefined if there is nothing to do but wait. `reviewed` tells
 * whether every tool that was shipped has their review.
 */
export function nextStepOf(
	state: OrderState,
	timeline: readonly TimelineEntry[],
	reviewed: boolean,
	now: number,
): NextStep | undefined {
	if (state === "unpaid") return "pay";
	if (state === "expired" || state === "cancelled" || state === "refunded") return "orderAgain";
	if (state !== "shipped" && state !== "partlyShipped") return undefined;
	const tracked = timeline.findLast(({ parcel }) => parcel?.trackingUrl);
	if (tracked && now - tracked.at.getTime() < trackedMs) return "track";
	if (!reviewed) return "review";
	return state === "shipped" ? "orderAgain" : undefined;
}

/** What was bought, as it is put into the cart again: a bundle, not its parts. */
export function orderedTools(
	lines: readonly Pick<OrderLine, "_id" | "productCode" | "name" | "quantity" | "bundle">[],
): { toolId: string; name: string; quantity: number }[] {
	const bought = lines.map(({ _id, bundle, ...line }) => {
		const { productCode: toolId, name, quantity } = bundle ?? line;
		return [bundle ? toolId : _id, { toolId, name, quantity }] as const;
	});
	return [...new Map(bought).values()];
}

/** A line of an order's page. */
export interface OrderPageLine {
	line: OrderLine;
	unitPriceCents: number;
	/** Before discounts. */
	priceCents: number;
	discountCents: number;
	/** The part of the discount that comes from its kit. */
	bundleDiscountCents: number;
	/** Whether it fits the bike that the customer had chosen, if one was. */
	fit: { outcome: Outcome; reason: string } | null;
}

/** An order's page. */
export interface OrderPage extends OrderSums {
	/** The order's id. */
	id: string;
	/** What people call it. */
	number: number;
	createdAt: Date;
	expiresAt: Date;
	state: OrderState;
	/** Undefined if there is nothing to do, or the viewer is not the customer. */
	nextStep: NextStep | undefined;
	/** The tool that a review would be of: the first that was shipped and, where that is the next step, has none yet. */
	reviewToolId: string | undefined;
	/** Whether the viewer is the customer, not an administrator. */
	isOwn: boolean;
	/** The times that the link to withdraw goes by. */
	lineTimes: readonly Record<"shippedAt" | "cancelledAt" | "refundedAt", Date | null>[];
	/** Whether it belongs to no account. */
	isGuest: boolean;
	/** Null if it belongs to no account. */
	customerId: string | null;
	transactionId: string | undefined;
	paidAt: Date | null;
	/** How it reaches its customer; null where that was not known. */
	service: OrderService | null;
	/** ISO 3166-1; empty for an address of one line. */
	country: string;
	/** The lines of the address, with the recipient. */
	address: string[];
	email: string;
	phone: string;
	note: string;
	/** A company, another billing address, a gift. */
	extras: OrderExtras;
	/** Gift cards that e-mails bring to somebody; undefined without. */
	gift: GiftOnPage | undefined;
	lines: OrderPageLine[];
	timeline: TimelineEntry[];
	/** Its invoice and its credit notes, the oldest first. */
	invoices: { id: string; kind: "invoice" | "credit-note"; code: string }[];
	/** What only administrators see. */
	forAdministrator:
		| {
				/** Why the order is where it is: sentences. */
				waits: string[];
				notes: OrderNote[];
				mails: OrderMail[];
				delivery: OrderDelivery;
				origin: OrderOrigin;
		  }
		| undefined;
}

/** Who an order is for, and where it goes, as staff change it. */
export interface OrderDelivery extends Delivery {
	email: string;
}

export interface OrderNote {
	text: string;
	at: Date;
	/** Null if their account is gone. */
	author: string | null;
}

export interface OrderMail {
	kind: OutboxKind;
	/** Null while it waits until `availableAt`. */
	outcome: OutboxOutcome | null;
	availableAt: Date;
	doneAt: Date | null;
}
