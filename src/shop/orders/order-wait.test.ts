import { expect, it } from "vitest";
import type { OrderHistory } from "./order-page.ts";
import { orderStateOf } from "./order-states.ts";
import { waitsOf } from "./order-wait.ts";

const at = (day: number) => new Date(Date.UTC(2026, 4, day, 9));
const order = {
	createdAt: at(1),
	expiresAt: at(2),
	paidAt: at(3),
	closedAt: null,
	closeReason: null,
	processingAt: null,
};
const line = {
	id: "a",
	toolName: "Tool a",
	packedAt: null,
	shippedAt: null,
	shipment: undefined,
	cancelledAt: null,
	refundedAt: null,
	refundedCents: 0,
	disputedAt: null,
	withdrawnAt: null,
	toShip: 1,
};

/** The sentences on 5 May, at noon. */
const waits = (history: Partial<OrderHistory>) => {
	const whole = { order, lines: [line], refunds: [], ...history };
	const lines = whole.lines.map((one) => ({
		paid: whole.order.paidAt !== null,
		status: one.shippedAt ? ("Shipped" as const) : ("Pending" as const),
		...(one.cancelledAt && { cancelled: true as const }),
		...(one.disputedAt && { disputed: true as const }),
		...(one.withdrawnAt && { withdrawn: true as const }),
		toShip: one.toShip,
	}));
	const isProcessing = whole.order.processingAt !== null;
	const state = orderStateOf(lines, { isExpired: false, isProcessing });
	return waitsOf(whole, state, "USD", Date.UTC(2026, 4, 5, 12));
};
const unpaid = { ...order, paidAt: null };
const shipped = { ...line, id: "b", shippedAt: at(4), toShip: 0 };
const refund = { lineIds: ["a"], amountCents: 1000, createdAt: at(4), doneAt: null };

it.each<[Partial<OrderHistory>, RegExp[]]>([
	[{ order: unpaid }, [/^Placed on May 1, .* Reserved for payment until May 2, /]],
	[
		{ order: { ...unpaid, processingAt: at(2) } },
		[/^Stripe has been processing the payment since May 2, /],
	],
	[{}, [/^Paid on May 3, 2026, .* Ready to pack for 2 days\.$/]],
	[
		{ lines: [{ ...line, packedAt: at(5) }] },
		[/^Packed on May 5, .* Ready to ship since today\.$/],
	],
	[{ lines: [line, shipped] }, [/^Part of it shipped on May 4, .* 1 tool is left to ship\.$/]],
	[{ lines: [shipped] }, [/^Shipped on May 4, .* Nothing left to do\.$/]],
	[{ lines: [{ ...line, cancelledAt: at(4) }] }, [/^Canceled on May 4, /]],
	[
		{ lines: [{ ...line, disputedAt: at(4) }] },
		[/^The bank has disputed the payment since May 4, /],
	],
	[
		{ refunds: [{ ...refund, status: "due", retryAt: at(6) }] },
		[
			/^Paid/,
			/^Stripe hasn't made a refund of \$10\.00 yet\. The next try is on May 6, 2026, 9:00.AM UTC\.$/,
		],
	],
	[{ refunds: [{ ...refund, status: "failed" }] }, [/^Paid/, /^A refund of \$10\.00 failed\./]],
	// What was tried again with success has not failed.
	[
		{
			refunds: [
				{ ...refund, status: "failed" },
				{ ...refund, status: "done" },
			],
		},
		[/^Paid/],
	],
])("of an order with %j staff reads %j", (history, expected) => {
	const sentences = waits(history);
	expect(sentences).toHaveLength(expected.length);
	for (const [index, sentence] of expected.entries()) expect(sentences[index]).toMatch(sentence);
});
