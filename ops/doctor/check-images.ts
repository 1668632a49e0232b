/** Checks that images in the bucket, their rows and the rows that show them match. */
import * as v from "valibot";
import { imageUrl, isImageKey, orphanLifetimeMs } from "../../src/values/images.ts";
import { type RunQuery, rows } from "./check-tables.ts";
import { type Check, checkResult, type Finding } from "./report.ts";

/** The bucket's contents: keys of originals with their upload times, in UTC milliseconds. */
export type Bucket = Map<string, number>;

/** How late the scheduled job may delete an unused image, in milliseconds. */
const sweepGraceMs = 24 * 60 * 60_000;

const jobFix = { by: "job" } as const;

/** Checks images. Without `bucket`, which a deployed shop can't list, checks only their rows. */
export async function checkImages(
	query: RunQuery,
	bucket?: Bucket,
	now = Date.now(),
): Promise<Check> {
	const imageRows = await rows(
		query,
		"select key, created_at as at from images",
		v.object({ key: v.string(), at: v.number() }),
	);
	// In two queries: D1 joins at most five in one.
	const references = [];
	for (const select of [
		"select 'tool ' || id as subject, image from tools where image <> '' union all select 'tool ' || tool_id, image from tool_pictures union all select 'family ' || family_id, image from family_pictures union all select 'category ' || slug, image from categories where image is not null",
		"select 'review ' || id as subject, image from reviews union all select 'order ' || id, image from order_lines union all select 'return ' || id, image from returns where image <> '' union all select 'import ' || import_id, image from import_images where image is not null",
	])
		references.push(
			...(await rows(query, select, v.object({ subject: v.string(), image: v.string() }))),
		);
	const keys = new Set(imageRows.map(({ key }) => key));
	const usedUrls = new Set(references.map(({ image }) => image));
	const findings: Finding[] = [];
	for (const { subject, image } of references) {
		const key = image.slice(imageUrl("").length);
		const isMissing = bucket && isImageKey(key) && !bucket.has(key);
		if (isMissing)
			findings.push({ subject, message: `shows ${image}, which is not in the bucket` });
		else if (isImageKey(key) && !keys.has(key)) {
			findings.push({ subject, message: `shows ${image}, which has no row` });
		}
	}
	for (const { key, at } of imageRows) {
		if (usedUrls.has(imageUrl(key))) continue;
		const overdue = now - at > orphanLifetimeMs + sweepGraceMs;
		if (bucket && !bucket.has(key)) {
			findings.push({ subject: key, message: "has a row but is not in the bucket", fix: jobFix });
		} else if (overdue) {
			findings.push({ subject: key, message: "is unused and was never deleted", fix: jobFix });
		}
	}
	for (const [key, uploadedAt] of bucket ?? []) {
		if (keys.has(key) || now - uploadedAt < orphanLifetimeMs + sweepGraceMs) continue;
		findings.push({ subject: key, message: "is in the bucket but has no row", fix: jobFix });
	}
	return checkResult("images", new Set([...keys, ...(bucket?.keys() ?? [])]).size, findings);
}
