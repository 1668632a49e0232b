/**
 * Validates the settings, secrets and bindings. The errors name every one that is missing or
 * malformed, never its value. `npm start` validates them too.
 */

import { isLimit, limitDefaults } from "./limit-settings.ts";

/** Returns the config errors, one a binding or setting. None if the shop can run. */
export function validateEnv(env: Record<string, unknown>): string[] {
	const unbound = bindings.filter((name) => typeof env[name] !== "object" || env[name] === null);
	return [...unbound.map((name) => `${name} is not bound`), ...validateSettings(env)];
}

/** Validates only the settings and secrets: all, or those in `names`. */
export function validateSettings(
	env: Record<string, unknown>,
	names: readonly string[] = Object.keys(settingRules),
): string[] {
	const errors: string[] = [];
	const addError = (name: string, problem: string) => errors.push(`${name} ${problem}`);
	for (const [name, { required, isValid, problem }] of Object.entries(settingRules)) {
		if (!names.includes(name)) continue;
		const value = env[name];
		if (value === undefined || value === "") {
			if (required) addError(name, "is missing");
		} else if (typeof value !== "string" || !isValid(value)) addError(name, problem);
	}
	const [id, secret] = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] as const;
	if (env[id] && !env[secret]) addError(secret, `is required when ${id} is set`);
	if (env[secret] && !env[id]) addError(id, `is required when ${secret} is set`);
	const modes = [stripeKeyMode(env.STRIPE_SECRET_KEY), stripeKeyMode(env.STRIPE_PUBLISHABLE_KEY)];
	if (modes.includes("live") && modes.includes("test")) {
		addError(
			"STRIPE_PUBLISHABLE_KEY",
			"is not in the same mode (live or test) as STRIPE_SECRET_KEY",
		);
	}
	return errors;
}

const rateLimitBindings = ["ADDRESS_LIMIT", "USER_LIMIT", "SEARCH_LIMIT"];
const bindings = [
	"DB",
	"MEDIA",
	"IMAGES",
	"MAIL",
	"PURGES",
	"MAILS",
	"PAYMENTS",
	...rateLimitBindings,
];

interface Setting {
	required: boolean;
	isValid: (value: string) => boolean;
	problem: string;
}

/** Minimum length of AUTH_SECRET, in characters: it signs sessions and must be unguessable. */
const minSecretLength = 32;

const limitSetting: Setting = {
	required: false,
	isValid: isLimit,
	problem: "is not a whole number above 0",
};

const settingRules: Record<string, Setting> = {
	STRIPE_JOB_CALLS: {
		required: false,
		isValid: (value) => Number(value) > 0,
		problem: "is not a number above 0",
	},
	SHOP_ORIGIN: {
		required: true,
		isValid: (value) => isHttpUrl(value) && /^https?:\/\/[^/?#]+\/?$/.test(value),
		problem: "is not an origin such as https://shop.example",
	},
	AUTH_SECRET: {
		required: true,
		isValid: (value) => value.length >= minSecretLength,
		problem: `is shorter than ${minSecretLength} characters`,
	},
	STRIPE_SECRET_KEY: withPrefix(/^[sr]k_(live|test)_/, "sk_ or rk_"),
	STRIPE_WEBHOOK_SECRET: withPrefix(/^whsec_/, "whsec_"),
	STRIPE_PUBLISHABLE_KEY: withPrefix(/^pk_(live|test)_/, "pk_"),
	STRIPE_JS_URL: { required: true, isValid: isHttpUrl, problem: "is not an http(s) URL" },
	STRIPE_API_URL: {
		required: false,
		isValid: isHttpUrl,
		problem: "is neither empty nor an http(s) URL",
	},
	GOOGLE_DISCOVERY_URL: { required: false, isValid: isHttpUrl, problem: "is not an http(s) URL" },
	MAIL_FROM: {
		required: false,
		isValid: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
		problem: "is not an e-mail address",
	},
	ORDER_HOLD_MINUTES: positiveNumber("minutes"),
	SIGN_IN_TRIES: positiveNumber("attempts"),
	LOG_SAMPLE: {
		required: false,
		isValid: (value) => Number(value) >= 0 && Number(value) <= 1,
		problem: "is not a number from 0 to 1",
	},
	...Object.fromEntries(Object.keys(limitDefaults).map((name) => [name, limitSetting])),
};

function withPrefix(pattern: RegExp, prefix: string): Setting {
	const isValid = (value: string) => pattern.test(value);
	return { required: true, isValid, problem: `does not begin with ${prefix}` };
}

function positiveNumber(unit: string): Setting {
	const isValid = (value: string) => Number.isFinite(Number(value)) && Number(value) > 0;
	return { required: false, isValid, problem: `is not a number of ${unit} above 0` };
}

function isHttpUrl(value: string): boolean {
	return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Returns the mode of a Stripe key: `live` or `test`, or undefined if it is no key. */
function stripeKeyMode(key: unknown): string | undefined {
	return typeof key === "string" ? /^[a-z]+_(live|test)_/.exec(key)?.[1] : undefined;
}
