/**
 * The scheduled jobs. Cloudflare's cron sends a message for each, and each message is consumed in an invocation of its
 * own: one that fails or runs long leaves the others' time and queries alone.
 */
import { sweepAuth } from "../platform/auth/auth-sweep.ts";
import { parseMessages, sendAll } from "../platform/services/queues.ts";
import { expireCards } from "../shop/gift-cards/manage-cards.server.ts";
import { sweepDeadLetters } from "../shop/health/dead-letters.server.ts";
import { runJob } from "../shop/health/job-runs.server.ts";
import { checkRows } from "../shop/health/row-checks.server.ts";
import { checkService } from "../shop/health/service-checks.server.ts";
import { sweepImages } from "../shop/images/sweep.server.ts";
import { sweepImports } from "../shop/imports/imports.server.ts";
import { runSales } from "../shop/offers/run-sales.server.ts";
import { dispatchOutbox, sweepOutbox } from "../shop/outbox/outbox.server.ts";
import { readBalance } from "../shop/payments/balance.server.ts";
import { sweepEvents } from "../shop/payments/events.server.ts";
import { reconcile } from "../shop/payments/reconcile.server.ts";
import { syncTimeZone } from "../shop/sales/time-zone.server.ts";
import { publishDrafts } from "../shop/tools/drafts.server.ts";
import { type JobName, jobNames } from "../values/jobs.ts";
import { runLoggedJob } from "./serve.ts";

/** What each job does. */
const jobs: Record<JobName, () => Promise<unknown>> = {
	/** Enqueues due payments, refunds and events. */
	reconcile: () => reconcile(),
	/** Enqueues due rows of the outbox. */
	dispatchOutbox: () => dispatchOutbox(),
	publishDrafts: () => publishDrafts(),
	/** Ends and starts sales. */
	runSales: () => runSales(),
	expireCards: () => expireCards(),
	/** Reads Stripe's fees and payouts. */
	readBalance: () => readBalance(),
	syncTimeZone: () => syncTimeZone(),
	/** Looks for rows that break a rule. */
	checkRows: () => checkRows(),
	/** Compares payments at Stripe with the database. */
	comparePayments: () => checkService("payments"),
	/** Compares images in the bucket with the database. */
	compareImages: () => checkService("images"),
	sweepDeadLetters: () => sweepDeadLetters(),
	sweepImages: () => sweepImages(),
	sweepAuth: () => sweepAuth(),
	sweepEvents: () => sweepEvents(),
	sweepOutbox: () => sweepOutbox(),
	/** Continues imports that have stopped, and deletes old ones. */
	sweepImports: () => sweepImports(),
};

/** Sends a message for each job. Called by the cron trigger. */
export function sendJobs(): Promise<void> {
	return runLoggedJob("scheduled", () =>
		sendAll(
			"jobs",
			jobNames.map((job) => ({ job })),
		),
	);
}

/**
 * Runs the job of each message. A job that fails is not retried: the next one comes in five minutes. `work` has what
 * each job does.
 */
export async function consumeJobBatch(
	batch: MessageBatch<unknown>,
	work: Partial<typeof jobs> = jobs,
): Promise<void> {
	for (const { body, ack } of parseMessages("jobs", batch)) {
		const { job } = body;
		// It has logged why it failed, and the page of health shows it.
		await runLoggedJob(job, () => runJob(job, work[job] ?? jobs[job])).catch(() => undefined);
		ack();
	}
}
