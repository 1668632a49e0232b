/** Provides settings to the model test in Node: those of wrangler.toml, and the keys of the Worker's tests. */
import type { TestProject } from "vitest/node";
import { unstable_readConfig } from "wrangler";
import { keys, modelRun } from "../stripe.ts";

declare module "vitest" {
	interface ProvidedContext {
		vars: Record<string, string>;
	}
}

/** Where the shop finds the stand-in of `stripe.ts`; nothing listens there. */
const stripeOrigin = "http://localhost:1";

/** Scenarios of a seed, more than the Worker's tests have time for. */
const scenarios = 30;

export default function setup({ provide }: TestProject) {
	const { vars } = unstable_readConfig({ config: "./wrangler.toml" });
	provide("vars", vars as Record<string, string>);
	provide("keys", keys);
	provide("model", { ...modelRun, runs: Number(process.env.MODEL_RUNS || scenarios) });
	provide("modelStripeUrl", stripeOrigin);
}
