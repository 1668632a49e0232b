/** Confirms payment intents: charges at once, after 3-D Secure or days later. */
import { type CardError, DECLINES } from "./cards.ts";
import { recordCharge } from "./charges.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { openTestDispute } from "./disputes.ts";
import { ApiError, invalidParameter, missingParameter, unexpectedState } from "./errors.ts";
import { groupOf, textOf } from "./form-encoding.ts";
import { CONFIRMABLE, findIntent } from "./intents.ts";
import { isDelayed, redirects } from "./method-types.ts";
import {
	type NextAction,
	newId,
	type PaymentError,
	type PaymentIntent,
	type PaymentMethod,
} from "./objects.ts";
import { findMethod, methodFrom, testCardOf } from "./payment-methods.ts";

const NOT_AUTHENTICATED =
	"We are unable to authenticate your payment method. Please choose a different payment method and try again.";
const NOT_APPROVED =
	"The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.";
const DOCS = "https://stripe.com/docs/error-codes/";
const NOT_DEBITED: CardError = {
	code: "insufficient_funds",
	message: "Your account has insufficient funds.",
};

/**
 * Charges `payment_method`, `payment_method_data` or the attached payment method. Throws ApiError if the
 * intent has succeeded or was canceled, so that concurrent calls charge once, and ApiError 402 for a
 * declined card, which leaves the intent in `requires_payment_method`. A card that requires 3-D Secure
 * leaves it in `requires_action`.
 *
 * Stripe API: Confirm a PaymentIntent.
 */
export function confirmIntent(context: Context, call: Call, id: string): PaymentIntent {
	const intent = findIntent(context, call, id);
	rejectUnlessConfirmable(intent);
	if (!call.publishable) rejectMissingReturnUrl(call, intent);
	const method = methodToConfirm(context, call, intent);
	if (!method) return intent;
	rejectOtherTypes(intent, method);
	intent.payment_method = method.id;
	if (redirects(method.type)) return requireRedirect(context, call, intent);
	if (isDelayed(method.type)) return startProcessing(context, call, intent);
	if (testCardOf(context, method).challenge) return requireAction(context, call, intent);
	const declineError = attemptCharge(context, call, intent, method);
	if (declineError) throw cardApiError(intent, declineError);
	return intent;
}

/**
 * A server that confirms an intent which may take methods that redirect must say where customers return to, whatever
 * method it confirms with. Stripe.js handles what comes next in the page, so it needs one only for such a method.
 *
 * Stripe API: Create a PaymentIntent, automatic_payment_methods.
 */
function rejectMissingReturnUrl(call: Call, intent: PaymentIntent): void {
	const mayRedirect =
		intent.automatic_payment_methods?.allow_redirects === "always" &&
		(intent.allowed_payment_method_types === null || intent.payment_method_types.some(redirects));
	if (!mayRedirect || textOf(call.form, "return_url") !== undefined) return;
	throw invalidParameter(
		"return_url",
		"A `return_url` must be specified because this Payment Intent is configured to automatically accept the payment methods enabled in the Dashboard, some of which may require a full page redirect to succeed. If you do not want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
		"parameter_missing",
	);
}

/** An intent accepts only its kinds of payment methods. Stripe API: Error codes. */
function rejectOtherTypes(intent: PaymentIntent, { type }: PaymentMethod): void {
	if (intent.payment_method_types.includes(type)) return;
	throw new ApiError(
		400,
		{
			type: "invalid_request_error",
			code: "payment_intent_incompatible_payment_method",
			message: `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod with one of the following types: ${intent.payment_method_types.join(", ")}. Alternatively update the allowed payment_method_types for this PaymentIntent to include "${type}".`,
			payment_intent: intent,
		},
		true,
	);
}

/**
 * Applies the result of the bank's page: `outcome` is complete or fail. Throws ApiError unless the intent
 * is in `requires_action`.
 *
 * Stripe docs: 3D Secure authentication.
 */
export function answerChallenge(context: Context, call: Call): PaymentIntent {
	const id = textOf(call.form, "payment_intent");
	const outcome = textOf(call.form, "outcome");
	if (id === undefined) throw missingParameter("payment_intent");
	if (outcome !== "complete" && outcome !== "fail") {
		throw invalidParameter("outcome", "The outcome must be complete or fail.");
	}
	const intent = findIntent(context, call, id);
	if (intent.status !== "requires_action" || intent.payment_method === null) {
		throw unexpectedState(
			intent,
			`This PaymentIntent has a status of ${intent.status} and does not require authentication.`,
		);
	}
	const method = findMethod(context, intent.payment_method);
	intent.next_action = null;
	if (outcome === "complete") {
		attemptCharge(context, call, intent, method);
		return intent;
	}
	failPayment(context, call, intent, {
		type: "invalid_request_error",
		code: "payment_intent_authentication_failure",
		message: redirects(method.type) ? NOT_APPROVED : NOT_AUTHENTICATED,
		doc_url: `${DOCS}payment-intent-authentication-failure`,
		payment_method: method,
	});
	return intent;
}

function rejectUnlessConfirmable(intent: PaymentIntent): void {
	if (intent.status === "succeeded") {
		throw unexpectedState(
			intent,
			"You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.",
		);
	}
	if (!CONFIRMABLE.includes(intent.status)) {
		throw unexpectedState(
			intent,
			`You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: requires_confirmation, requires_action.`,
		);
	}
}

/** The payment method to confirm with; undefined if authentication is still pending. */
function methodToConfirm(
	context: Context,
	call: Call,
	intent: PaymentIntent,
): PaymentMethod | undefined {
	const methodId = textOf(call.form, "payment_method");
	const methodData = groupOf(call.form, "payment_method_data");
	if (methodId === undefined && methodData === undefined && intent.status === "requires_action")
		return;
	if (methodData !== undefined) return methodFromInput(context, call, intent);
	const id = methodId ?? intent.payment_method;
	if (id === null) {
		throw unexpectedState(
			intent,
			"You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
		);
	}
	return findMethod(context, id);
}

/** An invalid card counts as a failed attempt too, but without a charge. */
function methodFromInput(context: Context, call: Call, intent: PaymentIntent): PaymentMethod {
	try {
		return methodFrom(
			context,
			groupOf(call.form, "payment_method_data") ?? {},
			"payment_method_data",
		);
	} catch (error) {
		if (error instanceof ApiError && error.body.type === "card_error") {
			const { code = "card_declined", message, decline_code, param } = error.body;
			const paymentError = cardError({ code, message, decline_code, param });
			failPayment(context, call, intent, paymentError);
			throw cardApiError(intent, paymentError);
		}
		throw error;
	}
}

/** The dialog of Stripe.js asks the customer to authenticate. */
function requireAction(context: Context, call: Call, intent: PaymentIntent): PaymentIntent {
	return setNextAction(context, call, intent, {
		type: "use_stripe_sdk",
		use_stripe_sdk: {
			type: "three_d_secure_redirect",
			source: newId("src"),
			stripe_js: pageUrl(context, call, intent, "/challenge"),
		},
	});
}

/**
 * The customer pays on another page and returns to `return_url`. Throws ApiError without one.
 *
 * Stripe docs: Redirect-based payment methods. Stripe API: The PaymentIntent object, next_action.
 */
function requireRedirect(context: Context, call: Call, intent: PaymentIntent): PaymentIntent {
	const returnUrl = textOf(call.form, "return_url");
	if (!returnUrl || !/^https?:/.test(returnUrl) || !URL.canParse(returnUrl)) {
		throw invalidParameter(
			"return_url",
			returnUrl
				? "Not a valid URL"
				: "A `return_url` must be specified because this payment method redirects the customer.",
			returnUrl ? "url_invalid" : "parameter_missing",
		);
	}
	const url = pageUrl(context, call, intent, "/authorize");
	return setNextAction(context, call, intent, {
		type: "redirect_to_url",
		redirect_to_url: { return_url: returnUrl, url },
	});
}

/** Stripe docs: Delayed notification payment methods. */
function startProcessing(context: Context, call: Call, intent: PaymentIntent): PaymentIntent {
	intent.status = "processing";
	intent.last_payment_error = null;
	context.store.save(intent);
	emitEvent(context, call, "payment_intent.processing", intent);
	return intent;
}

/**
 * Settles an intent whose payment is processed, as the customer's bank does days later. Throws ApiError
 * in any other status.
 */
export function settleProcessing(
	context: Context,
	call: Call,
	id: string,
	outcome: "succeeded" | "failed",
): PaymentIntent {
	const intent = findIntent(context, call, id);
	if (intent.status !== "processing" || intent.payment_method === null) {
		throw unexpectedState(intent, `This PaymentIntent has a status of ${intent.status}.`);
	}
	const method = findMethod(context, intent.payment_method);
	if (outcome === "succeeded") attemptCharge(context, call, intent, method);
	else failPayment(context, call, intent, { ...cardError(NOT_DEBITED), payment_method: method });
	return intent;
}

function setNextAction(
	context: Context,
	call: Call,
	intent: PaymentIntent,
	nextAction: NextAction,
): PaymentIntent {
	intent.status = "requires_action";
	intent.last_payment_error = null;
	intent.next_action = nextAction;
	context.store.save(intent);
	emitEvent(context, call, "payment_intent.requires_action", intent);
	return intent;
}

function pageUrl(context: Context, call: Call, intent: PaymentIntent, path: string): string {
	const query = new URLSearchParams({
		payment_intent: intent.id,
		client_secret: intent.client_secret,
		key: context.publishableKey,
	});
	return `${call.origin}${path}?${query}`;
}

/** Charges the card. Returns the bank's decline, or undefined if the charge succeeded. */
function attemptCharge(
	context: Context,
	call: Call,
	intent: PaymentIntent,
	method: PaymentMethod,
): PaymentError | undefined {
	const { decline } = testCardOf(context, method);
	if (decline) {
		const cardDecline = DECLINES[decline];
		const charge = recordCharge(context, intent, method, cardDecline);
		intent.latest_charge = charge.id;
		const error = { ...cardError(cardDecline), charge: charge.id, payment_method: method };
		failPayment(context, call, intent, error);
		return error;
	}
	intent.status = "succeeded";
	intent.amount_received = intent.amount;
	intent.last_payment_error = null;
	intent.next_action = null;
	const charge = recordCharge(context, intent, method);
	intent.latest_charge = charge.id;
	context.store.save(intent);
	emitEvent(context, call, "payment_intent.succeeded", intent);
	openTestDispute(context, call, charge);
	return undefined;
}

function failPayment(
	context: Context,
	call: Call,
	intent: PaymentIntent,
	error: PaymentError,
): void {
	intent.status = "requires_payment_method";
	intent.payment_method = null;
	intent.next_action = null;
	intent.last_payment_error = error;
	context.store.save(intent);
	emitEvent(context, call, "payment_intent.payment_failed", intent);
}

function cardError(error: CardError): PaymentError {
	return { type: "card_error", ...error, doc_url: DOCS + error.code.replaceAll("_", "-") };
}

function cardApiError(intent: PaymentIntent, error: PaymentError): ApiError {
	return new ApiError(402, { ...error, payment_intent: intent }, true);
}
