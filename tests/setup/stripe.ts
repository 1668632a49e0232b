/** Starts the payment stand-in for the tests and tells them where it is. */
import type { TestProject } from "vitest/node";
import { startStripe } from "../../local/stripe/server.ts";

declare module "vitest" {
	interface ProvidedContext {
		stripeUrl: string;
		/** A second stand-in, for the one file that switches faults. */
		faultyStripeUrl: string;
		keys: Record<string, string>;
	}
}

const keys = {
	AUTH_SECRET: "a secret that only the tests know, and long enough",
	STRIPE_SECRET_KEY: "sk_test_localtests",
	STRIPE_PUBLISHABLE_KEY: "pk_test_localtests",
	STRIPE_WEBHOOK_SECRET: "whsec_localtests",
};

export default async function setup({ provide }: TestProject) {
	const open = () =>
		startStripe({
			port: 0,
			secretKey: keys.STRIPE_SECRET_KEY,
			publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
			webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
			stateFile: ":memory:",
		});
	const [stripe, faulty] = await Promise.all([open(), open()]);
	provide("stripeUrl", stripe.url);
	provide("faultyStripeUrl", faulty.url);
	provide("keys", keys);
	return () => Promise.all([stripe.close(), faulty.close()]);
}
