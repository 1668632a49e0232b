import type { CardError } from "./cards.ts";
import { announce, type Call, type Desk } from "./desk.ts";
import { textOf } from "./form.ts";
import { behaviour, metadataFrom } from "./methods.ts";
import {
	type Charge,
	newId,
	nowSeconds,
	type PaymentIntent,
	type PaymentMethod,
	type Refund,
} from "./objects.ts";
import { noSuch, Refusal, wrongParameter } from "./refusals.ts";

const REASONS = ["duplicate", "fraudulent", "requested_by_customer"];

/** Records one attempt at a card: money taken, or, with `refused`, not. Stripe API: Charges. */
export function recordCharge(
	desk: Desk,
	intent: PaymentIntent,
	method: PaymentMethod,
	refused?: CardError,
): Charge {
	const charge: Charge = {
		id: newId("ch"),
		object: "charge",
		amount: intent.amount,
		amount_captured: refused ? 0 : intent.amount,
		amount_refunded: 0,
		balance_transaction: refused ? null : newId("txn"),
		billing_details: method.billing_details,
		captured: !refused,
		created: nowSeconds(),
		currency: intent.currency,
		description: intent.description,
		disputed: false,
		failure_code: refused?.code ?? null,
		failure_message: refused?.message ?? null,
		livemode: false,
		metadata: intent.metadata,
		outcome: outcome(refused),
		paid: !refused,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: { card: method.card, type: "card" },
		receipt_email: intent.receipt_email,
		refunded: false,
		status: refused ? "failed" : "succeeded",
	};
	desk.store.save(charge, intent.id);
	return charge;
}

/**
 * Gives back `amount` (cents; all that is left when absent) of the charge of `payment_intent` or
 * of `charge`. Refuses an intent that was never paid, and more than is left:
 * `charge_already_refunded` when nothing is.
 *
 * Stripe API: Create a refund.
 */
export function createRefund(desk: Desk, call: Call): Refund {
	const charge = chargeToRefund(desk, call);
	const amount = amountToRefund(call, charge);
	const reason = textOf(call.form, "reason") ?? null;
	if (reason !== null && !REASONS.includes(reason)) {
		throw wrongParameter("reason", `Invalid reason: must be one of ${REASONS.join(", ")}`);
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
	desk.store.save(refund, charge.payment_intent);
	desk.store.save(charge);
	announce(desk, call, "charge.refunded", charge);
	announce(desk, call, "refund.created", refund);
	const method = desk.store.find("payment_method", charge.payment_method);
	if (method && behaviour(desk, method).refundFails) failRefund(desk, call, charge, refund);
	return refund;
}

/** The bank can't take the money: it is the merchant's again. Stripe docs: Refunds, Failed refunds. */
function failRefund(desk: Desk, call: Call, charge: Charge, refund: Refund): void {
	const failed: Refund = {
		...refund,
		status: "failed",
		failure_reason: "expired_or_canceled_card",
	};
	charge.amount_refunded -= refund.amount;
	charge.refunded = false;
	desk.store.save(failed, charge.payment_intent);
	desk.store.save(charge);
	announce(desk, call, "refund.updated", failed);
	announce(desk, call, "refund.failed", failed);
}

function chargeToRefund(desk: Desk, call: Call): Charge {
	const chargeId = textOf(call.form, "charge");
	const intentId = textOf(call.form, "payment_intent");
	if (intentId === undefined) {
		if (chargeId === undefined) {
			throw wrongParameter(
				"payment_intent",
				"One of the following params should be provided for this request: payment_intent or charge.",
				"parameter_missing",
			);
		}
		return paid(desk, chargeId) ?? refuse(noSuch("charge", chargeId, "charge"));
	}
	const intent = desk.store.find("payment_intent", intentId);
	if (!intent) throw noSuch("payment_intent", intentId, "payment_intent");
	const message = `This PaymentIntent (${intentId}) does not have a successful charge to refund.`;
	return (
		(intent.latest_charge && paid(desk, intent.latest_charge)) ||
		refuse(
			new Refusal(
				400,
				{ type: "invalid_request_error", code: "payment_intent_unexpected_state", message },
				true,
			),
		)
	);
}

function paid(desk: Desk, id: string): Charge | undefined {
	const charge = desk.store.find("charge", id);
	return charge?.paid ? charge : undefined;
}

function amountToRefund(call: Call, charge: Charge): number {
	const left = charge.amount - charge.amount_refunded;
	if (left === 0) {
		const message = `Charge ${charge.id} has already been refunded.`;
		throw new Refusal(
			400,
			{ type: "invalid_request_error", code: "charge_already_refunded", message },
			true,
		);
	}
	const text = textOf(call.form, "amount");
	if (text === undefined) return left;
	const amount = Number(text);
	if (!Number.isInteger(amount) || amount < 1) {
		throw wrongParameter(
			"amount",
			`Invalid positive integer: ${text}`,
			"parameter_invalid_integer",
		);
	}
	if (amount > left) {
		const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
		throw wrongParameter(
			"amount",
			`Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
		);
	}
	return amount;
}

function outcome(refused: CardError | undefined): Charge["outcome"] {
	return {
		network_status: refused ? "declined_by_network" : "approved_by_network",
		reason: refused ? (refused.decline_code ?? refused.code) : null,
		risk_level: "normal",
		seller_message: refused ? "The bank did not return any further details." : "Payment complete.",
		type: refused ? "issuer_declined" : "authorized",
	};
}

function refuse(refusal: Refusal): never {
	throw refusal;
}
