/** The shop of a local state folder, running or not. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { type RunningStripe, startStripe } from "@cogsmith/stand-in-for-stripe";
import { sign } from "@cogsmith/stand-in-for-stripe/signature";
import Stripe from "stripe";
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { freePort, launch, stopAll, waitUntilReady } from "../../local/processes.ts";
import { type LocalSettings, localSettings, root } from "../../local/settings.ts";
import { stripeFile } from "../../local/state.ts";
import { validateEnv } from "../../src/platform/settings/env.ts";
import { runBatch } from "./local-explorer.ts";
import type { Finding } from "./report.ts";
import { openStateFiles, type StateFiles } from "./state-files.ts";
import { type DoctorTarget, UnavailableError } from "./target.ts";

/** How long a request to Stripe may take, in milliseconds. */
const stripeTimeoutMs = 8_000;

/** How long a stopped shop may take to start, in milliseconds: it may have to be built. */
const openTimeoutMs = 300_000;

/** Opens the local shop for the doctor. Throws UnavailableError if there is none. */
export async function openLocalTarget(): Promise<DoctorTarget> {
	const settings = localSettings();
	const persist = join(settings.state, "v3");
	if (!existsSync(join(persist, "d1"))) {
		throw new UnavailableError(`There is no shop in ${settings.state}: npm start creates one.`);
	}
	const devVars = readDevVars();
	const storeNames = storeNamesOf(readConfig());
	const files = openStateFiles(persist, storeNames);
	const stripeConnection = lazy(() => connectStripe(settings, devVars));
	const shop = lazy(() => ensureShopOpen(settings));
	return {
		name: `in ${settings.state}`,
		query: files.query,
		execute: async (statements) => {
			const url = shop.started() ? await shop() : (await isOpen(settings)) && settings.origin;
			if (!url) return files.execute(statements);
			await rejectOtherShop(url, storeNames.database, files);
			return (await runBatch(url, storeNames.database, statements)).changes;
		},
		listBucket: async () => files.bucket(),
		readImage: async (key) => files.readImage(key),
		connectStripe: async () => (await stripeConnection()).stripe,
		checkSettings: async () => checkSettings(devVars),
		runJob: async () => {
			const { ok, status } = await fetch(`${await shop()}/cdn-cgi/local/scheduled`);
			if (!ok) throw new UnavailableError(`The scheduled job returned ${status}.`);
		},
		redeliverEvent: async (intentId) => {
			const body = await findEvent((await stripeConnection()).stripe, intentId);
			const headers = {
				"Content-Type": "application/json",
				"Stripe-Signature": sign(body, devVars.STRIPE_WEBHOOK_SECRET ?? ""),
			};
			const url = `${await shop()}/api/stripe/webhook`;
			const { ok, status } = await fetch(url, { method: "POST", headers, body });
			if (!ok) throw new UnavailableError(`The webhook returned ${status}.`);
		},
		close: async () => {
			await stopAll();
			files.close();
			if (stripeConnection.started()) await (await stripeConnection()).standIn?.close();
		},
	};
}

/** Loads a value at the first call and returns it from then on. */
function lazy<T>(load: () => Promise<T>): (() => Promise<T>) & { started: () => boolean } {
	let promise: Promise<T> | undefined;
	const get = () => {
		promise ??= load();
		return promise;
	};
	return Object.assign(get, { started: () => promise !== undefined });
}

/** The keys in .dev.vars; creates none. */
function readDevVars(): NodeJS.Dict<string> {
	const file = join(root, ".dev.vars");
	return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

/** Identifies this shop, as SQL: no other shop has the same sessions. */
const fingerprintSql =
	"select group_concat(id) as ids from (select id from sessions order by id limit 20)";

/** Throws UnavailableError if the shop running at this one's address is another one. */
async function rejectOtherShop(url: string, database: string, files: StateFiles): Promise<void> {
	const [own] = v.parse(v.array(v.object({ ids: v.unknown() })), await files.query(fingerprintSql));
	const running = (await runBatch(url, database, [fingerprintSql])).row[0];
	if (own?.ids !== running) {
		throw new UnavailableError(
			`The shop at ${url} is not the one in this folder, or has just changed.`,
		);
	}
}

const bindingSchema = v.object({ binding: v.string() });
const configSchema = v.object({
	vars: v.record(v.string(), v.unknown()),
	d1_databases: v.array(v.object({ ...bindingSchema.entries, database_id: v.string() })),
	r2_buckets: v.array(v.object({ ...bindingSchema.entries, bucket_name: v.string() })),
	images: v.optional(bindingSchema),
	send_email: v.array(v.object({ name: v.string() })),
	ratelimits: v.array(v.object({ name: v.string() })),
	queues: v.object({ producers: v.array(bindingSchema) }),
});

const readConfig = () =>
	v.parse(configSchema, unstable_readConfig({ config: join(root, "wrangler.toml") }));

/** The names under which the runtime stores the shop's database and bucket. */
function storeNamesOf({ d1_databases, r2_buckets }: v.InferOutput<typeof configSchema>) {
	const [database, bucket] = [d1_databases[0]?.database_id, r2_buckets[0]?.bucket_name];
	if (!database || !bucket)
		throw new UnavailableError("wrangler.toml names no database or no bucket.");
	return { database, bucket };
}

function checkSettings(devVars: NodeJS.Dict<string>): { checked: number; findings: Finding[] } {
	const config = readConfig();
	const { d1_databases, r2_buckets, queues, send_email, ratelimits, images, vars } = config;
	const bindingNames = [
		...[...d1_databases, ...r2_buckets, ...queues.producers].map(({ binding }) => binding),
		...[...send_email, ...ratelimits].map(({ name }) => name),
		...(images ? [images.binding] : []),
	];
	const bindings = Object.fromEntries(bindingNames.map((name) => [name, {}]));
	const env = { ...vars, ...devVars };
	const findings = validateEnv({ ...bindings, ...env }).map((message): Finding => {
		const [subject = "", ...rest] = message.split(" ");
		return { subject, message: rest.join(" ") };
	});
	return { checked: Object.keys(env).length, findings };
}

/** Connects to Stripe, or starts a stand-in on this shop's Stripe state. */
async function connectStripe(
	{ state }: LocalSettings,
	devVars: NodeJS.Dict<string>,
): Promise<{ stripe: Stripe; standIn?: RunningStripe }> {
	const { STRIPE_SECRET_KEY: key = "" } = devVars;
	const options = { timeout: stripeTimeoutMs, maxNetworkRetries: 1, telemetry: false };
	if (!key) throw new UnavailableError("STRIPE_SECRET_KEY is missing in .dev.vars.");
	if (!key.startsWith("sk_test_local")) return { stripe: new Stripe(key, options) };
	const file = stripeFile(state);
	const standIn = await startStripe({
		port: 0,
		secretKey: key,
		publishableKey: devVars.STRIPE_PUBLISHABLE_KEY ?? "",
		webhookSecret: devVars.STRIPE_WEBHOOK_SECRET ?? "",
		// A shop without payments has no such file; a check must not create one.
		stateFile: existsSync(file) ? file : ":memory:",
	});
	const connection = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
	return { stripe: new Stripe(key, { ...options, ...connection }), standIn };
}

async function findEvent(stripe: Stripe, intentId: string): Promise<string> {
	for await (const event of stripe.events.list({ type: "payment_intent.succeeded", limit: 100 })) {
		const { object } = event.data;
		if ("id" in object && object.id === intentId) return JSON.stringify(event);
	}
	throw new UnavailableError(`Stripe no longer has the event of ${intentId}.`);
}

/** The URL of the running shop; starts the shop for the duration of the check if it isn't running. */
async function ensureShopOpen({ origin, state }: LocalSettings): Promise<string> {
	if (await isOpen({ origin })) return origin;
	const port = await freePort();
	const settings = {
		PORT: String(port),
		STRIPE_PORT: String(await freePort()),
		GOOGLE_PORT: String(await freePort()),
		MAIL_PORT: String(await freePort()),
		SHOP_STATE: state,
	};
	const log = join(state, "doctor.log");
	const shop = launch(process.execPath, ["local/serve.ts"], log, settings);
	const url = `http://localhost:${port}`;
	await waitUntilReady(`${url}/api/health`, shop, openTimeoutMs).catch((error: unknown) => {
		throw new UnavailableError(
			`The shop did not start: ${String(error)}. See its output in ${log}`,
		);
	});
	return url;
}

function isOpen({ origin }: Pick<LocalSettings, "origin">): Promise<boolean> {
	return fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
		() => true,
		() => false,
	);
}
