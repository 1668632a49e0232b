/** Opens the database and the bucket of a local shop, without its Worker. */
import { join } from "node:path";
import type { D1Database, D1PreparedStatement, R2Bucket } from "@cloudflare/workers-types";
import { getPlatformProxy } from "wrangler";
import { root } from "./settings.ts";

export interface Bindings {
	DB: D1Database;
	MEDIA: R2Bucket;
}

/** Runs `work` with the bindings of a state folder, then closes them. Returns what it returns. */
export async function withBindings<T>(
	state: string,
	work: (bindings: Bindings) => Promise<T>,
): Promise<T> {
	const proxy = await getPlatformProxy<Bindings>({
		configPath: join(root, "wrangler.toml"),
		persist: { path: join(state, "v3") },
	});
	try {
		return await work(proxy.env);
	} finally {
		await proxy.dispose();
	}
}

/**
 * Runs statements as one transaction, once more if the connection to workerd was lost: it keeps an idle one for five
 * seconds, and preparing each statement blocks this process, on a busy machine for longer. The answer of a
 * transaction that was stored can be lost too: `isStored` tells, unless the statements can be run twice.
 */
export async function runBatch(
	db: Pick<D1Database, "batch">,
	statements: D1PreparedStatement[],
	isStored: () => Promise<boolean> = async () => false,
): Promise<void> {
	await db.batch(statements).catch(async (error: unknown) => {
		if (!(error instanceof TypeError && error.message === "fetch failed")) throw error;
		if (!(await isStored())) await db.batch(statements);
	});
}
