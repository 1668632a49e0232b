/** What the shop's history says: apart from messages.ts because every island loads that whole. */

const toolActions: Record<string, string> = {
	"tool.added": "added",
	"tool.changed": "changed",
	"tool.deleted": "deleted",
};

const orderActions: Record<string, string> = {
	"order.placed": "ordered",
	"order.shipped": "shipped",
	"order.deleted": "deleted the order of",
	"order.ship_undone": "took back the shipping of",
};

/** What happens to an order by a payment or by its time: a sentence of its own, whoever reported it. */
const orderEvents: Record<string, string> = {
	"order.paid": "Payment received for",
	"order.expired": "Not paid in time and closed: the order of",
	"order.refund_owed": "Refund due for",
	"order.refunded": "Refund sent for",
	"order.disputed": "Payment disputed for",
	"order.dispute_closed": "Dispute closed for",
};

const reviewActions: Record<string, string> = {
	"review.replaced": "replaced the review of",
	"review.deleted": "deleted the review of",
};

/** What the history says of a happening. */
export const auditMessages = {
	tool: (action: string, name: string, changes: readonly string[]) =>
		[`${toolActions[action] ?? action} ${name}`, ...changes].join(changes.length > 0 ? "; " : ""),
	order: (action: string, tool: string, pieces: number, total: string) =>
		`${orderActions[action] ?? orderEvents[action] ?? action} ${pieces} × ${tool}, ${total}`,
	/** Whether an action is nobody's deed, so that its words come before who reported it. */
	isEvent: (action: string) => Object.hasOwn(orderEvents, action),
	review: (action: string, subject: string, stars: number) =>
		`${reviewActions[action] ?? action} ${subject}, ${stars} of 5 stars`,
	role: (action: string, email: string) =>
		action === "user.made_admin"
			? `made ${email} an administrator`
			: `took the administration from ${email}`,
	/** Figures of a tool, by the name they have in an entry. */
	fields: { priceCents: "price", quantity: "stock", minOrderQuantity: "minimum order" },
	valueSet: (field: string, after: string) => `${field} ${after}`,
	valueChanged: (field: string, before: string, after: string) => `${field} ${before} → ${after}`,
	imageChanged: "new picture",
	/** Where no user acts: the scheduled job, Stripe's messages, the owner's commands. */
	systemActor: "The shop",
	reportedBy: ({ name, email }: { name: string; email: string }) =>
		`reported by ${name} (${email})`,
	bySystem: "by the shop itself",
	noEntries: "Nothing has been recorded yet.",
	kinds: { all: "Everything", tool: "Tools", order: "Orders", review: "Reviews", user: "Roles" },
	filterLabels: { user: "Only this person", subject: "Only this" },
} as const;
