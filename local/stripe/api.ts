import { createHash } from "node:crypto";
import type { Call, Desk } from "./desk.ts";
import { canonical, type Form } from "./form.ts";
import { type ErrorBody, Refusal } from "./refusals.ts";
import { routeFor } from "./routes.ts";
import { present, presentError } from "./views.ts";

/** An answer before it is sent. `body` is JSON; `kept` as in a refusal. */
export interface Answer {
	status: number;
	body: string;
	headers: Record<string, string>;
	kept: boolean;
}

interface KeptAnswer {
	request_id: string;
	endpoint: string;
	params: string;
	status: number;
	body: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const AWAY: ErrorBody = { type: "api_error", message: "An unknown error occurred" };

/**
 * Answers one call of Stripe's API. Everything it changes, its events, their deliveries and what
 * its idempotency key remembers are one transaction.
 */
export function answerCall(desk: Desk, call: Call, method: string, path: string): Answer {
	const found = routeFor(method, path);
	const work = (): Answer => {
		try {
			if (!found) throw unrecognized(method, path);
			if (call.publishable && !found.route.browsers) throw secretKeyRequired();
			const result = found.route.run(desk, call, found.id);
			return answer(200, present(desk, call, result));
		} catch (error) {
			if (error instanceof Refusal) return refuse(call, error);
			throw error;
		}
	};
	const key = method === "POST" ? call.idempotencyKey : null;
	const result = desk.store.transaction(() =>
		key === null ? work() : once(desk, call, key, path, work),
	);
	desk.webhooks.wake();
	return result;
}

/** The 500 of the switch `api`. Like Stripe's, it is remembered by an idempotency key. */
export function answerAway(desk: Desk, call: Call, method: string, path: string): Answer {
	const away = (): Answer => answer(500, { error: AWAY }, { "Stripe-Should-Retry": "false" });
	if (method !== "POST" || call.idempotencyKey === null) return away();
	const key = call.idempotencyKey;
	return desk.store.transaction(() => {
		const kept = keptAnswer(desk, key);
		if (!kept) keep(desk, call, key, path, away());
		return away();
	});
}

/** A refusal as an answer. */
export function refuse(call: Call, refusal: Refusal): Answer {
	const body = { error: presentError(call, refusal.body) };
	return { ...answer(refusal.status, body), kept: refusal.kept };
}

/**
 * The stored answer of a key, or the work's, which is then stored for a day.
 *
 * Stripe API: Idempotent requests.
 */
function once(desk: Desk, call: Call, key: string, path: string, work: () => Answer): Answer {
	const kept = keptAnswer(desk, key);
	if (kept) return replay(call, key, path, kept);
	const made = work();
	if (made.kept) keep(desk, call, key, path, made);
	return made;
}

function replay(call: Call, key: string, path: string, kept: KeptAnswer): Answer {
	if (kept.endpoint !== path) {
		return mismatch(
			call,
			`Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${kept.endpoint}'). Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	if (kept.params !== fingerprint(call.form)) {
		return mismatch(
			call,
			`Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
		);
	}
	return {
		status: kept.status,
		body: kept.body,
		kept: true,
		headers: {
			"Idempotent-Replayed": "true",
			"Original-Request": kept.request_id,
			...(kept.status >= 500 && { "Stripe-Should-Retry": "false" }),
		},
	};
}

function mismatch(call: Call, message: string): Answer {
	return refuse(call, new Refusal(400, { type: "idempotency_error", message }, false));
}

function keptAnswer(desk: Desk, key: string): KeptAnswer | undefined {
	desk.store.run("DELETE FROM answers WHERE created_ms < ?", Date.now() - DAY_MS);
	return desk.store.one<KeptAnswer>("SELECT * FROM answers WHERE key = ?", key);
}

function keep(desk: Desk, call: Call, key: string, path: string, made: Answer): void {
	desk.store.run(
		`INSERT INTO answers (key, request_id, endpoint, params, status, body, created_ms)
		 VALUES (?, ?, ?, ?, ?, ?, ?)`,
		key,
		call.requestId,
		path,
		fingerprint(call.form),
		made.status,
		made.body,
		Date.now(),
	);
}

/** Parameters are compared by their hash, so that no card number is ever written down. */
function fingerprint(form: Form): string {
	return createHash("sha256").update(canonical(form)).digest("hex");
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Answer {
	return { status, body: `${JSON.stringify(body, null, 2)}\n`, headers, kept: true };
}

function unrecognized(method: string, path: string): Refusal {
	const message = `Unrecognized request URL (${method}: ${path}). The local stand-in has Stripe's payments only.`;
	return new Refusal(404, { type: "invalid_request_error", message }, false);
}

function secretKeyRequired(): Refusal {
	const message =
		"This API call cannot be made with a publishable API key. Please use a secret API key.";
	return new Refusal(
		401,
		{ type: "invalid_request_error", code: "secret_key_required", message },
		false,
	);
}
