/** Refunds of orders: an administrator who makes them, a customer who cancels, and what is stored of them. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { placeOrderOf } from "./checkouts.ts";
import {
	beginPayment,
	deliverEvent,
	eventOf,
	failRefundAtStripe,
	payByCard,
	placePaidLine,
	refundsOf,
	reportPayment,
} from "./payments.ts";
import { type ApiResponse, addTool, addTools, callApi, signUp } from "./shop.ts";

/** Signs up an administrator and a customer, and returns what they do. */
export async function signUpForRefunds() {
	const [admin, rider] = await Promise.all([signUp({ role: "admin" }), signUp({ verified: true })]);
	return {
		admin,
		rider,

		/** A paid order of two pieces for 51.98, of a tool that has three left. */
		async paidOrder() {
			const tool = await addTool({ quantity: 5 });
			const { line, payment } = await placePaidLine(rider, tool, 2);
			return { tool, payment, id: line._id as string };
		},

		/** A paid order of two lines, 25.99 each. */
		async isPaidOrder() {
			const { _id, lines } = await placeOrderOf(rider, await addTools(2));
			const [first, second] = lines;
			const payment = await beginPayment(rider, { _id });
			await payByCard(payment);
			await reportPayment(rider, first, payment.id);
			return { first, second, payment };
		},

		refund: (id: string, body: Record<string, unknown> = {}, key?: string) =>
			callApi("POST", `/order/${id}/refund`, {
				token: admin.token,
				body: { reason: "other", ...body },
				...(key && { headers: { "Idempotency-Key": key } }),
			}),

		cancel: (id: string, person = rider) =>
			callApi("POST", `/order/${id}/cancel`, { token: person.token }),
	};
}

/** The code of an error. */
export const codeOf = ({ body }: ApiResponse): string | undefined => body.error?.code;

interface RefundRow {
	id: string;
	amount_cents: number;
	status: string;
	restock: number;
	stripe_refund_id: string | null;
	created_by: string | null;
}

/** The stored refunds of a line, the oldest first, with what they refund of it. */
export async function rowsOf(lineId: string): Promise<RefundRow[]> {
	const { results } = await env.DB.prepare(
		"select refunds.*, restock, refund_lines.amount_cents from refund_lines join refunds on refunds.id = refund_id where line_id = ? order by refunds.rowid",
	)
		.bind(lineId)
		.all<RefundRow>();
	return results;
}

/** The kinds of the e-mails about an order, beside the receipt. */
export async function mailsAbout(lineId: string): Promise<string[]> {
	const { results } = await env.DB.prepare(
		"select kind from outbox where subject_id = ? and kind in ('order.refunded', 'order.cancelled') order by created_at, rowid",
	)
		.bind(lineId)
		.all<{ kind: string }>();
	return results.map(({ kind }) => kind);
}

/** Stripe's refunds of a payment that have not failed, in cents, the oldest first. */
export async function centsAtStripe(intentId: string): Promise<number[]> {
	const made = (await refundsOf(intentId)).filter(({ status }) => status !== "failed");
	return made.map(({ amount }) => amount).reverse();
}

/** Delivers the newest event of a type about a payment. */
export async function deliverNewest(intentId: string, type: string): Promise<void> {
	expect((await deliverEvent(await eventOf(intentId, type))).status).toBe(200);
}

/** The bank returns the newest refund of a payment: it fails at Stripe, which tells the shop. */
export async function failAtBank(intentId: string): Promise<void> {
	await failRefundAtStripe(intentId);
	await deliverNewest(intentId, "refund.failed");
}
