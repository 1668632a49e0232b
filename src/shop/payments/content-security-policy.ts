/** The sources that Stripe.js needs in the payment page's Content Security Policy. */
import type { PaymentForm } from "../../config/schema.ts";

/** Sources that a page allows in addition to its own, by directive. */
export interface PaymentCspSources {
	script: readonly string[];
	frame: readonly string[];
	connect: readonly string[];
	image: readonly string[];
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
	image: [],
};

/** Stripe's list for Link, which the Payment Element offers. The frames of other wallets are Stripe's own. */
const linkSources = ["https://link.com", "https://*.link.com"];

/** The sources for a script from `scriptOrigin`: Stripe's list for the form, or a local stand-in's one origin. */
export function paymentCspSources(scriptOrigin: string, form: PaymentForm): PaymentCspSources {
	if (scriptOrigin !== stripeScriptOrigin) {
		return { script: [scriptOrigin], frame: [scriptOrigin], connect: [scriptOrigin], image: [] };
	}
	if (form !== "payment-element") return stripeCspSources;
	const { script, frame, connect } = stripeCspSources;
	return {
		script,
		frame: [...frame, ...linkSources],
		connect: [...connect, ...linkSources],
		image: ["https://*.link.com"],
	};
}
