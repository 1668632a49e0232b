/** The invariants of stock, orders, payments, refunds and e-mails. */
import type Stripe from "stripe";
import { expect } from "vitest";
import { sharesOfLines } from "../../../src/shop/costs/totals.ts";
import { isDisputeActive } from "../../../src/shop/payments/payments.ts";
import { isRefundActive } from "../../../src/shop/refunds/refunds.ts";
import { expectAtMost, expectContains, expectSame } from "./fast-expect.ts";
import { realDatabase } from "./faults.ts";
import {
	type Ledger,
	type LineRow,
	listSince,
	type OrderRow,
	type OverpaidRow,
	type StripeCursor,
} from "./ledger.ts";
import { cutOffMails, sentMails } from "./queues.ts";

/** Every piece is in stock, reserved or sold. Those of restocked orders are in stock. */
export function expectStockAddsUp({ tools }: Ledger): void {
	for (const { id, stocked, quantity, held, sold } of tools) {
		expectSame(quantity + held + sold, stocked, `pieces of ${id}`);
	}
}

/** A bundle has the stock that its parts allow and costs no more than they do; its lines cost a whole number of its prices. */
export function expectBundles({ bundles, lines }: Ledger): void {
	for (const { id, quantity, allowed, price_cents, parts_cents } of bundles) {
		expectSame(quantity, allowed, `stock of ${id}`);
		expectAtMost(price_cents, parts_cents, `price of ${id}`);
	}
	const sold = [...lines.values()].filter(({ bundle_id }) => bundle_id !== null);
	const byOrder = Map.groupBy(sold, ({ order_id, bundle_id }) => `${bundle_id} in ${order_id}`);
	for (const [name, own] of byOrder) {
		const cents = own.reduce(
			(sum, line) => sum + line.unit_price_cents * line.quantity - line.bundle_discount_cents,
			0,
		);
		expectSame(cents % (own[0]?.bundle_quantity ?? 1), 0, `price of ${name}`);
		const ends = new Set(
			own.map(({ closed_at, transaction_id }) => `${closed_at} ${transaction_id}`),
		);
		expectSame(ends.size, 1, `bought and closed as one: ${name}`);
	}
}

/** A customer's unpaid orders and the pieces they reserve stay within the limits. */
export function expectReservationLimits(
	{ lines, orders }: Ledger,
	isOwn: (order: OrderRow) => boolean,
	limits: { open: number; reserved: number },
): void {
	const isOpen = (row: LineRow | OrderRow) => row.transaction_id === null && row.closed_at === null;
	const openOrders = [...orders.values()].filter((row) => isOpen(row) && isOwn(row));
	expectAtMost(openOrders.length, limits.open, "unpaid checkouts of a customer");
	const ids = openOrders.map(({ id }) => id);
	// An order of one piece, the tools' minimum, is always allowed, however many are reserved.
	const open = [...lines.values()].filter((row) => isOpen(row) && ids.includes(row.order_id));
	// So is one of a bundle, whatever it has.
	const isOneAlone = (row: LineRow) =>
		row.bundle_quantity === 1
			? open.every((other) => other.order_id !== row.order_id || other.bundle_id === row.bundle_id)
			: row.quantity === 1 && row.order_id === row.id;
	const limited = open.filter((row) => !isOneAlone(row));
	const reserved = limited.reduce((quantitySum, { quantity }) => quantitySum + quantity, 0);
	expectAtMost(reserved, limits.reserved, "pieces reserved by a customer");
}

/** The pieces that unpaid orders of unproved buyers hold of each tool. */
export function heldByUnproved({ lines, orders }: Ledger): Map<string, number> {
	const held = new Map<string, number>();
	for (const { order_id, tool_id, quantity, transaction_id, closed_at } of lines.values()) {
		const isOpen = transaction_id === null && closed_at === null;
		if (isOpen && orders.get(order_id)?.is_unproved)
			held.set(tool_id, (held.get(tool_id) ?? 0) + quantity);
	}
	return held;
}

/**
 * Whoever placed an order last, unproved buyers hold no more of its tools than their share, or a smallest order: one piece, or
 * what one kit has of it. `before` is what they held before that order.
 */
export function expectShares(
	ledger: Ledger,
	before: ReadonlyMap<string, number>,
	{ percent, perKit }: { percent: number; perKit: ReadonlyMap<string, number> },
): void {
	const held = heldByUnproved(ledger);
	for (const { id, quantity } of ledger.tools) {
		const now = held.get(id) ?? 0;
		if (now <= (before.get(id) ?? 0)) continue;
		const share = Math.floor(((quantity + now) * percent) / 100);
		expectAtMost(now, Math.max(1, perKit.get(id) ?? 0, share), `unproved pieces of ${id}`);
	}
}

/** What a guest has paid belongs to the account with that verified e-mail, if there is one. */
export function expectGuestsJoined(
	{ lines, orders }: Ledger,
	{ email, accountId }: { email: string; accountId: string | undefined },
): void {
	for (const { id, user_id, transaction_id, email: orderEmail } of orders.values()) {
		if (orderEmail !== email) continue;
		const expected = transaction_id === null ? undefined : accountId;
		expectSame(user_id ?? undefined, expected, `the account of ${id}`);
		for (const line of lines.values())
			if (line.order_id === id) expectSame(line.user_id ?? undefined, expected);
	}
}

/** Every order is in a valid state, and its total and payment match. */
export function expectValidLines({ lines }: Ledger): void {
	for (const line of lines.values()) {
		const { unit_price_cents, quantity, discount_cents, total_cents } = line;
		expectSame(total_cents, unit_price_cents * quantity - discount_cents, "total");
		expectContains(["Pending", "Shipped"], line.status);
		expectSame(line.shipped_at !== null, line.status === "Shipped", "shipped");
		if (line.cancelled_at !== null) expectSame(line.status, "Pending", "cancelled and shipped");
		if (line.transaction_id === null) {
			expectSame(line.status, "Pending", "unpaid and shipped");
		} else {
			expect(line.closed_at, "paid and closed").toBeNull();
		}
	}
}

/** Every order agrees with its lines and its payment. */
export function expectValidOrders({ lines, orders, intents, offers }: Ledger): void {
	const intentsById = new Map(intents.map((intent) => [intent.id, intent]));
	const linesByOrder = Map.groupBy(lines.values(), ({ order_id }) => order_id);
	for (const order of orders.values()) {
		const { id, transaction_id, closed_at, payment_intent_id } = order;
		const own = linesByOrder.get(id) ?? [];
		const counted = own.filter((line) => [null, closed_at].includes(line.closed_at));
		const sum = counted.reduce((cents, line) => cents + line.total_cents, 0);
		const discounts = counted.reduce((cents, line) => cents + line.discount_cents, 0);
		expectSame(order.items_cents, sum + discounts, `sum of ${id}`);
		expectSame(order.discounts_cents, discounts, `discounts of ${id}`);
		const taken = offers.filter(({ order_id }) => order_id === id);
		const saved = counted.reduce((cents, line) => cents + line.bundle_discount_cents, 0);
		if (closed_at === null) expectSame(sumOf(taken) + saved, discounts, `offers of ${id}`);
		// What follows from a rate, as invoices and refunds, has one of each order; gift cards are not taxed.
		const taxed = counted.filter(({ gift_codes }) => gift_codes === null);
		const rates = new Set(taxed.map(({ tax_rate }) => tax_rate));
		expectAtMost(rates.size, 1, `rates of tax of ${id}`);
		const { shipping_cents, tax_cents } = order;
		expectSame(order.total_cents, sum + shipping_cents + tax_cents, `total of ${id}`);
		for (const line of counted) {
			expectSame(line.transaction_id, transaction_id, `payment of an order of ${id}`);
			expectSame(line.closed_at, closed_at, `end of an order of ${id}`);
		}
		if (transaction_id !== null) expect(closed_at, "paid and closed").toBeNull();
		if (transaction_id !== null && order.gift_card_cents < order.total_cents) {
			const intent = intentsById.get(transaction_id);
			expectSame(intent?.status, "succeeded", "paid by");
			const charged = order.total_cents - order.gift_card_cents;
			expectSame(intent?.amount_received, charged, "paid");
			expectSame(orderOf(intent), id, "paid for");
		}
		if (closed_at !== null && payment_intent_id !== null) {
			const status = intentsById.get(payment_intent_id)?.status;
			expectContains(["canceled", "succeeded"], status, "payment of a closed checkout");
		}
	}
}

/** The uses of a code are the orders that have it, and no more than it has. */
export function expectCodeUses({ offers }: Ledger): void {
	for (const { code, uses, max_uses, counted } of offers) {
		if (code === null) continue;
		expectSame(uses, counted, `uses of ${code}`);
		expectAtMost(counted, max_uses ?? 0, `uses of ${code}`);
	}
}

/** Each payment has one event in the outbox, each refund that was made and each cancellation one, and nothing else has any. */
export function expectEventsInOutbox({
	lines,
	orders,
	dueRefunds,
	lineRefunds,
	overpaid,
	outbox,
}: Ledger): void {
	const rowsOf = (kind: string) => outbox.filter((row) => row.kind === kind);
	const expectSubjects = (kind: string, expected: string[]) =>
		expect(
			rowsOf(kind)
				.map(({ subject_id }) => subject_id)
				.sort(),
			`${kind} in the outbox`,
		).toEqual(expected.sort());
	const paid = [...orders.values()].filter(({ transaction_id }) => transaction_id !== null);
	expectSubjects(
		"order.paid",
		paid.map(({ id }) => id),
	);
	const cancelled = [...lines.values()].filter(({ cancelled_at }) => cancelled_at !== null);
	// One that goes onto a card too has a second refund; one that is tried again cancels nothing.
	const cancellations = lineRefunds.filter(
		({ reason, way_of, retry_of }) =>
			reason === "cancelled" && way_of === null && retry_of === null,
	);
	// A withdrawal may end after a refund of another kind.
	for (const { id } of cancelled)
		expectContains(
			lineRefunds.map(({ line_id }) => line_id),
			id,
			"a cancelled line has its refund",
		);
	expect(new Set(rowsOf("order.cancelled").map(({ id }) => id)), "cancellations").toEqual(
		new Set(cancellations.map(({ id }) => `cancelled-${id}`)),
	);
	// A refund that failed later has been reported as made.
	const refundsOfOrders = [
		...lineRefunds,
		...overpaid.map((refund) => ({ ...refund, gift_card_id: null })),
	];
	const ofLines = refundsOfOrders.filter(({ reason }) => reason !== "cancelled");
	const idsOf = (rows: typeof ofLines) => [
		...dueRefunds.flatMap(({ stripe_refund_id }) => stripe_refund_id ?? []),
		...rows.flatMap(({ id, gift_card_id, stripe_refund_id }) =>
			gift_card_id === null ? (stripe_refund_id ?? []) : id,
		),
	];
	const reported = rowsOf("order.refunded").map(({ id }) => id);
	expectSame(new Set(reported).size, reported.length, "refunds reported twice");
	const done = ofLines.filter(({ status }) => status === "done");
	for (const id of idsOf(done)) expectContains(reported, `refund-${id}`, "refunds in the outbox");
	const known = idsOf(ofLines).map((id) => `refund-${id}`);
	for (const id of reported) expectContains(known, id, "a refund that there is not");
}

/**
 * Each e-mail is sent once, or still waits for that. A delivery that was cut off after it sent the e-mail is
 * repeated. `isSettled` if the job and the queues have run without faults: then none waits.
 */
export function expectMails({ outbox, orders }: Ledger, isSettled: boolean): void {
	for (const row of outbox) {
		const { id, kind, available_at, due_at, done_at, outcome, is_listed } = row;
		const order = orders.get(row.subject_id);
		const isOver = order && (order.transaction_id ?? order.closed_at) !== null;
		if (kind === "order.expiring" && isOver && row.leased_until === null)
			expect(done_at, `the reminder of ${order.id} waits for nothing`).not.toBeNull();
		const subject = `${kind} ${id}`;
		const sent = sentMails.get(id) ?? 0;
		expectAtMost(sent, 1 + (cutOffMails.get(id) ?? 0), `mails of ${subject}`);
		if (done_at === null)
			expectSame(due_at !== null || is_listed === 1, true, `${subject} waits for something`);
		// What a digest lists has no e-mail of its own.
		if (kind.startsWith("stock.")) continue;
		if (isSettled && available_at <= Date.now())
			expect(done_at, `${subject} was delivered`).not.toBeNull();
		expectContains(["sent", "dropped", null], outcome, `outcome of ${subject}`);
		if (outcome === "sent") expect(sent, `mails of ${subject}`).toBeGreaterThan(0);
	}
}

/**
 * What is left of each payment is what Stripe holds, and disputes show on the orders, once the job has run
 * without faults.
 */
export async function expectStripeAgrees(
	{ lines, orders, lineRefunds, overpaid }: Ledger,
	cursor: StripeCursor,
): Promise<void> {
	const charges = await listSince<Stripe.Charge>("charges", cursor);
	const disputes = await listSince<Stripe.Dispute>("disputes", cursor);
	for (const { transaction_id, total_cents, gift_card_cents, id } of orders.values()) {
		if (transaction_id === null) continue;
		const own = [...lines.values()].filter((line) => line.transaction_id === transaction_id);
		const charge = charges.find((one) => one.paid && one.payment_intent === transaction_id);
		const held = (charge?.amount ?? 0) - (charge?.amount_refunded ?? 0);
		const refunded = own.reduce((cents, { refunded_cents }) => cents + refunded_cents, 0);
		const ontoCards = sumOf(
			lineRefunds.filter((row) => row.order_id === id && row.gift_card_id !== null),
		);
		const beyond = overpaidBy(overpaid.filter(({ order_id }) => order_id === id));
		const atStripe = total_cents - gift_card_cents - (refunded + beyond - ontoCards);
		expectSame(atStripe, held, `what is left of ${id}`);
		const isDisputed = disputes.some(
			({ payment_intent, status }) => payment_intent === transaction_id && isDisputeActive(status),
		);
		for (const line of own)
			expectSame(line.disputed_at !== null, isDisputed, `${line.id} is disputed`);
	}
}

const sumOf = (rows: readonly { amount_cents: number }[]) =>
	rows.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

/** What refunds that Stripe has made have refunded beyond what was left. */
const overpaidBy = (rows: readonly OverpaidRow[]) =>
	rows
		.filter(({ status }) => status === "done")
		.reduce((cents, { overpaid_cents }) => cents + overpaid_cents, 0);

/** The metadata of a refund that a step makes at Stripe, as by hand in the Dashboard. */
export const dashboardMetadata = { source: "dashboard" };

/** What each line of a paid order has paid: the items with their part of shipping and tax. */
function paidCentsOf(order: OrderRow, own: readonly LineRow[]): Map<string, number> {
	const amounts = {
		itemsCents: order.items_cents,
		shippingCents: order.shipping_cents,
		taxCents: order.tax_cents,
		includedTaxCents: 0,
		totalCents: order.total_cents,
	};
	const shares = sharesOfLines(
		amounts,
		own.map(({ total_cents, gift_codes }) => (gift_codes === null ? total_cents : 0)),
	);
	const paid = own.map(
		({ id, gift_codes, total_cents }, index) =>
			[id, gift_codes === null ? (shares[index]?.totalCents ?? 0) : total_cents] as const,
	);
	expectSame(
		paid.reduce((cents, [, share]) => cents + share, 0),
		order.total_cents,
		`shares of ${order.id}`,
	);
	return new Map(paid);
}

/**
 * The refunds of paid orders are those that Stripe has made, each once, and never exceed what was paid.
 * `isSettled` if the job has run without faults: then nothing is due, and all of Stripe's are stored.
 */
export function expectLineRefunds(
	{ lines, orders, lineRefunds, overpaid, refunds }: Ledger,
	isSettled = false,
): void {
	const namedIds = refunds.flatMap(({ metadata }) => metadata?.refundId ?? []);
	expectSame(new Set(namedIds).size, namedIds.length, "refunds made twice");
	for (const order of orders.values()) {
		const { transaction_id, total_cents } = order;
		if (transaction_id === null) continue;
		const own = [...lines.values()]
			.filter((line) => line.transaction_id === transaction_id)
			.sort((one, other) => one.number - other.number);
		for (const [id, paidCents] of paidCentsOf(order, own))
			expectRefundsOfLine(id, paidCents, { lines, lineRefunds });
		const rows = lineRefunds.filter(({ intent_id }) => intent_id === transaction_id);
		const done = rows.filter(({ status }) => status === "done");
		expectAtMost(sumOf(done), total_cents, `refunds of ${transaction_id}`);
		const made = refunds.filter(({ payment_intent }) => payment_intent === transaction_id);
		for (const refund of made) {
			const { refundId, source } = refund.metadata ?? {};
			const isThis = (row: { stripe_refund_id: string | null }) =>
				row.stripe_refund_id === refund.id;
			const stored = sumOf(done.filter(isThis)) + overpaidBy(overpaid.filter(isThis));
			const beyond = overpaid.find(isThis)?.overpaid_cents ?? 0;
			if (refundId)
				expectSame(sumOf(lineRefunds.filter(({ id }) => id === refundId)) + beyond, refund.amount);
			else expectSame(source, "dashboard", `a refund of ${transaction_id} from nowhere`);
			const isActive = isRefundActive(refund.status);
			if (isSettled) expectSame(stored, isActive ? refund.amount : 0, `stored of ${refund.id}`);
			else if (isActive) expectContains([0, refund.amount], stored, `stored of ${refund.id}`);
		}
		const madeIds = made.map(({ id }) => id);
		for (const { stripe_refund_id, gift_card_id } of done)
			if (gift_card_id === null) expectContains(madeIds, stripe_refund_id);
	}
	const paidLineIds = [...lines.values()]
		.filter(({ transaction_id }) => transaction_id !== null)
		.map(({ id }) => id);
	for (const { line_id } of lineRefunds) expectContains(paidLineIds, line_id);
	if (isSettled) expect(lineRefunds.filter(({ status }) => status === "due")).toEqual([]);
}

/** An order's sums are those of its refunds, and the shop asks for no more than it paid. */
function expectRefundsOfLine(
	id: string,
	paidCents: number,
	{ lines, lineRefunds }: Pick<Ledger, "lines" | "lineRefunds">,
): void {
	const line = lines.get(id);
	const own = lineRefunds.filter(({ line_id }) => line_id === id);
	const of = (status: string) => sumOf(own.filter((row) => row.status === status));
	expectSame(line?.refunded_cents, of("done"), `refunded of ${id}`);
	expectSame(line?.refund_due_cents, of("due"), `due of ${id}`);
	expectAtMost(of("done"), paidCents, `refunded of ${id}`);
	expectSame(
		line?.refunded_at != null,
		own.length > 0 && of("done") >= paidCents,
		`refunded in full: ${id}`,
	);
	const ofShop = own.filter(({ created_by, status }) => created_by && status !== "failed");
	expectAtMost(sumOf(ofShop), paidCents, `asked for ${id}`);
	// One that has failed may have taken its pieces back, and then another may have returned them.
	const restocking = own.filter(({ restock }) => restock === 1);
	const active = restocking.filter(({ status }) => status !== "failed").length;
	if (line?.restocked_at === null) expectSame(active, 0, `restocked ${id}`);
	else expect(restocking.length, `restocked ${id}`).toBeGreaterThan(0);
	expectAtMost(active, 1, `restocked twice: ${id}`);
}

/** The id of the order that a payment names. */
const orderOf = (intent: Stripe.PaymentIntent | undefined) => intent?.metadata.orderId ?? "";

/** What refunds took off the price of a line's pieces: the part that these have in what was paid. */
function refundedPriceOf(line: LineRow): number {
	const paidCents = line.total_cents + line.shipping_cents + line.tax_cents;
	const share = Math.floor((line.refunded_cents * line.total_cents) / Math.max(1, paidCents));
	return Math.min(line.total_cents, share);
}

/** Each partner's stored totals equal the sum of its orders, without what was refunded. Worlds share no partners. */
export function expectPartnerSums({ orders, lines, partners }: Ledger): void {
	const all = [...orders.values()];
	const linesOf = Map.groupBy(lines.values(), (line) => line.order_id);
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
			revenue_cents: paid.reduce(
				(sum, order) =>
					(linesOf.get(order.id) ?? []).reduce(
						(left, line) => left - refundedPriceOf(line),
						sum + order.items_cents - order.discounts_cents,
					),
				0,
			),
		});
	}
}

/** What became of a successful payment. */
export interface PaymentOutcome {
	intent: Stripe.PaymentIntent;
	/** How many orders it paid. */
	paid: number;
	/** How many refunds Stripe made, if it paid nothing. */
	refunded: number;
	/** Whether a refund is stored here, made or not. */
	refundDue: boolean;
}

/** The outcomes of all successful payments. Fails when one both pays an order and is refunded. */
export function tracePayments({ orders, intents, dueRefunds, refunds }: Ledger): PaymentOutcome[] {
	const all = [...orders.values()];
	const outcomes = intents
		.filter((intent) => intent.status === "succeeded" && orders.has(orderOf(intent)))
		.map((intent) => ({
			intent,
			paid: all.filter(({ transaction_id }) => transaction_id === intent.id).length,
			refunds: refunds.filter(({ payment_intent }) => payment_intent === intent.id),
			refundDue: dueRefunds.some(({ intent_id }) => intent_id === intent.id),
		}));
	return outcomes.map(({ refunds, ...outcome }) => {
		expectAtMost(
			outcome.paid + (outcome.refundDue ? 1 : 0),
			1,
			`${outcome.intent.id} paid and due`,
		);
		// Refunds of a paid order are refunds of its lines: see `expectLineRefunds`.
		if (outcome.paid > 0) return { ...outcome, refunded: 0 };
		expectAtMost(refunds.length, outcome.refundDue ? 1 : 0, `refunds of ${outcome.intent.id}`);
		for (const refund of refunds) expectSame(refund.amount, outcome.intent.amount_received);
		return { ...outcome, refunded: refunds.length };
	});
}

/**
 * A withdrawal that waits has shipped and moved nothing, one that was undone has refunded nothing, and what one that has ended
 * is about is cancelled, refunded or back in the stock.
 */
export async function expectWithdrawals(sentBack: readonly string[]): Promise<void> {
	if (sentBack.length === 0) return;
	const isRefunded =
		"exists (select 1 from refunds where refunds.order_id = returns.order_id and request_key = 'withdrawal ' || returns.id)";
	const hasLine = (which: string) =>
		`exists (select 1 from return_lines join order_lines on order_lines.id = line_id where return_id = returns.id and (${which}))`;
	// A refund of the whole line may have failed after one of some pieces.
	const isOpen =
		"not (return_lines.quantity < order_lines.quantity and refund_failed_cents > 0) and status = 'Pending' and cancelled_at is null and refunded_at is null and restocked_at is null and restocked_pieces < return_lines.quantity";
	const isHeldByAnother =
		"exists (select 1 from return_lines as others join returns as other on other.id = others.return_id where others.line_id = order_lines.id and other.state = 'waiting')";
	const wrong = {
		"waits and is refunded": `state = 'waiting' and ${isRefunded}`,
		"waits and has shipped": `state = 'waiting' and ${hasLine("status = 'Shipped'")}`,
		"waits and holds nothing": `state = 'waiting' and ${hasLine("withdrawn_at is null")}`,
		"was undone and is refunded": `outcome in ('undone', 'none') and ${isRefunded}`,
		"was undone and holds": `outcome = 'undone' and ${hasLine(`withdrawn_at is not null and not ${isHeldByAnother}`)}`,
		"has ended with something left": `outcome = 'cancel' and ${hasLine(isOpen)}`,
	};
	const cases = Object.entries(wrong).map(([name, is]) => `when ${is} then '${name}'`);
	const { results } = await realDatabase
		.prepare(
			`select * from (select number, case ${cases.join(" ")} end as wrong from returns where order_id in (select value from json_each(?))) where wrong is not null`,
		)
		.bind(JSON.stringify(sentBack))
		.all();
	expect(results, JSON.stringify(results)).toEqual([]);
}
