/** The shop of a local state folder, whether it is open at the moment or not. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import Stripe from "stripe";
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { whatIsAmiss } from "../../src/platform/readiness.ts";
import { endAll, freePort, launch, untilAnswers } from "../processes.ts";
import { type LocalSettings, localSettings, root } from "../settings.ts";
import { type RunningStripe, startStripe } from "../stripe/server.ts";
import { sign } from "../stripe/webhooks.ts";
import { runThere } from "./explorer.ts";
import { type Files, openFiles } from "./files.ts";
import type { Finding } from "./findings.ts";
import { CannotLook, type Place } from "./place.ts";

/** How long one question to Stripe may take, in milliseconds. */
const patienceMs = 8_000;

/** How long a shop that was closed may take to open, in milliseconds: it may have to be built. */
const openTimeoutMs = 300_000;

/** Opens the local shop for looking at. Throws CannotLook where there is none. */
export async function openLocal(): Promise<Place> {
	const settings = localSettings();
	const persist = join(settings.state, "v3");
	if (!existsSync(join(persist, "d1"))) {
		throw new CannotLook(`There is no shop in ${settings.state}: npm start makes one.`);
	}
	const keys = keptKeys();
	const named = storesOf(readConfig());
	const files = openFiles(persist, named);
	const payments = onceOnly(() => findStripe(settings, keys));
	const shop = onceOnly(() => openShop(settings));
	return {
		name: `in ${settings.state}`,
		ask: files.ask,
		change: async (statements) => {
			const url = shop.asked() ? await shop() : (await isOpen(settings)) && settings.origin;
			if (!url) return files.change(statements);
			await refuseAnother(url, named.database, files);
			return (await runThere(url, named.database, statements)).changes;
		},
		bucket: async () => files.bucket(),
		stripe: async () => (await payments()).stripe,
		settings: async () => lookAtSettings(keys),
		runJob: async () => {
			const { ok, status } = await fetch(`${await shop()}/cdn-cgi/handler/scheduled`);
			if (!ok) throw new CannotLook(`The scheduled job answered ${status}.`);
		},
		tellOf: async (intentId) => {
			const body = await eventOf((await payments()).stripe, intentId);
			const headers = {
				"Content-Type": "application/json",
				"Stripe-Signature": sign(body, keys.STRIPE_WEBHOOK_SECRET ?? ""),
			};
			const url = `${await shop()}/api/stripe/webhook`;
			const { ok, status } = await fetch(url, { method: "POST", headers, body });
			if (!ok) throw new CannotLook(`The webhook answered ${status}.`);
		},
		close: async () => {
			await endAll();
			files.close();
			if (payments.asked()) await (await payments()).standIn?.close();
		},
	};
}

/** Something that takes long to make, made when it is first asked for. */
function onceOnly<T>(make: () => Promise<T>): (() => Promise<T>) & { asked: () => boolean } {
	let made: Promise<T> | undefined;
	const get = () => {
		made ??= make();
		return made;
	};
	return Object.assign(get, { asked: () => made !== undefined });
}

/** The keys in .dev.vars as they are; none is made here. */
function keptKeys(): NodeJS.Dict<string> {
	const file = join(root, ".dev.vars");
	return existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
}

/** Something that tells this shop from every other, as SQL: its sessions are nobody else's. */
const fingerprint =
	"select group_concat(id) as ids from (select id from sessions order by id limit 20)";

/** Refuses to change a shop that is open at this one's address but is another one. */
async function refuseAnother(url: string, database: string, files: Files): Promise<void> {
	const [here] = v.parse(v.array(v.object({ ids: v.unknown() })), await files.ask(fingerprint));
	const there = (await runThere(url, database, [fingerprint])).row[0];
	if (here?.ids !== there) {
		throw new CannotLook(`The shop at ${url} is not the one in this folder, or has just changed.`);
	}
}

const bindingShape = v.object({ binding: v.string() });
const configShape = v.object({
	vars: v.record(v.string(), v.unknown()),
	d1_databases: v.array(v.object({ ...bindingShape.entries, database_id: v.string() })),
	r2_buckets: v.array(v.object({ ...bindingShape.entries, bucket_name: v.string() })),
	images: v.optional(bindingShape),
	send_email: v.array(v.object({ name: v.string() })),
	ratelimits: v.array(v.object({ name: v.string() })),
	queues: v.object({ producers: v.array(bindingShape) }),
});

const readConfig = () =>
	v.parse(configShape, unstable_readConfig({ config: join(root, "wrangler.toml") }));

/** The names by which the runtime keeps the shop's database and bucket. */
function storesOf({ d1_databases, r2_buckets }: v.InferOutput<typeof configShape>) {
	const [database, bucket] = [d1_databases[0]?.database_id, r2_buckets[0]?.bucket_name];
	if (!database || !bucket) throw new CannotLook("wrangler.toml names no database or no bucket.");
	return { database, bucket };
}

function lookAtSettings(keys: NodeJS.Dict<string>): { looked: number; findings: Finding[] } {
	const config = readConfig();
	const { d1_databases, r2_buckets, queues, send_email, ratelimits, images, vars } = config;
	const bound = [
		...[...d1_databases, ...r2_buckets, ...queues.producers].map(({ binding }) => binding),
		...[...send_email, ...ratelimits].map(({ name }) => name),
		...(images ? [images.binding] : []),
	];
	const bindings = Object.fromEntries(bound.map((name) => [name, {}]));
	const env = { ...vars, ...keys };
	const findings = whatIsAmiss({ ...bindings, ...env }).map((says): Finding => {
		const [subject = "", ...rest] = says.split(" ");
		return { subject, says: rest.join(" ") };
	});
	return { looked: Object.keys(env).length, findings };
}

/** Stripe itself, or a stand-in of our own on what this shop's one has written down. */
async function findStripe(
	{ state }: LocalSettings,
	keys: NodeJS.Dict<string>,
): Promise<{ stripe: Stripe; standIn?: RunningStripe }> {
	const { STRIPE_SECRET_KEY: key = "" } = keys;
	const options = { timeout: patienceMs, maxNetworkRetries: 1, telemetry: false };
	if (!key) throw new CannotLook("STRIPE_SECRET_KEY is missing in .dev.vars.");
	if (!key.startsWith("sk_test_local")) return { stripe: new Stripe(key, options) };
	const file = join(state, "stripe.sqlite");
	const standIn = await startStripe({
		port: 0,
		secretKey: key,
		publishableKey: keys.STRIPE_PUBLISHABLE_KEY ?? "",
		webhookSecret: keys.STRIPE_WEBHOOK_SECRET ?? "",
		// A shop that nobody has paid in yet has no such file, and shall not get one by being looked at.
		stateFile: existsSync(file) ? file : ":memory:",
	});
	const here = { host: "127.0.0.1", port: standIn.port, protocol: "http" } as const;
	return { stripe: new Stripe(key, { ...options, ...here }), standIn };
}

async function eventOf(stripe: Stripe, intentId: string): Promise<string> {
	for await (const event of stripe.events.list({ type: "payment_intent.succeeded", limit: 100 })) {
		const { object } = event.data;
		if ("id" in object && object.id === intentId) return JSON.stringify(event);
	}
	throw new CannotLook(`Stripe no longer has the event of ${intentId}.`);
}

/** The address of this shop: the open one's, or that of one opened for as long as we look. */
async function openShop({ origin, state }: LocalSettings): Promise<string> {
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
	await untilAnswers(`${url}/api/health`, shop, openTimeoutMs).catch((error: unknown) => {
		throw new CannotLook(`The shop did not open: ${String(error)}. What it printed is in ${log}`);
	});
	return url;
}

function isOpen({ origin }: Pick<LocalSettings, "origin">): Promise<boolean> {
	return fetch(`${origin}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
		() => true,
		() => false,
	);
}
