/** Loads the payment provider's script, real or stand-in, and its client. */
import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

/** Puts the script into the page once; rejects, and forgets it, where it does not load. */
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

/** The provider's client. Rejects where the script does not load; may be asked again. */
export async function loadStripeClient(scriptUrl: string, publishableKey: string): Promise<Stripe> {
	await loadScript(scriptUrl);
	const stripe = await loadStripe(publishableKey);
	if (!stripe) throw new Error("the payment provider did not start");
	return stripe;
}
