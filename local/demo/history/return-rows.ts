/** The rows of returns: those whose refund was made, and some that staff have still to deal with. */
import { guestUserId } from "../../../src/access/guest.ts";
import { contact } from "../../../src/config/config.ts";
import { type Builder, staff } from "./builder.ts";
import { addAudit, addMail, type BuiltOrder, type LineRow } from "./order-rows.ts";
import type { HistoryRows } from "./rows.ts";

const dayMs = 24 * 60 * 60_000;

type ReturnRow = HistoryRows["returns"][number];

const sentBack = contact.address.join("\n");

/** The return that a refund in full of one line was made of, whose pieces went back to the stock as new. */
export function addRefundedReturn(
	builder: Builder,
	{ order }: BuiltOrder,
	line: LineRow,
	{ refundId, at }: { refundId: string; at: number },
): string {
	const { rows, random } = builder;
	const id = random.word(22);
	const [asked, decided, received] = [7, 6, 1].map((days) => new Date(at - days * dayMs));
	rows.returns.push({
		id,
		orderId: order.id,
		kind: "return",
		state: "closed",
		reason: "does_not_fit",
		note: "",
		createdAt: asked ?? new Date(at),
		decidedAt: decided,
		decidedBy: staff.manager,
		answer: sentBack,
		receivedAt: received,
		closedAt: new Date(at),
		outcome: "refund",
		refundId,
	});
	const { quantity } = line;
	rows.returnLines.push({
		returnId: id,
		lineId: line.id,
		quantity,
		received: quantity,
		condition: "as_new",
		restocked: quantity,
	});
	return id;
}

/** What waits: a return and a withdrawal to decide on, one on its way, one to refund, one that was rejected. */
const open: readonly (Pick<ReturnRow, "kind" | "state" | "note"> & Partial<ReturnRow>)[] = [
	{
		kind: "return",
		state: "asked",
		reason: "does_not_fit",
		note: "Too large for my shell. Not used, the bag is still closed.",
	},
	{ kind: "withdrawal", state: "approved", note: "", answer: sentBack },
	{
		kind: "return",
		state: "received",
		reason: "not_needed",
		answer: sentBack,
		note: "Got the same one as a gift.",
	},
	{
		kind: "return",
		state: "rejected",
		reason: "defective",
		note: "The tip is worn after one winter.",
		answer: "Tips wear with use. We can sell you a new tip for it: write to us.",
	},
	{
		kind: "return",
		state: "approved",
		reason: "wrong_item",
		answer: sentBack,
		note: "I ordered the other one, with the long handle.",
	},
];

/** Adds them, each of an order that was shipped lately and of which nothing was refunded, and numbers all returns by their day. */
export function addReturns(builder: Builder, built: readonly BuiltOrder[]): void {
	const { rows, random, now } = builder;
	const free = built.filter(
		({ order, lines }) =>
			order.userId !== "demo-rider" &&
			lines.every(
				({ shippedAt, refundedCents, refundFailedCents, disputedAt }) =>
					shippedAt &&
					now - shippedAt.getTime() > 4 * dayMs &&
					!refundedCents &&
					!refundFailedCents &&
					!disputedAt,
			),
	);
	for (const [index, planned] of open.entries()) {
		const found = free.at(-1 - 2 * index);
		const [line] = found?.lines ?? [];
		if (!found || !line) continue;
		addOpen(
			builder,
			found,
			line,
			{ ...planned, createdAt: new Date(now - (0.4 + index) * dayMs) },
			random.word(22),
		);
	}
	const byDay = rows.returns.toSorted(
		(one, other) => Number(one.createdAt) - Number(other.createdAt),
	);
	for (const [index, row] of byDay.entries()) row.number = index + 1;
}

function addOpen(
	builder: Builder,
	{ order }: BuiltOrder,
	line: LineRow,
	planned: Omit<ReturnRow, "id" | "orderId">,
	id: string,
): void {
	const { rows } = builder;
	const { kind, state, createdAt } = planned;
	const decidedAt = state === "asked" ? null : new Date(createdAt.getTime() + 3 * 60 * 60_000);
	const receivedAt = state === "received" ? new Date(createdAt.getTime() + dayMs) : null;
	rows.returns.push({
		...planned,
		id,
		orderId: order.id,
		decidedAt,
		receivedAt,
		decidedBy: decidedAt && kind === "return" ? staff.manager : null,
		name: kind === "withdrawal" ? order.name : "",
	});
	rows.returnLines.push({
		returnId: id,
		lineId: line.id,
		quantity: 1,
		received: receivedAt ? 1 : null,
		condition: receivedAt ? "opened" : null,
		restocked: 0,
	});
	const payload = { returnId: id };
	const tell = (
		action: "asked" | "approved" | "rejected" | "received",
		actor: string,
		at: Date,
	) => {
		addAudit(builder, `order.return_${action}`, actor, [line], at, { quantity: 1 });
		addMail(builder, { kind: `order.return_${action}`, subjectId: order.id, payload }, at);
	};
	tell("asked", order.userId ?? guestUserId, createdAt);
	if (decidedAt && kind === "return")
		tell(state === "rejected" ? "rejected" : "approved", staff.manager, decidedAt);
	if (receivedAt) tell("received", staff.packer, receivedAt);
}
