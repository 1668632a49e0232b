/** What the shop has on its Cloudflare account: a database, buckets, queues, secrets. Found, or made. */
import * as v from "valibot";

/** Runs wrangler with arguments; gives what it prints and throws what it complains. */
export type Wrangler = (...args: string[]) => Promise<string>;

const databasesSchema = v.array(v.object({ uuid: v.string(), name: v.string() }));
const secretsSchema = v.array(v.object({ name: v.string() }));

async function findDatabaseId(wrangler: Wrangler, name: string): Promise<string | undefined> {
	const list = v.parse(databasesSchema, JSON.parse(await wrangler("d1", "list", "--json")));
	return list.find((one) => one.name === name)?.uuid;
}

/** The id of the D1 database of a name, which is made where there is none. */
export async function ensureDatabase(wrangler: Wrangler, name: string): Promise<string> {
	const found = await findDatabaseId(wrangler, name);
	if (found) return found;
	await wrangler("d1", "create", name);
	const created = await findDatabaseId(wrangler, name);
	if (!created) throw new Error(`The database ${name} was made but is not listed.`);
	return created;
}

/** Makes the R2 bucket of a name, unless there is one. */
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

/** Makes the queue of a name, unless there is one. */
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

/** The names of the secrets a Worker has; `options` name its environment. */
export async function secretNames(
	wrangler: Wrangler,
	options: readonly string[] = [],
): Promise<string[]> {
	const output = await wrangler("secret", "list", "--format", "json", ...options);
	return v.parse(secretsSchema, JSON.parse(output)).map(({ name }) => name);
}

/** The required secrets that the Worker lacks; all of them where it was never deployed. */
export async function missingSecrets(
	wrangler: Wrangler,
	required: readonly string[],
	options: readonly string[] = [],
): Promise<string[]> {
	const exists: string[] = await secretNames(wrangler, options).catch((error: unknown) => {
		if (/not exist|not found|10007/i.test(String(error))) return [];
		throw error;
	});
	return required.filter((name) => !exists.includes(name));
}
