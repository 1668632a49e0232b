#!/usr/bin/env node
/** The command: starts the stand-in with the settings in the environment, and stops on a signal. */
import { startStripe } from "./server.ts";

const env: Record<string, string | undefined> = process.env;
const stripe = await startStripe({
	port: Number(env.STRIPE_PORT || 12111),
	webhookUrl: env.STRIPE_WEBHOOK_URL || undefined,
	secretKey: env.STRIPE_SECRET_KEY || "sk_test_local",
	publishableKey: env.STRIPE_PUBLISHABLE_KEY || "pk_test_local",
	webhookSecret: env.STRIPE_WEBHOOK_SECRET || "whsec_local",
	stateFile: env.STRIPE_STATE || ":memory:",
	rateLimit: env.STRIPE_RATE_LIMIT ? Number(env.STRIPE_RATE_LIMIT) : undefined,
});
process.stdout.write(`The stand-in for Stripe is listening at ${stripe.url}\n`);
const shutDown = () => void stripe.close().then(() => process.exit(0));
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
