/** What a local shop needs before it is served: ports, keys, database, demo shop, stand-ins. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { limitDefaults } from "../src/platform/limits.ts";
import { settingsAmiss } from "../src/platform/readiness.ts";
import { demoAccounts, demoCard } from "./accounts.ts";
import { startGoogle } from "./google/server.ts";
import { startMail } from "./mail/server.ts";
import { whenOrphaned } from "./parent.mjs";
import { endAll, type launch, portIsFree } from "./processes.ts";
import {
	type Keys,
	type LocalSettings,
	localKeys,
	localSettings,
	standardMailPort,
	usesGoogleStandIn,
	usesStandIn,
} from "./settings.ts";
import { migrate, migrationsHash, readStamp } from "./state.ts";
import { fail, step } from "./steps.ts";
import { startStripe } from "./stripe/server.ts";

/** A shop that only lacks its Worker. */
export interface Opened {
	settings: LocalSettings;
	/** The Worker's vars and secrets. */
	vars: Record<string, string>;
	/** Whether payments go to the stand-in. */
	standIn: boolean;
	/** Where the mails it sends are read. */
	mailUrl: string;
	/** Ends the stand-ins and all programs that were launched. */
	close(): Promise<void>;
}

/** Gets everything ready but the Worker, saying so step by step. Ends the process with one sentence on failure. */
export async function openShop(): Promise<Opened> {
	const settings = localSettings();
	const keys = localKeys();
	refuseBadKeys(keys);
	await refuseTakenPorts(settings, keys);
	mkdirSync(settings.state, { recursive: true });
	await prepareState(settings);
	const stripe = usesStandIn(keys)
		? await step("Starting the payment stand-in", "Payment stand-in ready", () =>
				startPayments(settings, keys),
			)
		: undefined;
	const google = usesGoogleStandIn(keys) ? await startSignIn(settings, keys) : undefined;
	const mail = await startReading(settings);
	return {
		settings,
		standIn: stripe !== undefined,
		mailUrl: mail.url,
		vars: varsOf(settings, keys, stripe?.url, google?.discoveryUrl),
		close: async () => {
			await endAll();
			await Promise.all([stripe?.close(), google?.close(), mail.close()]);
		},
	};
}

/** A shop with keys that can't work would answer 503 to everything: better said at once. */
function refuseBadKeys(keys: Keys): void {
	const amiss = settingsAmiss({ ...keys }, Object.keys(keys));
	if (amiss.length > 0) fail(`These in .dev.vars have to be mended first: ${amiss.join("; ")}.`);
}

async function refuseTakenPorts(settings: LocalSettings, keys: Keys): Promise<void> {
	const wanted: [string, number][] = [["PORT", settings.port]];
	if (usesStandIn(keys)) wanted.push(["STRIPE_PORT", settings.stripePort]);
	if (usesGoogleStandIn(keys)) wanted.push(["GOOGLE_PORT", settings.googlePort]);
	if (settings.mailPort) wanted.push(["MAIL_PORT", settings.mailPort]);
	for (const [name, port] of wanted) {
		if (await portIsFree(port)) continue;
		fail(
			`Port ${port} is taken. End what listens there, or choose another: ${name}=${port + 1} npm start`,
		);
	}
}

async function prepareState({ state, demo }: LocalSettings): Promise<void> {
	const { migrations, seeded } = readStamp(state);
	if (migrations !== migrationsHash()) {
		await step("Applying migrations", "Database ready", () => migrate(state));
	}
	if (!seeded) {
		await step("Filling the demo shop", "Demo shop filled", async () => {
			const { seed } = await import("./seed.ts");
			await seed(state, { demo });
		});
	}
}

function startPayments(settings: LocalSettings, keys: Keys) {
	return startStripe({
		port: settings.stripePort,
		webhookUrl: `${settings.origin}/api/stripe/webhook`,
		secretKey: keys.STRIPE_SECRET_KEY,
		publishableKey: keys.STRIPE_PUBLISHABLE_KEY,
		webhookSecret: keys.STRIPE_WEBHOOK_SECRET,
		stateFile: join(settings.state, "stripe.sqlite"),
	});
}

function startSignIn(settings: LocalSettings, keys: Keys) {
	return startGoogle({
		port: settings.googlePort,
		clientId: keys.GOOGLE_CLIENT_ID,
		clientSecret: keys.GOOGLE_CLIENT_SECRET,
		redirectUri: `${settings.origin}/api/auth/callback/google`,
	});
}

/** The page of mails: on its own port, or beside another shop's on any that is free. */
async function startReading({ origin, mailPort = standardMailPort }: LocalSettings) {
	const port = (await portIsFree(mailPort)) ? mailPort : 0;
	return startMail({ port, shopOrigin: origin });
}

/**
 * Tries a minute from one address at signing in here, where all addresses are this machine's. The
 * limit per account is the deployed shop's.
 */
const signInTries = "600";

function varsOf(
	settings: LocalSettings,
	keys: Keys,
	stripeUrl: string | undefined,
	googleDiscoveryUrl: string | undefined,
) {
	const own = ["ORDER_HOLD_MINUTES", ...Object.keys(limitDefaults)].flatMap((name) => {
		const value = process.env[name];
		return value ? [[name, value] as const] : [];
	});
	return {
		SHOP_ORIGIN: settings.origin,
		SHOP_TRACE: settings.trace ? "1" : "",
		SIGN_IN_TRIES: process.env.SIGN_IN_TRIES || signInTries,
		// Here is one consumer where the platform has three.
		STRIPE_JOB_CALLS: process.env.STRIPE_JOB_CALLS || "18",
		...keys,
		...Object.fromEntries(own),
		...(stripeUrl && { STRIPE_API_URL: stripeUrl, STRIPE_JS_URL: `${stripeUrl}/v3/stripe.js` }),
		...(googleDiscoveryUrl && { GOOGLE_DISCOVERY_URL: googleDiscoveryUrl }),
	};
}

/** Ends everything on Ctrl-C, on a kill, when our starter is gone, or when the shop's own server ends. */
export function closeWith(shop: Opened, worker: ReturnType<typeof launch>): void {
	let ending = false;
	const end = async (code: number) => {
		if (ending) return;
		ending = true;
		await shop.close();
		process.exit(code);
	};
	for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
	worker.on("exit", () => end(1));
	whenOrphaned(() => end(0));
}

/** Says where the shop is and how to try it. */
export function greet({ settings, standIn, mailUrl }: Opened): void {
	const lines = [
		"",
		`  Cogsmith is open at ${settings.origin}`,
		"",
		...demoAccounts.map(({ role, email, password }) => {
			const who = role === "admin" ? "Administrator" : "Customer";
			return `  ${who.padEnd(15)}${email.padEnd(22)} password ${password}`;
		}),
		...(standIn
			? [`  ${"Card".padEnd(15)}${demoCard.number}  ${demoCard.expiry}  CVC ${demoCard.cvc}`]
			: ["  Payments go to Stripe with the keys in .dev.vars"]),
		`  ${"Mail".padEnd(15)}${mailUrl}`,
		"",
		"  Ctrl-C closes the shop.",
		"",
	];
	process.stdout.write(lines.join("\n"));
}
