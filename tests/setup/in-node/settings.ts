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

/** Where the shop finds the Stripe stand-in of `stripe.ts`; nothing listens there. */
const stripeOrigin = "http://localhost:1";

/** Scenarios of a seed, more than the Worker's tests have time for. */
const scenarios = 30;

/** Provides them. Each file that calls Stripe starts a stand-in of its own. */
export default async function setup({ provide }: TestProject) {
	const { vars } = unstable_readConfig({ config: "./wrangler.toml" });
	provide("vars", vars as Record<string, string>);
	provide("keys", keys);
	provide("model", { ...modelRun, runs: Number(process.env.MODEL_RUNS || scenarios) });
	provide("migrations", await readD1Migrations("./migrations"));
	provide("stripeUrl", stripeOrigin);
	// Each file has a stand-in of its own.
	provide("modelStripeUrl", stripeOrigin);
}
