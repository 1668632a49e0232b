/** The scheduled jobs, by name. Cloudflare's cron sends each its own message every five minutes. */

/** In the order in which they are sent: what customers wait for comes first. */
export const jobNames = [
	"reconcile",
	"dispatchOutbox",
	"publishDrafts",
	"runSales",
	"expireCards",
	"readBalance",
	"syncTimeZone",
	"checkRows",
	"comparePayments",
	"compareImages",
	"sweepDeadLetters",
	"sweepImages",
	"sweepAuth",
	"sweepEvents",
	"sweepOutbox",
	"sweepImports",
] as const;
export type JobName = (typeof jobNames)[number];

/** How long a job may take, in milliseconds. A consumer is ended after fifteen minutes (Cloudflare docs: Queues, Limits). */
export const jobTimeoutMs = 10 * 60_000;

/** After how long without success the page of health warns, in milliseconds: four runs. */
export const jobLateMs = 20 * 60_000;

/** Services of Cloudflare with a quota that can be used up. */
export const limitedServices = ["mail", "images"] as const;
export type LimitedService = (typeof limitedServices)[number];
