import type { PaymentIntent, PaymentMethod } from "./objects.ts";

/** What stands under `error` in an answer that refuses. Stripe API: Errors. */
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
 * A refusal with its HTTP status. `kept` says whether an idempotency key remembers it: Stripe
 * forgets what it refused before it began to work (a wrong parameter, an unknown id).
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

/** 400 for a parameter that is missing or wrong. */
export function invalidParameter(param: string, message: string, code?: string): ApiError {
	return new ApiError(400, { type: "invalid_request_error", code, message, param }, false);
}

/** 400 for a parameter that had to be there. */
export function missingParameter(param: string): ApiError {
	return invalidParameter(param, `Missing required param: ${param}.`, "parameter_missing");
}

/** 404 for an id that names nothing. */
export function notFound(kind: string, id: string, param = "id"): ApiError {
	const message = `No such ${kind}: '${id}'`;
	return new ApiError(
		404,
		{ type: "invalid_request_error", code: "resource_missing", message, param },
		false,
	);
}

/** 400 for something the intent's state forbids; the intent travels with the refusal. */
export function unexpectedState(intent: PaymentIntent, message: string): ApiError {
	return new ApiError(
		400,
		{
			type: "invalid_request_error",
			code: "payment_intent_unexpected_state",
			message,
			payment_intent: intent,
		},
		true,
	);
}

/** 401 for a call without a valid key. */
export function unauthorized(message: string): ApiError {
	return new ApiError(401, { type: "invalid_request_error", message }, false);
}
