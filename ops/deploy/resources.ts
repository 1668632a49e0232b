/** The shop's resources on its Cloudflare account: database, buckets, queues, secrets. */
import * as v from "valibot";
import { stagingSuffix } from "./environment.ts";

/** Runs wrangler with arguments. Returns its output; throws its error message if it fails. */
export type Wrangler = (...args: string[]) => Promise<string>;

const databasesSchema = v.array(v.object({ uuid: v.string(), name: v.string() }));
const secretsSchema = v.array(v.object({ name: v.string() }));

/** Throws an Error that says how to sign in to Cloudflare, if wrangler is not. */
export async function rejectSignedOut(wrangler: Wrangler): Promise<void> {
	const output = await wrangler("whoami", "--json").catch((error: unknown) => String(error));
	if (!/"loggedIn":\s*false/.test(output)) return;
	throw new Error(
		"Sign in to Cloudflare with `npx wrangler login`, or set CLOUDFLARE_API_TOKEN. Then deploy again.",
	);
}

/** The id in wrangler.toml before the first deployment. */
const noDatabaseId = "00000000-0000-0000-0000-000000000000";

/** Whether an environment was deployed before: its database has an id. */
export const hasDatabase = (id: string): boolean => id !== noDatabaseId;

/**
 * Returns the id of the shop's D1 database: the one that wrangler.toml names, if the account has it, whatever its
 * name is: a restored database has another. Without an id it finds the database by name, or creates it. Throws
 * MissingDatabaseError if the account lacks the id, or has several databases that can be meant.
 */
export async function ensureDatabase(
	wrangler: Wrangler,
	name: string,
	id: string,
): Promise<string> {
	const databases = await listDatabases(wrangler);
	if (databases.some(({ uuid }) => uuid === id)) return id;
	const candidates = databases.filter(
		(one) => one.name === name || (one.name.startsWith(`${name}-`) && !isStaging(one.name, name)),
	);
	const [first, second] = candidates;
	if (!hasDatabase(id) && first?.name === name && !second) return first.uuid;
	if (hasDatabase(id) || first) throw new MissingDatabaseError(name, id, candidates);
	await wrangler("d1", "create", name);
	const created = (await listDatabases(wrangler)).find((one) => one.name === name);
	if (!created) throw new Error(`The database ${name} was created but is not listed.`);
	return created.uuid;
}

/** Whether a database is staging's, while production's is looked for. */
const isStaging = (candidate: string, name: string): boolean => candidate === name + stagingSuffix;

/** Thrown if nobody but the owner can say which database is the shop's. */
class MissingDatabaseError extends Error {
	constructor(name: string, id: string, candidates: readonly { uuid: string; name: string }[]) {
		const problem = hasDatabase(id)
			? `This account has no database ${id}, which wrangler.toml names.`
			: `More than one database can be the shop's.`;
		const choices = [
			...candidates.map((one) => `  ${one.uuid}  ${one.name}`),
			`  or the id of a new, empty one, which this creates: npx wrangler d1 create ${name}`,
		];
		super(`${problem} Set database_id in wrangler.toml to one of:\n${choices.join("\n")}`);
	}
}

async function listDatabases(wrangler: Wrangler): Promise<{ uuid: string; name: string }[]> {
	return v.parse(databasesSchema, JSON.parse(await wrangler("d1", "list", "--json")));
}

/** Creates an R2 bucket unless it exists. */
export async function ensureBucket(wrangler: Wrangler, name: string): Promise<void> {
	const exists = await wrangler("r2", "bucket", "info", name, "--json").then(
		() => true,
		(error: unknown) => {
			if (/not exist|not found|10006/i.test(String(error))) return false;
			throw error;
		},
	);
	if (!exists) await wrangler("r2", "bucket", "create", name);
}

/** Creates a queue unless it exists. */
export async function ensureQueue(wrangler: Wrangler, name: string): Promise<void> {
	const exists = await wrangler("queues", "info", name).then(
		() => true,
		(error: unknown) => {
			if (/not exist|not found|11000/i.test(String(error))) return false;
			throw error;
		},
	);
	if (!exists) await wrangler("queues", "create", name);
}

/** The names of a Worker's secrets; `options` select its environment. */
export async function secretNames(
	wrangler: Wrangler,
	options: readonly string[] = [],
): Promise<string[]> {
	const output = await wrangler("secret", "list", "--format", "json", ...options);
	return v.parse(secretsSchema, JSON.parse(output)).map(({ name }) => name);
}

/** The required secrets that are not set; all of them if the Worker was never deployed. */
export async function missingSecrets(
	wrangler: Wrangler,
	required: readonly string[],
	options: readonly string[] = [],
): Promise<string[]> {
	const existing: string[] = await secretNames(wrangler, options).catch((error: unknown) => {
		if (/not exist|not found|10007/i.test(String(error))) return [];
		throw error;
	});
	return required.filter((name) => !existing.includes(name));
}

const deploymentSchema = v.object({ versions: v.array(v.object({ version_id: v.string() })) });
const versionSchema = v.object({
	resources: v.object({
		bindings: v.array(
			v.looseObject({ type: v.string(), name: v.string(), text: v.optional(v.string()) }),
		),
	}),
});

/**
 * The origin that the deployed Worker of a name has, undefined if there is no such Worker, "" if it has none: then
 * it is no shop.
 */
export async function deployedOrigin(
	wrangler: Wrangler,
	name: string,
): Promise<string | undefined> {
	const status = await wrangler("deployments", "status", "--json", "--name", name).catch(
		(error: unknown) => {
			if (/not exist|not found|10007|no deployments/i.test(String(error))) return undefined;
			throw error;
		},
	);
	if (status === undefined) return undefined;
	const [version] = v.parse(deploymentSchema, JSON.parse(status)).versions;
	if (!version) return undefined;
	const view = await wrangler("versions", "view", version.version_id, "--json", "--name", name);
	const { bindings } = v.parse(versionSchema, JSON.parse(view)).resources;
	return (
		bindings.find((one) => one.type === "plain_text" && one.name === "SHOP_ORIGIN")?.text ?? ""
	);
}
