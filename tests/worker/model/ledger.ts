/** The invariants after every step, read from the database and from Stripe. */
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
	checkout_id: string;
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
	refunded_cents: number;
	refund_due_cents: number;
	refunded_at: number | null;
	restocked_at: number | null;
	cancelled_at: number | null;
}

export interface OrderRefundRow {
	id: string;
	order_id: string;
	checkout_id: string;
	intent_id: string;
	amount_cents: number;
	reason: string;
	restock: number;
	stripe_refund_id: string | null;
	status: string;
	created_by: string | null;
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

interface CheckoutRow {
	id: string;
	user_id: string;
	items_cents: number;
	total_cents: number;
	payment_intent_id: string | null;
	transaction_id: string | null;
	closed_at: number | null;
}

interface OutboxRow {
	id: string;
	kind: string;
	subject_id: string;
}

/** All stock, orders and payments of a few tools, here and at Stripe. */
export interface Ledger {
	tools: ToolRow[];
	orders: Map<string, OrderRow>;
	checkouts: Map<string, CheckoutRow>;
	dueRefunds: RefundRow[];
	orderRefunds: OrderRefundRow[];
	/** The outbox's rows about these orders and checkouts. */
	outbox: OutboxRow[];
	/** The stored totals of the partners that sent the orders. */
	partners: Map<string, PartnerRow>;
	/** Intents whose success event the shop has received and handled. */
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

/** The newest objects at Stripe at one time: only newer ones are read later. */
export interface StripeCursor {
	intent: string | undefined;
	refund: string | undefined;
	event: string | undefined;
}

/** Reads the newest intent, refund and event. */
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

/** The events of payments and of refunds since a cursor, newest first of each. */
export async function eventsSince(cursor: StripeCursor): Promise<Stripe.Event[]> {
	const types = ["payment_intent.succeeded", "charge.refunded"];
	const lists = await Promise.all(
		types.map((type) =>
			listFromStripe<Stripe.Event>(`events?${sinceParams(cursor.event)}&type=${type}`),
		),
	);
	return lists.flat();
}

/** Reads the ledger of the given tools. */
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
					`select id, stocked, quantity, ${quantitySum(openUnpaid)} as held, ${quantitySum("transaction_id is not null and restocked_at is null")} as sold from tools where id ${idFilter}`,
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
			realDatabase
				.prepare(
					`select * from checkouts where id in (select checkout_id from orders where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase.prepare(
				"select intent_id from payment_events where type = 'payment_intent.succeeded' and retry_at is null",
			),
			realDatabase
				.prepare(
					`select id, kind, subject_id from outbox where subject_id in (select id from orders where tool_id ${idFilter} union select checkout_id from orders where tool_id ${idFilter})`,
				)
				.bind(ids, ids),
			realDatabase
				.prepare(
					`select * from order_refunds where order_id in (select id from orders where tool_id ${idFilter})`,
				)
				.bind(ids),
		]),
		listFromStripe<Stripe.PaymentIntent>(`payment_intents?${sinceParams(cursor.intent)}`),
		listFromStripe<Stripe.Refund>(`refunds?${sinceParams(cursor.refund)}`),
	]);
	const [orders, checkouts] = [rows<OrderRow>(database[1]), rows<CheckoutRow>(database[4])];
	return {
		tools: rows<ToolRow>(database[0]),
		orders: new Map(orders.map((order) => [order.id, order])),
		checkouts: new Map(checkouts.map((checkout) => [checkout.id, checkout])),
		dueRefunds: rows<RefundRow>(database[2]),
		orderRefunds: rows<OrderRefundRow>(database[7]),
		partners: new Map(rows<PartnerRow>(database[3]).map((row) => [row.partner, row])),
		outbox: rows<OutboxRow>(database[6]),
		handled: rows<{ intent_id: string }>(database[5]).map(({ intent_id }) => intent_id),
		intents,
		refunds,
	};
}

function rows<T>(result: D1Result | undefined): T[] {
	return (result as D1Result<T> | undefined)?.results ?? [];
}

/** Every piece is in stock, reserved or sold. Those of restocked orders are in stock. */
export function expectStockAddsUp({ tools }: Ledger): void {
	for (const { id, stocked, quantity, held, sold } of tools) {
		expect(quantity + held + sold, `pieces of ${id}`).toBe(stocked);
	}
}

/** A customer's unpaid checkouts and the pieces they reserve stay within the limits. */
export function expectReservationLimits(
	{ orders, checkouts }: Ledger,
	userId: string,
	limits: { open: number; reserved: number },
): void {
	const isOpenOfUser = (row: OrderRow | CheckoutRow) =>
		row.user_id === userId && row.transaction_id === null && row.closed_at === null;
	const open = [...orders.values()].filter(isOpenOfUser);
	const openCheckouts = [...checkouts.values()].filter(isOpenOfUser);
	expect(openCheckouts.length, `unpaid checkouts of ${userId}`).toBeLessThanOrEqual(limits.open);
	// An order of one piece, the tools' minimum, is always allowed, however many are reserved.
	const limited = open.filter(
		({ id, checkout_id, quantity }) => quantity > 1 || checkout_id !== id,
	);
	const reserved = limited.reduce((quantitySum, { quantity }) => quantitySum + quantity, 0);
	expect(reserved, `pieces reserved by ${userId}`).toBeLessThanOrEqual(limits.reserved);
}

/** Every order is in a valid state, and its total and payment match. */
export function expectValidOrders({ orders }: Ledger): void {
	for (const order of orders.values()) {
		expect(order.total_cents, "total").toBe(order.unit_price_cents * order.quantity);
		expect(["Pending", "Shipped"]).toContain(order.status);
		expect(order.shipped_at !== null, "shipped").toBe(order.status === "Shipped");
		if (order.cancelled_at !== null) expect(order.status, "cancelled and shipped").toBe("Pending");
		if (order.transaction_id === null) {
			expect(order.status, "unpaid and shipped").toBe("Pending");
		} else {
			expect(order.closed_at, "paid and closed").toBeNull();
		}
	}
}

/** Every checkout agrees with its orders and its payment. */
export function expectValidCheckouts({ orders, checkouts, intents }: Ledger): void {
	const intentsById = new Map(intents.map((intent) => [intent.id, intent]));
	const ordersByCheckout = Map.groupBy(orders.values(), ({ checkout_id }) => checkout_id);
	for (const checkout of checkouts.values()) {
		const { id, transaction_id, closed_at, payment_intent_id } = checkout;
		const own = ordersByCheckout.get(id) ?? [];
		const counted = own.filter((order) => [null, closed_at].includes(order.closed_at));
		const sum = counted.reduce((cents, order) => cents + order.total_cents, 0);
		expect(checkout.items_cents, `sum of ${id}`).toBe(sum);
		expect(checkout.total_cents, `total of ${id}`).toBe(sum);
		for (const order of counted) {
			expect(order.transaction_id, `payment of an order of ${id}`).toBe(transaction_id);
			expect(order.closed_at, `end of an order of ${id}`).toBe(closed_at);
		}
		if (transaction_id !== null) {
			expect(closed_at, "paid and closed").toBeNull();
			const intent = intentsById.get(transaction_id);
			expect(intent?.status, "paid by").toBe("succeeded");
			expect(intent?.amount_received, "paid").toBe(checkout.total_cents);
			expect(checkoutOf(intent), "paid for").toBe(id);
		}
		if (closed_at !== null && payment_intent_id !== null) {
			const status = intentsById.get(payment_intent_id)?.status;
			expect(["canceled", "succeeded"], "payment of a closed checkout").toContain(status);
		}
	}
}

/** Each payment has one event in the outbox, each refund that was made and each cancelled order one, and nothing else has any. */
export function expectEventsInOutbox({
	orders,
	checkouts,
	dueRefunds,
	orderRefunds,
	outbox,
}: Ledger): void {
	const rowsOf = (kind: string) => outbox.filter((row) => row.kind === kind);
	const paid = [...checkouts.values()].filter(({ transaction_id }) => transaction_id !== null);
	expect(
		rowsOf("order.paid")
			.map((row) => row.subject_id)
			.sort(),
		"payments in the outbox",
	).toEqual(paid.map(({ id }) => id).sort());
	const ofOrders = orderRefunds.filter(
		({ status, reason }) => status === "done" && reason !== "cancelled",
	);
	const refunded = [
		...dueRefunds.flatMap(({ refund_id }) => refund_id ?? []),
		...new Set(ofOrders.flatMap(({ stripe_refund_id }) => stripe_refund_id ?? [])),
	];
	const cancelled = [...orders.values()].filter(({ cancelled_at }) => cancelled_at !== null);
	expect(
		rowsOf("order.cancelled")
			.map((row) => row.subject_id)
			.sort(),
		"cancelled orders in the outbox",
	).toEqual(cancelled.map(({ id }) => id).sort());
	expect(
		rowsOf("order.refunded")
			.map(({ id }) => id)
			.sort(),
		"refunds in the outbox",
	).toEqual(refunded.map((id) => `refund-${id}`).sort());
}

const sumOf = (rows: readonly { amount_cents: number }[]) =>
	rows.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

/** The metadata of a refund that a step makes at Stripe, as by hand in the Dashboard. */
export const dashboardMetadata = { source: "dashboard" };

/**
 * The refunds of paid orders are those that Stripe has made, each once, and never exceed what was paid.
 * `isSettled` if the job has run without faults: then nothing is due, and all of Stripe's are stored.
 */
export function expectOrderRefunds(
	{ orders, checkouts, orderRefunds, refunds }: Ledger,
	isSettled = false,
): void {
	for (const order of orders.values()) {
		const own = orderRefunds.filter(({ order_id }) => order_id === order.id);
		const of = (status: string) => sumOf(own.filter((row) => row.status === status));
		expect(order.refunded_cents, `refunded of ${order.id}`).toBe(of("done"));
		expect(order.refund_due_cents, `due of ${order.id}`).toBe(of("due"));
		expect(order.refunded_at !== null, `refunded in full: ${order.id}`).toBe(
			own.length > 0 && of("done") >= order.total_cents,
		);
		const ofShop = own.filter(({ created_by, status }) => created_by && status !== "failed");
		expect(sumOf(ofShop), `asked for ${order.id}`).toBeLessThanOrEqual(order.total_cents);
		// One that has failed may have taken its pieces back, and then another may have returned them.
		const restocking = own.filter(({ restock }) => restock === 1);
		const active = restocking.filter(({ status }) => status !== "failed").length;
		if (order.restocked_at === null) expect(active, `restocked ${order.id}`).toBe(0);
		else expect(restocking.length, `restocked ${order.id}`).toBeGreaterThan(0);
		expect(active, `restocked twice: ${order.id}`).toBeLessThanOrEqual(1);
	}
	const rowsById = new Map(orderRefunds.map((row) => [row.id, row]));
	const namedIds = refunds.flatMap(({ metadata }) => metadata?.refundId ?? []);
	expect(new Set(namedIds).size, "refunds made twice").toBe(namedIds.length);
	for (const { transaction_id, total_cents } of checkouts.values()) {
		if (transaction_id === null) continue;
		const rows = orderRefunds.filter(({ intent_id }) => intent_id === transaction_id);
		const done = rows.filter(({ status }) => status === "done");
		expect(sumOf(done), `refunds of ${transaction_id}`).toBeLessThanOrEqual(total_cents);
		const made = refunds.filter(({ payment_intent }) => payment_intent === transaction_id);
		for (const refund of made) {
			const { refundId, source } = refund.metadata ?? {};
			const stored = done.filter(({ stripe_refund_id }) => stripe_refund_id === refund.id);
			if (refundId) expect(rowsById.get(refundId)?.amount_cents).toBe(refund.amount);
			else expect(source, `a refund of ${transaction_id} from nowhere`).toBe("dashboard");
			if (stored.length > 0 || isSettled)
				expect(sumOf(stored), `stored of ${refund.id}`).toBe(refund.amount);
		}
		const madeIds = made.map(({ id }) => id);
		for (const { stripe_refund_id } of done) expect(madeIds).toContain(stripe_refund_id);
	}
	if (isSettled) expect(orderRefunds.filter(({ status }) => status === "due")).toEqual([]);
}

/** The id of the checkout that a payment names. */
const checkoutOf = (intent: Stripe.PaymentIntent | undefined) =>
	intent?.metadata.checkoutId ?? intent?.metadata.orderId ?? "";

/** Each partner's stored totals equal the sum of its orders. Worlds share no partners. */
export function expectPartnerSums({ orders, partners }: Ledger): void {
	const all = [...orders.values()];
	for (const partner of new Set(all.map((order) => order.partner))) {
		if (partner === null) continue;
		const partnerOrders = all.filter((order) => order.partner === partner);
		const paid = partnerOrders.filter(
			(order) => order.transaction_id !== null && order.closed_at === null,
		);
		expect(partners.get(partner), `totals of ${partner}`).toEqual({
			partner,
			orders: partnerOrders.filter(
				({ closed_why: closeReason }) => closeReason === null || closeReason === "refunded",
			).length,
			paid_orders: paid.length,
			revenue_cents: paid.reduce((quantitySum, order) => quantitySum + order.total_cents, 0),
		});
	}
}

/** What became of a successful payment. */
export interface PaymentOutcome {
	intent: Stripe.PaymentIntent;
	/** How many checkouts it paid. */
	paid: number;
	/** How many refunds Stripe made, if it paid nothing. */
	refunded: number;
	/** Whether a refund is stored here, made or not. */
	refundDue: boolean;
}

/** The outcomes of all successful payments. Fails when one both pays an order and is refunded. */
export function tracePayments({
	checkouts,
	intents,
	dueRefunds,
	refunds,
}: Ledger): PaymentOutcome[] {
	const all = [...checkouts.values()];
	const outcomes = intents
		.filter((intent) => intent.status === "succeeded" && checkouts.has(checkoutOf(intent)))
		.map((intent) => ({
			intent,
			paid: all.filter(({ transaction_id }) => transaction_id === intent.id).length,
			refunds: refunds.filter(({ payment_intent }) => payment_intent === intent.id),
			refundDue: dueRefunds.some(({ intent_id }) => intent_id === intent.id),
		}));
	return outcomes.map(({ refunds, ...outcome }) => {
		expect(
			outcome.paid + (outcome.refundDue ? 1 : 0),
			`${outcome.intent.id} paid and due`,
		).toBeLessThanOrEqual(1);
		// Those of a paid checkout are refunds of its orders: see `expectOrderRefunds`.
		if (outcome.paid > 0) return { ...outcome, refunded: 0 };
		expect(refunds.length, `refunds of ${outcome.intent.id}`).toBeLessThanOrEqual(
			outcome.refundDue ? 1 : 0,
		);
		for (const refund of refunds) expect(refund.amount).toBe(outcome.intent.amount_received);
		return { ...outcome, refunded: refunds.length };
	});
}
