/**
 * `npm run deploy`: finds or makes the database and the bucket, checks settings and secrets, builds,
 * migrates and deploys, on the account wrangler is signed in to (`npx wrangler login`).
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { build } from "../build.ts";
import { run } from "../processes.ts";
import { root } from "../settings.ts";
import { fail, step } from "../steps.ts";
import { deploy, type Plan } from "./deploy.ts";
import { withDatabaseId } from "./toml.ts";

const file = join(root, "wrangler.toml");

const shape = v.object({
	vars: v.record(v.string(), v.string()),
	secrets: v.object({ required: v.array(v.string()) }),
	d1_databases: v.tuple([v.object({ database_name: v.string(), database_id: v.string() })]),
	r2_buckets: v.tuple([v.object({ bucket_name: v.string() })]),
});

function readPlan(): Plan {
	const config = v.parse(shape, unstable_readConfig({ config: file }));
	const [database] = config.d1_databases;
	const [bucket] = config.r2_buckets;
	return {
		vars: config.vars,
		requiredSecrets: config.secrets.required,
		database: { name: database.database_name, id: database.database_id },
		bucket: bucket.bucket_name,
	};
}

try {
	const plan = readPlan();
	await deploy(plan, {
		wrangler: (...args) => run("wrangler", args, { CI: "1" }),
		build,
		keepDatabaseId: (id) => writeFileSync(file, withDatabaseId(readFileSync(file, "utf8"), id)),
		step,
	});
	const origin = plan.vars.SHOP_ORIGIN ?? "";
	process.stdout.write(
		[
			"",
			`  The shop is at ${origin}`,
			"  wrangler.toml names its database: keep that change.",
			`  Stripe's webhook for payment_intent.* belongs at ${origin}/api/stripe/webhook`,
			"  The first administrator: sign up there, then npm run make-admin -- EMAIL --remote",
			"",
		].join("\n"),
	);
} catch (error) {
	fail(error instanceof Error ? error.message : String(error));
}
