/** A deployed shop, through wrangler and the account it is signed in to. */
import { join } from "node:path";
import Stripe from "stripe";
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";
import { secretNames } from "../deploy/account.ts";
import { type Environment, wranglerOptions } from "../deploy/environment.ts";
import { run } from "../processes.ts";
import { root } from "../settings.ts";
import type { Finding } from "./findings.ts";
import { CannotLook, type Place } from "./place.ts";

const answers = v.array(
	v.object({
		results: v.optional(v.array(v.unknown()), []),
		meta: v.optional(v.object({ changes: v.optional(v.number()) })),
	}),
);

const secretsShape = v.object({ secrets: v.object({ required: v.array(v.string()) }) });

/**
 * Opens the shop that a wrangler configuration deploys. The Stripe key is taken from
 * STRIPE_SECRET_KEY in the environment: a deployed secret can't be read back.
 */
export function openRemote(
	config = join(root, "wrangler.toml"),
	environment: Environment = "production",
): Place {
	const environmentOptions = wranglerOptions(environment);
	const wrangler = async (...args: string[]): Promise<string> =>
		run("wrangler", [...args, ...environmentOptions, "--config", config]).catch(
			(error: unknown) => {
				throw new CannotLook(error instanceof Error ? error.message : String(error));
			},
		);
	const execute = async (sql: string) => {
		const options = ["--remote", "--json", "--yes", "--command", sql];
		return v.parse(answers, JSON.parse(await wrangler("d1", "execute", "DB", ...options)));
	};
	return {
		name: environment === "production" ? "deployed" : environment,
		ask: async (sql) => (await execute(sql)).at(-1)?.results ?? [],
		change: async (statements) =>
			(await execute(statements.join(";\n"))).at(-1)?.meta?.changes ?? 0,
		stripe: async () => {
			const key = process.env.STRIPE_SECRET_KEY;
			if (!key) throw new CannotLook("Put the shop's STRIPE_SECRET_KEY into the environment.");
			return new Stripe(key, { telemetry: false });
		},
		settings: async () => {
			const there = await secretNames(wrangler);
			const { secrets } = v.parse(secretsShape, unstable_readConfig({ config }));
			const { required } = secrets;
			const findings = required
				.filter((name) => !there.includes(name))
				.map((subject): Finding => ({ subject, says: "is missing: npx wrangler secret put" }));
			return { looked: required.length, findings };
		},
		runJob: async () => {
			throw new CannotLook(
				"The shop runs this job by itself every five minutes: look again then, and if it has not helped, at its log.",
			);
		},
		tellOf: async (intentId) => {
			throw new CannotLook(`Resend Stripe's payment_intent.succeeded event of ${intentId} there.`);
		},
		close: async () => {},
	};
}
