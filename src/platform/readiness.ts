/**
 * Whether the shop has what it needs to run, all of it told at once: every setting, secret and
 * binding that is missing or malformed, by its name and never by its value. `npm start` asks too.
 */

import { isLimit, limitDefaults } from "./limits.ts";

/** What is in the way, one sentence a binding or setting; nothing where the shop can run. */
export function whatIsAmiss(env: Record<string, unknown>): string[] {
	const unbound = bindings.filter((name) => typeof env[name] !== "object" || env[name] === null);
	return [...unbound.map((name) => `${name} is not bound`), ...settingsAmiss(env)];
}

/** The same of settings and secrets alone: of all, or of those that are named. */
export function settingsAmiss(
	env: Record<string, unknown>,
	names: readonly string[] = Object.keys(settings),
): string[] {
	const amiss: string[] = [];
	const say = (name: string, wrong: string) => amiss.push(`${name} ${wrong}`);
	for (const [name, { required, fits, wrong }] of Object.entries(settings)) {
		if (!names.includes(name)) continue;
		const value = env[name];
		if (value === undefined || value === "") {
			if (required) say(name, "is missing");
		} else if (typeof value !== "string" || !fits(value)) say(name, wrong);
	}
	const [id, secret] = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] as const;
	if (env[id] && !env[secret]) say(secret, `is missing beside ${id}`);
	if (env[secret] && !env[id]) say(id, `is missing beside ${secret}`);
	const modes = [modeOf(env.STRIPE_SECRET_KEY), modeOf(env.STRIPE_PUBLISHABLE_KEY)];
	if (modes.includes("live") && modes.includes("test")) {
		say("STRIPE_PUBLISHABLE_KEY", "is of another mode (live, test) than STRIPE_SECRET_KEY");
	}
	return amiss;
}

const rateLimits = ["ADDRESS_LIMIT", "USER_LIMIT", "SEARCH_LIMIT"];
const bindings = ["DB", "MEDIA", "IMAGES", "MAIL", "PURGES", "MAILS", "PAYMENTS", ...rateLimits];

interface Setting {
	required: boolean;
	fits: (value: string) => boolean;
	wrong: string;
}

/** Shortest AUTH_SECRET, in characters: what signs sessions must not be guessed. */
const shortestSecret = 32;

const limit: Setting = {
	required: false,
	fits: isLimit,
	wrong: "is not a whole number above 0",
};

const settings: Record<string, Setting> = {
	STRIPE_JOB_CALLS: {
		required: false,
		fits: (value) => Number(value) > 0,
		wrong: "is not a number above 0",
	},
	SHOP_ORIGIN: {
		required: true,
		fits: (value) => isWeb(value) && /^https?:\/\/[^/?#]+\/?$/.test(value),
		wrong: "is not an origin such as https://shop.example",
	},
	AUTH_SECRET: {
		required: true,
		fits: (value) => value.length >= shortestSecret,
		wrong: `is shorter than ${shortestSecret} characters`,
	},
	STRIPE_SECRET_KEY: startsWith(/^[sr]k_(live|test)_/, "sk_ or rk_"),
	STRIPE_WEBHOOK_SECRET: startsWith(/^whsec_/, "whsec_"),
	STRIPE_PUBLISHABLE_KEY: startsWith(/^pk_(live|test)_/, "pk_"),
	STRIPE_JS_URL: { required: true, fits: isWeb, wrong: "is not a web address" },
	STRIPE_API_URL: { required: false, fits: isWeb, wrong: "is neither empty nor a web address" },
	GOOGLE_DISCOVERY_URL: { required: false, fits: isWeb, wrong: "is not a web address" },
	MAIL_FROM: {
		required: true,
		fits: (value) => /^[^\s@]+@[^\s@]+$/.test(value),
		wrong: "is not an e-mail address",
	},
	ORDER_HOLD_MINUTES: positive("minutes"),
	SIGN_IN_TRIES: positive("tries"),
	LOG_SAMPLE: {
		required: false,
		fits: (value) => Number(value) >= 0 && Number(value) <= 1,
		wrong: "is not a share from 0 to 1",
	},
	...Object.fromEntries(Object.keys(limitDefaults).map((name) => [name, limit])),
};

function startsWith(pattern: RegExp, start: string): Setting {
	const fits = (value: string) => pattern.test(value);
	return { required: true, fits, wrong: `does not begin with ${start}` };
}

function positive(what: string): Setting {
	const fits = (value: string) => Number.isFinite(Number(value)) && Number(value) > 0;
	return { required: false, fits, wrong: `is not a number of ${what} above 0` };
}

function isWeb(value: string): boolean {
	return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

/** Whether a key of Stripe's is a live or a test one; undefined where it is none. */
function modeOf(key: unknown): string | undefined {
	return typeof key === "string" ? /^[a-z]+_(live|test)_/.exec(key)?.[1] : undefined;
}
