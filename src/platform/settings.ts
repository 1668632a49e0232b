/** The shop's settings and secrets, with their defaults. */
import { env } from "cloudflare:workers";
import { mail, reservationMinutes } from "../shop/config/config.ts";
import { validateEnv } from "./env.ts";
import { isLimit, type LimitName, limitDefaults } from "./limit-settings.ts";

/** Returns the config errors, one for each invalid setting, secret and binding. */
export function configErrors(): string[] {
	return validateEnv({ ...env });
}

const minuteMs = 60_000;

/** Returns the shop's origin, such as http://localhost:8787. */
export function shopOrigin(): string {
	return new URL(env.SHOP_ORIGIN).origin;
}

/** Whether the shop is deployed: it has an https origin other than localhost. */
export function isDeployed(): boolean {
	const { protocol, hostname } = new URL(env.SHOP_ORIGIN);
	return protocol === "https:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Whether the shop's HSTS header includes all subdomains. */
export function hstsIncludesSubDomains(): boolean {
	return env.HSTS_INCLUDE_SUBDOMAINS === "1";
}

/** Returns how long an unpaid order reserves its stock, in milliseconds. */
export function orderHoldMs(): number {
	const minutes = Number(env.ORDER_HOLD_MINUTES);
	return (Number.isFinite(minutes) && minutes > 0 ? minutes : reservationMinutes) * minuteMs;
}

/** The shop's OAuth client and Google's discovery URL. */
export interface GoogleClient {
	discoveryUrl: string;
	clientId: string;
	clientSecret: string;
}

/** Returns the OAuth client for Google; undefined if sign-in with Google is not configured. */
export function googleClient(): GoogleClient | undefined {
	const { GOOGLE_DISCOVERY_URL, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET } = env;
	if (!GOOGLE_CLIENT_ID || !GOOGLE_CLIENT_SECRET) return undefined;
	return {
		discoveryUrl: GOOGLE_DISCOVERY_URL,
		clientId: GOOGLE_CLIENT_ID,
		clientSecret: GOOGLE_CLIENT_SECRET,
	};
}

/** Returns the sender address of the shop's mails. */
export function mailFrom(): string {
	return env.MAIL_FROM || mail.from;
}

/** Returns the maximum sign-in and sign-up attempts a minute from one IP address. */
export function maxSignInAttempts(): number {
	const attempts = Number(env.SIGN_IN_TRIES);
	return Number.isInteger(attempts) && attempts > 0 ? attempts : 20;
}

/** Returns a limit per account: its setting, or the default. */
export function accountLimit(name: LimitName): number {
	const value = String(env[name] ?? "");
	return isLimit(value) ? Number(value) : limitDefaults[name];
}

/** Returns the maximum calls a second to Stripe of a payments queue consumer, for each kind of call. */
export function stripeJobCallsPerSecond(): number {
	const calls = Number(env.STRIPE_JOB_CALLS);
	const configured = Number.isFinite(calls) && calls > 0 ? calls : 6;
	// Stripe's sandboxes have lower rate limits than live mode. The local stand-in has none.
	const sandbox = !env.STRIPE_API_URL && /^[rs]k_test_/.test(env.STRIPE_SECRET_KEY);
	return sandbox ? configured / 3 : configured;
}

/** Returns the share of requests that are logged, from 0 to 1. */
export function logSampleRate(): number {
	return env.LOG_SAMPLE ? Number(env.LOG_SAMPLE) : 1;
}

/** Whether responses have a Server-Timing header. */
export function isServerTimingEnabled(): boolean {
	return env.SHOP_TRACE === "1";
}

/** Returns what the payment page needs to load Stripe.js: the publishable key and the script's URL and origin. */
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
