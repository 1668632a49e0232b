/**
 * `npm run deploy`: prompts for the domain if it is missing, creates missing resources on the Cloudflare
 * account, checks settings and secrets, builds, applies migrations, deploys, and runs the smoke test.
 * Uses the account wrangler is signed in to (`npx wrangler login`). Options after `--`:
 * --env staging     deploys `[env.staging]` instead of production
 * --domain DOMAIN   the shop's domain, written to wrangler.toml
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { build } from "../../local/build.ts";
import { run } from "../../local/processes.ts";
import { root } from "../../local/settings.ts";
import { fail, step } from "../../local/steps.ts";
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
import { withDatabaseId, withSetting } from "./toml.ts";

const file = join(root, "wrangler.toml");

function editToml(edit: (toml: string) => string): void {
	writeFileSync(file, edit(readFileSync(file, "utf8")));
}

/** Prompts for the domain. Throws if stdin is not a terminal. */
async function promptForDomain(): Promise<string> {
	if (!process.stdin.isTTY) {
		throw new Error("Give the shop's domain: npm run deploy -- --domain shop.example");
	}
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return await terminal.question("The shop's domain, such as shop.example: ");
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

/** Builds the shop and writes the configuration to deploy it with. The code is the same everywhere. */
async function buildConfig(environment: Environment): Promise<string> {
	await build();
	const builtConfig = JSON.parse(readFileSync(join(root, "dist/server/wrangler.json"), "utf8"));
	const config = withCustomDomain(configFor(parseConfig(builtConfig), environment, file));
	const configFile = "dist/server/wrangler.deploy.json";
	writeFileSync(join(root, configFile), JSON.stringify(config));
	return configFile;
}

function printNextSteps(environment: Environment, origin: string): void {
	const remoteOptions = ["--remote", ...wranglerOptions(environment)].join(" ");
	process.stdout.write(
		[
			"",
			`  The shop is at ${origin}`,
			"  wrangler.toml now has its origin and database id: commit that change.",
			`  Set Stripe's webhook to ${origin}/api/stripe/webhook: docs/deploying.md lists its events.`,
			`  The first administrator: sign up there, then npm run make-admin -- EMAIL ${remoteOptions}`,
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
		},
	});
	const environment = parseEnvironment(values.env);
	await ensureDomain(environment, values.domain);
	const config = readConfig(file, environment);
	await deploy(environment, config, {
		wrangler: (...args) => run("wrangler", args, { CI: "1" }),
		build: () => buildConfig(environment),
		saveDatabaseId: (id) => editToml((toml) => withDatabaseId(toml, id, environment)),
		step,
	});
	const origin = config.vars.SHOP_ORIGIN ?? "";
	printNextSteps(environment, origin);
	const results = await step("Running the smoke test", "Smoke test finished", () => smoke(origin));
	process.stdout.write(`${asTable(results)}\n`);
	if (hasFailed(results)) {
		fail(`A new domain takes a few minutes to respond. Try again: npm run smoke -- ${origin}`);
	}
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
