/** Opens the database and the bucket of a local shop, without its Worker. */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
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
 * Runs statements as one transaction. Preparing each has blocked this process: on a slow machine so long that workerd
 * has closed its idle connection, which only the next poll of the event loop tells (Node.js docs: The event loop).
 */
export async function runBatch(db: D1Database, statements: D1PreparedStatement[]): Promise<void> {
	await setImmediate();
	await setImmediate();
	await db.batch(statements);
}
