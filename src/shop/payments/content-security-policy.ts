/** The sources that Stripe.js needs in the payment page's Content Security Policy. */

/** Sources that a page allows in addition to its own, by directive. */
export interface PaymentCspSources {
	script: readonly string[];
	frame: readonly string[];
	connect: readonly string[];
}

const stripeScriptOrigin = "https://js.stripe.com";

/**
 * Stripe's own list for Stripe.js (Stripe docs: Integration security guide, Content security policy).
 * `*.js.stripe.com` lets it load frames from several origins. Leaves out `maps.googleapis.com`, which
 * only the Address Element needs.
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
