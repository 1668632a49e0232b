/** Stripe: the SDK as the shop uses it, and what its failures mean here. */
import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { ShopError } from "../http/errors.ts";

/** How long one call to Stripe may take, in milliseconds. With one retry it stays below 20 s. */
const timeoutMs = 8_000;

let shared: Stripe | undefined;

/** The client. STRIPE_API_URL points it at the local stand-in; empty means Stripe itself. */
function stripe(): Stripe {
	if (!shared) {
		const elsewhere = env.STRIPE_API_URL ? new URL(env.STRIPE_API_URL) : undefined;
		shared = new Stripe(env.STRIPE_SECRET_KEY, {
			httpClient: Stripe.createFetchHttpClient(),
			timeout: timeoutMs,
			maxNetworkRetries: 1,
			telemetry: false,
			...(elsewhere && {
				host: elsewhere.hostname,
				port: Number(elsewhere.port),
				protocol: elsewhere.protocol === "https:" ? "https" : "http",
			}),
		});
	}
	return shared;
}

/**
 * Asks Stripe something and turns its failures into the shop's: no answer in time is
 * `payments_timeout`, no connection `payments_unavailable`, a fault of Stripe's or a refused
 * request `payments_failed`. The Stripe error stays the cause, for those who can do better.
 */
export async function askStripe<T>(ask: (stripe: Stripe) => Promise<T>): Promise<T> {
	try {
		return await ask(stripe());
	} catch (error) {
		if (error instanceof Stripe.errors.StripeConnectionError) {
			const late = /timed out|timeout|aborted/i.test(`${error.message} ${error.detail ?? ""}`);
			throw new ShopError(late ? "payments_timeout" : "payments_unavailable", { cause: error });
		}
		if (error instanceof Stripe.errors.StripeRateLimitError) {
			throw new ShopError("payments_unavailable", { cause: error });
		}
		throw new ShopError("payments_failed", { cause: error });
	}
}

/** Whether Stripe itself failed (a 5xx, which it stores under the idempotency key). */
export function isStoredFailure(error: unknown): boolean {
	return (
		error instanceof ShopError &&
		error.cause instanceof Stripe.errors.StripeError &&
		(error.cause.statusCode ?? 0) >= 500
	);
}

/** The PaymentIntent that a refused call names, where the refusal was about its state. */
export function intentInRefusal(error: unknown): Stripe.PaymentIntent | undefined {
	if (!(error instanceof ShopError) || !(error.cause instanceof Stripe.errors.StripeError)) return;
	return error.cause.code === "payment_intent_unexpected_state"
		? error.cause.payment_intent
		: undefined;
}

/** Whether Stripe knows no such thing. */
export function isUnknownToStripe(error: unknown): boolean {
	return (
		error instanceof ShopError &&
		error.cause instanceof Stripe.errors.StripeError &&
		error.cause.code === "resource_missing"
	);
}

/** Whether nothing is left of a charge to refund. */
export function isRefundedAlready(error: unknown): boolean {
	return (
		error instanceof ShopError &&
		error.cause instanceof Stripe.errors.StripeError &&
		error.cause.code === "charge_already_refunded"
	);
}

/** How far a webhook's time may be from ours, either way, in seconds: Stripe's own tolerance. */
const toleranceS = 300;

/**
 * The event in a webhook's raw body, once its signature holds (Stripe docs: Verify webhook
 * signatures). Refuses with `malformed`: forged, altered, more than five minutes old, or from as far
 * in the future, which the SDK itself takes.
 */
export async function verifiedEvent(body: string, signature: string | null): Promise<Stripe.Event> {
	if (!signature) throw new ShopError("malformed");
	const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
	if (!(signedAt <= Date.now() / 1000 + toleranceS)) throw new ShopError("malformed");
	try {
		return await stripe().webhooks.constructEventAsync(
			body,
			signature,
			env.STRIPE_WEBHOOK_SECRET,
			toleranceS,
			Stripe.createSubtleCryptoProvider(),
		);
	} catch (cause) {
		throw new ShopError("malformed", { cause });
	}
}

/** How long the health check waits for Stripe, in milliseconds. */
const healthTimeoutMs = 3_000;

/** Whether Stripe answers and knows our key. */
export async function stripeAnswers(): Promise<boolean> {
	const options = { timeout: healthTimeoutMs, maxNetworkRetries: 0 };
	return stripe()
		.paymentIntents.list({ limit: 1 }, options)
		.then(
			() => true,
			() => false,
		);
}
