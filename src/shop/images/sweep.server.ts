/**
 * Deletes unused images, at least as fast as they can be uploaded. For the reasons see
 * docs/decisions/2026-11-22-what-one-account-can-do.md.
 */
import { type AnyColumn, and, asc, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { familyPictures } from "../../db/family-tables.ts";
import { images } from "../../db/image-tables.ts";
import { importImages } from "../../db/import-tables.ts";
import { orderLines } from "../../db/order-tables.ts";
import { returns } from "../../db/return-tables.ts";
import { reviews } from "../../db/review-tables.ts";
import { categories, toolPictures, tools } from "../../db/tool-tables.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { deleteImages, originalKeysFrom } from "../../platform/services/images.ts";
import { toHex } from "../../values/hash.ts";
import { imageUrl, orphanLifetimeMs } from "../../values/images.ts";

/** How many images a batch checks, and how many batches a run has. */
const batchSize = 1000;
const maxBatches = 10;

/** How long after an image was found in use it is checked again, in milliseconds. */
const recheckAfterMs = 24 * 60 * 60 * 1000;

/**
 * Deletes images that no tool (archived ones included), family, category, review, order, return or import refers to, a day after
 * their upload, and returns how many. A run checks up to ten thousand images that were never checked, then one
 * batch of those whose last check is the longest ago. Ten thousand take about 200 requests to R2 and D1;
 * an invocation may make 10,000 (Cloudflare docs: Workers limits).
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

/** Returns the keys of images whose timestamp in `column` is earlier than `before`, oldest first. */
async function dueKeys(where: SQL, column: TimestampColumn, before: Date): Promise<string[]> {
	const rows = await database()
		.select({ key: images.key })
		.from(images)
		.where(and(where, lt(column, before)))
		.orderBy(asc(column))
		.limit(batchSize);
	return rows.map(({ key }) => key);
}

/**
 * Deletes the unused images among `keys` and returns how many. One transaction sets `deletingAt`, after
 * which they can't be used or uploaded again; then they are deleted from the bucket, then from the
 * table. The next run finishes what an interrupted one has marked.
 */
async function sweepBatch(keys: string[], uploadedBefore: Date, now: Date): Promise<number> {
	if (keys.length === 0) return 0;
	const db = database();
	const inBatch = inList(images.key, keys);
	const { orphans } = await batch({
		orphans: db
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
		checked: db
			.update(images)
			.set({ checkedAt: now })
			.where(and(inBatch, isNull(images.deletingAt), lt(images.createdAt, uploadedBefore))),
	});
	const swept = orphans.map(({ key }) => key);
	await deleteImages(swept);
	await db.delete(images).where(and(inList(images.key, swept), isNotNull(images.deletingAt)));
	return swept.length;
}

/** The tables that refer to images. */
const referencingTables = [
	tools,
	toolPictures,
	familyPictures,
	categories,
	reviews,
	orderLines,
	importImages,
	returns,
];

function notReferencedBy(table: (typeof referencingTables)[number], key: AnyColumn | SQL): SQL {
	return sql`not exists (select 1 from ${table} where ${table.image} = ${imageUrl("")} || ${key})`;
}

/**
 * Deletes objects in the bucket that have no row, because an upload failed in between. Each run lists
 * objects from a random key on, so that over time all are checked.
 */
async function sweepUntracked(uploadedBefore: Date): Promise<number> {
	const start = toHex(crypto.getRandomValues(new Uint8Array(16)));
	const keys = [
		...new Set([
			...(await originalKeysFrom(start, uploadedBefore)),
			...(await originalKeysFrom("", uploadedBefore)),
		]),
	];
	if (keys.length === 0) return 0;
	const rows = await database().all<{ key: string }>(sql`
		select value as key from json_each(${JSON.stringify(keys)})
		where not exists (select 1 from ${images} where ${images.key} = value)
		and ${and(...referencingTables.map((table) => notReferencedBy(table, sql`value`)))}`);
	const untracked = rows.map(({ key }) => key);
	await deleteImages(untracked);
	return untracked.length;
}
