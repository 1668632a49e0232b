/** When work that waits is a problem. The doctor and the page of health have the same rules. */

/** How late the scheduled job may be with something, in milliseconds: two of its runs. */
export const jobGraceMs = 10 * 60_000;

/** How long an e-mail that could not be sent is reported, in milliseconds: a week. */
export const mailReportedMs = 7 * 24 * 60 * 60_000;

/** How long a refund of more than was left is reported, in milliseconds: 30 days. */
export const overpaidReportedMs = 30 * 24 * 60 * 60_000;

/** Findings of each kind that the page shows. */
export const maxShownFindings = 2;

/** After how long without a backup the page warns, in milliseconds: a week. */
export const backupReminderMs = 7 * 24 * 60 * 60_000;

/** Rows that break a rule that the page shows. */
export const maxShownRows = 6;
