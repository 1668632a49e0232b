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

/** The rows that break a rule of db/row-rules.ts. */
export const brokenRows = {
	name: "Rows that disagree",
	meaning:
		"Something changed the database past the shop, or the shop has a fault. Fix counts again what it can; set the others right by hand, then check them again.",
	more: (count: number) => `The newest ${count} are shown. There are more.`,
	none: "No row breaks a rule.",
	running: (rows: string) => `The shop is looking through its tables: ${rows} rows so far, since`,
	finished: (rows: string) => `It last looked through all ${rows} rows at`,
	never: "It has not looked through all rows yet.",
	checkNow: "Check now",
	fix: "Fix",
	again: "Check again",
	beyond:
		"npm run doctor -- --remote also compares the sums of sales and partners, search tables, payments at Stripe and images, and fixes what it can.",
} as const;
/** What a row of a table is called in a finding. */
export const rowNames: Record<string, string> = {
	tools: "Tool",
	orders: "Order",
	checkouts: "Checkout",
	reviews: "Review",
	refunds: "Refund",
	order_refunds: "Refund",
	shipments: "Shipment",
	tool_pictures: "Image of tool",
	review_reports: "Report of review",
};

export const tryAgain = "Try again";
export const runJob = "Run the job now";

/** What a form has done, by the address it leads to. */
export const outcomes: Record<string, string> = {
	fixed: "It is right now.",
	broken: "It is still not right.",
	checking: "The shop looks through its tables now. Load this page again in a minute.",
	running: "The job runs now. Load this page again in a minute.",
	sending: "The mail is sent again. It stands here again if that fails.",
	gone: "The mail is no longer stored.",
};

export const aboutQueues =
	"Mails whose retries are used up come from their dead-letter queue to the list above. What is to be done at Stripe stays in the database until it is done: the job sends it again. A cached page that could not be purged expires by itself.";
export const aboutBackups =
	"D1 keeps each minute of the last 30 days on the paid plan, 7 on the free one (Time Travel), always and without a backup to make: npx wrangler d1 time-travel restore. Images in R2 have no history.";
