/** Whether pictures, their rows and those who show them know of each other. */
import * as v from "valibot";
import { imageAddress, isImageKey, orphanKeptMs } from "../../src/shop/images/images.ts";
import { type Ask, rows } from "./checks.ts";
import { type Check, type Finding, made } from "./findings.ts";

/** What the bucket holds: keys of originals, and when each was stored, in UTC milliseconds. */
export type Bucket = Map<string, number>;

/** How long the sweep may take to come to a picture after its day is over, in milliseconds. */
const sweepGraceMs = 24 * 60 * 60_000;

const job = { by: "job" } as const;

/** Looks at pictures; without `bucket`, which a deployed shop does not list, at their rows only. */
export async function checkPictures(ask: Ask, bucket?: Bucket, now = Date.now()): Promise<Check> {
	const noted = await rows(
		ask,
		"select key, created_at as at from images",
		v.object({ key: v.string(), at: v.number() }),
	);
	const shown = await rows(
		ask,
		"select 'tool ' || id as who, image from tools union all select 'review ' || id, image from reviews union all select 'order ' || id, image from orders",
		v.object({ who: v.string(), image: v.string() }),
	);
	const keys = new Set(noted.map(({ key }) => key));
	const inUse = new Set(shown.map(({ image }) => image));
	const findings: Finding[] = [];
	for (const { who, image } of shown) {
		const key = image.slice(imageAddress("").length);
		const gone = bucket && isImageKey(key) && !bucket.has(key);
		if (gone) findings.push({ subject: who, says: `shows ${image}, which is not in the bucket` });
		else if (isImageKey(key) && !keys.has(key)) {
			findings.push({ subject: who, says: `shows ${image}, which has no row` });
		}
	}
	for (const { key, at } of noted) {
		if (inUse.has(imageAddress(key))) continue;
		const overdue = now - at > orphanKeptMs + sweepGraceMs;
		if (bucket && !bucket.has(key)) {
			findings.push({ subject: key, says: "has a row but is not in the bucket", mend: job });
		} else if (overdue) {
			findings.push({ subject: key, says: "is shown nowhere and was never swept", mend: job });
		}
	}
	for (const [key, storedAt] of bucket ?? []) {
		if (keys.has(key) || now - storedAt < orphanKeptMs + sweepGraceMs) continue;
		findings.push({ subject: key, says: "is in the bucket but has no row", mend: job });
	}
	return made("pictures", new Set([...keys, ...(bucket?.keys() ?? [])]).size, findings);
}
