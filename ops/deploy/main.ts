/**
 * `npm run deploy`: prompts for the domain if it is missing, creates missing resources on the Cloudflare
 * account, checks settings and secrets, builds, applies migrations, deploys, and runs the smoke test.
 * Uses the account wrangler is signed in to (`npx wrangler login`). Options after `--`:
 * With Stripe's secret key in STRIPE_SECRET_KEY it creates the webhook endpoint at Stripe.
 * --env staging     deploys `[env.staging]` instead of production
 * --domain DOMAIN   the shop's domain, written to wrangler.toml
 * --mail-to E-MAIL  who gets the test e-mail
 * --replaces ORIGIN the shop's former origin, when it moves to another domain
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import Stripe from "stripe";
import { build } from "../../local/build.ts";
import { run } from "../../local/processes.ts";
import { root } from "../../local/settings.ts";
import { fail, step } from "../../local/steps.ts";
import { mail, name } from "../../src/config/config.ts";
import { asTable, hasFailed, smoke } from "../smoke/smoke.ts";
import { deploy } from "./deploy.ts";
import { isDeployable, originFromDomain } from "./domain.ts";
import {
	configFor,
	type Environment,
	parseConfig,
	parseEnvironment,
	readConfig,
	withCustomDomain,
	wranglerOptions,
} from "./environment.ts";
import { keepFiles } from "./kept-files.ts";
import { checkMail } from "./mail-check.ts";
import { hasDatabase, rejectSignedOut, type Wrangler } from "./resources.ts";
import { resourceName, withDatabaseId, withNames, withSetting } from "./toml.ts";

const file = join(root, "wrangler.toml");

function editToml(edit: (toml: string) => string): void {
	writeFileSync(file, edit(readFileSync(file, "utf8")));
}

/** Prompts for the domain. Throws if stdin is not a terminal. */
async function promptForDomain(): Promise<string> {
	if (!process.stdin.isTTY) {
		throw new Error("Give the shop's domain: npm run deploy -- --domain shop.example");
	}
	return ask("The shop's domain, such as shop.example: ");
}

/** Prompts for who gets the test e-mail. Nobody, if stdin is not a terminal. */
async function promptForMailTo(): Promise<string | undefined> {
	if (!process.stdin.isTTY) return undefined;
	return (await ask("Send a test e-mail to (nobody): ")).trim() || undefined;
}

async function ask(question: string): Promise<string> {
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return await terminal.question(question);
	} finally {
		terminal.close();
	}
}

/** Writes the domain to wrangler.toml if it is given or still missing. */
async function ensureDomain(
	environment: Environment,
	domainOption: string | undefined,
): Promise<void> {
	const { SHOP_ORIGIN = "" } = readConfig(file, environment).vars;
	if (domainOption === undefined && isDeployable(SHOP_ORIGIN)) return;
	const origin = originFromDomain(domainOption ?? (await promptForDomain()));
	editToml((toml) => withSetting(toml, "SHOP_ORIGIN", origin, environment));
}

/** The name of all resources in this repository's wrangler.toml. */
const demoName = "cogsmith";

/** Before the first deployment, names the shop's resources after the shop: two shops can share an account. */
function ensureNames(): void {
	const { name: worker, ...production } = readConfig(file, "production");
	const databases = [production, readConfig(file, "staging")].flatMap((one) => one.d1_databases);
	if (worker !== demoName || databases.some((one) => hasDatabase(one.database_id))) return;
	editToml((toml) => withNames(toml, demoName, resourceName(name, production.vars.SHOP_ORIGIN)));
}

/** Builds the shop, adds the files of the deployed one that tabs may still ask for, and writes the configuration to deploy it with. The code is the same everywhere. */
async function buildConfig(environment: Environment, origin: string): Promise<string> {
	await build();
	await keepFiles(origin, join(root, "dist/client"));
	const builtConfig = JSON.parse(readFileSync(join(root, "dist/server/wrangler.json"), "utf8"));
	const config = withCustomDomain(configFor(parseConfig(builtConfig), environment, file));
	const configFile = "dist/server/wrangler.deploy.json";
	writeFileSync(join(root, configFile), JSON.stringify(config));
	return configFile;
}

function printNextSteps(environment: Environment, origin: string, isWebhookSet: boolean): void {
	const remoteOptions = ["--remote", ...wranglerOptions(environment)].join(" ");
	process.stdout.write(
		[
			"",
			`  The shop is at ${origin}`,
			"  wrangler.toml now has its origin, names and database id: commit that change.",
			...(isWebhookSet
				? []
				: [
						"  Stripe's webhook was not checked. After an update that handles other events, deploy with",
						"  STRIPE_SECRET_KEY=sk_... npm run deploy",
					]),
			`  The first administrator: sign up there, then npm run make-admin -- EMAIL ${remoteOptions} (with --link if no e-mail arrives)`,
			"",
			"",
		].join("\n"),
	);
}

try {
	const { values } = parseArgs({
		options: {
			env: { type: "string", default: "production" },
			domain: { type: "string" },
			"mail-to": { type: "string" },
			replaces: { type: "string" },
		},
	});
	const environment = parseEnvironment(values.env);
	await ensureDomain(environment, values.domain);
	ensureNames();
	const config = readConfig(file, environment);
	const { STRIPE_SECRET_KEY: stripeKey = "" } = process.env;
	// Neither the build nor wrangler gets it.
	delete process.env.STRIPE_SECRET_KEY;
	const wrangler: Wrangler = (...args) => run("wrangler", args, { CI: "1" });
	await rejectSignedOut(wrangler);
	await deploy(environment, config, {
		wrangler,
		// The value goes in by the input: other processes can read arguments.
		saveSecret: async (name, value) => {
			const args = ["secret", "put", name, ...wranglerOptions(environment)];
			await run("wrangler", args, { CI: "1" }, value);
		},
		stripe:
			stripeKey === ""
				? undefined
				: { key: stripeKey, client: new Stripe(stripeKey, { telemetry: false }) },
		build: () => buildConfig(environment, config.vars.SHOP_ORIGIN ?? ""),
		saveDatabaseId: (id) => editToml((toml) => withDatabaseId(toml, id, environment)),
		replaces: values.replaces,
		step,
	});
	const origin = config.vars.SHOP_ORIGIN ?? "";
	printNextSteps(environment, origin, stripeKey !== "");
	const from = config.vars.MAIL_FROM || mail.from;
	const mailTo = values["mail-to"] ?? (await promptForMailTo());
	const missing = await step("Checking mails", "Mails checked", () =>
		checkMail(wrangler, from, mailTo),
	);
	for (const line of missing) process.stdout.write(`! ${line}\n`);
	const results = await step("Running the smoke test", "Smoke test finished", () => smoke(origin));
	process.stdout.write(`${asTable(results)}\n`);
	if (hasFailed(results)) {
		fail(`A new domain takes a few minutes to respond. Try again: npm run smoke -- ${origin}`);
	}
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
