/** Payment intents, but for their confirmation. Stripe API: PaymentIntents. */
import { formatAmount } from "./amounts.ts";
import { type Call, type Context, emitEvent } from "./context.ts";
import { MAXIMUM, minimumOf } from "./currencies.ts";
import { invalidParameter, missingParameter, notFound, unexpectedState } from "./errors.ts";
import { type Form, groupOf, textOf } from "./form-encoding.ts";
import { METHOD_PARAMS, readMethodTypes } from "./method-types.ts";
import { type IntentStatus, newId, nowSeconds, type PaymentIntent, randomWord } from "./objects.ts";
import { metadataFrom, readCurrency } from "./parameters.ts";
import { findMethod, methodFrom } from "./payment-methods.ts";

const CANCELABLE: IntentStatus[] = [
	"requires_payment_method",
	"requires_confirmation",
	"requires_action",
];
/** The statuses in which an intent can be confirmed. */
export const CONFIRMABLE: IntentStatus[] = [
	"requires_payment_method",
	"requires_confirmation",
	"requires_action",
];
const CANCEL_REASONS = ["duplicate", "fraudulent", "requested_by_customer", "abandoned"];

/**
 * Creates an intent of `amount` cents. Throws ApiError below the currency's minimum (`amount_too_small`), above 99999999
 * (`amount_too_large`).
 *
 * Stripe API: Create a PaymentIntent.
 */
export function createIntent(context: Context, call: Call, id = newId("pi")): PaymentIntent {
	const { form } = call;
	rejectCustomer(form);
	const currency = readCurrency(call.form);
	const intent: PaymentIntent = {
		id,
		object: "payment_intent",
		amount: readAmount(call, currency),
		...readMethodTypes(context.store, form),
		amount_capturable: 0,
		amount_details: { tip: {} },
		amount_received: 0,
		application: null,
		application_fee_amount: null,
		canceled_at: null,
		cancellation_reason: null,
		capture_method: readCapture(form) ?? "automatic_async",
		client_secret: `${id}_secret_${randomWord(25)}`,
		confirmation_method: "automatic",
		created: nowSeconds(),
		currency,
		customer: null,
		customer_account: null,
		description: textOf(form, "description") ?? null,
		last_payment_error: null,
		latest_charge: null,
		livemode: false,
		managed_payments: null,
		metadata: metadataFrom(form),
		next_action: null,
		on_behalf_of: null,
		payment_method: null,
		payment_method_configuration_details: null,
		payment_method_options: {
			card: { installments: null, network: null, request_three_d_secure: "automatic" },
		},
		payment_record: null,
		processing: null,
		receipt_email: textOf(form, "receipt_email") ?? null,
		review: null,
		setup_future_usage: readUsage(form) ?? null,
		shipping: null,
		source: null,
		statement_descriptor: null,
		statement_descriptor_suffix: null,
		status: "requires_payment_method",
		transfer_data: null,
		transfer_group: null,
	};
	attachMethod(context, call, intent);
	context.store.save(intent);
	emitEvent(context, call, "payment_intent.created", intent);
	return intent;
}

/**
 * The intent with an id. A browser must send its `client_secret`. Throws ApiError 400 for a wrong secret
 * and 404 for an unknown id.
 *
 * Stripe API: Retrieve a PaymentIntent.
 */
export function findIntent(context: Context, call: Call, id: string): PaymentIntent {
	const intent = context.store.find("payment_intent", id);
	if (!intent) throw notFound("payment_intent", id, "intent");
	const secret = textOf(call.form, "client_secret");
	if (secret === undefined && call.publishable) throw missingParameter("client_secret");
	if (secret !== undefined && secret !== intent.client_secret) {
		throw invalidParameter(
			"client_secret",
			"The client_secret provided does not match the client_secret associated with the PaymentIntent.",
			"payment_intent_invalid_parameter",
		);
	}
	return intent;
}

/** The stand-in has no customers, so that it knows none that a form names. */
function rejectCustomer(form: Form): void {
	const id = textOf(form, "customer");
	if (id) throw notFound("customer", id, "customer");
}

/** When a payment method is to be used again. */
function readUsage(form: Form): string | undefined {
	return readOneOf(form, "setup_future_usage", ["off_session", "on_session"]);
}

/**
 * Updates metadata, description and receipt_email in any status; amount, currency and payment method only
 * while the intent can be confirmed. What the customer authenticates is one amount: with another one the
 * intent must be confirmed again.
 *
 * Stripe API: Update a PaymentIntent.
 */
export function updateIntent(context: Context, call: Call, id: string): PaymentIntent {
	const intent = findIntent(context, call, id);
	const { form } = call;
	for (const name of ["amount", "capture_method", "currency", "payment_method", ...METHOD_PARAMS]) {
		if (form[name] === undefined || CONFIRMABLE.includes(intent.status)) continue;
		throw unexpectedState(
			intent,
			`This PaymentIntent's ${name} could not be updated because it has a status of ${intent.status}. You may only update the ${name} of a PaymentIntent with one of the following statuses: ${CONFIRMABLE.join(", ")}.`,
		);
	}
	rejectCustomer(form);
	const { amount, currency } = intent;
	if (METHOD_PARAMS.some((name) => form[name] !== undefined)) {
		Object.assign(intent, readMethodTypes(context.store, form));
	}
	if (form.currency !== undefined) intent.currency = readCurrency(call.form);
	if (form.amount !== undefined) intent.amount = readAmount(call, intent.currency);
	const isOtherAmount = amount !== intent.amount || currency !== intent.currency;
	if (isOtherAmount && intent.status === "requires_action") {
		intent.status = "requires_confirmation";
		intent.next_action = null;
	}
	intent.capture_method = readCapture(form) ?? intent.capture_method;
	intent.setup_future_usage = readUsage(form) ?? intent.setup_future_usage;
	intent.metadata = metadataFrom(form, intent.metadata);
	intent.description = textOf(form, "description") ?? intent.description;
	intent.receipt_email = textOf(form, "receipt_email") ?? intent.receipt_email;
	attachMethod(context, call, intent);
	context.store.save(intent);
	return intent;
}

/**
 * Cancels an unpaid intent. Throws ApiError with the intent if it has succeeded or was already canceled, or
 * while its payment is processed: Stripe can cancel that in rare cases only.
 *
 * Stripe API: Cancel a PaymentIntent.
 */
export function cancelIntent(context: Context, call: Call, id: string): PaymentIntent {
	const intent = findIntent(context, call, id);
	const reason = readOneOf(call.form, "cancellation_reason", CANCEL_REASONS) ?? null;
	if (!CANCELABLE.includes(intent.status)) {
		throw unexpectedState(
			intent,
			`You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${CANCELABLE.join(", ")}.`,
		);
	}
	intent.status = "canceled";
	intent.canceled_at = nowSeconds();
	intent.cancellation_reason = reason;
	intent.next_action = null;
	context.store.save(intent);
	emitEvent(context, call, "payment_intent.canceled", intent);
	return intent;
}

function attachMethod(context: Context, call: Call, intent: PaymentIntent): void {
	const methodId = textOf(call.form, "payment_method");
	const methodData = groupOf(call.form, "payment_method_data");
	if (methodId === undefined && methodData === undefined) return;
	const method = methodData
		? methodFrom(context, methodData, "payment_method_data")
		: findMethod(context, methodId ?? "");
	intent.payment_method = method.id;
	intent.status = "requires_confirmation";
}

function readAmount(call: Call, currency: string): number {
	const text = textOf(call.form, "amount");
	if (text === undefined) throw missingParameter("amount");
	if (!/^-?\d+$/.test(text)) {
		throw invalidParameter("amount", `Invalid integer: ${text}`, "parameter_invalid_integer");
	}
	const amount = Number(text);
	const minimum = minimumOf(currency);
	if (amount < minimum) {
		throw invalidParameter(
			"amount",
			`Amount must be at least ${formatAmount(minimum, currency)} ${currency}`,
			"amount_too_small",
		);
	}
	if (amount > MAXIMUM) {
		throw invalidParameter(
			"amount",
			`Amount must be no more than ${formatAmount(MAXIMUM, currency)}`,
			"amount_too_large",
		);
	}
	return amount;
}

function readCapture(form: Form): string | undefined {
	return readOneOf(form, "capture_method", ["automatic", "automatic_async"]);
}

/** The value of a parameter, or undefined if it is absent. Throws ApiError for any other than `values`. */
function readOneOf(form: Form, name: string, values: string[]): string | undefined {
	const value = textOf(form, name);
	if (value === undefined || values.includes(value)) return value;
	throw invalidParameter(name, `Invalid ${name}: must be one of ${values.join(", ")}`);
}
