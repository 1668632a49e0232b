/**
 * Reads what Stripe charged for payments and when it paid them out, for the accounting. The scheduled job does it,
 * some calls a run, and stores with each page where to continue; a payment never waits for it.
 *
 * A balance transaction is what a payment, a refund or a dispute changed in the balance: `amount`, `fee` and `net`.
 * Which ones a payout contains is told by the list's filter `payout`, for automatic payouts whose
 * `reconciliation_status` is `completed` (Stripe API: Balance transactions, Payouts. Stripe docs: Payout
 * reconciliation, https://docs.stripe.com/payouts/reconciliation).
 *
 * A restricted key needs the permissions `balance_read` for the list, `balance_transaction_source_read` to expand
 * `source`, `charge_read` and `dispute_read` for what a source is (Stripe docs: Permissions reference,
 * https://docs.stripe.com/stripe-apps/reference/permissions), and for payouts the one that Stripe's errors call
 * `rak_payout_read`. https://docs.stripe.com/keys/permissions-reference has the permission of each endpoint. Without one
 * the call answers 403, and its message names what is missing.
 */
import { and, asc, eq, isNotNull, lte, sql } from "drizzle-orm";
import type Stripe from "stripe";
import { isPaidOrder, orders } from "../../db/order-tables.ts";
import { balanceReads, balanceTransactions, payouts } from "../../db/payment-tables.ts";
import { batch, database, insertFrom } from "../../platform/database/database.ts";
import { logInfo } from "../../platform/services/log.ts";
import { callStripe, isPermissionDenied } from "../../platform/services/stripe.ts";

/** Pages of a hundred that one run reads of each list: a day has 288 runs. */
const maxPages = 10;

const pageSize = 100;

/** How long a run leases a list, in milliseconds: as long as its calls can take. */
const leaseMs = 4 * 60_000;

/** How long a list is left alone that the key may not read, in milliseconds. */
const deniedMs = 24 * 60 * 60_000;

/**
 * How much a window overlaps the one before, in milliseconds: an object may appear in a list later than its
 * timestamp, and a payout that was paid can still fail within five business days.
 */
const overlapMs = { transactions: 10 * 60_000, payouts: 14 * 24 * 60 * 60_000 };

type ListName = keyof typeof overlapMs;
type BalanceRead = typeof balanceReads.$inferSelect;

/** A window of time, and the last object that was read of it. */
interface Window {
	created: { gte: number; lte: number };
	after: string | null;
}

/** Reads new balance transactions, then new payouts, then what these contain. `now` in UTC milliseconds. */
export async function readBalance(now = Date.now()): Promise<void> {
	const since = await firstPaymentAt();
	if (since === undefined) return;
	await withLease("transactions", { since, now }, (read) =>
		readPages("transactions", read, async ({ created, after }) => {
			const { data, has_more } = await callStripe((stripe) =>
				stripe.balanceTransactions.list({ created, ...pageAfter(after), expand: ["data.source"] }),
			);
			return { data, has_more, store: storeTransactions(data, null) };
		}),
	);
	await withLease("payouts", { since, now }, async (read) => {
		await readPages("payouts", read, async ({ created, after }) => {
			const { data, has_more } = await callStripe((stripe) =>
				stripe.payouts.list({ created, ...pageAfter(after) }),
			);
			return { data, has_more, store: storePayouts(data) };
		});
		await readPayouts();
	});
}

const pageAfter = (after: string | null) => ({
	limit: pageSize,
	...(after !== null && { starting_after: after }),
});

/** When the first order was placed that was paid, in UTC milliseconds: a payment is later. */
async function firstPaymentAt(): Promise<number | undefined> {
	const [first] = await database()
		.select({ createdAt: orders.createdAt })
		.from(orders)
		.where(and(isPaidOrder, isNotNull(orders.paidAt)))
		.orderBy(asc(orders.paidAt))
		.limit(1);
	return first?.createdAt.getTime();
}

/**
 * Leases a list for some work, unless another run has it. If the key may not read it, that is logged once, and
 * tried again after a day. Throws Stripe's errors (`payments_*`): the next run continues.
 */
async function withLease(
	list: ListName,
	{ since, now }: { since: number; now: number },
	work: (read: BalanceRead) => Promise<void>,
): Promise<void> {
	const leasedUntil = new Date(now + leaseMs);
	const [read] = await database()
		.insert(balanceReads)
		.values({ list, since: new Date(since), leasedUntil })
		.onConflictDoUpdate({
			target: balanceReads.list,
			set: { leasedUntil },
			setWhere: lte(balanceReads.leasedUntil, new Date(now)),
		})
		.returning();
	if (!read) return;
	const end = (set: Partial<BalanceRead>) =>
		database().update(balanceReads).set(set).where(eq(balanceReads.list, list));
	try {
		await work(read);
		await end({ leasedUntil: new Date(0), deniedAt: null });
	} catch (error) {
		if (!isPermissionDenied(error)) {
			await end({ leasedUntil: new Date(0) });
			throw error;
		}
		if (!read.deniedAt) logInfo({ code: "balance_not_permitted", subject: list });
		await end({
			leasedUntil: new Date(now + deniedMs),
			deniedAt: read.deniedAt ?? new Date(now),
		});
	}
}

type PageReader = (window: Window) => Promise<{
	data: { id: string }[];
	has_more: boolean;
	store: ReturnType<typeof storePayouts> | ReturnType<typeof storeTransactions>;
}>;

/**
 * Reads some pages of a list, the newest first, and stores each with where to continue. After the last page the
 * next window begins.
 */
async function readPages(list: ListName, read: BalanceRead, readPage: PageReader): Promise<void> {
	const until = read.until ?? new Date();
	const created = {
		gte: Math.floor(read.since.getTime() / 1000),
		lte: Math.ceil(until.getTime() / 1000),
	};
	let after = read.after;
	for (let page = 0; page < maxPages; page += 1) {
		const { data, has_more: hasMore, store } = await readPage({ created, after });
		const last = hasMore ? data.at(-1) : undefined;
		const next = last
			? { until, after: last.id }
			: {
					since: new Date(Math.max(read.since.getTime(), until.getTime() - overlapMs[list])),
					until: null,
					after: null,
				};
		await batch({
			store,
			next: database().update(balanceReads).set(next).where(eq(balanceReads.list, list)),
		});
		if (!last) return;
		after = last.id;
	}
}

/** Reads the transactions of payouts, the oldest payout first. */
async function readPayouts(): Promise<void> {
	for (let page = 0; page < maxPages; page += 1) {
		const [payout] = await database()
			.select()
			.from(payouts)
			.where(sql`${payouts.reading} = 'due'`)
			.orderBy(asc(payouts.createdAt))
			.limit(1);
		if (!payout) return;
		const { data, has_more: hasMore } = await callStripe((stripe) =>
			stripe.balanceTransactions.list({
				payout: payout.id,
				...pageAfter(payout.readAfter),
				expand: ["data.source"],
			}),
		);
		const last = hasMore ? data.at(-1) : undefined;
		await batch({
			store: storeTransactions(data, payout.id),
			next: database()
				.update(payouts)
				.set(last ? { readAfter: last.id } : { reading: "done", readAfter: null })
				.where(eq(payouts.id, payout.id)),
		});
	}
}

/** Stores the transactions of payments, refunds and disputes; a payout that is not known leaves the stored one. */
function storeTransactions(data: Stripe.BalanceTransaction[], payoutId: string | null) {
	const rows = data.flatMap((one) => {
		const { id: sourceId, intentId } = sourceOf(one.source);
		if (sourceId === undefined || intentId === undefined) return [];
		const { id, reporting_category: category, amount, fee, net } = one;
		return [
			{
				id,
				sourceId,
				intentId,
				category,
				amount,
				fee,
				net,
				currency: one.currency.toUpperCase(),
				createdAt: one.created * 1000,
				availableAt: one.available_on * 1000,
			},
		];
	});
	return insertFrom(
		balanceTransactions,
		{
			id: sql`value ->> 'id'`,
			sourceId: sql`value ->> 'sourceId'`,
			intentId: sql`value ->> 'intentId'`,
			category: sql`value ->> 'category'`,
			amountCents: sql`value ->> 'amount'`,
			feeCents: sql`value ->> 'fee'`,
			netCents: sql`value ->> 'net'`,
			currency: sql`value ->> 'currency'`,
			createdAt: sql`value ->> 'createdAt'`,
			availableAt: sql`value ->> 'availableAt'`,
			payoutId: sql`${payoutId}`,
		},
		sql`from json_each(${JSON.stringify(rows)}) where true`,
	).onConflictDoUpdate({
		target: balanceTransactions.id,
		set: {
			availableAt: sql`excluded.available_at`,
			payoutId: sql`coalesce(excluded.payout_id, ${balanceTransactions.payoutId})`,
		},
	});
}

/** The ids of a transaction's source and of its payment; undefined if it has none. */
function sourceOf(source: Stripe.BalanceTransaction["source"]) {
	const { id, payment_intent: intent } = Object(source) as {
		id?: string;
		payment_intent?: string | { id: string } | null;
	};
	return { id, intentId: typeof intent === "object" ? intent?.id : intent };
}

/** Stores payouts. What one contains is read once, when Stripe lists it. */
function storePayouts(data: Stripe.Payout[]) {
	const rows = data.map((one) => ({
		id: one.id,
		amount: one.amount,
		status: one.status,
		currency: one.currency.toUpperCase(),
		createdAt: one.created * 1000,
		arrivesAt: one.arrival_date * 1000,
		reading: one.automatic && one.reconciliation_status === "completed" ? "due" : "waiting",
	}));
	return insertFrom(
		payouts,
		{
			id: sql`value ->> 'id'`,
			amountCents: sql`value ->> 'amount'`,
			currency: sql`value ->> 'currency'`,
			status: sql`value ->> 'status'`,
			createdAt: sql`value ->> 'createdAt'`,
			arrivesAt: sql`value ->> 'arrivesAt'`,
			reading: sql`value ->> 'reading'`,
		},
		sql`from json_each(${JSON.stringify(rows)}) where true`,
	).onConflictDoUpdate({
		target: payouts.id,
		set: {
			status: sql`excluded.status`,
			arrivesAt: sql`excluded.arrives_at`,
			reading: sql`case when ${payouts.reading} = 'waiting' then excluded.reading else ${payouts.reading} end`,
		},
	});
}
