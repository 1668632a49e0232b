/** The rows that staff have left: notes, and changes of stock. And who waits for what is sold out. */
import { demoTools } from "../data.ts";
import { type Builder, staff } from "./builder.ts";
import type { BuiltOrder } from "./order-rows.ts";

const dayMs = 24 * 60 * 60_000;

const orderNotes = [
	"Called about the door code: it is in the phone number's last four digits.",
	"Asked for a matching bit set. None in stock, will write when there is one.",
	"Address checked, the postal code was one off and is right now.",
	"Wants to collect the next one in person on a Saturday.",
	"Packed with extra paper: the last parcel arrived rattling.",
	"Second order this week, put both on one shelf.",
	"Club buys for its members. Send the invoice to the treasurer, too.",
	"Left a voicemail about the delay, no answer yet.",
	"Gift: no prices in the parcel.",
	"Carrier says delivered, customer says no. Found at the neighbor's.",
];
const customerNotes = [
	"Runs the repair evening at the library. Orders tubes in spring and autumn.",
	"Prefers e-mail to the phone.",
	"Returned two parcels in a row for size. Ask for the measure first.",
];

/** Adds notes to some orders and customers, and what was done with the stock. */
export function addStaffRows({ rows, random, now }: Builder, built: readonly BuiltOrder[]): void {
	const paid = built.filter(({ order }) => order.paidAt && order.userId !== "demo-rider");
	for (const [index, text] of orderNotes.entries()) {
		const { order } = paid[Math.floor(((index + 0.7) / orderNotes.length) * paid.length)] ?? {};
		if (!order?.paidAt) continue;
		const createdAt = new Date(Math.min(order.paidAt.getTime() + random.integer(1, 20) * 3e6, now));
		const authorId = random.pick([staff.manager, staff.packer]);
		rows.orderNotes.push({ id: random.word(22), orderId: order.id, authorId, text, createdAt });
	}
	const users = rows.users.filter(({ id }) => id !== undefined);
	for (const [index, text] of customerNotes.entries()) {
		const user = users[Math.floor(((index + 0.5) / customerNotes.length) * users.length)];
		if (!user) continue;
		const createdAt = new Date(now - random.integer(9, 60) * dayMs);
		rows.customerNotes.push({
			id: random.word(22),
			userId: user.id,
			authorId: staff.manager,
			text,
			createdAt,
		});
	}
	addDeliveries({ rows, random, now });
	addAlerts({ rows, random, now });
}

/** The stock was filled up once a month. */
function addDeliveries({ rows, random, now }: Pick<Builder, "rows" | "random" | "now">): void {
	for (const days of [165, 134, 104, 73, 43, 13]) {
		for (const tool of demoTools.filter(({ quantity }) => quantity > 0 && random.chance(0.2))) {
			const quantityWas = random.integer(2, 9);
			const quantity = quantityWas + Math.max(tool.minOrderQuantity, 5) * random.integer(2, 6);
			rows.audit.push({
				id: random.word(32),
				createdAt: new Date(now - days * dayMs + random.integer(0, 3e6)),
				actorId: "demo-admin",
				action: "tool.changed",
				subjectId: tool.slug,
				detail: { name: tool.name, quantityWas, quantity },
			});
		}
	}
}

/** Customers who wait for what can't be ordered. */
function addAlerts({ rows, random, now }: Pick<Builder, "rows" | "random" | "now">): void {
	const missing = demoTools.filter(({ quantity, minOrderQuantity }) => quantity < minOrderQuantity);
	for (const { slug: toolId } of missing) {
		const waiting = rows.users.filter(() => random.chance(0.06)).slice(0, 5);
		for (const userId of new Set(["demo-rider", ...waiting.map(({ id }) => id)])) {
			const createdAt = new Date(now - random.integer(1, 18) * dayMs);
			rows.stockAlerts.push({ userId, toolId, createdAt });
		}
	}
}
