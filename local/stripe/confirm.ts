import { type CardError, DECLINES } from "./cards.ts";
import { recordCharge } from "./charges.ts";
import { announce, type Call, type Desk } from "./desk.ts";
import { openDispute } from "./disputes.ts";
import { groupOf, textOf } from "./form.ts";
import { CONFIRMABLE, findIntent } from "./intents.ts";
import { behaviour, findMethod, methodFrom } from "./methods.ts";
import { newId, type PaymentError, type PaymentIntent, type PaymentMethod } from "./objects.ts";
import { missingParameter, Refusal, wrongParameter, wrongState } from "./refusals.ts";

const NOT_AUTHENTICATED =
	"We are unable to authenticate your payment method. Please choose a different payment method and try again.";
const DOCS = "https://stripe.com/docs/error-codes/";

/**
 * Tries to take the money with `payment_method`, `payment_method_data`, or what is attached. An
 * intent that has succeeded or was cancelled is refused, so two at once charge once; a card that
 * is declined is refused with 402 and leaves the intent in need of another; a card whose holder
 * must be asked leaves it in `requires_action`.
 *
 * Stripe API: Confirm a PaymentIntent.
 */
export function confirmIntent(desk: Desk, call: Call, id: string): PaymentIntent {
	const intent = findIntent(desk, call, id);
	refuseUnlessConfirmable(intent);
	const method = methodForConfirming(desk, call, intent);
	if (!method) return intent;
	intent.payment_method = method.id;
	if (behaviour(desk, method).challenge) return askHolder(desk, call, intent);
	const refused = charge(desk, call, intent, method);
	if (refused) throw refusedCard(intent, refused);
	return intent;
}

/**
 * What the bank's page reports: `outcome` complete or fail. Only an intent in `requires_action`
 * can be answered for.
 *
 * Stripe docs: 3D Secure authentication.
 */
export function answerChallenge(desk: Desk, call: Call): PaymentIntent {
	const id = textOf(call.form, "payment_intent");
	const outcome = textOf(call.form, "outcome");
	if (id === undefined) throw missingParameter("payment_intent");
	if (outcome !== "complete" && outcome !== "fail") {
		throw wrongParameter("outcome", "The outcome is complete or fail.");
	}
	const intent = findIntent(desk, call, id);
	if (intent.status !== "requires_action" || intent.payment_method === null) {
		throw wrongState(
			intent,
			`This PaymentIntent has a status of ${intent.status} and waits for no authentication.`,
		);
	}
	const method = findMethod(desk, intent.payment_method);
	intent.next_action = null;
	if (outcome === "complete") {
		charge(desk, call, intent, method);
		return intent;
	}
	fail(desk, call, intent, {
		type: "invalid_request_error",
		code: "payment_intent_authentication_failure",
		message: NOT_AUTHENTICATED,
		doc_url: `${DOCS}payment-intent-authentication-failure`,
		payment_method: method,
	});
	return intent;
}

function refuseUnlessConfirmable(intent: PaymentIntent): void {
	if (intent.status === "succeeded") {
		throw wrongState(
			intent,
			"You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
		);
	}
	if (!CONFIRMABLE.includes(intent.status)) {
		throw wrongState(
			intent,
			`You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
		);
	}
}

/** Undefined when there is nothing to do: the holder has been asked and has not answered yet. */
function methodForConfirming(
	desk: Desk,
	call: Call,
	intent: PaymentIntent,
): PaymentMethod | undefined {
	const named = textOf(call.form, "payment_method");
	const typed = groupOf(call.form, "payment_method_data");
	if (named === undefined && typed === undefined && intent.status === "requires_action") return;
	if (typed !== undefined) return typedMethod(desk, call, intent);
	const id = named ?? intent.payment_method;
	if (id === null) {
		throw wrongState(
			intent,
			"You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
		);
	}
	return findMethod(desk, id);
}

/** A card that cannot be is an attempt too, though no bank was asked and no charge is recorded. */
function typedMethod(desk: Desk, call: Call, intent: PaymentIntent): PaymentMethod {
	try {
		return methodFrom(desk, groupOf(call.form, "payment_method_data") ?? {}, "payment_method_data");
	} catch (error) {
		if (error instanceof Refusal && error.body.type === "card_error") {
			const { code = "card_declined", message, decline_code, param } = error.body;
			const refused = cardError({ code, message, decline_code, param });
			fail(desk, call, intent, refused);
			throw refusedCard(intent, refused);
		}
		throw error;
	}
}

function askHolder(desk: Desk, call: Call, intent: PaymentIntent): PaymentIntent {
	const query = new URLSearchParams({
		payment_intent: intent.id,
		client_secret: intent.client_secret,
	});
	intent.status = "requires_action";
	intent.last_payment_error = null;
	intent.next_action = {
		type: "use_stripe_sdk",
		use_stripe_sdk: {
			type: "three_d_secure_redirect",
			source: newId("src"),
			stripe_js: `${call.origin}/challenge?${query}`,
		},
	};
	desk.store.save(intent);
	announce(desk, call, "payment_intent.requires_action", intent);
	return intent;
}

/** Asks the bank. Answers what it has against the card, or undefined when the money is ours. */
function charge(
	desk: Desk,
	call: Call,
	intent: PaymentIntent,
	method: PaymentMethod,
): PaymentError | undefined {
	const { decline } = behaviour(desk, method);
	if (decline) {
		const declined = DECLINES[decline];
		const made = recordCharge(desk, intent, method, declined);
		intent.latest_charge = made.id;
		const error = { ...cardError(declined), charge: made.id, payment_method: method };
		fail(desk, call, intent, error);
		return error;
	}
	intent.status = "succeeded";
	intent.amount_received = intent.amount;
	intent.last_payment_error = null;
	intent.next_action = null;
	const made = recordCharge(desk, intent, method);
	intent.latest_charge = made.id;
	desk.store.save(intent);
	announce(desk, call, "payment_intent.succeeded", intent);
	if (behaviour(desk, method).disputed) openDispute(desk, call, made);
	return undefined;
}

function fail(desk: Desk, call: Call, intent: PaymentIntent, error: PaymentError): void {
	intent.status = "requires_payment_method";
	intent.payment_method = null;
	intent.next_action = null;
	intent.last_payment_error = error;
	desk.store.save(intent);
	announce(desk, call, "payment_intent.payment_failed", intent);
}

function cardError(error: CardError): PaymentError {
	return { type: "card_error", ...error, doc_url: DOCS + error.code.replaceAll("_", "-") };
}

function refusedCard(intent: PaymentIntent, error: PaymentError): Refusal {
	return new Refusal(402, { ...error, payment_intent: intent }, true);
}
