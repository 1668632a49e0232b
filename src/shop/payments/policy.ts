/** What the payment page's content policy must let Stripe.js load, frame and ask. */

/** Sources a page allows beside its own, by directive. */
export interface PaymentSources {
	script: readonly string[];
	frame: readonly string[];
	connect: readonly string[];
}

const stripeScript = "https://js.stripe.com";

/**
 * Stripe's own list for Stripe.js (Stripe docs: Integration security guide, Content security policy).
 * `*.js.stripe.com` lets it spread frames over origins. Its `maps.googleapis.com` is for the Address
 * Element, which the shop does not use.
 */
const stripeSources: PaymentSources = {
	script: ["https://*.js.stripe.com", stripeScript],
	frame: ["https://*.js.stripe.com", stripeScript, "https://hooks.stripe.com"],
	connect: ["https://api.stripe.com"],
};

/** The sources for a script from `scriptOrigin`: Stripe's list, or a local stand-in's one origin. */
export function paymentSources(scriptOrigin: string): PaymentSources {
	if (scriptOrigin === stripeScript) return stripeSources;
	return { script: [scriptOrigin], frame: [scriptOrigin], connect: [scriptOrigin] };
}
