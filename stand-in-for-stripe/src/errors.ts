/** Errors as Stripe returns them. Stripe API: Errors. */
import type { PaymentIntent, PaymentMethod } from "./objects.ts";

/** The `error` object of an error response. Stripe API: Errors. */
export interface ErrorBody {
	type: "api_error" | "card_error" | "idempotency_error" | "invalid_request_error";
	message: string;
	code?: string | undefined;
	param?: string | undefined;
	decline_code?: string | undefined;
	charge?: string;
	payment_intent?: PaymentIntent;
	payment_method?: PaymentMethod;
	doc_url?: string;
}

/**
 * An error with its HTTP status. `storable` says whether it is stored under an idempotency key: Stripe
 * does not store errors that occur before a request is executed (an invalid parameter, an unknown id).
 */
export class ApiError extends Error {
	status: number;
	body: ErrorBody;
	storable: boolean;

	constructor(status: number, body: ErrorBody, storable: boolean) {
		super(body.message);
		this.status = status;
		this.body = body;
		this.storable = storable;
	}
}

/** 400 for an invalid parameter. */
export function invalidParameter(param: string, message: string, code?: string): ApiError {
	return new ApiError(400, { type: "invalid_request_error", code, message, param }, false);
}

/** 400 for a missing parameter. */
export function missingParameter(param: string): ApiError {
	return invalidParameter(param, `Missing required param: ${param}.`, "parameter_missing");
}

/** 404 for an unknown id. */
export function notFound(kind: string, id: string, param = "id"): ApiError {
	const message = `No such ${kind}: '${id}'`;
	return new ApiError(
		404,
		{ type: "invalid_request_error", code: "resource_missing", message, param },
		false,
	);
}

/** 400 for a call that the intent's status does not allow; the error includes the intent. */
export function unexpectedState(intent: PaymentIntent, message: string): ApiError {
	return new ApiError(
		400,
		{
			type: "invalid_request_error",
			code: `${intent.object}_unexpected_state`,
			message,
			[intent.object]: intent,
		},
		true,
	);
}

/** 429 for a call above the rate limit. Stripe docs: Rate limits. */
export function rateLimited(): ApiError {
	const message =
		"Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.";
	return new ApiError(429, { type: "invalid_request_error", code: "rate_limit", message }, false);
}

/** 403 for a call that a restricted key may not make. Stripe API: Errors. Stripe docs: Restricted API keys. */
export function notPermitted(endpoint: string): ApiError {
	const message = `The provided key does not have the required permissions for this endpoint: ${endpoint}.`;
	return new ApiError(
		403,
		{ type: "invalid_request_error", code: "more_permissions_required", message },
		false,
	);
}

/** 403 for a `Stripe-Account` that the key has no access to. Stripe API: Connected accounts; Error codes. */
export function accountInvalid(key: string, account: string): ApiError {
	const message = `The provided key '${key.slice(0, 8)}****${key.slice(-4)}' does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`;
	return new ApiError(
		403,
		{ type: "invalid_request_error", code: "account_invalid", message },
		false,
	);
}

/** 401 for a call without a valid key. */
export function unauthorized(message: string): ApiError {
	return new ApiError(401, { type: "invalid_request_error", message }, false);
}
