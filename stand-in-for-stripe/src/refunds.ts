/** Refunds. Stripe API: Refunds. */
import { formatAmount } from "./amounts.ts";
import { recordTransaction } from "./balance.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { isChargedBack } from "./disputes.ts";
import { ApiError, invalidParameter, notFound } from "./errors.ts";
import { type Form, textOf } from "./form-encoding.ts";
import { type Charge, newId, nowSeconds, type Refund } from "./objects.ts";
import { metadataFrom } from "./parameters.ts";
import { testCardOf } from "./payment-methods.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];

/**
 * Refunds `amount` (in cents; the rest if absent) of the charge of `payment_intent` or of `charge`. Throws
 * ApiError if the intent has no successful charge, if the amount is more than the rest,
 * `charge_already_refunded` if nothing is left, or `charge_disputed` if the customer's bank has taken the
 * money back. `status` is that of the new refund; by default the test card decides.
 *
 * Stripe API: Create a refund; Error codes. Stripe docs: Refunds; Testing, Refunds.
 */
export function createRefund(
	context: Context,
	call: Call,
	status?: "succeeded" | "pending" | "failed",
	id = newId("re"),
): Refund {
	const charge = chargeToRefund(context, call);
	const amount = amountToRefund(context, call, charge);
	const reason = textOf(call.form, "reason") ?? null;
	if (reason !== null && !REASONS.includes(reason)) {
		throw invalidParameter("reason", `Invalid reason: must be one of ${REASONS.join(", ")}`);
	}
	const method = context.store.find("payment_method", charge.payment_method);
	const testCard = method ? testCardOf(context, method) : {};
	const isPending = status ? status === "pending" : testCard.refundPending === true;
	const refund: Refund = {
		id,
		object: "refund",
		amount,
		balance_transaction: transactionOf(context, charge, id, -amount),
		charge: charge.id,
		created: nowSeconds(),
		currency: charge.currency,
		customer: null,
		customer_account: null,
		destination_details: destinationOf(charge),
		metadata: metadataFrom(call.form),
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		reason,
		receipt_number: null,
		source_transfer_reversal: null,
		status: isPending ? "pending" : "succeeded",
		transfer_reversal: null,
	};
	charge.amount_refunded += amount;
	charge.refunded = charge.amount_refunded === charge.amount_captured;
	context.store.save(refund, charge.payment_intent);
	context.store.save(charge);
	emitEvent(context, call, "charge.refunded", charge);
	emitEvent(context, call, "refund.created", refund);
	if (status ? status === "failed" : testCard.refundFails) failRefund(context, call, refund);
	return refund;
}

/** The money of a refund, or of a failed one, which returns to the balance. */
function transactionOf(context: Context, charge: Charge, source: string, amount: number): string {
	const isCard = charge.payment_method_details.type === "card";
	const hasFailed = amount > 0;
	const types = hasFailed
		? (["refund_failure", "payment_failure_refund"] as const)
		: (["refund", "payment_refund"] as const);
	return recordTransaction(context, {
		amount,
		currency: charge.currency,
		description: hasFailed ? "REFUND FAILURE" : "REFUND FOR CHARGE",
		reporting_category: hasFailed ? "refund_failure" : "refund",
		source,
		type: types[isCard ? 0 : 1],
	}).id;
}

function destinationOf(charge: Charge): Refund["destination_details"] {
	const { type } = charge.payment_method_details;
	if (type !== "card") return { type };
	const card = {
		reference_status: "pending",
		reference_type: "acquirer_reference_number",
		type: "refund",
	};
	return { card, type };
}

/** Updates the metadata of a refund. Stripe API: Update a refund. */
export function updateRefund(context: Context, call: Call, id: string): Refund {
	const refund = findRefund(context, id);
	refund.metadata = metadataFrom(call.form, refund.metadata);
	context.store.save(refund);
	emitEvent(context, call, "refund.updated", refund);
	return refund;
}

/** The refund with an id. Throws ApiError 404 for an unknown one. */
export function findRefund(context: Context, id: string): Refund {
	const refund = context.store.find("refund", id);
	if (!refund) throw notFound("refund", id);
	return refund;
}

/**
 * The bank's answer to a refund: a pending one succeeds, and any can fail, also days after it succeeded.
 * Throws ApiError for a refund that has failed or already has the status.
 *
 * Stripe docs: Refunds, Failed refunds.
 */
export function settleRefund(
	context: Context,
	call: Call,
	id: string,
	status: "succeeded" | "failed",
): Refund {
	const refund = findRefund(context, id);
	if (refund.status === "failed" || refund.status === status) {
		throw invalidParameter("status", `This refund has a status of ${refund.status}.`);
	}
	if (status === "failed") return failRefund(context, call, refund);
	refund.status = status;
	context.store.save(refund);
	emitEvent(context, call, "refund.updated", refund);
	return refund;
}

/** The charge has what it had before the refund: it can be refunded again. */
function failRefund(context: Context, call: Call, refund: Refund): Refund {
	const charge = context.store.find("charge", refund.charge);
	if (!charge) throw notFound("charge", refund.charge);
	const failed: Refund = {
		...refund,
		status: "failed",
		failure_balance_transaction: transactionOf(context, charge, refund.id, refund.amount),
		failure_reason: "expired_or_canceled_card",
	};
	charge.amount_refunded -= refund.amount;
	charge.refunded = false;
	context.store.save(failed);
	context.store.save(charge);
	emitEvent(context, call, "refund.updated", failed);
	emitEvent(context, call, "refund.failed", failed);
	return failed;
}

/** The intent whose refunds or disputes a list asks for, by `payment_intent` or `charge`; none for all. */
export function intentFilter(context: Context, form: Form): string[] {
	const intentId = textOf(form, "payment_intent");
	const chargeId = textOf(form, "charge");
	if (chargeId === undefined) return intentId === undefined ? [] : [intentId];
	const charge = context.store.find("charge", chargeId);
	if (!charge) throw notFound("charge", chargeId, "charge");
	// A failed charge has neither refunds nor disputes; an intent has at most one other.
	return [
		charge.paid && (intentId ?? charge.payment_intent) === charge.payment_intent
			? charge.payment_intent
			: charge.id,
	];
}

function chargeToRefund(context: Context, call: Call): Charge {
	const chargeId = textOf(call.form, "charge");
	const intentId = textOf(call.form, "payment_intent");
	if (intentId === undefined) {
		if (chargeId === undefined) {
			throw invalidParameter(
				"payment_intent",
				"One of the following params should be provided for this request: payment_intent or charge.",
				"parameter_missing",
			);
		}
		const charge = findPaidCharge(context, chargeId);
		if (!charge) throw notFound("charge", chargeId, "charge");
		return charge;
	}
	const intent = context.store.find("payment_intent", intentId);
	if (!intent) throw notFound("payment_intent", intentId, "payment_intent");
	const charge = intent.latest_charge && findPaidCharge(context, intent.latest_charge);
	if (!charge) {
		const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
		throw stateError("payment_intent_unexpected_state", message);
	}
	return charge;
}

function findPaidCharge(context: Context, id: string): Charge | undefined {
	const charge = context.store.find("charge", id);
	return charge?.captured ? charge : undefined;
}

function amountToRefund(context: Context, call: Call, charge: Charge): number {
	const remaining = charge.amount_captured - charge.amount_refunded;
	if (remaining === 0) {
		throw stateError("charge_already_refunded", `Charge ${charge.id} has already been refunded.`);
	}
	if (isChargedBack(context, charge)) {
		const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
		throw stateError("charge_disputed", message);
	}
	const text = textOf(call.form, "amount");
	if (text === undefined) return remaining;
	const amount = Number(text);
	if (!Number.isInteger(amount) || amount < 1) {
		throw invalidParameter(
			"amount",
			`Invalid positive integer: ${text}`,
			"parameter_invalid_integer",
		);
	}
	if (amount > remaining) {
		const [asked, left] = [amount, remaining].map((one) => formatAmount(one, charge.currency));
		throw invalidParameter(
			"amount",
			`Refund amount (${asked}) is greater than unrefunded amount on charge (${left})`,
		);
	}
	return amount;
}

function stateError(code: string, message: string): ApiError {
	return new ApiError(400, { type: "invalid_request_error", code, message }, true);
}
