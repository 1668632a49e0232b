/** What must hold after every step, whatever happened: looked up at the database and at Stripe. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { expect } from "vitest";
import { realDatabase } from "./faults.ts";

export interface ToolRow {
	id: string;
	stocked: number;
	quantity: number;
	held: number;
	sold: number;
}

export interface OrderRow {
	id: string;
	user_id: string;
	partner: string | null;
	quantity: number;
	unit_price_cents: number;
	total_cents: number;
	status: string;
	payment_intent_id: string | null;
	transaction_id: string | null;
	paid_at: number | null;
	shipped_at: number | null;
	closed_at: number | null;
	closed_why: string | null;
}

interface PartnerRow {
	partner: string;
	orders: number;
	paid_orders: number;
	revenue_cents: number;
}

interface RefundRow {
	intent_id: string;
	order_id: string;
	amount_cents: number;
	refund_id: string | null;
}

/** Everything there is about a few tools: here and at Stripe. */
export interface Ledger {
	tools: ToolRow[];
	orders: Map<string, OrderRow>;
	dueRefunds: RefundRow[];
	/** What is summed up of the partners that sent the orders. */
	partners: Map<string, PartnerRow>;
	/** Payments whose success the shop has heard of and is done with. */
	handled: string[];
	intents: Stripe.PaymentIntent[];
	refunds: Stripe.Refund[];
}

async function listFromStripe<T>(path: string): Promise<T[]> {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/${path}`, {
		headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
	});
	const list = await response.json<Stripe.ApiList<T>>();
	if (list.has_more && !path.includes("limit=1")) throw new Error(`${path} has more than one page`);
	return list.data;
}

/** Where Stripe's lists stood at a moment: only what is newer is looked at. */
export interface StripeCursor {
	intent: string | undefined;
	refund: string | undefined;
	event: string | undefined;
}

/** Marks the newest intent, refund and event of now. */
export async function readCursor(): Promise<StripeCursor> {
	const [intents, refunds, events] = await Promise.all(
		["payment_intents", "refunds", "events"].map((kind) => newestId(kind)),
	);
	return { intent: intents, refund: refunds, event: events };
}

async function newestId(kind: string): Promise<string | undefined> {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/${kind}?limit=1`, {
		headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
	});
	return (await response.json<Stripe.ApiList<{ id: string }>>()).data[0]?.id;
}

function sinceParams(cursor: string | undefined): string {
	return `limit=100${cursor ? `&ending_before=${cursor}` : ""}`;
}

/** Events since a mark, newest first. */
export function eventsSince(cursor: StripeCursor): Promise<Stripe.Event[]> {
	return listFromStripe<Stripe.Event>(
		`events?${sinceParams(cursor.event)}&type=payment_intent.succeeded`,
	);
}

/** Opens the books on the given tools. */
export async function readLedger(toolIds: string[], cursor: StripeCursor): Promise<Ledger> {
	const ids = JSON.stringify(toolIds);
	const idFilter = "in (select value from json_each(?))";
	const openUnpaid = "transaction_id is null and closed_at is null";
	const quantitySum = (which: string) =>
		`(select coalesce(sum(quantity), 0) from orders where tool_id = tools.id and ${which})`;
	const [database, intents, refunds] = await Promise.all([
		realDatabase.batch([
			realDatabase
				.prepare(
					`select id, stocked, quantity, ${quantitySum(openUnpaid)} as held, ${quantitySum("transaction_id is not null")} as sold from tools where id ${idFilter}`,
				)
				.bind(ids),
			realDatabase.prepare(`select * from orders where tool_id ${idFilter}`).bind(ids),
			realDatabase
				.prepare(
					`select * from refunds where order_id in (select id from orders where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select * from partner_sales where partner in (select partner from orders where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase.prepare(
				"select intent_id from payment_events where type = 'payment_intent.succeeded' and retry_at is null",
			),
		]),
		listFromStripe<Stripe.PaymentIntent>(`payment_intents?${sinceParams(cursor.intent)}`),
		listFromStripe<Stripe.Refund>(`refunds?${sinceParams(cursor.refund)}`),
	]);
	const orders = rows<OrderRow>(database[1]);
	return {
		tools: rows<ToolRow>(database[0]),
		orders: new Map(orders.map((order) => [order.id, order])),
		dueRefunds: rows<RefundRow>(database[2]),
		partners: new Map(rows<PartnerRow>(database[3]).map((row) => [row.partner, row])),
		handled: rows<{ intent_id: string }>(database[4]).map(({ intent_id }) => intent_id),
		intents,
		refunds,
	};
}

function rows<T>(result: D1Result | undefined): T[] {
	return (result as D1Result<T> | undefined)?.results ?? [];
}

/** Every piece is on the wall, held or sold. */
export function expectStockAddsUp({ tools }: Ledger): void {
	for (const { id, stocked, quantity, held, sold } of tools) {
		expect(quantity + held + sold, `pieces of ${id}`).toBe(stocked);
	}
}

/** The unpaid orders of a customer are no more, and hold no more pieces, than the customer may. */
export function expectReservationLimits(
	{ orders }: Ledger,
	userId: string,
	limits: { open: number; reserved: number },
): void {
	const open = [...orders.values()].filter(
		(order) =>
			order.user_id === userId && order.transaction_id === null && order.closed_at === null,
	);
	expect(open.length, `unpaid orders of ${userId}`).toBeLessThanOrEqual(limits.open);
	const reserved = open.reduce((quantitySum, { quantity }) => quantitySum + quantity, 0);
	expect(reserved, `pieces held by ${userId}`).toBeLessThanOrEqual(limits.reserved);
}

/** Every order is in one of the states an order may be in, and costs what was agreed. */
export function expectValidOrders({ orders, intents }: Ledger): void {
	const byId = new Map(intents.map((intent) => [intent.id, intent]));
	for (const order of orders.values()) {
		expect(order.total_cents, "total").toBe(order.unit_price_cents * order.quantity);
		expect(["Pending", "Shipped"]).toContain(order.status);
		expect(order.shipped_at !== null, "shipped").toBe(order.status === "Shipped");
		if (order.transaction_id === null) {
			expect(order.status, "unpaid and shipped").toBe("Pending");
		} else {
			expect(order.closed_at, "paid and closed").toBeNull();
			const intent = byId.get(order.transaction_id);
			expect(intent?.status, "paid by").toBe("succeeded");
			expect(intent?.amount_received, "paid").toBe(order.total_cents);
			expect(intent?.metadata.orderId, "paid for").toBe(order.id);
		}
		if (order.closed_at !== null && order.payment_intent_id !== null) {
			const status = byId.get(order.payment_intent_id)?.status;
			expect(["canceled", "succeeded"], "payment of a closed order").toContain(status);
		}
	}
}

/** What is summed up of each partner is what its orders come to. A world's partners are its own. */
export function expectPartnerSums({ orders, partners }: Ledger): void {
	const all = [...orders.values()];
	for (const partner of new Set(all.map((order) => order.partner))) {
		if (partner === null) continue;
		const partnerOrders = all.filter((order) => order.partner === partner);
		const paid = partnerOrders.filter(
			(order) => order.transaction_id !== null && order.closed_at === null,
		);
		expect(partners.get(partner), `what ${partner} has brought`).toEqual({
			partner,
			orders: partnerOrders.filter(
				({ closed_why: closeReason }) => closeReason === null || closeReason === "refunded",
			).length,
			paid_orders: paid.length,
			revenue_cents: paid.reduce((quantitySum, order) => quantitySum + order.total_cents, 0),
		});
	}
}

/** What became of a payment that went through. */
export interface PaymentOutcome {
	intent: Stripe.PaymentIntent;
	/** Orders it paid. */
	paid: number;
	/** Refunds that Stripe made. */
	refunded: number;
	/** Whether a refund is on record here, made or not. */
	refundDue: boolean;
}

/** Where the money of every payment that went through is; never in two places at once. */
export function tracePayments({ orders, intents, dueRefunds, refunds }: Ledger): PaymentOutcome[] {
	const all = [...orders.values()];
	const outcomes = intents
		.filter(({ status, metadata }) => status === "succeeded" && orders.has(metadata.orderId ?? ""))
		.map((intent) => ({
			intent,
			paid: all.filter(({ transaction_id }) => transaction_id === intent.id).length,
			refunds: refunds.filter(({ payment_intent }) => payment_intent === intent.id),
			refundDue: dueRefunds.some(({ intent_id }) => intent_id === intent.id),
		}));
	return outcomes.map(({ refunds, ...outcome }) => {
		expect(
			outcome.paid + (outcome.refundDue ? 1 : 0),
			`${outcome.intent.id} paid and owed`,
		).toBeLessThanOrEqual(1);
		expect(refunds.length, `refunds of ${outcome.intent.id}`).toBeLessThanOrEqual(
			outcome.refundDue ? 1 : 0,
		);
		for (const refund of refunds) expect(refund.amount).toBe(outcome.intent.amount_received);
		return { ...outcome, refunded: refunds.length };
	});
}
