/** The texts of the page of health. */
import { formatCount, plural } from "./numbers.ts";

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
			"The e-mail service rejected them, or all retries failed. The recipients don't know: write to them.",
	},
	limits: {
		name: "Quotas at Cloudflare",
		meaning:
			"The account has these quotas. For more e-mails a day, ask Cloudflare (Email Service, Limits). More than 5,000 image transformations a month need the Images Paid plan.",
	},
	outbox: {
		name: "Late e-mails and notifications",
		meaning:
			"The scheduled job should have sent them to the queue ten minutes ago. If they stay here, the job isn't running: check its cron trigger at Cloudflare.",
	},
	unproved: {
		name: "Unpaid orders from unverified buyers",
		meaning:
			"Guests and unverified accounts have reserved a lot from one network, or as much of a tool as they can. Customers with a verified e-mail can still buy. If these look like abuse, release the orders.",
	},
	reservations: {
		name: "Reservations that should have ended",
		meaning:
			"These orders have expired but still hold stock. The scheduled job closes them on its next run.",
	},
	refunds: {
		name: "Late refunds",
		meaning:
			"Stripe hasn't made them yet. The scheduled job will try again. The balance at Stripe may be too low.",
	},
	failedRefunds: {
		name: "Failed refunds and disputes",
		meaning: "Each one needs you: refund again, or answer at Stripe before the bank's deadline.",
	},
	overpaid: {
		name: "Refunds of more than was left, last 30 days",
		meaning:
			"Stripe refunded more than the order had left, because it doesn't know about store credit and gift cards. The books show an overpaid refund without a credit note. Ask the customer for the difference, or lower their store credit.",
	},
	events: {
		name: "Late Stripe events",
		meaning: "Payments, refunds or disputes the shop learned of late. The job will try again.",
	},
	unreadableEvents: {
		name: "Stripe events that the shop can't read",
		meaning:
			"Stripe sent an event that doesn't match its documentation. Nothing changed here: open the event and compare the payment with its order. The webhook endpoint may use another API version; npm run deploy sets the right one. Then try again.",
	},
	taxes: {
		name: "Taxes not yet reported by Stripe",
		meaning:
			"These orders are paid, but Stripe Tax has no transaction for them. The job will try again.",
	},
} as const;

export const failuresOf = (count: number) =>
	plural(count, { one: "# failure", other: "# failures" });
export const mailNotSent = (kind: string, recipient: string, reason: string) =>
	`“${kind}” to ${recipient}, ${reason === "retries" ? "after all retries" : `because of ${reason}`}`;
export const unreadableEvent = (id: string, type: string, property: string) =>
	`${type || "an event"} ${id}: “${property}” is missing or has the wrong type`;
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
			one: "# item goes back into stock. The order's link still shows what was in it.",
			other: "# items go back into stock. Each order's link still shows what was in it.",
		}),
	button: (orders: number) => plural(orders, { one: "Release # order", other: "Release # orders" }),
	keep: "Keep them",
	none: "No unpaid orders in this time.",
	ofTime: "Release unpaid orders by time",
	ofTimeHint: "Only orders from guests and unverified accounts. Times are UTC.",
	from: "From",
	until: "Until",
	count: "Count them",
} as const;
export const openAtStripe = "Open at Stripe";
/** What a quota that is used up means, by its service. */
export const limitReached = {
	mail: (waiting: number, until: string) =>
		plural(waiting, {
			one: `The daily e-mail quota is used up. # e-mail waits until ${until}`,
			other: `The daily e-mail quota is used up. # e-mails wait until ${until}`,
		}),
	images: (_waiting: number, until: string) =>
		`This month's image transformations are used up: nobody can upload an image, and new sizes are shown larger. Next try at ${until}`,
} as const;
/** A time as the page's sentences have it. */
export const utcTime = (time: Date) => `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
export const refundFailed = (order: string) => `${order}, refund failed`;
export const disputed = (order: string) => `${order}, payment disputed`;
export const overpaid = (order: string, amount: string) => `${order}, ${amount} too much`;
export const testMode =
	"STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are test-mode keys: nobody can pay";
export const notInUse = "Not in use";
export const openByLaw = "What the law still requires";
export const optionalSettings = {
	google: "GOOGLE_CLIENT_ID is not set: nobody can sign in with Google",
	digest: "DIGEST_TO is off: nobody gets the digest of new orders and low stock",
};

/** What the scheduled job compares in slices: the rules of db/row-rules.ts, Stripe and the bucket. */
export const comparisons = {
	name: "Mismatches",
	meaning:
		"Something other than the shop changed the database, Stripe or the bucket, or the shop has a bug. Fix recalculates what it can. Correct the rest by hand, then check again.",
	more: (count: number) => `The newest ${count} are shown. There are more.`,
	nothing: "Nothing found.",
	nothingYet: "Nothing found so far, but not everything has been compared.",
	checkNow: "Check now",
	fix: "Fix",
	again: "Check again",
	columns: ["Comparison", "Last completed", "Found", "Now"],
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
	review_reports: "Report on review",
	import_images: "Import",
	users: "Customer",
	partner_sales: "Partner",
	sales_totals: "Sales of",
	tool_sales: "Sales of",
	categories: "Category",
	facet_counts: "The catalog,",
	payments: "Payment",
	images: "Image",
};

export const runJob = "Run the job now";

/** What a form has done, by the address it leads to. */
const outcomes: Record<string, string> = {
	fixed: "Fixed.",
	released: "Orders released. Their items will be for sale again in a moment.",
	broken: "Not fixed yet.",
	checking: "The shop is comparing everything. Reload this page in a minute.",
	running: "The job is running. Reload this page in a minute.",
	sending: "Sending the e-mail again. It will come back here if that fails.",
	gone: "The e-mail is no longer stored.",
	event: "The event has been handled, or Stripe no longer has it.",
	unreadable: "The shop still can't read the event.",
	unavailable: "Stripe didn't answer. Try again later.",
	resent: "Sending the message again. It will come back here if that fails.",
	dismissed: "Message dismissed. You'll find it in the history.",
	letterGone: "The message is no longer stored, or it belongs to another version of the shop.",
};

/** What the page says after an action, by the word in its address; undefined for any other word. */
export const outcomeOf = (word: string | null): string | undefined =>
	word !== null && Object.hasOwn(outcomes, word) ? outcomes[word] : undefined;

/** Messages whose retries are used up. */
export const deadLetters = {
	name: "Messages that failed",
	meaning:
		"The shop couldn't process them, even after several deliveries. They're kept for 30 days.",
	none: "No failed messages.",
	count: (count: number) =>
		plural(count, { one: "# message failed.", other: `${formatCount(count)} messages failed.` }),
	/** What was lost with a message of a queue. */
	lost: {
		events:
			"A check for events that Stripe's webhook missed. The job checks again every five minutes",
		imports: "A step of an import. The job continues imports that stopped",
		jobs: "A run of a scheduled job that the platform ended. It runs again every five minutes",
		payments: "Work on a payment. The job tries it again from the database",
		purges: "Cached pages that changed. They have since expired on their own",
	} as Record<string, string>,
	resend: "Send again",
	dismiss: "Dismiss",
	mails: "E-mails that ran out of retries are in the list above.",
} as const;

/** The scheduled jobs, and what each does. */
export const jobs = {
	name: "Scheduled jobs",
	never: "never",
	columns: ["Job", "Last success", "Last failure"],
	none: "No job has run yet. Cloudflare runs them every five minutes by the shop's cron trigger.",
	late: "This job hasn't succeeded for 20 minutes.",
	parts: {
		reconcile: "Sends due payments, refunds and events to the queue",
		dispatchOutbox: "Sends due e-mails to the queue",
		publishDrafts: "Publishes drafts",
		runSales: "Starts and ends sales",
		expireCards: "Clears the balance of expired gift cards",
		readBalance: "Reads Stripe's fees and payouts",
		syncTimeZone: "Updates when days begin in the shop's time zone",
		checkRows: "Compares rows with each other",
		comparePayments: "Compares payments with Stripe",
		compareImages: "Compares images with the bucket",
		sweepDeadLetters: "Deletes old failed messages",
		sweepImages: "Deletes unused images",
		sweepAuth: "Deletes expired sessions and links",
		sweepEvents: "Deletes old Stripe events",
		sweepOutbox: "Deletes old e-mails from the outbox",
		sweepImports: "Continues imports that stopped, deletes old ones",
	},
} as const;

export const backup = {
	name: "Backups",
	last: "Last backup made",
	facts: (rows: string, tables: number, megabytes: string, images: string, copied: string) =>
		`${rows} rows in ${tables} tables (${megabytes} MB), ${images} images, ${copied} of them new.`,
	never: "No backups yet.",
	late: "It's more than a week old.",
	how: "npm run backup -- --remote makes one and checks it. D1 itself can go back to any minute of the last 30 days on the paid plan, 7 on the free one (Time Travel): npx wrangler d1 time-travel restore. Images in R2 have no history.",
} as const;

export const openTheOrder = "Open the order";
export const writeToThem = "Write to them";
