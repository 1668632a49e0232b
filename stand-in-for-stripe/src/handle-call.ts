/** Handles one API call: idempotency, faults, the endpoint and one transaction. */
import { createHash } from "node:crypto";
import type { Call, Context } from "./context.ts";
import { ApiError, type ErrorBody } from "./errors.ts";
import { canonicalForm, type Form } from "./form-encoding.ts";
import { rejectUnknownParameters } from "./known-parameters.ts";
import { routeFor } from "./routes.ts";
import { serialize, serializeError } from "./serialize.ts";
import type { StoredResponse } from "./store.ts";

/** A response before it is sent. `body` is JSON; for `storable` see ApiError. */
export interface ApiResponse {
	status: number;
	body: string;
	headers: Record<string, string>;
	storable: boolean;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OUTAGE_ERROR: ErrorBody = { type: "api_error", message: "An unknown error occurred" };

/**
 * Handles one API call. Its changes, events, deliveries and the stored response of its idempotency key
 * are one transaction.
 */
export function handleCall(
	context: Context,
	call: Call,
	method: string,
	path: string,
): ApiResponse {
	const match = routeFor(method, path);
	const work = (): ApiResponse => {
		try {
			if (!match) throw unrecognized(method, path);
			if (call.publishable && !match.route.allowPublishable) throw secretKeyRequired();
			rejectUnknownParameters(match.name, call.form, call.publishable);
			const result = match.route.run(context, call, match.id);
			return jsonResponse(200, serialize(context, call, result));
		} catch (error) {
			if (error instanceof ApiError) return errorResponse(call, error);
			throw error;
		}
	};
	const key = method === "POST" ? call.idempotencyKey : null;
	const response = context.store.transaction(() =>
		key === null ? work() : withIdempotencyKey(context, call, key, path, work),
	);
	context.webhooks.wake();
	return response;
}

/** The 500 of the switch `api`. Like Stripe's, it is stored under the idempotency key. */
export function handleOutage(
	context: Context,
	call: Call,
	method: string,
	path: string,
): ApiResponse {
	const outageResponse = (): ApiResponse =>
		jsonResponse(500, { error: OUTAGE_ERROR }, { "Stripe-Should-Retry": "false" });
	if (method !== "POST" || call.idempotencyKey === null) return outageResponse();
	const key = call.idempotencyKey;
	return context.store.transaction(() => {
		const stored = findStoredResponse(context, key);
		if (!stored) saveResponse(context, call, key, path, outageResponse());
		return outageResponse();
	});
}

/** The response of an error. */
export function errorResponse(call: Call, error: ApiError): ApiResponse {
	const body = { error: serializeError(call, error.body) };
	return { ...jsonResponse(error.status, body), storable: error.storable };
}

/**
 * Returns the stored response of a key, or runs the work and stores its response for a day.
 *
 * Stripe API: Idempotent requests.
 */
function withIdempotencyKey(
	context: Context,
	call: Call,
	key: string,
	path: string,
	work: () => ApiResponse,
): ApiResponse {
	const stored = findStoredResponse(context, key);
	if (stored) return replay(call, key, path, stored);
	const response = work();
	if (response.storable) saveResponse(context, call, key, path, response);
	return response;
}

function replay(call: Call, key: string, path: string, stored: StoredResponse): ApiResponse {
	if (stored.endpoint !== path) {
		return keyMismatch(
			call,
			`Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${stored.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	if (stored.params !== fingerprint(call.form)) {
		return keyMismatch(
			call,
			`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	return {
		status: stored.status,
		body: stored.body,
		storable: true,
		headers: {
			"Idempotent-Replayed": "true",
			"Original-Request": stored.requestId,
			...(stored.status >= 500 && { "Stripe-Should-Retry": "false" }),
		},
	};
}

function keyMismatch(call: Call, message: string): ApiResponse {
	return errorResponse(call, new ApiError(400, { type: "idempotency_error", message }, false));
}

function findStoredResponse(context: Context, key: string): StoredResponse | undefined {
	return context.store.findResponse(key, Date.now() - DAY_MS);
}

function saveResponse(
	context: Context,
	call: Call,
	key: string,
	path: string,
	response: ApiResponse,
): void {
	context.store.saveResponse({
		key,
		requestId: call.requestId,
		endpoint: path,
		params: fingerprint(call.form),
		status: response.status,
		body: response.body,
		createdMs: Date.now(),
	});
}

/** Parameters are compared by their hash, so that no card number is stored. */
function fingerprint(form: Form): string {
	return createHash("sha256").update(canonicalForm(form)).digest("hex");
}

function jsonResponse(
	status: number,
	body: object,
	headers: Record<string, string> = {},
): ApiResponse {
	return { status, body: `${JSON.stringify(body, null, 2)}\n`, headers, storable: true };
}

function unrecognized(method: string, path: string): ApiError {
	const message = `Unrecognized request URL (${method}: ${path}). The local stand-in has Stripe's payments only.`;
	return new ApiError(404, { type: "invalid_request_error", message }, false);
}

function secretKeyRequired(): ApiError {
	const message =
		"This API call cannot be made with a publishable API key. Please use a secret API key.";
	return new ApiError(
		401,
		{ type: "invalid_request_error", code: "secret_key_required", message },
		false,
	);
}
