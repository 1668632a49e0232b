/** Payments of the past, for a shop that is shown with a history. */
import { confirmIntent } from "./confirm.ts";
import type { Context } from "./context.ts";
import { controlCall } from "./dashboard.ts";
import { openDispute } from "./disputes.ts";
import { ApiError } from "./errors.ts";
import { createIntent } from "./intents.ts";
import { atSeconds } from "./objects.ts";
import { payOut } from "./payouts.ts";
import { PeakRate } from "./peak-rate.ts";
import { createRefund } from "./refunds.ts";
import { Store } from "./store.ts";
import { Webhooks } from "./webhooks.ts";

/** A payment by card that succeeded. Timestamps are in UTC milliseconds, amounts in the currency's smallest unit. */
export interface PastPayment {
	/** The id of its PaymentIntent. */
	id: string;
	amount: number;
	/** In lower case. */
	currency: string;
	description: string;
	metadata: Record<string, string>;
	paidAt: number;
	refunds: readonly {
		id: string;
		amount: number;
		metadata: Record<string, string>;
		madeAt: number;
		/** Whether the bank has returned it. */
		failed: boolean;
	}[];
	/** When the customer's bank disputed it. */
	disputedAt?: number | undefined;
}

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** Where customers would have returned to. */
const RETURN_URL = "https://shop.example";

/**
 * Stores payments in a state file as they were made then, with a payout each week, unless it has the first of them
 * already. No stand-in may have the file open. Rejects if one is invalid.
 */
export async function recordPast(
	stateFile: string,
	payments: readonly PastPayment[],
): Promise<void> {
	const store = new Store(stateFile);
	const webhooks = new Webhooks(store, "", undefined, 0);
	const context: Context = { store, webhooks, publishableKey: "", peakRate: new PeakRate() };
	try {
		const [first] = payments;
		if (!first || store.findAny(first.id)) return;
		store.transaction(() => {
			// Lists have what was stored last first.
			for (const { at, work } of stepsOf(context, payments).toSorted((a, b) => a.at - b.at))
				atSeconds(Math.floor(at / 1000), work);
		});
	} finally {
		await webhooks.close();
		store.close();
	}
}

interface Step {
	at: number;
	work: () => unknown;
}

function stepsOf(context: Context, payments: readonly PastPayment[]): Step[] {
	const steps = payments.flatMap((payment) => [
		{ at: payment.paidAt, work: () => pay(context, payment) },
		...payment.refunds.map((refund) => ({
			at: refund.madeAt,
			work: () => {
				const { id, amount, metadata, failed } = refund;
				const call = controlCall({
					payment_intent: payment.id,
					amount: String(amount),
					...withPrefix("metadata", metadata),
				});
				return createRefund(context, call, failed ? "failed" : "succeeded", id);
			},
		})),
		...(payment.disputedAt === undefined
			? []
			: [{ at: payment.disputedAt, work: () => dispute(context, payment.id) }]),
	]);
	const times = payments.map(({ paidAt }) => paidAt);
	const [firstAt, lastAt] = [Math.min(...times), Math.max(...times)];
	const currency = payments[0]?.currency ?? "";
	for (let at = firstAt + WEEK_MS; at < lastAt; at += WEEK_MS)
		steps.push({ at, work: () => payOutIfAny(context, currency) });
	return steps;
}

function pay(context: Context, { id, amount, currency, description, metadata }: PastPayment): void {
	const call = controlCall({
		amount: String(amount),
		currency,
		description,
		return_url: RETURN_URL,
		payment_method: "pm_card_visa",
		...withPrefix("metadata", metadata),
	});
	confirmIntent(context, call, createIntent(context, call, id).id);
}

/** A week in which no more was paid than refunded has no payout. */
function payOutIfAny(context: Context, currency: string): void {
	try {
		payOut(context, controlCall({}), currency);
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
}

function dispute(context: Context, intentId: string): void {
	const intent = context.store.find("payment_intent", intentId);
	const charge = context.store.find("charge", intent?.latest_charge ?? "");
	if (charge) openDispute(context, controlCall({}), charge, "product_not_received");
}

/** Parameters of a group, as forms have them. */
const withPrefix = (prefix: string, values: Record<string, string>) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}[${name}]`, value]));
