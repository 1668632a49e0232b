/** Quotas of the account at Cloudflare that are used up, recorded for the page of health. */
import { sql } from "drizzle-orm";
import { serviceLimits } from "../../db/health-tables.ts";
import type { LimitedService } from "../../values/jobs.ts";
import { database } from "../database/database.ts";

const dayMs = 24 * 60 * 60_000;
const hourMs = 60 * 60_000;

/**
 * When a daily quota can be tried again, in UTC milliseconds: at the next midnight UTC, as for the other daily limits
 * of Workers (Cloudflare docs: Workers, Limits). When that of e-mails starts is not documented, so in the first hour of a
 * day an hour later.
 */
export function nextDay(now = Date.now()): Date {
	const sinceMidnight = now % dayMs;
	return new Date(sinceMidnight < hourMs ? now + hourMs : now - sinceMidnight + dayMs);
}

/** When a monthly quota is tried again: after an hour, because it may have been bought meanwhile. */
export const nextHour = (now = Date.now()) => new Date(now + hourMs);

/** Returns the statement that records a quota that is used up, and counts what waits until it is tried again. */
export function recordLimit(name: LimitedService, until: Date, now = new Date()) {
	const isSame = sql`${serviceLimits.until} > ${now.getTime()}`;
	return database()
		.insert(serviceLimits)
		.values({ name, reachedAt: now, until, waiting: 1 })
		.onConflictDoUpdate({
			target: serviceLimits.name,
			set: {
				reachedAt: sql`iif(${isSame}, ${serviceLimits.reachedAt}, ${now.getTime()})`,
				waiting: sql`iif(${isSame}, ${serviceLimits.waiting}, 0) + 1`,
				until,
			},
		});
}
