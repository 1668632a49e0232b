/** The rate limits of a local shop, where everybody comes from one address. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { root } from "./settings.ts";

/** Requests a minute that pass here: no person, no test and no bench comes up against it. */
export const localRateLimit = 1_000_000;

const configSchema = v.looseObject({
	ratelimits: v.array(v.looseObject({ simple: v.looseObject({ limit: v.number() }) })),
});

/** A configuration of wrangler's, as JSON, with the rate limits of a local shop. */
export function withLocalLimits(json: string): string {
	const { ratelimits, ...rest } = v.parse(configSchema, JSON.parse(json));
	const localLimits = ratelimits.map((rateLimit) => ({
		...rateLimit,
		simple: { ...rateLimit.simple, limit: localRateLimit },
	}));
	return JSON.stringify({ ...rest, ratelimits: localLimits });
}

/**
 * Writes the built Worker's configuration with the limits of a local shop beside it, since what it
 * names is named from there, and gives the file. What is deployed keeps its own.
 */
export function writeLocalConfig(): string {
	const folder = join(root, "dist", "server");
	const file = join(folder, "wrangler.local.json");
	const json = withLocalLimits(readFileSync(join(folder, "wrangler.json"), "utf8"));
	// Whole or not at all: another shop may be starting beside this one.
	writeFileSync(`${file}.${process.pid}`, json);
	renameSync(`${file}.${process.pid}`, file);
	return file;
}
