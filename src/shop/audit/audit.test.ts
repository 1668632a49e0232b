import { expect, test } from "vitest";
import { auditMessages } from "../../messages.audit.ts";
import { type AuditAction, auditActions, describeAuditEntry } from "./audit.ts";

const describeAction = (action: AuditAction) =>
	describeAuditEntry({
		_id: "1",
		createdAt: "2026-11-20T15:07:00.000Z",
		action,
		subject: "order-1",
		detail: { name: "Chain whip", quantity: 2, cents: 6900 },
	});

test("a payment is received, whoever reported it: nobody but a customer pays", () => {
	expect(describeAction("order.paid")).toBe("Payment received for 2 × Chain whip, $69.00");
});

test("what nobody has done begins a sentence, what somebody has done goes on after the name", () => {
	const events = auditActions.filter((action) => auditMessages.isEvent(action));
	expect(events).toEqual([
		...["order.paid", "order.expired", "order.refund_owed", "order.refunded"],
		...["order.disputed", "order.dispute_closed"],
	]);
	for (const action of auditActions) {
		expect(describeAction(action), action).toMatch(events.includes(action) ? /^[A-Z]/ : /^[a-z]+ /);
	}
});
