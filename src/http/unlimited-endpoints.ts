/** The endpoints without a rate limit. */
import { stripeWebhookEndpoint } from "../shop/payments/payments.api.ts";
import type { AnyEndpoint } from "./endpoint.ts";
import { healthEndpoint } from "./health.api.ts";

/** Monitors poll the health check, and Stripe sends webhook events in bursts. */
export const unlimitedEndpoints: readonly AnyEndpoint[] = [healthEndpoint, stripeWebhookEndpoint];
