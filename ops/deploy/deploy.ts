/** From a built shop to a deployed one, step by step, each of which may be repeated. */
import { validateSettings } from "../../src/platform/env.ts";
import { isDeployable } from "./domain.ts";
import { type Config, type Environment, queueNames, wranglerOptions } from "./environment.ts";
import {
	ensureBucket,
	ensureDatabase,
	ensureQueue,
	missingSecrets,
	type Wrangler,
} from "./resources.ts";

/** What is done outside the account. */
export interface DeployContext {
	wrangler: Wrangler;
	/** Builds the shop, unless what is built is that already, and gives the file to deploy it by. */
	build(): Promise<string>;
	/** Puts the database's id into wrangler.toml. */
	saveDatabaseId(id: string): void;
	step<T>(doing: string, done: string, work: () => Promise<T>): Promise<T>;
}

/** Thrown where the shop can't be deployed yet; the message says all that is missing. */
export class MissingConfigError extends Error {}

/** Deploys the shop. Throws NotReady before anything was changed where settings are missing. */
export async function deploy(
	environment: Environment,
	config: Config,
	context: DeployContext,
): Promise<void> {
	const { wrangler, step } = context;
	const options = wranglerOptions(environment);
	const table = environment === "production" ? "[vars]" : `[env.${environment}.vars]`;
	const missing = missingSettings(config.vars, environment);
	rejectMissing(`Put these into ${table} of wrangler.toml`, missing);
	await ensureResources(config, context);
	rejectMissing(
		`Set these secrets, each by \`${["npx wrangler secret put NAME", ...options].join(" ")}\``,
		await missingSecrets(wrangler, requiredSecrets(config), options),
	);
	const file = await step("Building the shop", "Shop built", () => context.build());
	// Before the code that needs them: migrations only ever add.
	await step("Applying migrations", "Database is up to date", () =>
		wrangler("d1", "migrations", "apply", "DB", "--remote", ...options),
	);
	await step("Deploying", "Shop deployed", () => wrangler("deploy", "--config", file));
}

/** The secrets the shop needs: Google's too, where it has a client there. */
function requiredSecrets({ secrets, vars }: Config): string[] {
	return [...secrets.required, ...(vars.GOOGLE_CLIENT_ID ? ["GOOGLE_CLIENT_SECRET"] : [])];
}

/** Finds or makes the database, the buckets and the queues that the configuration names. */
async function ensureResources(config: Config, { wrangler, step, saveDatabaseId }: DeployContext) {
	const [{ database_name: name, database_id: id }] = config.d1_databases;
	await step("Looking for the database", `Database ${name} is there`, async () => {
		const databaseId = await ensureDatabase(wrangler, name);
		if (databaseId !== id) saveDatabaseId(databaseId);
	});
	for (const { bucket_name: bucket } of config.r2_buckets) {
		await step("Looking for the bucket", `Bucket ${bucket} is there`, () =>
			ensureBucket(wrangler, bucket),
		);
	}
	for (const queue of queueNames(config)) {
		await step("Looking for the queue", `Queue ${queue} is there`, () =>
			ensureQueue(wrangler, queue),
		);
	}
}

/** The settings of a deployed shop that are missing, malformed, or still those of a local one. */
export function missingSettings(
	vars: Record<string, string>,
	environment: Environment = "production",
): string[] {
	const rules: [name: string, isWrong: boolean, says: string][] = [
		["SHOP_ORIGIN", !isDeployable(vars.SHOP_ORIGIN ?? ""), "is not https and a domain alone"],
		["MAIL_FROM", /\.test$/.test(vars.MAIL_FROM ?? ""), "is still that of a local shop"],
		// PCI: Stripe.js comes from Stripe alone (Stripe docs: Including Stripe.js).
		[
			"STRIPE_JS_URL",
			!/^https:\/\/js\.stripe\.com\//.test(vars.STRIPE_JS_URL ?? ""),
			"is not Stripe's",
		],
		["STRIPE_API_URL", Boolean(vars.STRIPE_API_URL), "is still that of a local shop"],
		[
			"STRIPE_PUBLISHABLE_KEY",
			environment === "staging" && /^pk_live_/.test(vars.STRIPE_PUBLISHABLE_KEY ?? ""),
			"is a live key: staging takes no money",
		],
	];
	// The secret that goes with Google's client id is asked for with the others.
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
