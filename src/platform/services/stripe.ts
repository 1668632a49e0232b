/** The Stripe SDK: its client and the mapping of its errors. */
import { env } from "cloudflare:workers";
import Stripe from "stripe";
import { ShopError } from "../../errors.ts";

/** Timeout of a call to Stripe, in milliseconds. With one retry a call stays below 20 s. */
const callTimeoutMs = 8_000;

let client: Stripe | undefined;

/** Returns the client. STRIPE_API_URL is the URL of the local stand-in; empty means Stripe itself. */
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
 * Calls Stripe. Throws ShopError: `payments_timeout` without a response in time,
 * `payments_unavailable` without a connection or above Stripe's rate limit, `payments_failed` for an
 * error of Stripe or a rejected request. The cause is the Stripe error.
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

/** Returns the Stripe error that `callStripe` has mapped; undefined for any other error. */
function stripeErrorOf(error: unknown): InstanceType<typeof Stripe.errors.StripeError> | undefined {
	const cause = error instanceof ShopError ? error.cause : undefined;
	return cause instanceof Stripe.errors.StripeError ? cause : undefined;
}

/** Whether Stripe failed with a 5xx, which it stores under the idempotency key. */
export function isStripeServerError(error: unknown): boolean {
	return (stripeErrorOf(error)?.statusCode ?? 0) >= 500;
}

/** Returns the PaymentIntent of a call that was rejected because of the PaymentIntent's state. */
export function intentFromError(error: unknown): Stripe.PaymentIntent | undefined {
	const stripeError = stripeErrorOf(error);
	return stripeError?.code === "payment_intent_unexpected_state"
		? stripeError.payment_intent
		: undefined;
}

/** Whether the resource does not exist at Stripe. */
export const isResourceMissing = (error: unknown): boolean =>
	stripeErrorOf(error)?.code === "resource_missing";

/** Whether Stripe Tax can't determine the tax because it does not find the address. */
export const isTaxLocationInvalid = (error: unknown): boolean =>
	stripeErrorOf(error)?.code === "customer_tax_location_invalid";

/** Whether the charge is already refunded in full. */
export const isAlreadyRefunded = (error: unknown): boolean =>
	stripeErrorOf(error)?.code === "charge_already_refunded";

/** Whether Stripe rejected the request for good: repeating it can't succeed. */
export function isRejectedByStripe(error: unknown): boolean {
	const stripeError = stripeErrorOf(error);
	return (
		stripeError instanceof Stripe.errors.StripeInvalidRequestError && stripeError.statusCode === 400
	);
}

/** Whether the key, a restricted one, lacks the permission for the call. */
export const isPermissionDenied = (error: unknown): boolean =>
	stripeErrorOf(error) instanceof Stripe.errors.StripePermissionError;

/** Tolerance between a webhook's timestamp and the current time, in seconds: Stripe's default. */
const signatureToleranceS = 300;

/**
 * Returns the JSON of a webhook's raw body after verifying its signature (Stripe docs: Verify webhook
 * signatures): whatever was signed, not yet parsed as an event. Throws ShopError `malformed` if the signature is invalid, or if the timestamp is more
 * than five minutes in the past or in the future; the SDK itself accepts the future.
 */
export async function verifyWebhookEvent(body: string, signature: string | null): Promise<unknown> {
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

/** Timeout of the health check's call to Stripe, in milliseconds. */
const healthTimeoutMs = 3_000;

/** Whether Stripe responds and accepts the shop's key. */
export async function isStripeHealthy(): Promise<boolean> {
	const options = { timeout: healthTimeoutMs, maxNetworkRetries: 0 };
	return stripeClient()
		.paymentIntents.list({ limit: 1 }, options)
		.then(
			() => true,
			() => false,
		);
}
