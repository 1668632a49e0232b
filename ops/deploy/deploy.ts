/** The steps of `npm run deploy`, which main.ts runs: they create resources, migrate and deploy, and can be repeated. */
import type Stripe from "stripe";
import * as v from "valibot";
import { currency, mail } from "../../src/config/config.ts";
import { validateSettings } from "../../src/platform/settings/env.ts";
import { isDeployable } from "./domain.ts";
import { type Config, type Environment, queueNames, wranglerOptions } from "./environment.ts";
import {
	deployedOrigin,
	ensureBucket,
	ensureDatabase,
	ensureQueue,
	missingSecrets,
	type Wrangler,
} from "./resources.ts";
import { ensureWebhook, webhookPath } from "./webhook.ts";

/** The side effects of a deployment; tests replace them. */
export interface DeployContext {
	wrangler: Wrangler;
	/** Builds the shop unless the build is up to date. Returns the configuration file to deploy with. */
	build(): Promise<string>;
	/** Writes the database's id to wrangler.toml. */
	saveDatabaseId(id: string): void;
	/** The origin of the deployed Worker that this shop replaces on purpose, as when it moves to another domain. */
	replaces: string | undefined;
	/** Stores a secret of the Worker. */
	saveSecret(name: string, value: string): Promise<void>;
	/** Stripe's secret key, if it was given, and the client with it. Without one the webhook stays as it is. */
	stripe: { key: string; client: Stripe } | undefined;
	step<T>(doing: string, done: string, work: () => Promise<T>): Promise<T>;
}

/** Thrown if settings or secrets are missing; the message lists all of them. */
export class MissingConfigError extends Error {}

/**
 * Deploys the shop. Throws MissingConfigError if settings are missing, before it changes anything; if secrets
 * are, once the resources exist; and if orders are in another currency, before it deploys.
 */
export async function deploy(
	environment: Environment,
	config: Config,
	context: DeployContext,
): Promise<void> {
	const { wrangler, step } = context;
	const options = wranglerOptions(environment);
	const table = environment === "production" ? "[vars]" : `[env.${environment}.vars]`;
	const missing = missingSettings(config.vars, environment);
	rejectMissing(`Fix these in ${table} of wrangler.toml`, missing);
	if (context.stripe) rejectOtherMode(context.stripe.key, config.vars);
	await rejectOtherShop(config, context);
	await ensureResources(config, context);
	const unset = await missingSecrets(wrangler, requiredSecrets(config), options);
	const isSetHere = (name: string) => context.stripe && name === webhookSecret;
	const toSet = unset.filter((name) => !isSetHere(name));
	rejectMissing(
		`Set these secrets, each by \`${["npx wrangler secret put NAME", ...options].join(" ")}\``,
		toSet.map((name) => (name === webhookSecret ? `${name}: ${webhookHint}` : name)),
	);
	const file = await step("Building the shop", "Shop built", () => context.build());
	// Before the new code, which needs them. The running version runs on the new schema: docs/changing-the-schema.md.
	await step("Applying migrations", "Database is up to date", () =>
		wrangler("d1", "migrations", "apply", "DB", "--remote", ...options),
	);
	await step("Checking the currency of the orders", "The shop has its orders' currency", () =>
		rejectOtherCurrency(wrangler, options),
	);
	await setWebhook(config, context, !unset.includes(webhookSecret));
	await step("Deploying", "Shop deployed", () => wrangler("deploy", "--config", file));
}

/**
 * Throws MissingConfigError if the account has a Worker of this name with another origin: it is another shop, whose
 * code, queues and database this deployment would take.
 */
async function rejectOtherShop(
	{ name, vars: { SHOP_ORIGIN = "" } }: Config,
	{ wrangler, step, replaces }: DeployContext,
): Promise<void> {
	await step("Looking for the Worker", `The Worker ${name} is free or this shop's`, async () => {
		const origin = await deployedOrigin(wrangler, name);
		if (origin === undefined || origin === SHOP_ORIGIN || origin === replaces) return;
		const other = origin === "" ? "no shop" : `the shop at ${origin}`;
		const wayOn = origin === "" ? "" : `, or, if this shop moves, add --replaces ${origin}`;
		rejectMissing(`The account's Worker ${name} is ${other}`, [
			`Change "${name}" in wrangler.toml, in every name that begins with it${wayOn}`,
		]);
	});
}

const webhookSecret = "STRIPE_WEBHOOK_SECRET";
const webhookHint =
	"give Stripe's secret key to the deployment instead, STRIPE_SECRET_KEY=sk_... npm run deploy, and it creates the webhook endpoint and stores this secret";

/** Throws MissingConfigError if the secret key is none, or of another mode: its events would not be the shop's. */
function rejectOtherMode(key: string, { STRIPE_PUBLISHABLE_KEY = "" }: Config["vars"]): void {
	const mode = /^pk_([a-z]+)_/.exec(STRIPE_PUBLISHABLE_KEY)?.[1];
	const isOfMode = /^[rs]k_([a-z]+)_/.exec(key)?.[1] === mode;
	const message = `STRIPE_SECRET_KEY is no sk_${mode}_ or rk_${mode}_ key, as STRIPE_PUBLISHABLE_KEY is pk_${mode}_`;
	rejectMissing("Give the deployment another key", isOfMode ? [] : [message]);
}

/** Creates or updates the webhook endpoint at Stripe: before the new code, which Wrangler deploys only with all secrets. */
async function setWebhook(
	{ name: worker, vars }: Config,
	{ stripe, step, saveSecret }: DeployContext,
	isSecretStored: boolean,
): Promise<void> {
	if (!stripe) return;
	const url = `${vars.SHOP_ORIGIN}${webhookPath}`;
	await step("Setting Stripe's webhook", `Stripe's webhook is ${url}`, () =>
		ensureWebhook(stripe.client, { url, worker, isSecretStored }, (secret) =>
			saveSecret(webhookSecret, secret),
		),
	);
}

const ordersSchema = v.tuple([v.object({ results: v.array(v.object({ currency: v.string() })) })]);

/**
 * Throws MissingConfigError if the shop has orders in another currency than shop.config.ts: it would show
 * their amounts, and all prices, in the new one.
 */
async function rejectOtherCurrency(wrangler: Wrangler, options: readonly string[]): Promise<void> {
	const sql = `select currency from orders where currency <> '${currency}' limit 1`;
	const query = ["--remote", "--json", "--yes", "--command", sql];
	const output = await wrangler("d1", "execute", "DB", ...query, ...options);
	const [{ results }] = v.parse(ordersSchema, JSON.parse(output));
	const others = results.map(
		(line) => `currency is ${currency}, but orders are in ${line.currency}`,
	);
	rejectMissing("Fix this in shop.config.ts", others);
}

/** The secrets the shop needs, with Google's if it has a Google client id. */
function requiredSecrets({ secrets, vars }: Config): string[] {
	return [...secrets.required, ...(vars.GOOGLE_CLIENT_ID ? ["GOOGLE_CLIENT_SECRET"] : [])];
}

/** Creates the database, buckets and queues of the configuration that don't exist yet. */
async function ensureResources(config: Config, { wrangler, step, saveDatabaseId }: DeployContext) {
	const [{ database_name: name, database_id: id }] = config.d1_databases;
	await step("Looking for the database", "The shop has its database", async () => {
		const databaseId = await ensureDatabase(wrangler, name, id);
		if (databaseId !== id) saveDatabaseId(databaseId);
	});
	for (const { bucket_name: bucket } of config.r2_buckets) {
		await step("Looking for the bucket", `Bucket ${bucket} exists`, () =>
			ensureBucket(wrangler, bucket),
		);
	}
	for (const queue of queueNames(config)) {
		await step("Looking for the queue", `Queue ${queue} exists`, () =>
			ensureQueue(wrangler, queue),
		);
	}
}

/** The settings that are missing, malformed, or still the local default; one sentence each. */
export function missingSettings(
	vars: Record<string, string>,
	environment: Environment = "production",
): string[] {
	const rules: [name: string, fails: boolean, message: string][] = [
		["SHOP_ORIGIN", !isDeployable(vars.SHOP_ORIGIN ?? ""), "is not https:// and a domain name"],
		[
			"MAIL_FROM",
			/\.test$/.test(vars.MAIL_FROM || mail.from),
			"is still the local default: set mail.from in shop.config.ts",
		],
		// PCI: Stripe.js is always loaded from Stripe (Stripe docs: Including Stripe.js).
		[
			"STRIPE_JS_URL",
			!/^https:\/\/js\.stripe\.com\//.test(vars.STRIPE_JS_URL ?? ""),
			"is not at js.stripe.com",
		],
		["STRIPE_API_URL", Boolean(vars.STRIPE_API_URL), "is still the local default"],
		[
			"STRIPE_PUBLISHABLE_KEY",
			environment === "staging" && /^pk_live_/.test(vars.STRIPE_PUBLISHABLE_KEY ?? ""),
			"is a live key: staging takes test keys only",
		],
	];
	// The secret that belongs to Google's client id is checked with the other secrets.
	const { GOOGLE_CLIENT_ID: _, ...otherVars } = vars;
	const errors = rules
		.filter(([, fails]) => fails)
		.map(([name, , message]) => `${name} ${message}`);
	return [...validateSettings(otherVars, Object.keys(otherVars)), ...errors];
}

function rejectMissing(heading: string, missing: readonly string[]): void {
	if (missing.length === 0) return;
	throw new MissingConfigError(`${heading}:\n${missing.map((line) => `  ${line}`).join("\n")}`);
}
