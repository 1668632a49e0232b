/** The texts of the page of health. Separate from messages.ts, so that only this page has them. */

export const allWell = "All well";
export const moreThan = (count: number) => `The first ${count} are shown. There are more.`;

/** What is checked, what it means if something is found, and what to do. */
export const checks = {
	settings: {
		name: "Settings and bindings",
		meaning: "Set them with npx wrangler secret put NAME, or in wrangler.toml, and deploy.",
	},
	mails: {
		name: "Mails that were not sent, of the last week",
		meaning:
			"The mail service rejected them, or all retries failed. Their recipients know nothing of it: write to them.",
	},
	outbox: {
		name: "Mails and news that are late",
		meaning:
			"The scheduled job should have sent them to the queue ten minutes ago. If they stay, it does not run: see its cron trigger at Cloudflare.",
	},
	reservations: {
		name: "Reservations that should have ended",
		meaning:
			"These checkouts still reserve stock after they expired. The scheduled job closes them at its next run.",
	},
	refunds: {
		name: "Refunds that are late",
		meaning:
			"Stripe has not made them yet. The scheduled job tries again; the balance at Stripe may be too low.",
	},
	failedRefunds: {
		name: "Refunds that failed, and disputes",
		meaning: "Each waits for you: refund again, or answer at Stripe before the bank's date.",
	},
	events: {
		name: "Stripe events that are late",
		meaning: "Payments, refunds or disputes that the shop knows of too late. The job tries again.",
	},
	taxes: {
		name: "Taxes that Stripe does not report yet",
		meaning:
			"These checkouts are paid, but Stripe Tax has no transaction of them. The job tries again.",
	},
} as const;

export const failuresOf = (count: number) => (count === 1 ? "1 failure" : `${count} failures`);
export const mailNotSent = (kind: string, recipient: string, reason: string) =>
	`“${kind}” to ${recipient}, ${reason === "retries" ? "after all retries" : `because of ${reason}`}`;
export const refundsFailed = (count: number) =>
	count === 1 ? "1 refund failed" : `${count} refunds failed`;
export const disputes = (count: number) =>
	count === 1 ? "1 payment is disputed" : `${count} payments are disputed`;
export const testMode =
	"STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of Stripe's test mode: nobody can pay";
export const optionalSettings = {
	google: "GOOGLE_CLIENT_ID is not set: nobody can sign in with Google",
	digest: "DIGEST_TO is off: nobody gets the digest of new orders and low stock",
};

export const aboutDoctor =
	"npm run doctor -- --remote checks every row too, payments at Stripe and images, and fixes what it can.";
export const aboutBackups =
	"D1 keeps each minute of the last 30 days on the paid plan (Time Travel), without a backup to make. Images in R2 have no history.";
