/**
 * Where a shop is deployed to. Production is what wrangler.toml says; `[env.staging]` there says only
 * what differs: its address, its keys, its database. Everything else of staging is production's, with
 * resources of its own: wrangler's environments inherit neither bindings nor vars (Cloudflare docs:
 * Wrangler, Environments), and a second list of them would soon be another.
 */
import * as v from "valibot";
import { unstable_readConfig } from "wrangler";

export const environments = ["production", "staging"] as const;
export type Environment = (typeof environments)[number];

/** What a configuration says that differs by environment; the rest of it is kept as it is. */
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

/** What `[env.staging]` says. */
const stagingSchema = v.object({
	vars: v.record(v.string(), v.string()),
	d1_databases: v.tuple([v.looseObject({ database_name: v.string(), database_id: v.string() })]),
});
export type StagingOverrides = v.InferOutput<typeof stagingSchema>;

/** Lists of a configuration that name nothing of the account's, or nothing that environments share. */
const sharedLists = ["compatibility_flags", "rules", "send_email", "routes", "definedEnvironments"];
const renamedLists = ["d1_databases", "r2_buckets", "queues", "ratelimits"];

/** Reads a configuration of production. Throws where it has bindings whose names staging would share. */
export function parseConfig(config: unknown): Config {
	const parsed = v.parse(configSchema, config);
	const unknown = Object.entries(parsed)
		.filter(([name, value]) => Array.isArray(value) && value.length > 0 && !isKnownList(name))
		.map(([name]) => name);
	if (unknown.length > 0) {
		throw new Error(`ops/deploy/environment.ts does not know ${unknown.join(", ")} yet.`);
	}
	return parsed;
}

function isKnownList(name: string): boolean {
	return sharedLists.includes(name) || renamedLists.includes(name);
}

/** The configuration of an environment, as a file says it. */
export function readConfig(file: string, environment: Environment): Config {
	const production = parseConfig(unstable_readConfig({ config: file }, { hideWarnings: true }));
	return configFor(production, environment, file);
}

/** What production's configuration is in an environment, by what `file` says of it. */
export function configFor(config: Config, environment: Environment, file: string): Config {
	if (environment === "production") return config;
	const overrides = unstable_readConfig({ config: file, env: environment }, { hideWarnings: true });
	return toStagingConfig(config, v.parse(stagingSchema, overrides));
}

const stagingSuffix = "-staging";

/** Counts of addresses are shared by all Workers that name the same number: staging's are others. */
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
 * What is deployed: a configuration that answers at the domain of SHOP_ORIGIN alone, by https, and at
 * no address of workers.dev (Cloudflare docs: Workers, Custom domains; Preview URLs).
 */
export function withCustomDomain(config: Config): Config {
	const pattern = new URL(config.vars.SHOP_ORIGIN ?? "").hostname;
	const routes = [{ pattern, custom_domain: true }];
	return { ...config, routes, workers_dev: false, preview_urls: false };
}

/** Every queue a configuration names, once: what it sends to, takes from, and gives up into. */
export function queueNames({ queues: { producers, consumers } }: Config): string[] {
	const deadLetterQueue = consumers.flatMap(({ dead_letter_queue }) => dead_letter_queue ?? []);
	return [
		...new Set([...producers, ...consumers].map(({ queue }) => queue).concat(deadLetterQueue)),
	];
}

/** The environment that `--env` names. Throws a clear sentence on one there is none of. */
export function parseEnvironment(text: string): Environment {
	const message = `There is no --env ${text}, only ${environments.join(" and ")}.`;
	return v.parse(v.picklist(environments, message), text);
}

/** The options by which wrangler takes what it asks for from `[env.staging]`. */
export function wranglerOptions(environment: Environment): string[] {
	return environment === "production" ? [] : ["--env", environment];
}
