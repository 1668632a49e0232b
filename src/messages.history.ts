/** What the shop's history says: apart from messages.ts because every island loads that whole. */

const toolDeeds: Record<string, string> = {
	"tool.added": "added",
	"tool.changed": "changed",
	"tool.deleted": "deleted",
};

const orderDeeds: Record<string, string> = {
	"order.placed": "ordered",
	"order.paid": "paid for",
	"order.shipped": "shipped",
	"order.deleted": "deleted the order of",
	"order.expired": "let go, unpaid in time, the order of",
	"order.refund_owed": "has to pay back",
	"order.refunded": "paid back",
	"order.ship_undone": "took back the shipping of",
	"order.disputed": "payment disputed for",
	"order.dispute_closed": "dispute closed for",
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
		`${orderDeeds[action] ?? action} ${pieces} × ${tool}, ${total}`,
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
	theShop: "The shop itself",
	nothingYet: "Nothing has been recorded yet.",
	kinds: { all: "Everything", tool: "Tools", order: "Orders", review: "Reviews", user: "Roles" },
	onlyThis: { user: "Only this person", thing: "Only this" },
} as const;
