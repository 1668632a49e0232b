/** What the payment page's content policy must let Stripe.js load, frame and ask. */

/** Sources a page allows beside its own, by directive. */
export interface PaymentCspSources {
	script: readonly string[];
	frame: readonly string[];
	connect: readonly string[];
}

const stripeScriptOrigin = "https://js.stripe.com";

/**
 * Stripe's own list for Stripe.js (Stripe docs: Integration security guide, Content security policy).
 * `*.js.stripe.com` lets it spread frames over origins. Its `maps.googleapis.com` is for the Address
 * Element, which the shop does not use.
 */
const stripeCspSources: PaymentCspSources = {
	script: ["https://*.js.stripe.com", stripeScriptOrigin],
	frame: ["https://*.js.stripe.com", stripeScriptOrigin, "https://hooks.stripe.com"],
	connect: ["https://api.stripe.com"],
};

/** The sources for a script from `scriptOrigin`: Stripe's list, or a local stand-in's one origin. */
export function paymentCspSources(scriptOrigin: string): PaymentCspSources {
	if (scriptOrigin === stripeScriptOrigin) return stripeCspSources;
	return { script: [scriptOrigin], frame: [scriptOrigin], connect: [scriptOrigin] };
}
