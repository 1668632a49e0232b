import { expect, test } from "vitest";
import { auditMessages } from "../../messages.audit.ts";
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
		...["order.paid", "order.expired", "order.refund_owed", "order.refunded"],
		...["order.disputed", "order.dispute_closed"],
	]);
	for (const action of auditActions) {
		expect(describeAction(action), action).toMatch(events.includes(action) ? /^[A-Z]/ : /^[a-z]+ /);
	}
});
