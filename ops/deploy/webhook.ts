/**
 * The shop's webhook endpoint at Stripe. `npm run deploy` creates it with the API version and the events of this version
 * of the shop, and stores its secret (Stripe API: Webhook Endpoints, https://docs.stripe.com/api/webhook_endpoints).
 */
import Stripe from "stripe";
import { webhookEvents } from "../../src/shop/payments/stripe-events.ts";

/** The path of the call that receives events: src/pages/api/stripe/webhook.ts. */
export const webhookPath = "/api/stripe/webhook";

/** The name in an endpoint's metadata of the Worker that has its secret. */
const storedIn = "secret_stored_in";

/** What was done with the endpoint. */
export type WebhookOutcome = "created" | "replaced" | "updated" | "unchanged";

/**
 * Makes sure that Stripe sends the shop's events to `url`, signed by the secret that the Worker has.
 *
 * Stripe returns a secret once, when it creates an endpoint, and never changes an endpoint's API version. So an
 * endpoint is kept only if a deployment has stored its secret in this Worker and if it has the version: its metadata
 * says the former. Any other at this URL is replaced: a new one is created, its secret stored by `saveSecret`, and only
 * then are the others deleted. A deployment that was cut off in between is completed by the next. What Stripe could not
 * deliver meanwhile, the shop finds in Stripe's list of events.
 *
 * Throws Stripe's errors, and those of `saveSecret`. Returns what it has done.
 */
export async function ensureWebhook(
	stripe: Stripe,
	{ url, worker, isSecretStored }: { url: string; worker: string; isSecretStored: boolean },
	saveSecret: (secret: string) => Promise<void>,
): Promise<WebhookOutcome> {
	const all = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
	const [first, ...others] = all.filter((endpoint) => endpoint.url === url);
	const isKept =
		first !== undefined &&
		others.length === 0 &&
		isSecretStored &&
		first.metadata[storedIn] === worker &&
		first.api_version === Stripe.API_VERSION;
	if (isKept) return updateEndpoint(stripe, first);
	const created = await stripe.webhookEndpoints.create({
		url,
		enabled_events: [...webhookEvents],
		api_version: Stripe.API_VERSION,
		description: `${worker}, by npm run deploy`,
	});
	if (!created.secret) throw new Error(`Stripe returned no secret of ${created.id}.`);
	await saveSecret(created.secret);
	await stripe.webhookEndpoints.update(created.id, { metadata: { [storedIn]: worker } });
	for (const old of first ? [first, ...others] : []) await stripe.webhookEndpoints.del(old.id);
	return first ? "replaced" : "created";
}

/** Subscribes an endpoint to the events, and switches it on if Stripe or somebody has switched it off. */
async function updateEndpoint(
	stripe: Stripe,
	{ id, enabled_events: events, status }: Stripe.WebhookEndpoint,
): Promise<WebhookOutcome> {
	const isSame =
		status === "enabled" && [...events].sort().join() === [...webhookEvents].sort().join();
	if (isSame) return "unchanged";
	await stripe.webhookEndpoints.update(id, {
		enabled_events: [...webhookEvents],
		disabled: false,
	});
	return "updated";
}
