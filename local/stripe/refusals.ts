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
export class Refusal extends Error {
	status: number;
	body: ErrorBody;
	kept: boolean;

	constructor(status: number, body: ErrorBody, kept: boolean) {
		super(body.message);
		this.status = status;
		this.body = body;
		this.kept = kept;
	}
}

/** 400 for a parameter that is missing or wrong. */
export function wrongParameter(param: string, message: string, code?: string): Refusal {
	return new Refusal(400, { type: "invalid_request_error", code, message, param }, false);
}

/** 400 for a parameter that had to be there. */
export function missingParameter(param: string): Refusal {
	return wrongParameter(param, `Missing required param: ${param}.`, "parameter_missing");
}

/** 404 for an id that names nothing. */
export function noSuch(kind: string, id: string, param = "id"): Refusal {
	const message = `No such ${kind}: '${id}'`;
	return new Refusal(
		404,
		{ type: "invalid_request_error", code: "resource_missing", message, param },
		false,
	);
}

/** 400 for something the intent's state forbids; the intent travels with the refusal. */
export function wrongState(intent: PaymentIntent, message: string): Refusal {
	return new Refusal(
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
export function notAuthorized(message: string): Refusal {
	return new Refusal(401, { type: "invalid_request_error", message }, false);
}
