import { expect, test } from "vitest";
import { auditMessages } from "../../messages/audit.ts";
import { describeAuditEntry } from "./audit.ts";
import { type AuditAction, auditActions } from "./audit-actions.ts";

const describeAction = (action: AuditAction) =>
	describeAuditEntry({
		_id: "1",
		createdAt: "2026-11-20T15:07:00.000Z",
		action,
		subject: "order-1",
		detail: { name: "Chain whip", quantity: 2, cents: 6900 },
	});

test("order.paid reads as an event, whoever reported the payment", () => {
	expect(describeAction("order.paid")).toBe("Payment received for 2 × Chain whip, $69.00");
});

test("events are sentences, actions of a user continue after the user's name", () => {
	const events = auditActions.filter((action) => auditMessages.isEvent(action));
	expect(events).toEqual([
		"order.paid",
		"order.expired",
		"order.refund_owed",
		"order.refunded",
		"order.disputed",
		"order.dispute_closed",
	]);
	for (const action of auditActions) {
		expect(describeAction(action), action).toMatch(events.includes(action) ? /^[A-Z]/ : /^[a-z]+ /);
	}
});

test("a change of a tool names its fields with both values", () => {
	const changeOf = (detail: Record<string, string | number | boolean>) =>
		describeAuditEntry({
			_id: "1",
			createdAt: "2026-11-20T15:07:00.000Z",
			action: "tool.changed",
			subject: "tool-1",
			detail: { name: "Chain whip", ...detail },
		});
	const price = { priceCents: 6900, priceCentsWas: 5950 };
	expect(changeOf(price)).toContain("price $59.50 → $69.00");
	expect(changeOf({ quantity: 4, quantityWas: 0 })).toContain("stock 0 → 4");
	expect(changeOf({ minOrderQuantity: 2 })).toContain("minimum order 2");
	// What stays the same is no change.
	expect(changeOf({ ...price, quantity: 4, quantityWas: 4 })).not.toContain("stock");
	expect(changeOf({ quantityWas: 4 })).not.toContain("stock");
});

test("a change of any field of a tool reads as a sentence", () => {
	const change = describeAuditEntry({
		_id: "1",
		createdAt: "2026-11-20T15:07:00.000Z",
		action: "tool.changed",
		subject: "tool-1",
		detail: {
			name: "Spoke wrench",
			nameWas: "Spoke key",
			costCents: 825,
			costCentsWas: null,
			state: "draft",
			stateWas: "listed",
			publishAt: "2026-12-01T09:00:00.000Z",
			publishAtWas: null,
			changed: "images, what it fits",
		},
	});
	expect(change.split("; ")).toEqual([
		"changed Spoke wrench",
		"renamed from Spoke key",
		"cost none → $8.25",
		"state listed → draft",
		"time of publishing none → Dec 1, 2026, 9:00 AM UTC",
		"new: images, what it fits",
	]);
});

test("another tracking number is a change of its own, with both values", () => {
	const changeOf = (detail: Record<string, string>) =>
		describeAuditEntry({
			_id: "1",
			createdAt: "2026-11-20T15:07:00.000Z",
			action: "order.shipped",
			subject: "order-1",
			detail: { name: "Chain whip", quantity: 2, cents: 6900, ...detail },
		});
	const dhl = { carrier: "DHL", trackingNumber: "77" };
	expect(changeOf({ ...dhl, carrierWas: "UPS", trackingNumberWas: "1Z" })).toBe(
		"changed the tracking of 2 × Chain whip: UPS 1Z → DHL 77",
	);
	expect(changeOf({ ...dhl, carrierWas: "", trackingNumberWas: "" })).toMatch(/: none → DHL 77$/);
});

test("a change of a user or a review has its reason, stars and role", () => {
	const entryOf = (action: AuditAction, detail: Record<string, string | number>) =>
		describeAuditEntry({
			_id: "1",
			createdAt: "2026-11-20T15:07:00.000Z",
			action,
			subject: "one",
			detail,
			whom: { name: "Ada", email: "ada@shop.test" },
		});
	const name = "Chain whip";
	expect({
		spam: entryOf("review.hidden", { name, reason: "spam", rating: 4 }),
		unknown: entryOf("review.hidden", { name, reason: "other words", rating: 4 }),
		deleted: entryOf("review.deleted", { name, rating: 1 }),
		blocked: entryOf("user.blocked", { reason: "Sends spam" }),
		manager: entryOf("user.role_changed", { role: "manager" }),
		noRole: entryOf("user.role_changed", { role: "owner" }),
		resent: entryOf("message.resent", { name }),
		changed: entryOf("tool.changed", { name }),
	}).toMatchInlineSnapshot(`
		{
		  "blocked": "blocked ada@shop.test: Sends spam",
		  "changed": "changed Chain whip",
		  "deleted": "deleted the review of Chain whip, 1 of 5 stars",
		  "manager": "changed the role of ada@shop.test to Manager",
		  "noRole": "changed the role of ada@shop.test to Customer",
		  "resent": "resent a failed message from the queue Chain whip",
		  "spam": "hid the review of Chain whip, 4 of 5 stars: spam",
		  "unknown": "hid the review of Chain whip, 4 of 5 stars",
		}
	`);
});
