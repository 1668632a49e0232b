/** What the shop has on its Cloudflare account: a database, buckets, queues, secrets. Found, or made. */
import * as v from "valibot";

/** Runs wrangler with arguments; gives what it prints and throws what it complains. */
export type Wrangler = (...args: string[]) => Promise<string>;

const databases = v.array(v.object({ uuid: v.string(), name: v.string() }));
const secrets = v.array(v.object({ name: v.string() }));

async function databaseId(wrangler: Wrangler, name: string): Promise<string | undefined> {
	const listed = v.parse(databases, JSON.parse(await wrangler("d1", "list", "--json")));
	return listed.find((one) => one.name === name)?.uuid;
}

/** The id of the D1 database of a name, which is made where there is none. */
export async function findOrMakeDatabase(wrangler: Wrangler, name: string): Promise<string> {
	const found = await databaseId(wrangler, name);
	if (found) return found;
	await wrangler("d1", "create", name);
	const made = await databaseId(wrangler, name);
	if (!made) throw new Error(`The database ${name} was made but is not listed.`);
	return made;
}

/** Makes the R2 bucket of a name, unless there is one. */
export async function findOrMakeBucket(wrangler: Wrangler, name: string): Promise<void> {
	const there = await wrangler("r2", "bucket", "info", name, "--json").then(
		() => true,
		(error: unknown) => {
			if (/not exist|not found|10006/i.test(String(error))) return false;
			throw error;
		},
	);
	if (!there) await wrangler("r2", "bucket", "create", name);
}

/** Makes the queue of a name, unless there is one. */
export async function findOrMakeQueue(wrangler: Wrangler, name: string): Promise<void> {
	const there = await wrangler("queues", "info", name).then(
		() => true,
		(error: unknown) => {
			if (/not exist|not found|11000/i.test(String(error))) return false;
			throw error;
		},
	);
	if (!there) await wrangler("queues", "create", name);
}

/** The names of the secrets a Worker has; `options` name its environment. */
export async function secretNames(
	wrangler: Wrangler,
	options: readonly string[] = [],
): Promise<string[]> {
	const printed = await wrangler("secret", "list", "--format", "json", ...options);
	return v.parse(secrets, JSON.parse(printed)).map(({ name }) => name);
}

/** The required secrets that the Worker lacks; all of them where it was never deployed. */
export async function missingSecrets(
	wrangler: Wrangler,
	required: readonly string[],
	options: readonly string[] = [],
): Promise<string[]> {
	const there: string[] = await secretNames(wrangler, options).catch((error: unknown) => {
		if (/not exist|not found|10007/i.test(String(error))) return [];
		throw error;
	});
	return required.filter((name) => !there.includes(name));
}
