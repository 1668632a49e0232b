/**
 * The environments a shop is deployed to. Production is the top level of wrangler.toml; `[env.staging]`
 * has only what differs: origin, keys, database. The rest of staging is derived from production, with
 * renamed resources: wrangler's environments inherit neither bindings nor vars (Cloudflare docs:
 * Wrangler, Environments), and a second list of them would soon differ.
 */
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";

export const environments = ["production", "staging"] as const;
export type Environment = (typeof environments)[number];

/** The parts of a configuration that differ by environment; all else is passed through. */
const configSchema = v.looseObject({
	name: v.string(),
	vars: v.record(v.string(), v.string()),
	secrets: v.object({ required: v.array(v.string()) }),
	d1_databases: v.tuple([
		v.looseObject({ binding: v.string(), database_name: v.string(), database_id: v.string() }),
	]),
	r2_buckets: v.array(v.looseObject({ bucket_name: v.string() })),
	queues: v.looseObject({
		producers: v.optional(v.array(v.looseObject({ queue: v.string() })), []),
		consumers: v.optional(
			v.array(v.looseObject({ queue: v.string(), dead_letter_queue: v.optional(v.string()) })),
			[],
		),
	}),
	ratelimits: v.optional(v.array(v.looseObject({ namespace_id: v.string() })), []),
});
export type Config = v.InferOutput<typeof configSchema>;

/** The contents of `[env.staging]`. */
const stagingSchema = v.object({
	vars: v.record(v.string(), v.string()),
	d1_databases: v.tuple([v.looseObject({ database_name: v.string(), database_id: v.string() })]),
});
export type StagingOverrides = v.InferOutput<typeof stagingSchema>;

/** Lists of a configuration without names of account resources. */
const sharedLists = ["compatibility_flags", "rules", "send_email", "routes", "definedEnvironments"];
const renamedLists = ["d1_databases", "r2_buckets", "queues", "ratelimits"];

/** Parses production's configuration. Throws if it has bindings whose resources staging would share. */
export function parseConfig(config: unknown): Config {
	const parsed = v.parse(configSchema, config);
	const unknown = Object.entries(parsed)
		.filter(([name, value]) => Array.isArray(value) && value.length > 0 && !isKnownList(name))
		.map(([name]) => name);
	if (unknown.length > 0) {
		throw new Error(
			`ops/deploy/environment.ts does not rename ${unknown.join(", ")} for staging yet.`,
		);
	}
	return parsed;
}

function isKnownList(name: string): boolean {
	return sharedLists.includes(name) || renamedLists.includes(name);
}

/** Reads an environment's configuration from a wrangler configuration file. */
export function readConfig(file: string, environment: Environment): Config {
	const production = parseConfig(unstable_readConfig({ config: file }, { hideWarnings: true }));
	return configFor(production, environment, file);
}

/** Production's configuration with the overrides that `file` has for an environment. */
export function configFor(config: Config, environment: Environment, file: string): Config {
	if (environment === "production") return config;
	const overrides = unstable_readConfig({ config: file, env: environment }, { hideWarnings: true });
	return toStagingConfig(config, v.parse(stagingSchema, overrides));
}

/** What names of staging have more than production's. */
export const stagingSuffix = "-staging";

/** Workers with the same namespace_id share rate limits, so staging gets its own. */
const stagingNamespaceOffset = 100_000;

/** Production's configuration with staging's own name, resources, settings and database. */
export function toStagingConfig(config: Config, overrides: StagingOverrides): Config {
	const { producers, consumers } = config.queues;
	const [database] = config.d1_databases;
	const { database_name, database_id } = overrides.d1_databases[0];
	return {
		...config,
		name: config.name + stagingSuffix,
		vars: { ...config.vars, ...overrides.vars },
		d1_databases: [{ ...database, database_name, database_id }],
		r2_buckets: config.r2_buckets.map((entry) => ({
			...entry,
			bucket_name: entry.bucket_name + stagingSuffix,
		})),
		queues: {
			...config.queues,
			producers: producers.map((entry) => ({ ...entry, queue: entry.queue + stagingSuffix })),
			consumers: consumers.map(({ dead_letter_queue: deadLetterQueue, ...entry }) => ({
				...entry,
				queue: entry.queue + stagingSuffix,
				...(deadLetterQueue && { dead_letter_queue: deadLetterQueue + stagingSuffix }),
			})),
		},
		ratelimits: config.ratelimits.map((entry) => ({
			...entry,
			namespace_id: String(Number(entry.namespace_id) + stagingNamespaceOffset),
		})),
	};
}

/**
 * The configuration to deploy: the Worker is reachable only at the custom domain of SHOP_ORIGIN, not
 * at workers.dev (Cloudflare docs: Workers, Custom domains; Preview URLs).
 */
export function withCustomDomain(config: Config): Config {
	const pattern = new URL(config.vars.SHOP_ORIGIN ?? "").hostname;
	const routes = [{ pattern, custom_domain: true }];
	return { ...config, routes, workers_dev: false, preview_urls: false };
}

/** The queues of a configuration without duplicates: producers, consumers, dead-letter queues. */
export function queueNames({ queues: { producers, consumers } }: Config): string[] {
	const deadLetterQueue = consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []);
	return [
		...new Set([...producers, ...consumers].map(({ queue }) => queue).concat(deadLetterQueue)),
	];
}

/** Parses the value of `--env`. Throws an Error with a readable message for an unknown one. */
export function parseEnvironment(text: string): Environment {
	const message = `There is no --env ${text}, only ${environments.join(" and ")}.`;
	return v.parse(v.picklist(environments, message), text);
}

/** The wrangler options that select an environment. */
export function wranglerOptions(environment: Environment): string[] {
	return environment === "production" ? [] : ["--env", environment];
}
