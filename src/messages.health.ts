/** The texts of the page of health. Separate from messages.ts, so that only this page has them. */
import { plural } from "./messages.numbers.ts";

export const allWell = "All well";
export const moreThan = (count: number) => `The first ${count} are shown. There are more.`;

/** What is checked, what it means if something is found, and what to do. */
export const checks = {
	settings: {
		name: "Settings and bindings",
		meaning: "Set them with npx wrangler secret put NAME, or in wrangler.toml, and deploy.",
	},
	mails: {
		name: "E-mails not sent in the last week",
		meaning:
			"The e-mail service rejected them, or all retries failed. Their recipients know nothing of it: write to them.",
	},
	limits: {
		name: "Quotas at Cloudflare",
		meaning:
			"The account has these quotas. For more e-mails a day ask Cloudflare (Email Service, Limits); more than 5,000 image transformations a month need the Images Paid plan.",
	},
	outbox: {
		name: "E-mails and notifications that are late",
		meaning:
			"The scheduled job should have sent them to the queue ten minutes ago. If they stay, it does not run: see its cron trigger at Cloudflare.",
	},
	unproved: {
		name: "Unpaid orders of unverified buyers",
		meaning:
			"Guests and unverified accounts reserve much from one network, or all that they can of a tool. Customers with a verified e-mail can still buy. If nobody means to pay, release these orders.",
	},
	reservations: {
		name: "Reservations that should have ended",
		meaning:
			"These orders still reserve stock after they expired. The scheduled job closes them at its next run.",
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
	overpaid: {
		name: "Refunds of more than was left, of the last 30 days",
		meaning:
			"Stripe has refunded more than the order had left: store credit and gift cards are not known there. The books have it as an overpaid refund, without a credit note. Ask the customer for it, or lower the store credit.",
	},
	events: {
		name: "Stripe events that are late",
		meaning: "Payments, refunds or disputes that the shop knows of too late. The job tries again.",
	},
	unreadableEvents: {
		name: "Stripe events that the shop can't read",
		meaning:
			"Stripe says that something happened to a payment, but not as its documentation describes. Nothing was changed here: open the event, and compare the payment with its order. The webhook endpoint may be set to another API version; npm run deploy sets the right one. Then try again.",
	},
	taxes: {
		name: "Taxes that Stripe does not report yet",
		meaning:
			"These orders are paid, but Stripe Tax has no transaction of them. The job tries again.",
	},
} as const;

export const failuresOf = (count: number) =>
	plural(count, { one: "# failure", other: "# failures" });
export const mailNotSent = (kind: string, recipient: string, reason: string) =>
	`“${kind}” to ${recipient}, ${reason === "retries" ? "after all retries" : `because of ${reason}`}`;
export const unreadableEvent = (id: string, type: string, property: string) =>
	`${type || "an event"} ${id}: “${property}” is missing or is something else`;
export const busyNetwork = (count: number) =>
	plural(count, {
		one: "# unpaid order from one network",
		other: "# unpaid orders from one network",
	});
export const usedShare = (name: string, pieces: number, left: number) =>
	`${name}: unverified buyers reserve ${pieces} of ${pieces + left}. Customers with a verified e-mail can buy the other ${left}`;
export const release = {
	open: "Release them",
	title: (orders: number) =>
		plural(orders, { one: "Release # unpaid order?", other: "Release # unpaid orders?" }),
	meaning: (pieces: number) =>
		plural(pieces, {
			one: "# item goes back on sale. The link of the order still shows what it had.",
			other: "# items go back on sale. The link of each order still shows what it had.",
		}),
	button: (orders: number) => plural(orders, { one: "Release # order", other: "Release # orders" }),
	keep: "Keep them",
	none: "There is no such unpaid order.",
	ofTime: "Release unpaid orders by time",
	ofTimeHint: "Only those of guests and unverified accounts. Times are UTC.",
	from: "From",
	until: "Until",
	count: "Count them",
} as const;
export const openAtStripe = "Open at Stripe";
/** What a quota that is used up means, by its service. */
export const limitReached = {
	mail: (waiting: number, until: string) =>
		plural(waiting, {
			one: `The daily quota of e-mails is used up. # e-mail waits until ${until}`,
			other: `The daily quota of e-mails is used up. # e-mails wait until ${until}`,
		}),
	images: (_waiting: number, until: string) =>
		`The month's image transformations are used up: nobody can upload an image, and sizes that nobody has seen yet are shown larger. Next try at ${until}`,
} as const;
/** A time as the page's sentences have it. */
export const utcTime = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
export const refundsFailed = (count: number) =>
	plural(count, { one: "# refund failed", other: "# refunds failed" });
export const disputes = (count: number) =>
	plural(count, { one: "# payment is disputed", other: "# payments are disputed" });
export const overpaid = (order: string, amount: string) => `${order}, ${amount} too much`;
export const testMode =
	"STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of Stripe's test mode: nobody can pay";
export const notInUse = "Not in use";
export const openByLaw = "What the law still asks";
export const optionalSettings = {
	google: "GOOGLE_CLIENT_ID is not set: nobody can sign in with Google",
	digest: "DIGEST_TO is off: nobody gets the digest of new orders and low stock",
};

/** What the scheduled job compares in slices: the rules of db/row-rules.ts, Stripe and the bucket. */
export const comparisons = {
	name: "What does not agree",
	meaning:
		"Something other than the shop changed the database, Stripe or the bucket, or the shop has a bug. Fix recalculates what it can. Correct the others by hand, then check them again.",
	more: (count: number) => `The newest ${count} are shown. There are more.`,
	nothing: "Nothing was found.",
	nothingYet: "Nothing was found yet, but not everything was compared.",
	checkNow: "Check now",
	fix: "Fix",
	again: "Check again",
	columns: ["What is compared", "Last complete", "Found", "Now"],
	parts: {
		rows: "All rows with each other: stock, sums, counts, search tables",
		payments: "Payments of the last 30 days with Stripe",
		images: "Images with the bucket",
	},
	never: "not yet",
	differs: "see above",
	agrees: "nothing",
	finished: (count: string) => `${count} compared,`,
	running: (count: string) => `${count} so far`,
	waiting: "waiting",
} as const;
/** What a row of a table is called in a finding. */
export const rowNames: Record<string, string> = {
	tools: "Tool",
	order_lines: "Order line",
	orders: "Order",
	reviews: "Review",
	refunds: "Refund",
	refund_lines: "Refund",
	shipments: "Shipment",
	tool_pictures: "Image of tool",
	family_pictures: "Image of family",
	review_reports: "Report of review",
	import_images: "Import",
	users: "Customer",
	partner_sales: "Partner",
	sales_totals: "Sales of",
	tool_sales: "Sales of",
	shop_counts: "The shop's row of counts,",
	categories: "Category",
	facet_counts: "The catalogue,",
	payments: "Payment",
	images: "Image",
};

export const runJob = "Run the job now";

/** What a form has done, by the address it leads to. */
const outcomes: Record<string, string> = {
	fixed: "It is fixed.",
	released: "The orders are released. Their items are for sale again in a moment.",
	broken: "It is not fixed yet.",
	checking: "The shop compares everything now. Load this page again in a minute.",
	running: "The job runs now. Load this page again in a minute.",
	sending: "The e-mail is sent again. It appears here again if that fails.",
	gone: "The e-mail is no longer stored.",
	event: "The event is handled now, or Stripe no longer has it.",
	unreadable: "The shop still can't read the event.",
	unavailable: "Stripe did not answer. Try again later.",
	resent: "The message is sent again. It appears here again if that fails.",
	dismissed: "The message is dismissed. The history has it.",
	letterGone: "The message is no longer stored, or it is of another version of the shop.",
};

/** What the page says after an action, by the word in its address; undefined for any other word. */
export const outcomeOf = (word: string | null): string | undefined =>
	word !== null && Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;

/** Messages whose retries are used up. */
export const deadLetters = {
	name: "Messages that failed",
	meaning:
		"The shop could not process them, although each was delivered several times. They are kept for 30 days.",
	none: "No message has failed.",
	count: (count: number) =>
		plural(count, { one: "# message has failed.", other: "# messages have failed." }),
	/** What was lost with a message of a queue. */
	lost: {
		events:
			"A look for events that Stripe's webhook missed. The job looks again every five minutes",
		imports: "A step of an import. The job continues an import that has stopped",
		jobs: "A run of a scheduled job, which the platform ended. It runs again every five minutes",
		payments: "Work on a payment. The job tries it again from the database",
		purges: "Pages of the cache that changed. They have expired by themselves",
	} as Record<string, string>,
	resend: "Send again",
	dismiss: "Dismiss",
	mails: "E-mails whose retries are used up are in the list above.",
} as const;

/** The scheduled jobs, and what each does. */
export const jobs = {
	name: "Scheduled jobs",
	never: "never",
	columns: ["Job", "Last success", "Last failure"],
	none: "No job has run yet. Cloudflare runs them every five minutes by the shop's cron trigger.",
	late: "This job has not succeeded for 20 minutes.",
	parts: {
		reconcile: "Sends due payments, refunds and events to the queue",
		dispatchOutbox: "Sends due e-mails to the queue",
		publishDrafts: "Publishes drafts",
		runSales: "Starts and ends sales",
		expireCards: "Takes what is left of gift cards that have expired",
		readBalance: "Reads Stripe's fees and payouts",
		syncLowStock: "Sets at which stock a tool is low",
		syncTimeZone: "Sets when the days of the shop's time zone begin",
		checkRows: "Compares rows with each other",
		comparePayments: "Compares payments with Stripe",
		compareImages: "Compares images with the bucket",
		sweepDeadLetters: "Deletes old messages that failed",
		sweepImages: "Deletes unused images",
		sweepAuth: "Deletes expired sessions and links",
		sweepEvents: "Deletes old events of Stripe",
		sweepOutbox: "Deletes old e-mails of the outbox",
		sweepToolSales: "Deletes old sums of sales",
		sweepImports: "Continues imports that have stopped, deletes old ones",
	},
} as const;

export const backup = {
	name: "Backups",
	last: "The last backup was made",
	facts: (rows: string, tables: number, megabytes: string, images: string, copied: string) =>
		`${rows} rows of ${tables} tables (${megabytes} MB), ${images} images, ${copied} of them new.`,
	never: "No backup was ever made.",
	late: "It is more than a week old.",
	how: "npm run backup -- --remote makes one and checks it. D1 itself keeps each minute of the last 30 days on the paid plan, 7 on the free one (Time Travel): npx wrangler d1 time-travel restore. Images in R2 have no history.",
} as const;

export const openTheOrder = "Open the order";
export const writeToThem = "Write to them";
