/**
 * Runs a scheduled job unless it runs already, and records how it ended, for the page of health. Each run is an
 * invocation of its own: D1 allows 1,000 queries in one (Cloudflare docs: D1, Limits).
 */
import { and, eq, sql } from "drizzle-orm";
import { jobRuns } from "../../db/health-tables.ts";
import { database } from "../../platform/database/database.ts";
import { logInfo, redactedReason } from "../../platform/services/log.ts";
import { type JobName, jobTimeoutMs } from "../../values/jobs.ts";

/** How long a run keeps others from starting, in milliseconds: until it would have failed for taking too long. */
const leaseMs = jobTimeoutMs + 60_000;

/**
 * Runs `work` of a job and records its end. A run that another one has not ended is left out. Throws what `work` throws,
 * and an Error if it takes longer than `timeoutMs`.
 */
export async function runJob(
	name: JobName,
	work: () => Promise<unknown>,
	timeoutMs = jobTimeoutMs,
): Promise<void> {
	const leasedUntil = await leaseJob(name);
	if (!leasedUntil) return logInfo({ job: name, state: "still running" });
	try {
		await withTimeout(work(), timeoutMs);
	} catch (error) {
		await endJob(name, leasedUntil, { failedAt: new Date(), failure: redactedReason(error) });
		throw error;
	}
	await endJob(name, leasedUntil, { succeededAt: new Date() });
}

/** Leases a job. Returns the end of the lease, or undefined if another run has one. */
async function leaseJob(name: JobName): Promise<Date | undefined> {
	const now = new Date();
	const leasedUntil = new Date(now.getTime() + leaseMs);
	const [leased] = await database()
		.insert(jobRuns)
		.values({ name, leasedUntil })
		.onConflictDoUpdate({
			target: jobRuns.name,
			set: { leasedUntil },
			setWhere: sql`${jobRuns.leasedUntil} is null or ${jobRuns.leasedUntil} <= ${now.getTime()}`,
		})
		.returning({ name: jobRuns.name });
	return leased && leasedUntil;
}

type Outcome = Partial<typeof jobRuns.$inferInsert>;

/** Records how a run ended, and ends its lease. A run whose lease has ended is not the last one any more. */
async function endJob(name: JobName, leasedUntil: Date, outcome: Outcome): Promise<void> {
	await database()
		.update(jobRuns)
		.set({ ...outcome, leasedUntil: null })
		.where(and(eq(jobRuns.name, name), eq(jobRuns.leasedUntil, leasedUntil)));
}

/** Rejects if `work` takes longer. It goes on until the invocation ends: every job stores how far it is. */
async function withTimeout(work: Promise<unknown>, timeoutMs: number): Promise<void> {
	const timeout = new AbortController();
	const ended = scheduler.wait(timeoutMs, { signal: timeout.signal }).then(() => {
		throw new Error(`took longer than ${timeoutMs / 1000} s`);
	});
	try {
		await Promise.race([work, ended]);
	} finally {
		timeout.abort();
		ended.catch(() => undefined);
	}
}

/** Selects how each job ended last. */
export const lastJobRuns = () => database().select().from(jobRuns);
