/** Reads what the page of health shows: one round trip, and at most 200 rows however large the shop is. */
import { and, asc, desc, gt, isNotNull, lt, type SQL, sql } from "drizzle-orm";
import { contact, law, seller } from "../../config/config.ts";
import type { ShopConfig } from "../../config/schema.ts";
import {
	backups,
	brokenRows,
	deadLetters,
	healthChecks,
	serviceLimits,
} from "../../db/health-tables.ts";
import {
	hasFailedRefund,
	isOpenOrder,
	isTaxDue,
	orderLines,
	orders,
} from "../../db/order-tables.ts";
import { failedMails, outbox } from "../../db/outbox-tables.ts";
import { isOverpaid, paymentEvents, refunds } from "../../db/payment-tables.ts";
import * as messages from "../../messages/health.ts";
import { countOf } from "../../platform/database/count.ts";
import { batch, database } from "../../platform/database/database.ts";
import {
	digestRecipients,
	googleClient,
	isDeployed,
	isStripeTestMode,
} from "../../platform/settings/settings.ts";
import { isDemoShop } from "../legal/publication.ts";
import { publishedLegalPages } from "../legal/published.ts";
import { missingByLaw } from "../legal/rules.ts";
import { selectBusyNetworks, selectUsedShares } from "../orders/release-orders.server.ts";
import { newestDeadLetters } from "./dead-letters.server.ts";
import { notStarted } from "./findings.server.ts";
import { jobGraceMs, mailReportedMs, maxShownFindings, overpaidReportedMs } from "./health.ts";
import { lastJobRuns } from "./job-runs.server.ts";
import { newestBrokenRows } from "./row-checks.server.ts";

/** One more than is shown, to tell that there are more. */
const limit = maxShownFindings + 1;

/** Returns late work of each kind, the longest waiting first, and what failed or disagrees, the newest first. */
export async function findLateWork(now = Date.now()) {
	const found = await batch({
		mails: failedMailsSince(new Date(now - mailReportedMs)),
		unreadableEvents: unreadableEvents(),
		overpaid: overpaidSince(new Date(now - overpaidReportedMs)),
		...lateQueries(new Date(now - jobGraceMs)),
		...foundQueries(new Date(now)),
		broken: newestBrokenRows(),
	});
	const { counts, checks, differ, backups: newest, ...work } = found;
	return {
		...work,
		...(counts[0] ?? { deadLetterCount: 0 }),
		checks: healthChecks.name.enumValues.map((name) => ({
			...(checks.find((one) => one.name === name) ?? notStarted(name)),
			differs:
				name === "rows"
					? work.broken.some(({ tableName }) => !isCheck(tableName))
					: differ.some((one) => one.name === name),
		})),
		backup: newest[0],
	};
}

/**
 * Returns what unproved buyers reserve much of: networks with many unpaid orders, and tools whose share is used up. One round
 * trip, which reads their open orders; the limits keep those few.
 */
export const findUnproved = () =>
	batch({ busyNetworks: selectBusyNetworks(limit), usedShares: selectUsedShares(limit) });

/** Whether a finding is of a check that compares the shop with a service, and not of a row. */
const isCheck = (tableName: string) =>
	healthChecks.name.enumValues.some((name) => name === tableName);

/** Selects e-mails that could not be sent, the newest first. */
const failedMailsSince = (since: Date) =>
	database()
		.select({
			id: failedMails.id,
			recipient: failedMails.recipient,
			kind: failedMails.kind,
			reason: failedMails.reason,
			at: failedMails.failedAt,
		})
		.from(failedMails)
		.where(gt(failedMails.failedAt, since))
		.orderBy(desc(failedMails.failedAt))
		.limit(limit);

/** Selects refunds that were made of more than was left of their order, the newest first. */
const overpaidSince = (since: Date) =>
	database()
		.select({
			orderId: refunds.orderId,
			number: sql<
				number | null
			>`(select ${orders.number} from ${orders} where ${orders.id} = ${refunds.orderId})`,
			currency: sql<string>`(select ${orders.currency} from ${orders} where ${orders.id} = ${refunds.orderId})`,
			cents: refunds.overpaidCents,
			at: refunds.doneAt,
		})
		.from(refunds)
		.where(and(isOverpaid, gt(refunds.doneAt, since)))
		.orderBy(desc(refunds.doneAt))
		.limit(limit);

/** Selects events that can't be read, the newest first. They are deleted with the others, after thirty days. */
const unreadableEvents = () =>
	database()
		.select({
			id: paymentEvents.id,
			type: paymentEvents.type,
			property: sql<string>`${paymentEvents.unreadable}`,
			at: paymentEvents.receivedAt,
		})
		.from(paymentEvents)
		.where(isNotNull(paymentEvents.unreadable))
		.orderBy(desc(paymentEvents.receivedAt))
		.limit(limit);

/** Selects work that was due before `late`. */
function lateQueries(late: Date) {
	const db = database();
	return {
		outbox: db
			.select({ kind: outbox.kind, failures: outbox.failures, at: outbox.createdAt })
			.from(outbox)
			.where(and(isNotNull(outbox.dueAt), lt(outbox.dueAt, late)))
			.orderBy(asc(outbox.dueAt))
			.limit(limit),
		reservations: db
			.select({
				orderId: sql<string>`found.id`,
				number: sql<number>`found.number`,
				at: sql`found.expires_at`.mapWith(orders.expiresAt),
			})
			.from(sql`(${expiredOrders(late)}) as found`),
		refunds: db
			.select({
				orderId: refunds.orderId,
				number: sql<
					number | null
				>`(select ${orders.number} from ${orders} where ${orders.id} = ${refunds.orderId})`,
				failures: refunds.failures,
				at: refunds.createdAt,
			})
			.from(refunds)
			.where(and(isNotNull(refunds.retryAt), lt(refunds.retryAt, late)))
			.orderBy(asc(refunds.retryAt))
			.limit(limit),
		events: db
			.select({
				type: paymentEvents.type,
				failures: paymentEvents.failures,
				at: paymentEvents.createdAt,
			})
			.from(paymentEvents)
			.where(and(sql`${paymentEvents.retryAt} is not null`, lt(paymentEvents.retryAt, late)))
			.orderBy(asc(paymentEvents.retryAt))
			.limit(limit),
		taxes: db
			.select({
				orderId: orders.id,
				number: orders.number,
				failures: orders.taxFailures,
				at: orders.paidAt,
			})
			.from(orders)
			.where(and(isTaxDue, lt(orders.taxDueAt, late)))
			.orderBy(asc(orders.taxDueAt))
			.limit(limit),
	};
}

/** Selects the orders that have a line in a state, the newest first. */
const ordersWith = (isInState: SQL) =>
	database()
		.selectDistinct({ orderId: orderLines.orderId, number: orderLines.number })
		.from(orderLines)
		.where(isInState)
		.orderBy(desc(orderLines.number))
		.limit(limit);

/** Selects what was counted and found before: refunds and disputes, dead letters, the checks and the last backup. */
function foundQueries(now: Date) {
	const db = database();
	return {
		counts: db
			.select({
				deadLetterCount: countOf(deadLetters, gt(deadLetters.failedAt, new Date(0))),
			})
			.from(sql`(select 1) as shop`),
		refundsFailed: ordersWith(hasFailedRefund),
		disputes: ordersWith(isNotNull(orderLines.disputedAt)),
		deadLetters: newestDeadLetters(),
		jobs: lastJobRuns(),
		limits: db.select().from(serviceLimits).where(gt(serviceLimits.until, now)),
		checks: db.select().from(healthChecks),
		differ: db
			.select({ name: sql<string>`value` })
			.from(sql`json_each(${JSON.stringify(healthChecks.name.enumValues)})`)
			.where(sql`exists (select 1 from ${brokenRows} where ${brokenRows.tableName} = value)`),
		backups: db
			.select()
			.from(backups)
			.where(gt(backups.createdAt, new Date(0)))
			.orderBy(desc(backups.createdAt))
			.limit(1),
	};
}

/**
 * Selects open orders that have expired before `late`. By its index, as the job does: SQLite expects
 * fewer rows of the unique index of transactions, which has all unpaid orders.
 */
function expiredOrders(late: Date): SQL {
	const expired = sql`${isOpenOrder} and ${orders.checkAt} is null and ${orders.expiresAt} < ${late.getTime()} and ${orders.processingAt} is null`;
	return sql`
		select ${orders.id}, ${orders.number}, ${orders.expiresAt}
		from ${orders} indexed by orders_due
		where ${expired}
		order by ${orders.expiresAt}
		limit ${limit}
	`;
}

/** Returns what the settings leave out, by their names. The shop runs without it. */
export function settingNotes(): string[] {
	const { google, digest } = messages.optionalSettings;
	return [
		...(isDeployed() && isStripeTestMode() ? [messages.testMode] : []),
		...(googleClient() ? [] : [google]),
		...(digestRecipients().length > 0 ? [] : [digest]),
	];
}

/** Returns what the shop lacks by the law of its regions; the demo shop is no shop. */
export const lawNotes = (tax: ShopConfig["tax"]): string[] =>
	isDemoShop(contact.email)
		? []
		: missingByLaw({ law, seller, tax, published: publishedLegalPages });
