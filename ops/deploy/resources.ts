/** The shop's resources on its Cloudflare account: database, buckets, queues, secrets. */
import * as v from "valibot";

/** Runs wrangler with arguments. Returns its output; throws its error message if it fails. */
export type Wrangler = (...args: string[]) => Promise<string>;

const databasesSchema = v.array(v.object({ uuid: v.string(), name: v.string() }));
const secretsSchema = v.array(v.object({ name: v.string() }));

async function findDatabaseId(wrangler: Wrangler, name: string): Promise<string | undefined> {
	const list = v.parse(databasesSchema, JSON.parse(await wrangler("d1", "list", "--json")));
	return list.find((database) => database.name === name)?.uuid;
}

/** Returns the id of a D1 database; creates the database if it doesn't exist. */
export async function ensureDatabase(wrangler: Wrangler, name: string): Promise<string> {
	const found = await findDatabaseId(wrangler, name);
	if (found) return found;
	await wrangler("d1", "create", name);
	const created = await findDatabaseId(wrangler, name);
	if (!created) throw new Error(`The database ${name} was created but is not listed.`);
	return created;
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
