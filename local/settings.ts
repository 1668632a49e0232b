/** What the environment says about a local run: ports, where its state lies, its keys. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

export const root = fileURLToPath(new URL("..", import.meta.url));

export interface LocalSettings {
	port: number;
	stripePort: number;
	googlePort: number;
	/** Where mails are read; undefined where nobody said, and then any other will do as well. */
	mailPort: number | undefined;
	/** Where the Worker's inspector listens; 0 for any free port. */
	inspectorPort: number;
	origin: string;
	/** Folder of this shop's local D1, R2 and payments. */
	state: string;
	trace: boolean;
	/** Whether a new shop is filled with the demo's tools and reviews; its accounts it has either way. */
	demo: boolean;
}

/** Reads PORT, STRIPE_PORT, GOOGLE_PORT, MAIL_PORT, INSPECTOR_PORT, SHOP_STATE, SHOP_TRACE and SHOP_DEMO. Throws a clear sentence on a port that is none. */
export function localSettings(env: NodeJS.ProcessEnv = process.env): LocalSettings {
	const port = parsePort("PORT", env.PORT, 8787);
	return {
		port,
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

/** Where mails are read unless another shop's are already. */
export const defaultMailPort = 12_113;

function parsePort(name: string, text: string | undefined, defaultPort: number): number {
	if (!text) return defaultPort;
	const port = Number(text);
	if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
	throw new Error(`${name} must be a port from 1 to 65535, not "${text}".`);
}

export interface Keys {
	AUTH_SECRET: string;
	STRIPE_SECRET_KEY: string;
	STRIPE_PUBLISHABLE_KEY: string;
	STRIPE_WEBHOOK_SECRET: string;
	GOOGLE_CLIENT_ID: string;
	GOOGLE_CLIENT_SECRET: string;
}

/** How the keys of the local stand-in begin; any other key is Stripe's own. */
const standInKeyPrefix = "sk_test_local";

/** Whether payments go to the local stand-in rather than to Stripe. */
export function usesStripeStandIn(keys: Keys): boolean {
	return keys.STRIPE_SECRET_KEY.startsWith(standInKeyPrefix);
}

/** How the client id of the local stand-in begins; any other is one that Google gave out. */
const googleStandInIdPrefix = "local-";

/** Whether sign-in by Google goes to the local stand-in rather than to Google. */
export function usesGoogleStandIn(keys: Keys): boolean {
	return keys.GOOGLE_CLIENT_ID.startsWith(googleStandInIdPrefix);
}

const randomHex = () => randomBytes(24).toString("hex");

/** The keys in .dev.vars, which git ignores. Missing ones are made and written there. */
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
