/** All stock, orders, payments and e-mails of a scenario, read from the database and from Stripe. */
import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { webhookEvents } from "../../../src/shop/payments/stripe-events.ts";
import { realDatabase } from "./faults.ts";

export interface ToolRow {
	id: string;
	stocked: number;
	quantity: number;
	held: number;
	sold: number;
}

/** How many of a bundle can be sold, and how many its parts allow. */
export interface BundleRow {
	id: string;
	quantity: number;
	allowed: number;
	price_cents: number;
	parts_cents: number;
}

export interface LineRow {
	number: number;
	id: string;
	order_id: string;
	tool_id: string;
	user_id: string | null;
	quantity: number;
	unit_price_cents: number;
	discount_cents: number;
	/** JSON; null for what is no gift card. */
	gift_codes: string | null;
	bundle_id: string | null;
	bundle_quantity: number | null;
	bundle_discount_cents: number;
	total_cents: number;
	shipping_cents: number;
	tax_cents: number;
	included_tax_cents: number;
	tax_rate: number;
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
	disputed_at: number | null;
}

/** What a refund refunds of a line. */
export interface LineRefundRow {
	/** The refund's. */
	id: string;
	line_id: string;
	order_id: string;
	intent_id: string;
	/** The card that it went onto; null for one at Stripe. */
	gift_card_id: string | null;
	amount_cents: number;
	tax_cents: number;
	included_tax_cents: number;
	reason: string;
	way_of: string | null;
	retry_of: string | null;
	restock: number;
	stripe_refund_id: string | null;
	status: string;
	created_by: string | null;
}

/** A refund that Stripe has made of more than was left. */
export interface OverpaidRow {
	id: string;
	order_id: string;
	overpaid_cents: number;
	stripe_refund_id: string;
	status: string;
	reason: string;
}

export interface PartnerRow {
	partner: string;
	orders: number;
	paid_orders: number;
	revenue_cents: number;
}

export interface RefundRow {
	intent_id: string;
	order_id: string;
	amount_cents: number;
	stripe_refund_id: string | null;
}

export interface OrderRow {
	id: string;
	/** Null for a guest. */
	user_id: string | null;
	/** Whether its stock counts for the share of buyers whose e-mail nobody has proved. */
	is_unproved: number;
	/** The hash of the network that it was placed from, until its reservation ends. */
	network: string | null;
	partner: string | null;
	email: string;
	items_cents: number;
	discounts_cents: number;
	shipping_cents: number;
	tax_cents: number;
	total_cents: number;
	/** What cards pay of it. */
	gift_card_cents: number;
	payment_intent_id: string | null;
	transaction_id: string | null;
	closed_at: number | null;
	closed_why: string | null;
}

/** A card with the sum of its entries. */
export interface GiftCardRow {
	id: string;
	balance_cents: number;
	sum: number;
}

/** What has become of an order on a card. */
export interface GiftCardEntryRow {
	card_id: string;
	order_id: string;
	refund_id: string | null;
	cents: number;
}

/** What has become of a gift card that was bought. */
export interface BoughtCardRow {
	line_id: string;
	card_id: string;
	why: string;
	refund_id: string | null;
	cents: number;
}

/** What an offer took off an order, and how often its code was used. */
export interface OrderOfferRow {
	order_id: string;
	code: string | null;
	amount_cents: number;
	/** The uses of the code. */
	uses: number | null;
	max_uses: number | null;
	/** The orders with it that are open or paid. */
	counted: number;
}

export interface OutboxRow {
	id: string;
	kind: string;
	subject_id: string;
	available_at: number;
	due_at: number | null;
	done_at: number | null;
	leased_until: number | null;
	outcome: string | null;
	/** Whether a digest lists it that is still to be sent. */
	is_listed: number;
}

export interface InvoiceRow {
	kind: "invoice" | "credit-note";
	order_id: string;
	refund_id: string | null;
	/** JSON. */
	lines: string;
}

/** How many documents a series and year has, and the number of the last one. */
export interface SeriesRow {
	series: string;
	documents: number;
	last: number;
}

/** All stock, orders and payments of a few tools, here and at Stripe. */
export interface Ledger {
	tools: ToolRow[];
	bundles: BundleRow[];
	lines: Map<string, LineRow>;
	orders: Map<string, OrderRow>;
	dueRefunds: RefundRow[];
	lineRefunds: LineRefundRow[];
	overpaid: OverpaidRow[];
	invoices: InvoiceRow[];
	/** The series of all worlds. */
	series: SeriesRow[];
	/** The outbox's rows about these lines, orders and tools. */
	outbox: OutboxRow[];
	/** The stored totals of the partners that sent the orders. */
	partners: Map<string, PartnerRow>;
	offers: OrderOfferRow[];
	/** The gift cards of all worlds. */
	giftCards: GiftCardRow[];
	giftCardEntries: GiftCardEntryRow[];
	boughtCards: BoughtCardRow[];
	/** Intents whose success event the shop has received and handled. */
	handled: string[];
	intents: Stripe.PaymentIntent[];
	refunds: Stripe.Refund[];
}

/** The newest objects at Stripe at one time: only newer ones are read later. */
export interface StripeCursor {
	payment_intents: string | undefined;
	refunds: string | undefined;
	events: string | undefined;
	disputes: string | undefined;
	charges: string | undefined;
	/** In UTC milliseconds. */
	time: number;
}

type ListName = Exclude<keyof StripeCursor, "time">;

/** Reads the newest object of each list. */
export async function readCursor(): Promise<StripeCursor> {
	const newestId = async (list: ListName) =>
		(await readPage<{ id: string }>(list, "limit=1")).data[0]?.id;
	return {
		payment_intents: await newestId("payment_intents"),
		refunds: await newestId("refunds"),
		events: await newestId("events"),
		disputes: await newestId("disputes"),
		charges: await newestId("charges"),
		time: Date.now(),
	};
}

async function readPage<T>(list: ListName, params: string): Promise<Stripe.ApiList<T>> {
	const response = await fetch(`${env.STRIPE_API_URL}/v1/${list}?${params}`, {
		headers: { Authorization: `Bearer ${env.STRIPE_SECRET_KEY}` },
	});
	if (!response.ok) throw new Error(`${list} answered ${response.status}`);
	return response.json();
}

/** Lists what is newer than a cursor, the newest first. */
export async function listSince<T extends { id: string }>(
	list: ListName,
	cursor: StripeCursor,
	params = "",
): Promise<T[]> {
	const found: T[] = [];
	for (let before = cursor[list]; ; before = found[0]?.id) {
		const since = before ? `&ending_before=${before}` : "";
		const page = await readPage<T>(list, `limit=100${since}${params}`);
		found.unshift(...page.data);
		// Without a cursor the first page has the newest, and the list is still short.
		if (!page.has_more || !before) return found;
	}
}

/** The events that the shop handles since a cursor, the newest first. */
export function eventsSince(cursor: StripeCursor): Promise<Stripe.Event[]> {
	return listSince("events", cursor, webhookEvents.map((type) => `&types[]=${type}`).join(""));
}

/** Reads the ledger of the given tools. */
export async function readLedger(toolIds: string[], cursor: StripeCursor): Promise<Ledger> {
	const ids = JSON.stringify(toolIds);
	const idFilter = "in (select value from json_each(?))";
	const openUnpaid = "transaction_id is null and closed_at is null";
	const piecesWhere = (which: string) =>
		`(select coalesce(sum(quantity - restocked_pieces), 0) from order_lines where tool_id = tools.id and ${which})`;
	const [database, intents, refunds] = await Promise.all([
		realDatabase.batch([
			realDatabase
				.prepare(
					`select id, stocked, quantity, ${piecesWhere(openUnpaid)} as held, ${piecesWhere("transaction_id is not null and restocked_at is null")} as sold from tools where id ${idFilter}`,
				)
				.bind(ids),
			realDatabase.prepare(`select * from order_lines where tool_id ${idFilter}`).bind(ids),
			realDatabase
				.prepare(
					`select * from refunds where reason = 'not_awaited' and order_id in (select order_id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select * from partner_sales where partner in (select partner from orders join order_lines on order_id = orders.id where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select * from orders where id in (select order_id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					"select intent_id from payment_events where type = 'payment_intent.succeeded' and retry_at is null and created_at >= ?",
				)
				.bind(Math.floor(cursor.time / 1000) * 1000),
			realDatabase
				.prepare(
					`select id, kind, subject_id, available_at, due_at, done_at, leased_until, outcome, coalesce(digest = 'waiting' or exists (select 1 from outbox as digests where digests.id = outbox.digest and digests.done_at is null), 0) as is_listed from outbox where subject_id in (select id from order_lines where tool_id ${idFilter} union select order_id from order_lines where tool_id ${idFilter} union select gift_cards.id from gift_cards join order_lines on order_lines.id = line_id where tool_id ${idFilter} union select value from json_each(?))`,
				)
				.bind(ids, ids, ids, ids),
			realDatabase
				.prepare(
					`select refunds.id, line_id, order_id, intent_id, gift_card_id, refund_lines.amount_cents, refund_lines.tax_cents, refund_lines.included_tax_cents, reason, way_of, retry_of, restock, stripe_refund_id, status, created_by from refund_lines join refunds on refunds.id = refund_id where line_id in (select id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select kind, order_id, refund_id, lines from invoices where order_id in (select order_id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select order_id, order_offers.code, amount_cents, uses, max_uses, (select count(*) from order_offers as others join orders on orders.id = others.order_id where others.code = order_offers.code and closed_at is null) as counted from order_offers left join offer_codes on offer_codes.code = order_offers.code where order_id in (select order_id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select tools.id, tools.quantity, tools.price_cents, min(iif(part.archived_at is null, part.quantity / bundle_parts.quantity, 0)) as allowed, sum(part.price_cents * bundle_parts.quantity) as parts_cents from bundle_parts join tools on tools.id = bundle_id join tools as part on part.id = part_id where bundle_id in (select bundle_id from bundle_parts where part_id ${idFilter}) group by tools.id`,
				)
				.bind(ids),
			realDatabase.prepare(
				"select series, count(*) as documents, max(serial) as last from invoices group by series, year",
			),
			realDatabase.prepare(
				"select id, balance_cents, (select coalesce(sum(cents), 0) from gift_card_entries where card_id = gift_cards.id) as sum from gift_cards",
			),
			realDatabase
				.prepare(
					`select card_id, order_id, refund_id, cents from gift_card_entries where order_id in (select order_id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select line_id, card_id, why, refund_id, cents from gift_card_entries join gift_cards on gift_cards.id = card_id where line_id in (select id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
			realDatabase
				.prepare(
					`select id, order_id, overpaid_cents, stripe_refund_id, status, reason from refunds where overpaid_cents > 0 and order_id in (select order_id from order_lines where tool_id ${idFilter})`,
				)
				.bind(ids),
		]),
		listSince<Stripe.PaymentIntent>("payment_intents", cursor),
		listSince<Stripe.Refund>("refunds", cursor),
	]);
	const [lines, orders] = [rows<LineRow>(database[1]), rows<OrderRow>(database[4])];
	return {
		tools: rows<ToolRow>(database[0]),
		lines: new Map(lines.map((line) => [line.id, line])),
		orders: new Map(orders.map((order) => [order.id, order])),
		dueRefunds: rows<RefundRow>(database[2]),
		lineRefunds: rows<LineRefundRow>(database[7]),
		overpaid: rows<OverpaidRow>(database[15]),
		invoices: rows<InvoiceRow>(database[8]),
		offers: rows<OrderOfferRow>(database[9]),
		bundles: rows<BundleRow>(database[10]),
		series: rows<SeriesRow>(database[11]),
		giftCards: rows<GiftCardRow>(database[12]),
		giftCardEntries: rows<GiftCardEntryRow>(database[13]),
		boughtCards: rows<BoughtCardRow>(database[14]),
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
