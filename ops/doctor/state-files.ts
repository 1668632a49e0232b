/**
 * Reads a local shop's data from the files of its runtime. In SQLite's WAL mode readers don't block
 * writers (SQLite docs: Write-Ahead Logging), so a running shop is not affected. A second runtime on the
 * same files would make the first one's writes fail with SQLITE_BUSY_SNAPSHOT.
 */
import { createHash, createHmac } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { isImageKey } from "../../src/values/images.ts";
import type { Bucket } from "./check-images.ts";
import { UnavailableError } from "./target.ts";

/** How long to wait for a lock, in milliseconds. */
const timeoutMs = 10_000;

const objectsSchema = v.array(v.object({ key: v.string(), uploaded: v.number() }));

export interface StateFiles {
	/** Runs a query on the committed data and returns its rows. */
	query(sql: string): Promise<unknown[]>;
	/** Runs statements in one transaction and returns the number of rows the last one changed. The shop must be stopped. */
	execute(statements: string[]): number;
	bucket(): Bucket;
	/** Reads an object; undefined if the bucket does not have it. */
	readImage(key: string): Uint8Array | undefined;
	close(): void;
}

/** Opens the files below `persist`. Throws UnavailableError if there is no database. */
export function openStateFiles(
	persist: string,
	names: { database: string; bucket: string },
): StateFiles {
	const file = objectFile(persist, "d1", "miniflare-D1DatabaseObject", names.database);
	if (!existsSync(file)) throw new UnavailableError(`There is no database in ${persist}.`);
	const database = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs });
	return {
		query: async (sql) => database.prepare(sql).all(),
		execute: (statements) => runStatements(file, statements),
		bucket: () => listImages(objectFile(persist, "r2", "miniflare-R2BucketObject", names.bucket)),
		readImage: (key) => readImage(persist, names.bucket, key),
		close: () => database.close(),
	};
}

function runStatements(file: string, statements: string[]): number {
	const database = new DatabaseSync(file, { timeout: timeoutMs });
	try {
		database.exec("begin immediate");
		const changes = statements.map((sql) => Number(database.prepare(sql).run().changes));
		database.exec("commit");
		return changes.at(-1) ?? 0;
	} finally {
		// Rolls back what was not committed.
		database.close();
	}
}

/** The images in a bucket with their upload times. The bucket has no file before the first upload. */
function listImages(file: string): Bucket {
	if (!existsSync(file)) return new Map();
	const database = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs });
	try {
		const objectRows = v.parse(
			objectsSchema,
			database.prepare("select key, uploaded from _mf_objects").all(),
		);
		const images = objectRows.filter(({ key }) => isImageKey(key));
		return new Map(images.map(({ key, uploaded }) => [key, uploaded]));
	} finally {
		database.close();
	}
}

/** Reads an object of a bucket. The runtime stores its bytes in a file that its row names. */
function readImage(persist: string, bucket: string, key: string): Uint8Array | undefined {
	const file = objectFile(persist, "r2", "miniflare-R2BucketObject", bucket);
	if (!existsSync(file)) return undefined;
	const database = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs });
	try {
		const row = v.parse(
			v.optional(v.object({ blob: v.string() })),
			database.prepare("select blob_id as blob from _mf_objects where key = ?").get(key),
		);
		return row && readFileSync(join(persist, "r2", bucket, "blobs", row.blob));
	} finally {
		database.close();
	}
}

/**
 * The file in which the runtime stores an object. It is named by the object's id, which is derived from
 * kind and name (miniflare: durableObjectNamespaceIdFromName).
 */
export function objectFile(persist: string, folder: string, kind: string, name: string): string {
	const key = createHash("sha256").update(kind).digest();
	const hmacHalf = (input: string | Buffer) =>
		createHmac("sha256", key).update(input).digest().subarray(0, 16);
	const prefix = hmacHalf(name);
	const id = Buffer.concat([prefix, hmacHalf(prefix)]).toString("hex");
	return join(persist, folder, kind, `${id}.sqlite`);
}
