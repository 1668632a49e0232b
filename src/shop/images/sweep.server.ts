/**
 * Sweeping out pictures that nothing refers to, as fast as they can be uploaded. Why it goes about it
 * this way stands in docs/decisions/2026-11-22-what-one-account-can-do.md.
 */
import {
	type AnyColumn,
	and,
	asc,
	inArray,
	isNotNull,
	isNull,
	lt,
	type SQL,
	sql,
} from "drizzle-orm";
import { images, orders, reviews, tools } from "../../db/tables.ts";
import { database } from "../../platform/database.ts";
import { deletePictures, picturesFrom } from "../../platform/images.ts";
import { imageUrl, orphanLifetimeMs, toHex } from "./images.ts";

/** How many pictures are looked at together, and how many times a run does so. */
const batchSize = 1000;
const maxBatches = 10;

/** How long after it was found in use a picture is looked at again, in milliseconds. */
const recheckAfterMs = 24 * 60 * 60 * 1000;

/**
 * Deletes pictures that no tool (archived too), review or order refers to, a day after they were
 * uploaded, and gives how many. A run goes through all that no run has looked at yet, up to ten
 * thousand, then through some of those it last found in use the longest ago: so what is uploaded and
 * never used costs nothing later. Ten thousand take some 200 calls of R2 and D1; a job may make 10,000
 * (Cloudflare docs: Workers limits).
 */
export async function sweepImages(now = new Date()): Promise<number> {
	const uploadedBefore = new Date(now.getTime() - orphanLifetimeMs);
	let swept = 0;
	for (let batch = 0; batch < maxBatches; batch += 1) {
		const keys = await dueKeys(isNull(images.checkedAt), images.createdAt, uploadedBefore);
		swept += await sweepBatch(keys, uploadedBefore, now);
		if (keys.length < batchSize) break;
	}
	const recheckBefore = new Date(now.getTime() - recheckAfterMs);
	swept += await sweepBatch(
		await dueKeys(isNotNull(images.checkedAt), images.checkedAt, recheckBefore),
		uploadedBefore,
		now,
	);
	return swept + (await sweepUntracked(uploadedBefore));
}

type TimestampColumn = typeof images.createdAt | typeof images.checkedAt;

/** Pictures that are due, those first whose `moment` is the longest ago. */
async function dueKeys(where: SQL, column: TimestampColumn, before: Date): Promise<string[]> {
	const found = await database()
		.select({ key: images.key })
		.from(images)
		.where(and(where, lt(column, before)))
		.orderBy(asc(column))
		.limit(batchSize);
	return found.map(({ key }) => key);
}

/**
 * Deletes those of the pictures that nothing refers to. First, in one transaction, they are marked as
 * being deleted, from when on nobody may use them or upload them again; then they go from the bucket,
 * then from the table. A run that is cut off leaves marked rows, which the next finds.
 */
async function sweepBatch(keys: string[], uploadedBefore: Date, now: Date): Promise<number> {
	if (keys.length === 0) return 0;
	const db = database();
	const inBatch = inArray(images.key, jsonList(keys));
	const [orphans] = await db.batch([
		db
			.update(images)
			.set({ deletingAt: now })
			.where(
				and(
					inBatch,
					lt(images.createdAt, uploadedBefore),
					...referencingTables.map((table) => notReferencedBy(table, images.key)),
				),
			)
			.returning({ key: images.key }),
		db
			.update(images)
			.set({ checkedAt: now })
			.where(and(inBatch, isNull(images.deletingAt), lt(images.createdAt, uploadedBefore))),
	]);
	const swept = orphans.map(({ key }) => key);
	await deletePictures(swept);
	await db
		.delete(images)
		.where(and(inArray(images.key, jsonList(swept)), isNotNull(images.deletingAt)));
	return swept.length;
}

/** As one JSON parameter: D1 takes a hundred at most. */
function jsonList(keys: string[]): SQL {
	return sql`(select value from json_each(${JSON.stringify(keys)}))`;
}

/** What refers to pictures. */
const referencingTables = [tools, reviews, orders];

function notReferencedBy(table: (typeof referencingTables)[number], key: AnyColumn | SQL): SQL {
	return sql`not exists (select 1 from ${table} where ${table.image} = ${imageUrl("")} || ${key})`;
}

/**
 * Deletes what a failure left in the bucket before it was noted: some of the pictures that follow a
 * random key, so that in time every one is looked at.
 */
async function sweepUntracked(uploadedBefore: Date): Promise<number> {
	const start = toHex(crypto.getRandomValues(new Uint8Array(32)));
	const keys = [
		...new Set([
			...(await picturesFrom(start, uploadedBefore)),
			...(await picturesFrom("", uploadedBefore)),
		]),
	];
	if (keys.length === 0) return 0;
	const found = await database().all<{ key: string }>(sql`
		select value as key from json_each(${JSON.stringify(keys)})
		where not exists (select 1 from ${images} where ${images.key} = value)
		and ${and(...referencingTables.map((table) => notReferencedBy(table, sql`value`)))}`);
	const untracked = found.map(({ key }) => key);
	await deletePictures(untracked);
	return untracked.length;
}
