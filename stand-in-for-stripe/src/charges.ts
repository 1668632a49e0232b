import { formatAmount } from "./amounts.ts";
import type { CardError } from "./cards.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { ApiError, invalidParameter, notFound } from "./errors.ts";
import { textOf } from "./form-encoding.ts";
import {
	type Charge,
	newId,
	nowSeconds,
	type PaymentIntent,
	type PaymentMethod,
	type Refund,
} from "./objects.ts";
import { metadataFrom, testCardOf } from "./payment-methods.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];

/** Stores a charge: succeeded, or failed with `decline`. Stripe API: Charges. */
export function recordCharge(
	context: Context,
	intent: PaymentIntent,
	method: PaymentMethod,
	decline?: CardError,
): Charge {
	const charge: Charge = {
		id: newId("ch"),
		object: "charge",
		amount: intent.amount,
		amount_captured: decline ? 0 : intent.amount,
		amount_refunded: 0,
		balance_transaction: decline ? null : newId("txn"),
		billing_details: method.billing_details,
		captured: !decline,
		created: nowSeconds(),
		currency: intent.currency,
		description: intent.description,
		disputed: false,
		failure_code: decline?.code ?? null,
		failure_message: decline?.message ?? null,
		livemode: false,
		metadata: intent.metadata,
		outcome: outcome(decline),
		paid: !decline,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: { card: method.card, type: "card" },
		receipt_email: intent.receipt_email,
		refunded: false,
		status: decline ? "failed" : "succeeded",
	};
	context.store.save(charge, intent.id);
	return charge;
}

/**
 * Refunds `amount` (in cents; the rest if absent) of the charge of `payment_intent` or of `charge`. Throws
 * ApiError if the intent has no successful charge, if the amount is more than the rest, or
 * `charge_already_refunded` if nothing is left.
 *
 * Stripe API: Create a refund.
 */
export function createRefund(context: Context, call: Call): Refund {
	const charge = chargeToRefund(context, call);
	const amount = amountToRefund(call, charge);
	const reason = textOf(call.form, "reason") ?? null;
	if (reason !== null && !REASONS.includes(reason)) {
		throw invalidParameter("reason", `Invalid reason: must be one of ${REASONS.join(", ")}`);
	}
	const refund: Refund = {
		id: newId("re"),
		object: "refund",
		amount,
		balance_transaction: newId("txn"),
		charge: charge.id,
		created: nowSeconds(),
		currency: charge.currency,
		destination_details: {
			card: {
				reference_status: "pending",
				reference_type: "acquirer_reference_number",
				type: "refund",
			},
			type: "card",
		},
		metadata: metadataFrom(call.form),
		payment_intent: charge.payment_intent,
		reason,
		receipt_number: null,
		source_transfer_reversal: null,
		status: "succeeded",
		transfer_reversal: null,
	};
	charge.amount_refunded += amount;
	charge.refunded = charge.amount_refunded === charge.amount;
	context.store.save(refund, charge.payment_intent);
	context.store.save(charge);
	emitEvent(context, call, "charge.refunded", charge);
	emitEvent(context, call, "refund.created", refund);
	const method = context.store.find("payment_method", charge.payment_method);
	if (method && testCardOf(context, method).refundFails) failRefund(context, call, charge, refund);
	return refund;
}

/** The bank rejects the refund, and the money returns to the merchant. Stripe docs: Refunds, Failed refunds. */
function failRefund(context: Context, call: Call, charge: Charge, refund: Refund): void {
	const failed: Refund = {
		...refund,
		status: "failed",
		failure_reason: "expired_or_canceled_card",
	};
	charge.amount_refunded -= refund.amount;
	charge.refunded = false;
	context.store.save(failed, charge.payment_intent);
	context.store.save(charge);
	emitEvent(context, call, "refund.updated", failed);
	emitEvent(context, call, "refund.failed", failed);
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
		return findPaidCharge(context, chargeId) ?? rejectWith(notFound("charge", chargeId, "charge"));
	}
	const intent = context.store.find("payment_intent", intentId);
	if (!intent) throw notFound("payment_intent", intentId, "payment_intent");
	const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
	return (
		(intent.latest_charge && findPaidCharge(context, intent.latest_charge)) ||
		rejectWith(
			new ApiError(
				400,
				{ type: "invalid_request_error", code: "payment_intent_unexpected_state", message },
				true,
			),
		)
	);
}

function findPaidCharge(context: Context, id: string): Charge | undefined {
	const charge = context.store.find("charge", id);
	return charge?.paid ? charge : undefined;
}

function amountToRefund(call: Call, charge: Charge): number {
	const remaining = charge.amount - charge.amount_refunded;
	if (remaining === 0) {
		const message = `Charge ${charge.id} has already been refunded.`;
		throw new ApiError(
			400,
			{ type: "invalid_request_error", code: "charge_already_refunded", message },
			true,
		);
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

function outcome(decline: CardError | undefined): Charge["outcome"] {
	return {
		network_status: decline ? "declined_by_network" : "approved_by_network",
		reason: decline ? (decline.decline_code ?? decline.code) : null,
		risk_level: "normal",
		seller_message: decline ? "The bank did not return any further details." : "Payment complete.",
		type: decline ? "issuer_declined" : "authorized",
	};
}

function rejectWith(error: ApiError): never {
	throw error;
}
