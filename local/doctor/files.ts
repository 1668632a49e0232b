/**
 * What a local shop keeps, read from the files of its runtime. They are only read, and SQLite's
 * readers keep no writer waiting (SQLite docs: Write-Ahead Logging), so an open shop notices nothing.
 * A second runtime on the same files, which this was before, made the first one's writes fail
 * (SQLITE_BUSY_SNAPSHOT).
 */
import { createHash, createHmac } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { isImageKey } from "../../src/shop/images/images.ts";
import type { Bucket } from "./pictures.ts";
import { CannotLook } from "./place.ts";

/** How long to wait where the shop is just writing what nobody may read meanwhile, in milliseconds. */
const patienceMs = 10_000;

const objects = v.array(v.object({ key: v.string(), uploaded: v.number() }));

export interface Files {
	/** The rows of a query, as the last change before it left them. */
	ask(sql: string): Promise<unknown[]>;
	/** Runs statements in one transaction, in a shop that is closed, and gives how many rows the last one changed. */
	change(statements: string[]): number;
	bucket(): Bucket;
	close(): void;
}

/** Opens the files below `persist`. Throws CannotLook where there is no such database. */
export function openFiles(persist: string, named: { database: string; bucket: string }): Files {
	const file = fileOf(persist, "d1", "miniflare-D1DatabaseObject", named.database);
	if (!existsSync(file)) throw new CannotLook(`There is no database in ${persist}.`);
	const database = new DatabaseSync(file, { readOnly: true, timeout: patienceMs });
	return {
		ask: async (sql) => database.prepare(sql).all(),
		change: (statements) => changed(file, statements),
		bucket: () => listed(fileOf(persist, "r2", "miniflare-R2BucketObject", named.bucket)),
		close: () => database.close(),
	};
}

function changed(file: string, statements: string[]): number {
	const database = new DatabaseSync(file, { timeout: patienceMs });
	try {
		database.exec("begin immediate");
		const changes = statements.map((sql) => Number(database.prepare(sql).run().changes));
		database.exec("commit");
		return changes.at(-1) ?? 0;
	} finally {
		// What was not committed is rolled back.
		database.close();
	}
}

/** The pictures in a bucket and when each came; none where nothing was ever put into it. */
function listed(file: string): Bucket {
	if (!existsSync(file)) return new Map();
	const store = new DatabaseSync(file, { readOnly: true, timeout: patienceMs });
	try {
		const found = v.parse(objects, store.prepare("select key, uploaded from _mf_objects").all());
		const pictures = found.filter(({ key }) => isImageKey(key));
		return new Map(pictures.map(({ key, uploaded }) => [key, uploaded]));
	} finally {
		store.close();
	}
}

/**
 * Where the runtime keeps an object of that name: the file is called by the object's id, which
 * follows from kind and name (miniflare: durableObjectNamespaceIdFromName).
 */
export function fileOf(persist: string, folder: string, kind: string, name: string): string {
	const key = createHash("sha256").update(kind).digest();
	const half = (of: string | Buffer) =>
		createHmac("sha256", key).update(of).digest().subarray(0, 16);
	const first = half(name);
	const id = Buffer.concat([first, half(first)]).toString("hex");
	return join(persist, folder, kind, `${id}.sqlite`);
}
