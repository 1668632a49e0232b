/** The shop's settings and secrets. settings-schema.ts has their types, defaults and errors. */
import { env } from "cloudflare:workers";
import { envNames, validateEnv } from "./env.ts";
import { noDigest, readSetting, type SettingName, type Settings } from "./settings-schema.ts";

/** Returns a function that computes its value anew only if one of its inputs has changed. */
function memoizeByValue<Inputs extends readonly unknown[], Value>(
	compute: (inputs: Inputs) => Value,
): (inputs: Inputs) => Value {
	let latest: { inputs: Inputs; value: Value } | undefined;
	return (inputs) => {
		if (!latest?.inputs.every((input, index) => input === inputs[index])) {
			latest = { inputs, value: compute(inputs) };
		}
		return latest.value;
	};
}

/** Validating takes longer than the rest of a small response. */
const validated = memoizeByValue(() => validateEnv({ ...env }));

/** Returns the config errors, one for each invalid setting, secret and binding. */
export function configErrors(): string[] {
	return validated(envNames.map((name): unknown => Reflect.get(env, name)));
}

const readers = new Map<SettingName, (inputs: [unknown]) => unknown>();

/** Returns the value of a setting or secret: settings-schema.ts says what it does. */
export function setting<Name extends SettingName>(name: Name): Settings[Name] {
	let read = readers.get(name);
	if (!read) {
		read = memoizeByValue(() => readSetting(env, name));
		readers.set(name, read);
	}
	return read([Reflect.get(env, name)]) as Settings[Name];
}

const minuteMs = 60_000;

const toUrl = memoizeByValue(([address]: [string]) => new URL(address));

/** Returns SHOP_ORIGIN as a URL. */
const parsedOrigin = () => toUrl([setting("SHOP_ORIGIN")]);

/** Returns the shop's origin, such as http://localhost:8787. */
export function shopOrigin(): string {
	return parsedOrigin().origin;
}

/** Whether the shop is deployed: it has an https origin other than localhost. */
export function isDeployed(): boolean {
	const { protocol, hostname } = parsedOrigin();
	return protocol === "https:" && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/** Returns how long an unpaid order reserves its stock, in milliseconds. */
export function orderHoldMs(): number {
	return setting("ORDER_HOLD_MINUTES") * minuteMs;
}

/** Returns how long the unpaid order of an unproved buyer reserves its stock, in milliseconds. */
export function unprovedHoldMs(): number {
	return Math.min(setting("HOLD_MINUTES_UNVERIFIED") * minuteMs, orderHoldMs());
}

/** Returns how long an unpaid order that staff entered reserves its stock, in milliseconds. */
export function phoneOrderHoldMs(): number {
	return setting("PHONE_ORDER_HOLD_DAYS") * 24 * 60 * minuteMs;
}

/** The shop's OAuth client and Google's discovery URL. */
export interface GoogleClient {
	discoveryUrl: string;
	clientId: string;
	clientSecret: string;
}

/** Returns the OAuth client for Google; undefined if sign-in with Google is not configured. */
export function googleClient(): GoogleClient | undefined {
	const [clientId, clientSecret] = [setting("GOOGLE_CLIENT_ID"), setting("GOOGLE_CLIENT_SECRET")];
	if (!clientId || !clientSecret) return undefined;
	return { discoveryUrl: setting("GOOGLE_DISCOVERY_URL"), clientId, clientSecret };
}

/** Returns who gets the digest of new orders and low stock: nobody if it is off. */
export function digestRecipients(): string[] {
	const recipients = setting("DIGEST_TO");
	return recipients === noDigest ? [] : recipients.split(",");
}

/** Returns the maximum calls a second to Stripe of a payments queue consumer, for each kind of call. */
export function stripeJobCallsPerSecond(): number {
	const configured = setting("STRIPE_JOB_CALLS");
	// Stripe's sandboxes have lower rate limits than live mode. The local stand-in has none.
	const sandbox = !setting("STRIPE_API_URL") && /^[rs]k_test_/.test(setting("STRIPE_SECRET_KEY"));
	return sandbox ? configured / 3 : configured;
}

/** Whether the shop's keys are of Stripe's test mode: nobody can pay. */
export function isStripeTestMode(): boolean {
	return setting("STRIPE_PUBLISHABLE_KEY").startsWith("pk_test_");
}

/** Returns what the payment page needs to load Stripe.js: the publishable key and the script's URL and origin. */
export function stripeBrowserConfig(): {
	publishableKey: string;
	scriptUrl: string;
	scriptOrigin: string;
} {
	const scriptUrl = setting("STRIPE_JS_URL");
	return {
		publishableKey: setting("STRIPE_PUBLISHABLE_KEY"),
		scriptUrl,
		scriptOrigin: new URL(scriptUrl).origin,
	};
}
