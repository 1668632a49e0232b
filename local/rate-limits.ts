/** The rate limits of a local shop, where all requests come from one IP address. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { root } from "./settings.ts";

/** Requests a minute that a local shop allows: more than any test or bench sends. */
const localRateLimit = 1_000_000;

const configSchema = v.looseObject({
	ratelimits: v.array(v.looseObject({ simple: v.looseObject({ limit: v.number() }) })),
});

/** Takes a wrangler configuration as JSON and returns it with the local rate limits. */
export function withLocalLimits(json: string): string {
	const { ratelimits, ...rest } = v.parse(configSchema, JSON.parse(json));
	const localLimits = ratelimits.map((rateLimit) => ({
		...rateLimit,
		simple: { ...rateLimit.simple, limit: localRateLimit },
	}));
	return JSON.stringify({ ...rest, ratelimits: localLimits });
}

/**
 * Writes the built Worker's configuration with the local rate limits and returns the file. It is in the
 * same folder, since its paths are relative to it. A deployment uses the original.
 */
export function writeLocalConfig(): string {
	const folder = join(root, "dist", "server");
	const file = join(folder, "wrangler.local.json");
	const json = withLocalLimits(readFileSync(join(folder, "wrangler.json"), "utf8"));
	// Written atomically: another shop may start at the same time.
	writeFileSync(`${file}.${process.pid}`, json);
	renameSync(`${file}.${process.pid}`, file);
	return file;
}
