/** The texts of the audit screens. */
import { plural } from "./numbers.ts";

const toolActions: Record<string, string> = {
	"tool.added": "added",
	"tool.changed": "changed",
	"tool.deleted": "deleted",
	"tool.sale_planned": "planned a sale on",
	"tool.sale_started": "started the sale on",
	"tool.sale_ended": "ended the sale on",
};

const orderActions: Record<string, string> = {
	"order.placed": "ordered",
	"order.shipped": "shipped",
	"order.deleted": "deleted the order for",
	"order.released": "released the reservation of",
	"order.ship_undone": "undid the shipping of",
	"order.line_added": "added to the order",
	"order.quantity_changed": "changed the quantity of",
	"order.delivery_changed": "changed the delivery address of",
	"order.mail_resent": "resent an e-mail about",
	"order.return_asked": "asked to return",
	"order.return_approved": "approved the return of",
	"order.return_rejected": "rejected the return of",
	"order.return_received": "checked in the return of",
	"order.return_closed": "closed the return of",
	"order.withdrawal_undone": "undid the withdrawal from",
};

/** Order events that no user causes: a payment, a refund, a dispute, an expiry. */
const orderEvents: Record<string, string> = {
	"order.paid": "Payment received for",
	"order.expired": "Expired unpaid:",
	"order.refund_owed": "Refund due for",
	"order.refunded": "Refund sent for",
	"order.disputed": "Payment disputed for",
	"order.dispute_closed": "Dispute closed for",
};

const reviewActions: Record<string, string> = {
	"review.replaced": "replaced the review of",
	"review.deleted": "deleted the review of",
	"review.hidden": "hid the review of",
	"review.shown": "restored the review of",
	"review.answered": "answered the review of",
};

const offerActions: Record<string, string> = {
	"offer.added": "added the offer",
	"offer.changed": "changed the offer",
	"offer.ended": "ended the offer",
};

const giftCardActions: Record<string, string> = {
	"gift_card.issued": "issued",
	"gift_card.adjusted": "corrected",
	"gift_card.disabled": "disabled",
	"gift_card.enabled": "enabled again",
};

const questionActions: Record<string, string> = {
	"question.answered": "answered a question about",
	"question.published": "published a question about",
	"question.hidden": "hid a question about",
	"question.deleted": "deleted a question about",
};

/** The text of an audit event. */
export const auditMessages = {
	setting: (name: string, isDefault: boolean) =>
		isDefault ? `reset the setting ${name}` : `changed the setting ${name}`,
	offer: (action: string, name: string) => `${offerActions[action] ?? action} ${name}`,
	mailTested: (name: string) => `sent themselves a test of the e-mail ${name}`,
	giftCard: (action: string, name: string, price: string) =>
		`${giftCardActions[action] ?? action} the gift card ${name}, ${price}`,
	tool: (action: string, name: string, changes: readonly string[]) =>
		[`${toolActions[action] ?? action} ${name}`, ...changes].join(changes.length > 0 ? "; " : ""),
	order: (action: string, tool: string, pieces: number, total: string, what = "") =>
		`${orderActions[action] ?? orderEvents[action] ?? action} ${pieces} × ${tool}, ${total}${what && `: ${what}`}`,
	/** The change of a carrier and a tracking number. */
	tracking: (tool: string, pieces: number, before: string, after: string) =>
		`changed the tracking of ${pieces} × ${tool}: ${before || "none"} → ${after || "none"}`,
	/** Whether no user causes the action. Its text then comes before who reported it. */
	isEvent: (action: string) => Object.hasOwn(orderEvents, action),
	review: (action: string, subject: string, stars: number, reason?: string) =>
		`${reviewActions[action] ?? action} ${subject}, ${stars} of 5 stars${reason ? `: ${reason}` : ""}`,
	maker: (action: string, name: string) =>
		`${action === "maker.deleted" ? "deleted" : "saved"} the addresses of ${name}`,
	page: (action: string, name: string) =>
		`${action === "page.deleted" ? "deleted" : "saved"} the page ${name}`,
	supplier: (action: string, name: string) =>
		`${action === "supplier.deleted" ? "deleted" : "saved"} the supplier ${name}`,
	import: (action: string, name: string, lines: number) =>
		action === "import.columns_saved"
			? `saved the columns of ${name}`
			: `${action === "import.reverted" ? "reverted" : "started"} the import or bulk change ${name}, ${plural(lines, { one: "# line", other: "# lines" })}`,
	question: (action: string, tool: string) => `${questionActions[action] ?? action} ${tool}`,
	/** A message whose retries were used up. */
	message: (action: string, queue: string) =>
		`${action === "message.resent" ? "resent" : "dismissed"} a failed message from the queue ${queue}`,
	user: (action: string, email: string, role: string, reason: string) => {
		if (action === "user.made_admin") return `made ${email} an administrator`;
		if (action === "user.removed_admin") return `removed ${email} as an administrator`;
		if (action === "user.blocked")
			return reason ? `blocked ${email}: ${reason}` : `blocked ${email}`;
		if (action === "user.unblocked") return `unblocked ${email}`;
		return `changed the role of ${email} to ${role}`;
	},
	/** What stands for no value. */
	none: "none",
	renamedFrom: (name: string) => `renamed from ${name}`,
	newFields: (names: string) => `new: ${names}`,
	valueSet: (field: string, after: string) => `${field} ${after}`,
	valueChanged: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
	/** The actor where it is no user: the scheduled job, a Stripe webhook, the owner's commands. */
	systemActor: "The shop",
	reportedBy: ({ name, email }: { name: string; email: string }) =>
		`reported by ${name} (${email})`,
	requestedBy: ({ name, email }: { name: string; email: string }) =>
		`requested by ${name} (${email})`,
	/** Whether users request what the event tells, rather than report it. */
	isRequested: (action: string) => action.startsWith("order.refund"),
	bySystem: "by the shop",
	noEntries: "No entries yet.",
	aboutEntries:
		"Every change to a tool, an order, a review, a question or an account is kept here, with who made it.",
	kinds: { all: "Everything", tool: "Tools", order: "Orders", review: "Reviews", user: "Roles" },
	filterLabels: { user: "Only this user", subject: "Only this item" },
} as const;

export const kinds = "Types of changes";
