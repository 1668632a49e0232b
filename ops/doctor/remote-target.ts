/** A deployed shop, checked through wrangler and the account it is signed in to. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Stripe from "stripe";
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { run } from "../../local/processes.ts";
import { root } from "../../local/settings.ts";
import { imageUrl } from "../../src/values/images.ts";
import { type Environment, readConfig, wranglerOptions } from "../deploy/environment.ts";
import { secretNames } from "../deploy/resources.ts";
import type { Finding } from "./report.ts";
import { type DoctorTarget, UnavailableError } from "./target.ts";

const executeSchema = v.array(
	v.object({
		results: v.optional(v.array(v.unknown()), []),
		meta: v.optional(v.object({ changes: v.optional(v.number()) })),
	}),
);

const secretsSchema = v.object({ secrets: v.object({ required: v.array(v.string()) }) });

/** How often an image is read, in milliseconds: the shop allows 600 requests a minute from one address. */
const imageIntervalMs = 125;

/** Reads an original from the shop itself: wrangler takes a second for each. */
async function readImage(origin: string, key: string): Promise<Uint8Array | undefined> {
	const [response] = await Promise.all([
		fetch(new URL(imageUrl(key), origin), { signal: AbortSignal.timeout(30_000) }),
		wait(imageIntervalMs),
	]);
	if (response.status === 404) return undefined;
	if (!response.ok) throw new Error(`the shop answered ${response.status}`);
	return response.bytes();
}

/**
 * Opens the shop that a wrangler configuration deploys. Takes the Stripe key from STRIPE_SECRET_KEY in
 * the environment, since a deployed secret can't be read back.
 */
export function openRemoteTarget(
	config = join(root, "wrangler.toml"),
	environment: Environment = "production",
): DoctorTarget {
	const environmentOptions = wranglerOptions(environment);
	const wrangler = async (...args: string[]): Promise<string> =>
		run("wrangler", [...args, ...environmentOptions, "--config", config]).catch(
			(error: unknown) => {
				throw new UnavailableError(error instanceof Error ? error.message : String(error));
			},
		);
	const execute = async (sql: string) => {
		const options = ["--remote", "--json", "--yes", "--command", sql];
		return v.parse(executeSchema, JSON.parse(await wrangler("d1", "execute", "DB", ...options)));
	};
	return {
		name: environment === "production" ? "deployed" : environment,
		query: async (sql) => (await execute(sql)).at(-1)?.results ?? [],
		execute: async (statements) =>
			(await execute(statements.join(";\n"))).at(-1)?.meta?.changes ?? 0,
		readImage: (key) => readImage(readConfig(config, environment).vars.SHOP_ORIGIN ?? "", key),
		connectStripe: async () => {
			const key = process.env.STRIPE_SECRET_KEY;
			if (!key)
				throw new UnavailableError("Put the shop's STRIPE_SECRET_KEY into the environment.");
			return new Stripe(key, { telemetry: false });
		},
		checkSettings: async () => {
			const existing = await secretNames(wrangler);
			const { secrets } = v.parse(secretsSchema, unstable_readConfig({ config }));
			const { required } = secrets;
			const findings = required
				.filter((name) => !existing.includes(name))
				.map((subject): Finding => ({ subject, message: "is missing: npx wrangler secret put" }));
			return { checked: required.length, findings };
		},
		runJob: async () => {
			throw new UnavailableError(
				"The shop runs this job every five minutes: run the doctor again then, and check the shop's log if it still fails.",
			);
		},
		redeliverEvent: async (intentId) => {
			throw new UnavailableError(
				`Resend the payment_intent.succeeded event of ${intentId} in Stripe's Dashboard.`,
			);
		},
		close: async () => {},
	};
}
