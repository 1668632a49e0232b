import { readText } from "../../../http/body.ts";
import { handle } from "../../../http/handle.ts";
import { receiveEvent } from "../../../shop/payments/events.server.ts";
import { stripeWebhookEndpoint } from "../../../shop/payments/payments.api.ts";

/** Largest event body, in bytes: Stripe's are a few kilobytes. */
const maxEventBytes = 256 * 1024;

export const { POST, ALL } = handle(stripeWebhookEndpoint, async ({ request }) => {
	const body = await readText(request, maxEventBytes);
	await receiveEvent(body, request.headers.get("stripe-signature"));
	return { received: true };
});
