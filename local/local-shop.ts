/** Prepares a local shop: ports, keys, database, demo data, stand-ins. */
import { mkdirSync } from "node:fs";
import { startStripe } from "@cogsmith/stand-in-for-stripe";
import { name as shopName } from "../src/config/config.ts";
import { roleNames } from "../src/messages/customers.ts";
import { validateSettings } from "../src/platform/settings/env.ts";
import { limitNames } from "../src/platform/settings/settings-schema.ts";
import { demoAccounts, demoCard } from "./demo/accounts.ts";
import { startGoogle } from "./google/server.ts";
import { startMailPageServer } from "./mail/server.ts";
import { whenOrphaned } from "./on-orphaned.mjs";
import { isPortFree, type launch, stopAll } from "./processes.ts";
import {
	defaultMailPort,
	type Keys,
	type LocalSettings,
	localKeys,
	localSettings,
	usesGoogleStandIn,
	usesStripeStandIn,
} from "./settings.ts";
import { migrationsHash, readStamp, stripeFile } from "./state.ts";
import { fail, step } from "./steps.ts";

/** A local shop that is ready for its Worker. */
export interface LocalShop {
	settings: LocalSettings;
	/** The Worker's vars and secrets. */
	vars: Record<string, string>;
	/** Whether payments go to the stand-in. */
	stripeIsStandIn: boolean;
	/** The URL of the page that shows sent e-mails. */
	mailUrl: string;
	/** Stops the stand-ins and all launched programs. */
	close(): Promise<void>;
}

/** Prepares everything but the Worker and prints each step. Exits with a message on failure. */
export async function prepareLocalShop(): Promise<LocalShop> {
	const settings = localSettings();
	const keys = localKeys();
	rejectInvalidKeys(keys);
	await rejectPortsInUse(settings, keys);
	mkdirSync(settings.state, { recursive: true });
	await prepareState(settings, keys);
	const stripe = usesStripeStandIn(keys)
		? await step("Starting the payment stand-in", "Payment stand-in ready", () =>
				startStripeStandIn(settings, keys),
			)
		: undefined;
	const google = usesGoogleStandIn(keys) ? await startGoogleStandIn(settings, keys) : undefined;
	const mail = await startMailPage(settings);
	return {
		settings,
		stripeIsStandIn: stripe !== undefined,
		mailUrl: mail.url,
		vars: {
			...workerVars(settings, keys, stripe?.url, google?.discoveryUrl),
			VIES_URL: `${mail.url}/vies`,
		},
		close: async () => {
			await stopAll();
			await Promise.all([stripe?.close(), google?.close(), mail.close()]);
		},
	};
}

/** A shop with invalid keys responds with 503 to every request, so it fails early instead. */
function rejectInvalidKeys(keys: Keys): void {
	const errors = validateSettings({ ...keys }, Object.keys(keys));
	if (errors.length > 0) fail(`Fix these in .dev.vars first: ${errors.join("; ")}.`);
}

async function rejectPortsInUse(settings: LocalSettings, keys: Keys): Promise<void> {
	const ports: [string, number][] = [["PORT", settings.port]];
	if (usesStripeStandIn(keys)) ports.push(["STRIPE_PORT", settings.stripePort]);
	if (usesGoogleStandIn(keys)) ports.push(["GOOGLE_PORT", settings.googlePort]);
	if (settings.mailPort) ports.push(["MAIL_PORT", settings.mailPort]);
	for (const [name, port] of ports) {
		if (await isPortFree(port)) continue;
		fail(
			`Port ${port} is in use. Stop that process or choose another port: ${name}=${port + 1} npm start`,
		);
	}
}

async function prepareState({ state, demo }: LocalSettings, keys: Keys): Promise<void> {
	const { migrations, seeded } = readStamp(state);
	if (migrations !== migrationsHash()) {
		await step("Applying migrations", "Database ready", async () => {
			// Loading wrangler takes a second, so only when it is needed.
			const { EarlierStateError, migrate } = await import("./migrate.ts");
			await migrate(state).catch((error: unknown) => {
				if (error instanceof EarlierStateError) fail(error.message);
				throw error;
			});
		});
	}
	if (!seeded) {
		const [doing, done] = demo
			? ["Filling the demo shop", "Demo shop filled"]
			: ["Making the accounts of an empty shop", "Empty shop ready"];
		await step(doing, done, async () => {
			const { seed } = await import("./seed.ts");
			// Stripe itself knows no payments of the past.
			const file = usesStripeStandIn(keys) ? stripeFile(state) : undefined;
			await seed(state, { demo, stripeFile: file });
		});
	}
}

function startStripeStandIn(settings: LocalSettings, keys: Keys) {
	return startStripe({
		port: settings.stripePort,
		webhookUrl: `${settings.origin}/api/stripe/webhook`,
		secretKey: keys.STRIPE_SECRET_KEY,
		publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
		webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
		stateFile: stripeFile(settings.state),
		rateLimit: settings.stripeRateLimit,
	});
}

function startGoogleStandIn(settings: LocalSettings, keys: Keys) {
	return startGoogle({
		port: settings.googlePort,
		clientId: keys.GOOGLE_CLIENT_ID,
		clientSecret: keys.GOOGLE_CLIENT_SECRET,
		redirectUri: `${settings.origin}/api/auth/callback/google`,
	});
}

/** Starts the e-mail page on its port, or on any free one if another shop uses it. */
async function startMailPage({ origin, mailPort = defaultMailPort }: LocalSettings) {
	const port = (await isPortFree(mailPort)) ? mailPort : 0;
	return startMailPageServer({ port, shopOrigin: origin });
}

/**
 * Sign-in attempts a minute from one IP address: locally all users share one. The limit per account is
 * the same as deployed.
 */
const localSignInAttempts = "600";

function workerVars(
	settings: LocalSettings,
	keys: Keys,
	stripeUrl: string | undefined,
	googleDiscoveryUrl: string | undefined,
) {
	const overrides = ["ORDER_HOLD_MINUTES", ...limitNames].flatMap((name) => {
		const value = process.env[name];
		return value ? [[name, value] as const] : [];
	});
	return {
		SHOP_ORIGIN: settings.origin,
		SHOP_DEMO: settings.demo ? "1" : "",
		SHOP_TRACE: settings.trace ? "1" : "",
		SIGN_IN_TRIES: process.env.SIGN_IN_TRIES || localSignInAttempts,
		// Locally there is one consumer instead of three.
		STRIPE_JOB_CALLS: process.env.STRIPE_JOB_CALLS || "18",
		...keys,
		...Object.fromEntries(overrides),
		...(stripeUrl && { STRIPE_API_URL: stripeUrl, STRIPE_JS_URL: `${stripeUrl}/v3/stripe.js` }),
		...(googleDiscoveryUrl && { GOOGLE_DISCOVERY_URL: googleDiscoveryUrl }),
	};
}

/** Stops everything on Ctrl-C, on a kill, when the parent process has ended, or when the Worker exits. */
export function closeOnExit(shop: LocalShop, worker: ReturnType<typeof launch>): void {
	let closing = false;
	const end = async (code: number) => {
		if (closing) return;
		closing = true;
		await shop.close();
		process.exit(code);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
	worker.on("exit", () => end(1));
	whenOrphaned(() => end(0));
}

/** Prints the shop's URL, the demo accounts and the test card. */
export function printWelcome({ settings, stripeIsStandIn, mailUrl }: LocalShop): void {
	const lines = [
		"",
		`  ${shopName} is open at ${settings.origin}`,
		"",
		...demoAccounts.map(({ role, email, password }) => {
			return `  ${roleNames[role].padEnd(15)}${email.padEnd(22)} password ${password}`;
		}),
		...(stripeIsStandIn
			? [`  ${"Card".padEnd(15)}${demoCard.number}  ${demoCard.expiry}  CVC ${demoCard.cvc}`]
			: ["  Payments go to Stripe with the keys in .dev.vars"]),
		`  ${"Mail".padEnd(15)}${mailUrl}`,
		"",
		"  Press Ctrl-C to stop.",
		"",
	];
	process.stdout.write(lines.join("\n"));
}
