/**
 * Validates the settings, secrets and bindings. The errors name every one that is missing or
 * malformed, never its value. `npm start` validates them too.
 */
import * as v from "valibot";
import { settingNames, settings } from "./settings-schema.ts";

const rateLimitBindings = ["ADDRESS_LIMIT", "USER_LIMIT", "SEARCH_LIMIT", "GUEST_LIMIT"];
const bindings = [
	"DB",
	"MEDIA",
	"IMAGES",
	"MAIL",
	"PURGES",
	"MAILS",
	"EVENTS",
	"PAYMENTS",
	"IMPORTS",
	"JOBS",
	...rateLimitBindings,
];

/** The names of all that is validated. */
export const envNames: readonly string[] = [...bindings, ...settingNames];

/** Returns the config errors, one a binding or setting. None if the shop can run. */
export function validateEnv(env: Record<string, unknown>): string[] {
	const unbound = bindings.filter((name) => typeof env[name] !== "object" || env[name] === null);
	return [...unbound.map((name) => `${name} is not bound`), ...validateSettings(env)];
}

/** Validates only the settings and secrets: all, or those in `names`. */
export function validateSettings(
	env: Record<string, unknown>,
	names: readonly string[] = settingNames,
): string[] {
	const chosen = Object.entries(settings).filter(([name]) => names.includes(name));
	const schema = v.object(Object.fromEntries(chosen));
	const { issues = [] } = v.safeParse(schema, env, { abortPipeEarly: true });
	return [...issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`), ...pairErrors(env)];
}

/** Returns the errors of settings that must match each other. */
function pairErrors(env: Record<string, unknown>): string[] {
	const errors: string[] = [];
	const [id, secret] = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"];
	if (env[id] && !env[secret]) errors.push(`${secret} is required when ${id} is set`);
	if (env[secret] && !env[id]) errors.push(`${id} is required when ${secret} is set`);
	const modes = [stripeKeyMode(env.STRIPE_SECRET_KEY), stripeKeyMode(env.STRIPE_PUBLISHABLE_KEY)];
	if (modes.includes("live") && modes.includes("test")) {
		errors.push(
			"STRIPE_PUBLISHABLE_KEY is not in the same mode (live or test) as STRIPE_SECRET_KEY",
		);
	}
	return errors;
}

/** Returns the mode of a Stripe key: `live` or `test`, or undefined if it is no key. */
function stripeKeyMode(key: unknown): string | undefined {
	return typeof key === "string" ? /^[a-z]+_(live|test)_/.exec(key)?.[1] : undefined;
}
