/** The shop's settings and secrets: the only place that reads them from the environment. */
import { env } from "cloudflare:workers";
import { validateEnv } from "./env.ts";
import { isLimit, type LimitName, limitDefaults } from "./limit-settings.ts";

/** What keeps the shop from running, a sentence for each setting, secret and binding. */
export function configErrors(): string[] {
	return validateEnv({ ...env });
}

const minuteMs = 60_000;

/** The origin the shop is reached at, such as http://localhost:8787. */
export function shopOrigin(): string {
	return new URL(env.SHOP_ORIGIN).origin;
}

/** Whether this is a deployed shop: one that is reached by https, and not on this machine. */
export function isDeployed(): boolean {
	const { protocol, hostname } = new URL(env.SHOP_ORIGIN);
	return protocol === "https:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Whether browsers are to ask every host below the shop's domain by https alone. */
export function hstsIncludesSubDomains(): boolean {
	return env.HSTS_INCLUDE_SUBDOMAINS === "1";
}

/** How long an unpaid order holds its stock, in milliseconds. */
export function orderHoldMs(): number {
	const minutes = Number(env.ORDER_HOLD_MINUTES);
	return (Number.isFinite(minutes) && minutes > 0 ? minutes : 1440) * minuteMs;
}

/** The shop as Google knows it, and where Google describes itself. */
export interface GoogleClient {
	discoveryUrl: string;
	clientId: string;
	clientSecret: string;
}

/** The shop's client at Google; undefined where it has none, and then nobody signs in that way. */
export function googleClient(): GoogleClient | undefined {
	const { GOOGLE_DISCOVERY_URL, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env;
	if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined;
	return {
		discoveryUrl: GOOGLE_DISCOVERY_URL,
		clientId: GOOGLE_CLIENT_ID,
		clientSecret: GOOGLE_CLIENT_SECRET,
	};
}

/** The address the shop's mails come from. */
export function mailFrom(): string {
	return env.MAIL_FROM;
}

/** Tries a minute from one address at signing in and signing up. */
export function maxSignInAttempts(): number {
	const attempts = Number(env.SIGN_IN_TRIES);
	return Number.isInteger(attempts) && attempts > 0 ? attempts : 20;
}

/** A limit on what one account may do: as it is set, or its default. */
export function accountLimit(name: LimitName): number {
	const value = String(env[name] ?? "");
	return isLimit(value) ? Number(value) : limitDefaults[name];
}

/** Calls of one kind that a consumer of the queue of payments may make to Stripe itself a second, at most. */
export function stripeJobCallsPerSecond(): number {
	const calls = Number(env.STRIPE_JOB_CALLS);
	const configured = Number.isFinite(calls) && calls > 0 ? calls : 6;
	// The stand-in has no limits of its own.
	const sandbox = !env.STRIPE_API_URL && /^[rs]k_test_/.test(env.STRIPE_SECRET_KEY);
	return sandbox ? configured / 3 : configured;
}

/** The share of requests that leave a line in the log, from 0 to 1. */
export function logSampleRate(): number {
	return env.LOG_SAMPLE ? Number(env.LOG_SAMPLE) : 1;
}

/** Whether answers carry Server-Timing. */
export function isServerTimingEnabled(): boolean {
	return env.SHOP_TRACE === "1";
}

/** What the payment page needs of Stripe: the publishable key and where its script lives. */
export function stripeBrowserConfig(): {
	publishableKey: string;
	scriptUrl: string;
	scriptOrigin: string;
} {
	const scriptUrl = env.STRIPE_JS_URL;
	return {
		publishableKey: env.STRIPE_PUBLISHABLE_KEY,
		scriptUrl,
		scriptOrigin: new URL(scriptUrl).origin,
	};
}
