/** What the merchant does in Stripe's Dashboard, and what banks decide, as control requests. */
import { settleProcessing } from "./confirm.ts";
import type { Call, Context } from "./context.ts";
import { DISPUTE_STATUSES, decideDispute, openDispute } from "./disputes.ts";
import { ApiError, invalidParameter, notFound } from "./errors.ts";
import { parseForm } from "./form-encoding.ts";
import {
	type Charge,
	type Dispute,
	type DisputeStatus,
	newId,
	type PaymentIntent,
	type Payout,
	type PayoutStatus,
	type Refund,
} from "./objects.ts";
import { PAYOUT_STATUSES, payOut, settlePayout } from "./payouts.ts";
import { createRefund, settleRefund } from "./refunds.ts";
import { expireCalculation } from "./tax-calculations.ts";
import type { TaxCalculation } from "./tax-objects.ts";

const REFUND_STATUSES = ["pending", "succeeded", "failed"] as const;

/**
 * Refunds a payment (`payment_intent`, optionally `amount`, `reason` and the `status` that the refund
 * gets), or settles a `refund` with a `status`. Throws ApiError for invalid input.
 */
export function refundInDashboard(context: Context, input: unknown): Refund {
	const { refund, status, ...params } = fieldsOf(input, [
		"refund",
		"payment_intent",
		"amount",
		"reason",
		"status",
	]);
	if (status !== undefined && !REFUND_STATUSES.includes(status as Refund["status"])) {
		throw invalidParameter("status", `status must be one of ${REFUND_STATUSES.join(", ")}.`);
	}
	const call = controlCall(params);
	if (refund === undefined) {
		return createRefund(context, call, status as Refund["status"] | undefined);
	}
	if (status !== "succeeded" && status !== "failed") {
		throw invalidParameter("status", "A refund can become succeeded or failed.");
	}
	return settleRefund(context, call, refund, status);
}

/**
 * Opens a dispute of a payment (`payment_intent`, optionally `amount` and `reason`, which can be
 * `inquiry`), or gives a `dispute` a `status`. Throws ApiError for invalid input.
 */
export function disputeByBank(context: Context, input: unknown): Dispute {
	const { dispute, status, payment_intent, amount, reason } = fieldsOf(input, [
		"dispute",
		"payment_intent",
		"amount",
		"reason",
		"status",
	]);
	const call = controlCall({});
	if (dispute !== undefined) {
		if (!DISPUTE_STATUSES.includes(status ?? "")) {
			throw invalidParameter("status", `status must be one of ${DISPUTE_STATUSES.join(", ")}.`);
		}
		return decideDispute(context, call, dispute, status as DisputeStatus);
	}
	const charge = paidChargeOf(context, payment_intent ?? "");
	const disputed = amount === undefined ? undefined : Number(amount);
	if (disputed !== undefined && !(Number.isInteger(disputed) && disputed > 0)) {
		throw invalidParameter("amount", "amount must be a positive integer.");
	}
	return openDispute(context, call, charge, reason ?? "fraudulent", disputed);
}

/**
 * Pays out the balance of a `currency` (usd by default), with the `status` that the payout gets (`paid` by
 * default), or gives a `payout` a `status`. Throws ApiError for invalid input.
 */
export function payOutByBank(context: Context, input: unknown): Payout {
	const {
		currency = "usd",
		payout,
		status = "paid",
	} = fieldsOf(input, ["currency", "payout", "status"]);
	if (!isPayoutStatus(status)) {
		throw invalidParameter("status", `status must be one of ${PAYOUT_STATUSES.join(", ")}.`);
	}
	const call = controlCall({});
	return payout === undefined
		? payOut(context, call, currency, status)
		: settlePayout(context, call, payout, status);
}

const isPayoutStatus = (status: string): status is PayoutStatus =>
	PAYOUT_STATUSES.some((one) => one === status);

/** Settles a processed payment (`payment_intent`) with a `status`. Throws ApiError for invalid input. */
export function settleByBank(context: Context, input: unknown): PaymentIntent {
	const { payment_intent, status } = fieldsOf(input, ["payment_intent", "status"]);
	if (status !== "succeeded" && status !== "failed") {
		throw invalidParameter("status", "A payment can become succeeded or failed.");
	}
	return settleProcessing(context, controlCall({}), payment_intent ?? "", status);
}

/** Lets a tax calculation expire: `{"expire": "taxcalc_..."}`. Throws ApiError for an unknown one. */
export function expireCalculationBy(context: Context, input: unknown): TaxCalculation {
	return expireCalculation(context, fieldsOf(input, ["expire"]).expire ?? "");
}

/** An API call that no caller made. Its parameters are those of a form. */
export function controlCall(params: Record<string, string | undefined>): Call {
	const defined = Object.entries(params).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	return {
		form: parseForm(String(new URLSearchParams(defined))),
		publishable: false,
		origin: "",
		requestId: newId("req"),
		idempotencyKey: null,
	};
}

function paidChargeOf(context: Context, intentId: string): Charge {
	const intent = context.store.find("payment_intent", intentId);
	if (!intent) throw notFound("payment_intent", intentId, "payment_intent");
	const charge = context.store.find("charge", intent.latest_charge ?? "");
	if (!charge?.paid) {
		const message = `This PaymentIntent (${intentId}) does not have a successful charge.`;
		throw new ApiError(400, { type: "invalid_request_error", message }, false);
	}
	return charge;
}

/** The named fields of a JSON object as text. Throws ApiError for others. */
function fieldsOf<Name extends string>(
	input: unknown,
	names: Name[],
): Partial<Record<Name, string>> {
	if (typeof input !== "object" || input === null || Array.isArray(input)) {
		throw invalidParameter("", `Give an object with ${names.join(", ")}.`);
	}
	const fields: Partial<Record<Name, string>> = {};
	for (const [name, value] of Object.entries(input)) {
		const known = names.find((one) => one === name);
		if (!known || (typeof value !== "string" && typeof value !== "number")) {
			throw invalidParameter(name, `Invalid field ${name}: the fields are ${names.join(", ")}.`);
		}
		fields[known] = String(value);
	}
	return fields;
}
