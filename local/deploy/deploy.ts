/** From a built shop to a deployed one, step by step, each of which may be repeated. */
import { settingsAmiss } from "../../src/platform/readiness.ts";
import {
	findOrMakeBucket,
	findOrMakeDatabase,
	findOrMakeQueue,
	missingSecrets,
	type Wrangler,
} from "./account.ts";
import { isDeployable } from "./domain.ts";
import { type Config, type Environment, queuesOf, wranglerOptions } from "./environment.ts";

/** What is done outside the account. */
export interface Hands {
	wrangler: Wrangler;
	/** Builds the shop, unless what is built is that already, and gives the file to deploy it by. */
	build(): Promise<string>;
	/** Puts the database's id into wrangler.toml. */
	keepDatabaseId(id: string): void;
	step<T>(doing: string, done: string, work: () => Promise<T>): Promise<T>;
}

/** Thrown where the shop can't be deployed yet; the message says all that is missing. */
export class NotReady extends Error {}

/** Deploys the shop. Throws NotReady before anything was changed where settings are missing. */
export async function deploy(
	environment: Environment,
	config: Config,
	hands: Hands,
): Promise<void> {
	const { wrangler, step } = hands;
	const options = wranglerOptions(environment);
	const table = environment === "production" ? "[vars]" : `[env.${environment}.vars]`;
	const settings = settingsMissing(config.vars, environment);
	refuseUnready(`Put these into ${table} of wrangler.toml`, settings);
	await makeResources(config, hands);
	refuseUnready(
		`Set these secrets, each by \`${["npx wrangler secret put NAME", ...options].join(" ")}\``,
		await missingSecrets(wrangler, secretsOf(config), options),
	);
	const file = await step("Building the shop", "Shop built", () => hands.build());
	// Before the code that needs them: migrations only ever add.
	await step("Applying migrations", "Database is up to date", () =>
		wrangler("d1", "migrations", "apply", "DB", "--remote", ...options),
	);
	await step("Deploying", "Shop deployed", () => wrangler("deploy", "--config", file));
}

/** The secrets the shop needs: Google's too, where it has a client there. */
function secretsOf({ secrets, vars }: Config): string[] {
	return [...secrets.required, ...(vars.GOOGLE_CLIENT_ID ? ["GOOGLE_CLIENT_SECRET"] : [])];
}

/** Finds or makes the database, the buckets and the queues that the configuration names. */
async function makeResources(config: Config, { wrangler, step, keepDatabaseId }: Hands) {
	const [{ database_name: name, database_id: id }] = config.d1_databases;
	await step("Looking for the database", `Database ${name} is there`, async () => {
		const found = await findOrMakeDatabase(wrangler, name);
		if (found !== id) keepDatabaseId(found);
	});
	for (const { bucket_name: bucket } of config.r2_buckets) {
		await step("Looking for the bucket", `Bucket ${bucket} is there`, () =>
			findOrMakeBucket(wrangler, bucket),
		);
	}
	for (const queue of queuesOf(config)) {
		await step("Looking for the queue", `Queue ${queue} is there`, () =>
			findOrMakeQueue(wrangler, queue),
		);
	}
}

/** The settings of a deployed shop that are missing, malformed, or still those of a local one. */
export function settingsMissing(
	vars: Record<string, string>,
	environment: Environment = "production",
): string[] {
	const wrong: [name: string, isWrong: boolean, says: string][] = [
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
	const { GOOGLE_CLIENT_ID: _, ...plain } = vars;
	const said = wrong.filter(([, isWrong]) => isWrong).map(([name, , says]) => `${name} ${says}`);
	return [...settingsAmiss(plain, Object.keys(plain)), ...said];
}

function refuseUnready(what: string, missing: readonly string[]): void {
	if (missing.length === 0) return;
	throw new NotReady(`${what}:\n${missing.map((line) => `  ${line}`).join("\n")}`);
}
