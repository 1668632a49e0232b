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
};

/** What the history says of a happening. */
export const auditWords = {
	tool: (action: string, name: string, changes: readonly string[]) =>
		[`${toolDeeds[action] ?? action} ${name}`, ...changes].join(changes.length > 0 ? "; " : ""),
	order: (action: string, tool: string, pieces: number, total: string) =>
		`${orderDeeds[action] ?? action} ${pieces} × ${tool}, ${total}`,
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
	kinds: { all: "Everything", tool: "Tools", order: "Orders", user: "Roles" },
	onlyThis: { user: "Only this person", thing: "Only this" },
} as const;
