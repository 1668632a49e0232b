/** A local shop's state folder: which migrations and seeding it has had, and where its database file is. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./settings.ts";

interface StateStamp {
	migrations?: string;
	seeded?: boolean;
}

function stampFile(state: string): string {
	return join(state, "cogsmith.json");
}

/** Reads what has been done to a state folder. */
export function readStamp(state: string): StateStamp {
	const file = stampFile(state);
	return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** Records what has been done to a state folder. */
export function writeStamp(state: string, changes: StateStamp): void {
	mkdirSync(state, { recursive: true });
	writeFileSync(stampFile(state), JSON.stringify({ ...readStamp(state), ...changes }));
}

/** The file of the payments of a state folder, if they go to the stand-in. */
export function stripeFile(state: string): string {
	return join(state, "stripe.sqlite");
}

export const migrationsFolder = join(root, "migrations");

/** The names of all migrations in their order. */
export function migrationFiles(): string[] {
	return readdirSync(migrationsFolder)
		.filter((file) => file.endsWith(".sql"))
		.sort();
}

/** A hash of all migrations. */
export function migrationsHash(): string {
	const hash = createHash("sha256");
	for (const name of migrationFiles()) {
		hash.update(name).update(readFileSync(join(migrationsFolder, name)));
	}
	return hash.digest("hex");
}

/** The database file of a state folder. Throws unless there is exactly one. */
export function databaseFile(state: string): string {
	const folder = join(state, "v3", "d1", "miniflare-D1DatabaseObject");
	const files = existsSync(folder)
		? readdirSync(folder).filter((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite")
		: [];
	const [file] = files;
	if (file === undefined || files.length !== 1) throw new Error(`No single database in ${folder}`);
	return join(folder, file);
}
