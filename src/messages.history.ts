/** What the shop's history says: apart from messages.ts because every island loads that whole. */

const toolDeeds: Record<string, string> = {
	"tool.added": "added",
	"tool.changed": "changed",
	"tool.deleted": "deleted",
};

const orderDeeds: Record<string, string> = {
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

const reviewDeeds: Record<string, string> = {
	"review.replaced": "replaced the review of",
	"review.deleted": "deleted the review of",
};

/** What the history says of a happening. */
export const auditWords = {
	tool: (action: string, name: string, changes: readonly string[]) =>
		[`${toolDeeds[action] ?? action} ${name}`, ...changes].join(changes.length > 0 ? "; " : ""),
	order: (action: string, tool: string, pieces: number, total: string) =>
		`${orderDeeds[action] ?? orderEvents[action] ?? action} ${pieces} × ${tool}, ${total}`,
	/** Whether an action is nobody's deed, so that its words come before who reported it. */
	isEvent: (action: string) => Object.hasOwn(orderEvents, action),
	review: (action: string, subject: string, stars: number) =>
		`${reviewDeeds[action] ?? action} ${subject}, ${stars} of 5 stars`,
	role: (action: string, whom: string) =>
		action === "user.made_admin"
			? `made ${whom} an administrator`
			: `took the administration from ${whom}`,
	/** Figures of a tool, by the name they have in an entry. */
	figures: { priceCents: "price", quantity: "stock", minOrderQuantity: "minimum order" },
	is: (figure: string, now: string) => `${figure} ${now}`,
	became: (figure: string, was: string, now: string) => `${figure} ${was} → ${now}`,
	newPicture: "new picture",
	/** Where no user acts: the scheduled job, Stripe's messages, the owner's commands. */
	theShop: "The shop",
	reportedBy: ({ name, email }: { name: string; email: string }) =>
		`reported by ${name} (${email})`,
	byTheShop: "by the shop itself",
	nothingYet: "Nothing has been recorded yet.",
	kinds: { all: "Everything", tool: "Tools", order: "Orders", review: "Reviews", user: "Roles" },
	onlyThis: { user: "Only this person", thing: "Only this" },
} as const;
