/** The settings of a local shop: ports and state folder from the environment, keys from .dev.vars or generated. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

export const root = fileURLToPath(new URL("..", import.meta.url));

export interface LocalSettings {
	port: number;
	stripePort: number;
	/** The calls a second above which the Stripe stand-in returns 429; undefined for no limit. */
	stripeRateLimit: number | undefined;
	googlePort: number;
	/** The e-mail page's port; undefined if not set, so that any free one may be used. */
	mailPort: number | undefined;
	/** The port of the Worker's inspector; 0 for any free port. */
	inspectorPort: number;
	origin: string;
	/** The folder of this shop's D1, R2 and payments. */
	state: string;
	trace: boolean;
	/** Whether a new shop is seeded with demo tools, reviews and orders, and shows sample figures; demo accounts are always created. */
	demo: boolean;
}

/**
 * Reads PORT, STRIPE_PORT, STRIPE_RATE_LIMIT, GOOGLE_PORT, MAIL_PORT, INSPECTOR_PORT, SHOP_STATE, SHOP_TRACE
 * and SHOP_DEMO. Throws an Error with a readable message for an invalid port or limit.
 */
export function localSettings(env: NodeJS.ProcessEnv = process.env): LocalSettings {
	const port = parsePort("PORT", env.PORT, 8787);
	return {
		port,
		stripeRateLimit: parseRateLimit(env.STRIPE_RATE_LIMIT),
		stripePort: parsePort("STRIPE_PORT", env.STRIPE_PORT, 12111),
		googlePort: parsePort("GOOGLE_PORT", env.GOOGLE_PORT, 12112),
		mailPort: env.MAIL_PORT ? parsePort("MAIL_PORT", env.MAIL_PORT, defaultMailPort) : undefined,
		inspectorPort: env.INSPECTOR_PORT ? parsePort("INSPECTOR_PORT", env.INSPECTOR_PORT, 0) : 0,
		origin: `http://localhost:${port}`,
		state: resolve(root, env.SHOP_STATE || ".wrangler/state"),
		trace: env.SHOP_TRACE === "1",
		demo: env.SHOP_DEMO !== "0",
	};
}

/** The e-mail page's default port. */
export const defaultMailPort = 12_113;

function parsePort(name: string, text: string | undefined, defaultPort: number): number {
	if (!text) return defaultPort;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`${name} must be a port from 1 to 65535, not "${text}".`);
}

function parseRateLimit(text: string | undefined): number | undefined {
	if (!text) return undefined;
	const limit = Number(text);
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw new Error(`STRIPE_RATE_LIMIT must be a positive number of calls, not "${text}".`);
}

export interface Keys {
	AUTH_SECRET: string;
	STRIPE_SECRET_KEY: string;
	STRIPE_PUBLISHABLE_KEY: string;
	STRIPE_WEBHOOK_SECRET: string;
	GOOGLE_CLIENT_ID: string;
	GOOGLE_CLIENT_SECRET: string;
}

/** The prefix of the stand-in's keys; any other key is for Stripe. */
const standInKeyPrefix = "sk_test_local";

/** Whether payments go to the local stand-in instead of Stripe. */
export function usesStripeStandIn(keys: Keys): boolean {
	return keys.STRIPE_SECRET_KEY.startsWith(standInKeyPrefix);
}

/** The prefix of the stand-in's client ids; any other id is for Google. */
const googleStandInIdPrefix = "local-";

/** Whether Google sign-in goes to the local stand-in instead of Google. */
export function usesGoogleStandIn(keys: Keys): boolean {
	return keys.GOOGLE_CLIENT_ID.startsWith(googleStandInIdPrefix);
}

const randomHex = () => randomBytes(24).toString("hex");

/** Reads the keys in .dev.vars, which git ignores. Generates missing ones and saves them there. */
export function localKeys(file = resolve(root, ".dev.vars")): Keys {
	const stored = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
	const generated: Keys = {
		AUTH_SECRET: randomHex(),
		STRIPE_SECRET_KEY: `${standInKeyPrefix}${randomHex()}`,
		STRIPE_PUBLISHABLE_KEY: `pk_test_local${randomHex()}`,
		STRIPE_WEBHOOK_SECRET: `whsec_local${randomHex()}`,
		GOOGLE_CLIENT_ID: `${googleStandInIdPrefix}${randomHex()}`,
		GOOGLE_CLIENT_SECRET: randomHex(),
	};
	const keys: Keys = { ...generated, ...stored };
	if (Object.keys(generated).some((name) => !(name in stored))) {
		const lines = Object.entries(keys).map(([name, value]) => `${name}=${value}`);
		writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
	}
	return keys;
}
