/** Starts the Stripe stand-ins and provides their URLs to the tests. */

import { startStripe } from "@cogsmith/stand-in-for-stripe";
import type { TestProject } from "vitest/node";

declare module "vitest" {
	interface ProvidedContext {
		stripeUrl: string;
		/** A second stand-in, for the file that compares all payments. */
		healthStripeUrl: string;
		/** A third, for the model test, which reads everything its stand-in has. */
		modelStripeUrl: string;
		/** A fourth, for the snapshot of all queries: the list of events has no others. */
		queriesStripeUrl: string;
		/**
		 * The model test's duration in seconds or steps, null for one seed; a seed's scenarios; the seed, null for a random one;
		 * the path of a scenario that failed, null for all.
		 */
		model: {
			seconds: number | null;
			steps: number | null;
			runs: number;
			seed: number | null;
			path: string | null;
		};
		keys: Record<string, string>;
	}
}

export const keys = {
	AUTH_SECRET: "a secret that only the tests know, and long enough",
	STRIPE_SECRET_KEY: "sk_test_localtests",
	STRIPE_PUBLISHABLE_KEY: "pk_test_localtests",
	STRIPE_WEBHOOK_SECRET: "whsec_localtests",
};

const isLongRun = process.env.MODEL_SECONDS || process.env.MODEL_STEPS;

/** What the model test is asked for. */
export const modelRun = {
	seconds: process.env.MODEL_SECONDS ? Number(process.env.MODEL_SECONDS) : null,
	steps: process.env.MODEL_STEPS ? Number(process.env.MODEL_STEPS) : null,
	// The tour alone: in Node there are more.
	runs: Number(process.env.MODEL_RUNS || (isLongRun ? 30 : 1)),
	// The same scenarios each time, so that only a change can fail the run; `random` searches for new ones.
	seed: process.env.MODEL_SEED === "random" ? null : Number(process.env.MODEL_SEED || 2827),
	path: process.env.MODEL_PATH || null,
};

export default async function setup({ provide }: TestProject) {
	const openStandIn = () =>
		startStripe({
			port: 0,
			secretKey: keys.STRIPE_SECRET_KEY,
			publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
			webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
			stateFile: ":memory:",
		});
	const standIns = await Promise.all([openStandIn(), openStandIn(), openStandIn(), openStandIn()]);
	const [stripe, health, model, queries] = standIns;
	provide("stripeUrl", stripe.url);
	provide("healthStripeUrl", health.url);
	provide("modelStripeUrl", model.url);
	provide("queriesStripeUrl", queries.url);
	provide("model", modelRun);
	provide("keys", keys);
	return () => Promise.all(standIns.map((one) => one.close()));
}
