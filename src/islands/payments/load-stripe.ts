/** Loads Stripe.js, or a stand-in's script, and creates its client. */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

/** Adds the script to the page once. Rejects and removes it if it does not load, so that a retry can load it again. */
function loadScript(url: string): Promise<void> {
	return new Promise((resolve, reject) => {
		if (window.Stripe) return resolve();
		const script = document.createElement("script");
		script.src = url;
		script.onload = () => resolve();
		script.onerror = () => {
			script.remove();
			reject(new Error("the payment provider's script did not load"));
		};
		document.head.appendChild(script);
	});
}

/** Creates the provider's client. Rejects if the script does not load; can be retried. */
export async function loadStripeClient(scriptUrl: string, publishableKey: string): Promise<Stripe> {
	await loadScript(scriptUrl);
	const stripe = await loadStripe(publishableKey);
	if (!stripe) throw new Error("the payment provider did not start");
	return stripe;
}
