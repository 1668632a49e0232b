/**
 * `npm run deploy`: asks for the shop's domain where it is missing, finds or makes what the shop has on
 * its Cloudflare account, checks settings and secrets, builds, migrates, deploys, and looks at the
 * shop from outside. On the account wrangler is signed in to (`npx wrangler login`). After `--`:
 * --env staging     the shop of `[env.staging]` instead of production
 * --domain DOMAIN   where the shop is reached, written into wrangler.toml
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { asTable, hasFailed, smoke } from "../../ops/smoke/smoke.ts";
import { build } from "../build.ts";
import { run } from "../processes.ts";
import { root } from "../settings.ts";
import { fail, step } from "../steps.ts";
import { deploy } from "./deploy.ts";
import { isDeployable, originOf } from "./domain.ts";
import {
	atItsDomain,
	type Environment,
	environmentOf,
	inEnvironment,
	parseConfig,
	readConfig,
	wranglerOptions,
} from "./environment.ts";
import { withDatabaseId, withSetting } from "./toml.ts";

const file = join(root, "wrangler.toml");

function change(by: (toml: string) => string): void {
	writeFileSync(file, by(readFileSync(file, "utf8")));
}

/** The domain from the command line, or from whoever sits at the terminal. */
async function askedDomain(): Promise<string> {
	if (!process.stdin.isTTY) {
		throw new Error("Say where the shop is reached: npm run deploy -- --domain shop.example");
	}
	const terminal = createInterface({ input: process.stdin, output: process.stdout });
	try {
		return await terminal.question("The shop's domain, such as shop.example: ");
	} finally {
		terminal.close();
	}
}

/** Puts the domain into wrangler.toml where it is given, or missing there. */
async function settleDomain(environment: Environment, given: string | undefined): Promise<void> {
	const { SHOP_ORIGIN = "" } = readConfig(file, environment).vars;
	if (given === undefined && isDeployable(SHOP_ORIGIN)) return;
	const origin = originOf(given ?? (await askedDomain()));
	change((toml) => withSetting(toml, "SHOP_ORIGIN", origin, environment));
}

/** Builds the shop and writes the file that deploys it: the same code wherever it goes. */
async function built(environment: Environment): Promise<string> {
	await build();
	const made = JSON.parse(readFileSync(join(root, "dist/server/wrangler.json"), "utf8"));
	const config = atItsDomain(inEnvironment(parseConfig(made), environment, file));
	const deployed = "dist/server/wrangler.deploy.json";
	writeFileSync(join(root, deployed), JSON.stringify(config));
	return deployed;
}

function greet(environment: Environment, origin: string): void {
	const toIt = ["--remote", ...wranglerOptions(environment)].join(" ");
	process.stdout.write(
		[
			"",
			`  The shop is at ${origin}`,
			"  wrangler.toml names its address and its database: keep that change.",
			`  Stripe's webhook belongs at ${origin}/api/stripe/webhook: docs/deploying.md names its events.`,
			`  The first administrator: sign up there, then npm run make-admin -- EMAIL ${toIt}`,
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
	const environment = environmentOf(values.env);
	await settleDomain(environment, values.domain);
	const config = readConfig(file, environment);
	await deploy(environment, config, {
		wrangler: (...args) => run("wrangler", args, { CI: "1" }),
		build: () => built(environment),
		keepDatabaseId: (id) => change((toml) => withDatabaseId(toml, id, environment)),
		step,
	});
	const origin = config.vars.SHOP_ORIGIN ?? "";
	greet(environment, origin);
	const results = await step("Looking at the shop", "Looked at the shop", () => smoke(origin));
	process.stdout.write(`${asTable(results)}\n`);
	if (hasFailed(results)) {
		fail(`A new domain takes minutes to answer. Look again: npm run smoke -- ${origin}`);
	}
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
