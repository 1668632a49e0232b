/** Stripe: the SDK as the shop uses it, and what its failures mean here. */
import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { ShopError } from "../shop/errors.ts";

/** How long one call to Stripe may take, in milliseconds. With one retry it stays below 20 s. */
const callTimeoutMs = 8_000;

let client: Stripe | undefined;

/** The client. STRIPE_API_URL points it at the local stand-in; empty means Stripe itself. */
function stripeClient(): Stripe {
	if (!client) {
		const standInUrl = env.STRIPE_API_URL ? new URL(env.STRIPE_API_URL) : undefined;
		client = new Stripe(env.STRIPE_SECRET_KEY, {
			httpClient: Stripe.createFetchHttpClient(),
			timeout: callTimeoutMs,
			maxNetworkRetries: 1,
			telemetry: false,
			...(standInUrl && {
				host: standInUrl.hostname,
				port: Number(standInUrl.port),
				protocol: standInUrl.protocol === "https:" ? "https" : "http",
			}),
		});
	}
	return client;
}

/**
 * Asks Stripe something and turns its failures into the shop's: no answer in time is
 * `payments_timeout`, no connection `payments_unavailable`, a fault of Stripe's or a refused
 * request `payments_failed`. The Stripe error stays the cause, for those who can do better.
 */
export async function callStripe<T>(run: (stripe: Stripe) => Promise<T>): Promise<T> {
	try {
		return await run(stripeClient());
	} catch (error) {
		if (error instanceof Stripe.errors.StripeConnectionError) {
			const timedOut = /timed out|timeout|aborted/i.test(`${error.message} ${error.detail ?? ""}`);
			throw new ShopError(timedOut ? "payments_timeout" : "payments_unavailable", { cause: error });
		}
		if (error instanceof Stripe.errors.StripeRateLimitError) {
			throw new ShopError("payments_unavailable", { cause: error });
		}
		throw new ShopError("payments_failed", { cause: error });
	}
}

/** Whether Stripe itself failed (a 5xx, which it stores under the idempotency key). */
export function isStripeServerError(error: unknown): boolean {
	return (
		error instanceof ShopError &&
		error.cause instanceof Stripe.errors.StripeError &&
		(error.cause.statusCode ?? 0) >= 500
	);
}

/** The PaymentIntent that a refused call names, where the refusal was about its state. */
export function intentFromError(error: unknown): Stripe.PaymentIntent | undefined {
	if (!(error instanceof ShopError) || !(error.cause instanceof Stripe.errors.StripeError)) return;
	return error.cause.code === "payment_intent_unexpected_state"
		? error.cause.payment_intent
		: undefined;
}

/** Whether Stripe knows no such thing. */
export function isResourceMissing(error: unknown): boolean {
	return (
		error instanceof ShopError &&
		error.cause instanceof Stripe.errors.StripeError &&
		error.cause.code === "resource_missing"
	);
}

/** Whether nothing is left of a charge to refund. */
export function isAlreadyRefunded(error: unknown): boolean {
	return (
		error instanceof ShopError &&
		error.cause instanceof Stripe.errors.StripeError &&
		error.cause.code === "charge_already_refunded"
	);
}

/** How far a webhook's time may be from ours, either way, in seconds: Stripe's own tolerance. */
const signatureToleranceS = 300;

/**
 * The event in a webhook's raw body, once its signature holds (Stripe docs: Verify webhook
 * signatures). Refuses with `malformed`: forged, altered, more than five minutes old, or from as far
 * in the future, which the SDK itself takes.
 */
export async function verifyWebhookEvent(
	body: string,
	signature: string | null,
): Promise<Stripe.Event> {
	if (!signature) throw new ShopError("malformed");
	const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1] ?? Number.NaN);
	if (!(signedAt <= Date.now() / 1000 + signatureToleranceS)) throw new ShopError("malformed");
	try {
		return await stripeClient().webhooks.constructEventAsync(
			body,
			signature,
			env.STRIPE_WEBHOOK_SECRET,
			signatureToleranceS,
			Stripe.createSubtleCryptoProvider(),
		);
	} catch (cause) {
		throw new ShopError("malformed", { cause });
	}
}

/** How long the health check waits for Stripe, in milliseconds. */
const healthTimeoutMs = 3_000;

/** Whether Stripe answers and knows our key. */
export async function isStripeHealthy(): Promise<boolean> {
	const options = { timeout: healthTimeoutMs, maxNetworkRetries: 0 };
	return stripeClient()
		.paymentIntents.list({ limit: 1 }, options)
		.then(
			() => true,
			() => false,
		);
}
