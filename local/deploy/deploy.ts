/** From a built shop to a deployed one, step by step, each of which may be repeated. */
import { settingsAmiss } from "../../src/platform/readiness.ts";
import { findOrMakeBucket, findOrMakeDatabase, missingSecrets, type Wrangler } from "./account.ts";

/** What wrangler.toml says of the shop. */
export interface Plan {
	vars: Record<string, string>;
	requiredSecrets: readonly string[];
	database: { name: string; id: string };
	bucket: string;
}

/** What is done outside the account. */
export interface Hands {
	wrangler: Wrangler;
	/** Builds the shop, unless what is built is that already. */
	build(): Promise<void>;
	/** Puts the database's id into wrangler.toml. */
	keepDatabaseId(id: string): void;
	step<T>(doing: string, done: string, work: () => Promise<T>): Promise<T>;
}

/** Thrown where the shop can't be deployed yet; the message says all that is missing. */
export class NotReady extends Error {}

/** Deploys the shop. Throws NotReady before anything was changed where settings are missing. */
export async function deploy(plan: Plan, hands: Hands): Promise<void> {
	const { wrangler, step } = hands;
	refuseUnready("Put these into [vars] of wrangler.toml", settingsMissing(plan.vars));
	const { name, id } = plan.database;
	await step("Looking for the database", `Database ${name} is there`, async () => {
		const found = await findOrMakeDatabase(wrangler, name);
		if (found !== id) hands.keepDatabaseId(found);
	});
	await step("Looking for the bucket", `Bucket ${plan.bucket} is there`, () =>
		findOrMakeBucket(wrangler, plan.bucket),
	);
	refuseUnready(
		"Set these secrets, each by `npx wrangler secret put NAME`",
		await missingSecrets(wrangler, plan.requiredSecrets),
	);
	await step("Building the shop", "Shop built", () => hands.build());
	// Before the code that needs them: migrations only ever add.
	await step("Applying migrations", "Database is up to date", () =>
		wrangler("d1", "migrations", "apply", "DB", "--remote"),
	);
	await step("Deploying", "Shop deployed", () =>
		wrangler("deploy", "--config", "dist/server/wrangler.json"),
	);
}

/** The settings of a deployed shop that are missing, malformed, or still those of a local one. */
export function settingsMissing(vars: Record<string, string>): string[] {
	const local: Record<string, RegExp> = {
		SHOP_ORIGIN: /^http:|\/\/localhost/,
		MAIL_FROM: /\.test$/,
	};
	const stillLocal = Object.entries(local)
		.filter(([name, pattern]) => pattern.test(vars[name] ?? ""))
		.map(([name]) => `${name} is still that of a local shop`);
	// A secret that goes with Google's client id can't be seen from here.
	const { GOOGLE_CLIENT_ID: _, ...plain } = vars;
	return [...settingsAmiss(plain, Object.keys(plain)), ...stillLocal];
}

function refuseUnready(what: string, missing: readonly string[]): void {
	if (missing.length === 0) return;
	throw new NotReady(`${what}:\n${missing.map((line) => `  ${line}`).join("\n")}`);
}
