/** Setup intents, which check a payment method and keep it for later. Stripe API: SetupIntents. */
import { DECLINES } from "./cards.ts";
import { cardError, NOT_AUTHENTICATED, rejectMissingReturnUrl } from "./confirm.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { attachTo, rejectOtherCustomer } from "./customers.ts";
import {
	ApiError,
	invalidParameter,
	missingParameter,
	notFound,
	unexpectedState,
} from "./errors.ts";
import { type Form, groupOf, textOf } from "./form-encoding.ts";
import { checkSecret, readCustomer, readOneOf, readUsage } from "./intents.ts";
import { readMethodTypes, redirects } from "./method-types.ts";
import {
	newId,
	nowSeconds,
	type PaymentError,
	type PaymentMethod,
	randomWord,
	type SetupIntent,
} from "./objects.ts";
import { metadataFrom } from "./parameters.ts";
import { findMethod, methodFrom, testCardOf } from "./payment-methods.ts";

const OPEN: SetupIntent["status"][] = [
	"requires_payment_method",
	"requires_confirmation",
	"requires_action",
];
const CANCEL_REASONS = ["abandoned", "requested_by_customer", "duplicate"];

/** Creates a setup intent, and confirms it too with `confirm=true`. Stripe API: Create a SetupIntent. */
export function createSetupIntent(context: Context, call: Call): SetupIntent {
	const { form } = call;
	const id = newId("seti");
	const intent: SetupIntent = {
		id,
		object: "setup_intent",
		...readMethodTypes(context.store, form),
		application: null,
		cancellation_reason: null,
		client_secret: `${id}_secret_${randomWord(25)}`,
		created: nowSeconds(),
		customer: readCustomer(context, form),
		customer_account: null,
		description: textOf(form, "description") ?? null,
		flow_directions: null,
		last_setup_error: null,
		latest_attempt: null,
		livemode: false,
		managed_payments: null,
		mandate: null,
		metadata: metadataFrom(form),
		next_action: null,
		on_behalf_of: null,
		payment_method: null,
		payment_method_configuration_details: null,
		payment_method_options: null,
		single_use_mandate: null,
		status: "requires_payment_method",
		usage: readUsage(form, "usage") ?? "off_session",
	};
	const method = methodIn(context, form);
	if (method) Object.assign(intent, { payment_method: method.id, status: "requires_confirmation" });
	context.store.save(intent);
	emitEvent(context, call, "setup_intent.created", intent);
	return textOf(form, "confirm") === "true" ? confirmSetupIntent(context, call, id) : intent;
}

/**
 * The setup intent with an id. A browser must send its `client_secret`. Throws ApiError 400 for a wrong secret and
 * 404 for an unknown id.
 *
 * Stripe API: Retrieve a SetupIntent.
 */
export function findSetupIntent(context: Context, call: Call, id: string): SetupIntent {
	const intent = context.store.find("setup_intent", id);
	if (!intent) throw notFound("setupintent", id, "intent");
	checkSecret(call, intent, "SetupIntent");
	return intent;
}

/**
 * Checks the payment method and attaches it to the customer, if there is one. Throws ApiError if the intent has
 * succeeded or was canceled, and ApiError 402 for a declined card. A card that requires 3-D Secure leaves it in
 * `requires_action`.
 *
 * Stripe API: Confirm a SetupIntent.
 */
export function confirmSetupIntent(context: Context, call: Call, id: string): SetupIntent {
	const intent = findSetupIntent(context, call, id);
	if (!OPEN.includes(intent.status))
		throw unexpectedState(
			intent,
			intent.status === "succeeded"
				? "You cannot confirm this SetupIntent because it has already succeeded."
				: `You cannot confirm this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be confirmed: ${OPEN.join(", ")}.`,
		);
	if (!call.publishable) rejectMissingReturnUrl(call, intent);
	const given = methodIn(context, call.form);
	if (!given && intent.status === "requires_action") return intent;
	if (!given && intent.payment_method === null)
		throw unexpectedState(
			intent,
			"You cannot confirm this SetupIntent because it's missing a payment method. You can either update the SetupIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
		);
	const method = given ?? findMethod(context, intent.payment_method ?? "");
	if (!intent.payment_method_types.includes(method.type) || redirects(method.type))
		throw invalidParameter(
			"payment_method",
			`The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`,
			"setup_intent_invalid_parameter",
		);
	rejectOtherCustomer(intent, method);
	intent.payment_method = method.id;
	const { challenge } = testCardOf(context, method);
	if (!challenge) return settle(context, call, intent, method);
	intent.status = "requires_action";
	intent.last_setup_error = null;
	intent.next_action = {
		type: "use_stripe_sdk",
		use_stripe_sdk: { type: "three_d_secure_redirect", source: newId("src"), stripe_js: "" },
	};
	context.store.save(intent);
	emitEvent(context, call, "setup_intent.requires_action", intent);
	return intent;
}

/** Applies the result of the bank's page: `outcome` is complete or fail. Stripe docs: 3D Secure authentication. */
export function answerSetupChallenge(context: Context, call: Call): SetupIntent {
	const intent = findSetupIntent(context, call, textOf(call.form, "setup_intent") ?? "");
	const outcome = readOneOf(call.form, "outcome", ["complete", "fail"]);
	if (outcome === undefined) throw missingParameter("outcome");
	if (intent.status !== "requires_action" || intent.payment_method === null)
		throw unexpectedState(
			intent,
			`This SetupIntent has a status of ${intent.status} and does not require authentication.`,
		);
	intent.next_action = null;
	const method = findMethod(context, intent.payment_method);
	if (outcome === "complete") {
		const { decline } = testCardOf(context, method);
		if (decline) fail(context, call, intent, cardError(DECLINES[decline]), method);
		else settle(context, call, intent, method);
		return intent;
	}
	fail(
		context,
		call,
		intent,
		{
			type: "invalid_request_error",
			code: "setup_intent_authentication_failure",
			message: NOT_AUTHENTICATED,
			doc_url: "https://stripe.com/docs/error-codes/setup-intent-authentication-failure",
		},
		method,
	);
	return intent;
}

/** Stripe API: Cancel a SetupIntent. Throws ApiError if it has succeeded or was already canceled. */
export function cancelSetupIntent(context: Context, call: Call, id: string): SetupIntent {
	const intent = findSetupIntent(context, call, id);
	const reason = readOneOf(call.form, "cancellation_reason", CANCEL_REASONS) ?? null;
	if (!OPEN.includes(intent.status))
		throw unexpectedState(
			intent,
			`You cannot cancel this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the following statuses may be canceled: ${OPEN.join(", ")}.`,
		);
	Object.assign(intent, { status: "canceled", cancellation_reason: reason, next_action: null });
	context.store.save(intent);
	emitEvent(context, call, "setup_intent.canceled", intent);
	return intent;
}

function methodIn(context: Context, form: Form): PaymentMethod | undefined {
	const data = groupOf(form, "payment_method_data");
	if (data) return methodFrom(context, data, "payment_method_data");
	const id = textOf(form, "payment_method");
	return id === undefined ? undefined : findMethod(context, id);
}

function settle(
	context: Context,
	call: Call,
	intent: SetupIntent,
	method: PaymentMethod,
): SetupIntent {
	const { decline } = testCardOf(context, method);
	if (decline) {
		const error = cardError(DECLINES[decline]);
		fail(context, call, intent, error, method);
		throw new ApiError(402, { ...error, setup_intent: intent }, true);
	}
	intent.status = "succeeded";
	intent.last_setup_error = null;
	if (intent.customer !== null) attachTo(context, call, method, intent.customer);
	context.store.save(intent);
	emitEvent(context, call, "setup_intent.succeeded", intent);
	return intent;
}

function fail(
	context: Context,
	call: Call,
	intent: SetupIntent,
	error: PaymentError,
	payment_method: PaymentMethod,
): void {
	intent.status = "requires_payment_method";
	intent.payment_method = null;
	intent.next_action = null;
	intent.last_setup_error = { ...error, payment_method };
	context.store.save(intent);
	emitEvent(context, call, "setup_intent.setup_failed", intent);
}
