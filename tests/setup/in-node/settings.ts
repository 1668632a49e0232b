/** Provides settings to the tests in Node: those of wrangler.toml, and those of the tests on workerd. */
import { type D1Migration, readD1Migrations } from "@cloudflare/vitest-plugin";
import type { TestProject } from "vitest/node";
import { unstable_readConfig } from "wrangler";
import { keys, modelRun } from "../stripe.ts";

declare module "vitest" {
	interface ProvidedContext {
		vars: Record<string, string>;
		migrations: D1Migration[];
	}
}

/** The Stripe stand-ins of `stripe.ts`: nothing listens there. */
const stripeUrls = [
	"stripeUrl",
	"faultyStripeUrl",
	"jobsStripeUrl",
	"modelStripeUrl",
	"queriesStripeUrl",
	"taxStripeUrl",
] as const;

/** Scenarios of a seed, more than the Worker's tests have time for. */
const scenarios = 30;

export default async function setup({ provide }: TestProject) {
	const { vars } = unstable_readConfig({ config: "./wrangler.toml" });
	provide("vars", vars as Record<string, string>);
	provide("keys", keys);
	provide("model", { ...modelRun, runs: Number(process.env.MODEL_RUNS || scenarios) });
	provide("migrations", await readD1Migrations("./migrations"));
	for (const [index, name] of stripeUrls.entries()) provide(name, `http://localhost:${index + 1}`);
}
