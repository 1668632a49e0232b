import { MemoryStore } from "./memory-store.ts";
import type { Store } from "./store.ts";

/**
 * Opens the SQLite file with the state, or a store in memory for `:memory:`. Throws an Error for a file if
 * this Node has no SQLite.
 */
export async function openStore(file: string): Promise<Store> {
	if (file === ":memory:") return new MemoryStore();
	if (!process.getBuiltinModule?.("node:sqlite")) {
		throw new Error(`The state file ${file} needs Node 22.13 or later, which has SQLite.`);
	}
	const { SqliteStore } = await import("./sqlite-store.ts");
	return new SqliteStore(file);
}
