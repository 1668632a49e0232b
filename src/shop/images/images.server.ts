/** Pictures in the store: taking them in, and sweeping out what nothing refers to. */
import { and, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { images, orders, reviews, tools } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { database } from "../../platform/database.ts";
import { deletePictures, picturesFrom, reencode, storePicture } from "../../platform/images.ts";
import type { Caller } from "../users/users.ts";
import { type Size, sizeOf, typeOf } from "./formats.ts";
import { imageAddress, maxSidePixels, orphanKeptMs, uploadField } from "./images.ts";

/**
 * Stores an uploaded picture, upright and without metadata, and gives its key. The same picture
 * again gives the same key. Refuses with unsupported_media what is no JPEG, PNG or WebP, with
 * invalid (field image) none at all and what is broken or too large, and with unavailable.
 */
export async function addImage(
	caller: Caller,
	file: Uint8Array<ArrayBuffer> | undefined,
): Promise<string> {
	if (!file) throw wrong(messages.imageRequired);
	const type = typeOf(file);
	if (!type) throw new ShopError("unsupported_media", { message: messages.pictureType });
	const claimed = sizeOf(file, type);
	if (!claimed) throw wrong(messages.pictureBroken);
	if (Math.max(claimed.width, claimed.height) > maxSidePixels) {
		throw wrong(messages.pictureTooWide(maxSidePixels));
	}
	const stored = await reencode(file);
	const size = storedSize(stored);
	// A decoder that saw another size than the header claims was given another picture.
	if (sidesOf(size) !== sidesOf(claimed)) throw wrong(messages.pictureBroken);
	const key = await hashOf(stored);
	await storePicture(key, stored);
	await noteImage({ key, bytes: stored.byteLength, ...size, ownerId: caller.id });
	return key;
}

function wrong(message: string): ShopError {
	return new ShopError("invalid", { fields: { [uploadField]: message } });
}

function storedSize(stored: Uint8Array): Size {
	const size = typeOf(stored) === "image/webp" ? sizeOf(stored, "image/webp") : undefined;
	if (!size) throw new ShopError("unavailable", { cause: "Images gave something else than WebP" });
	return size;
}

/** Both sides, whichever is which: turning a picture upright swaps them. */
function sidesOf({ width, height }: Size): string {
	return [width, height].sort((one, other) => one - other).join(" x ");
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return hexOf(hash);
}

function hexOf(bytes: Uint8Array): string {
	return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Notes a stored picture. One known already starts its time afresh: somebody is about to use it. */
async function noteImage(
	image: Omit<typeof images.$inferInsert, "type" | "createdAt">,
): Promise<void> {
	const createdAt = new Date();
	await database()
		.insert(images)
		.values({ ...image, type: "image/webp", createdAt })
		.onConflictDoUpdate({ target: images.key, set: { createdAt } });
}

/** How many pictures one run looks at from each side, and how many it deletes at most. */
const lookedAt = 200;
const sweptAtMost = 50;

/**
 * Deletes pictures that no tool (archived too), review or order refers to, a day after they were
 * uploaded, and gives how many. Each run looks at those that follow a random key, so that it costs
 * the same however many there are, and in time comes to every one.
 */
export async function sweepImages(now = new Date()): Promise<number> {
	const before = new Date(now.getTime() - orphanKeptMs);
	const start = hexOf(crypto.getRandomValues(new Uint8Array(32)));
	const candidates = new Set([
		...(await noted(before, start)),
		// What a failure left in the bucket before it was noted.
		...(await picturesFrom(start, before)),
		...(await picturesFrom("", before)),
	]);
	const orphans = await unused([...candidates], before);
	const swept = orphans.slice(0, sweptAtMost);
	// The bucket first: a row that is left is found again, a picture without one only by luck.
	await deletePictures(swept);
	if (swept.length > 0) {
		await database()
			.delete(images)
			.where(and(inArray(images.key, swept), lt(images.createdAt, before)));
	}
	return swept.length;
}

/** Pictures noted before a moment, those that follow `start` first. */
async function noted(before: Date, start: string): Promise<string[]> {
	const db = database();
	const part = (side: SQL) =>
		db
			.select({ key: images.key })
			.from(images)
			.where(and(side, lt(images.createdAt, before)))
			.orderBy(images.key)
			.limit(lookedAt);
	const found = await db.batch([part(gte(images.key, start)), part(lt(images.key, start))]);
	return found.flat().map(({ key }) => key);
}

/** Those of the keys that nothing refers to and that were not uploaded again since. */
async function unused(keys: string[], before: Date): Promise<string[]> {
	if (keys.length === 0) return [];
	const db = database();
	// As one JSON parameter: D1 takes a hundred at most.
	const those = sql`(select value from json_each(${JSON.stringify(keys)}))`;
	const inUse = [tools, reviews, orders].map(
		(table) => sql`exists (select 1 from ${table} where ${table.image} = value)`,
	);
	const [fresh, used] = await db.batch([
		db
			.select({ key: images.key })
			.from(images)
			.where(and(sql`${images.key} in ${those}`, gte(images.createdAt, before))),
		db
			.select({ image: sql<string>`value`.as("image") })
			.from(sql`json_each(${JSON.stringify(keys.map(imageAddress))})`)
			.where(or(...inUse)),
	]);
	const kept = new Set([
		...fresh.map(({ key }) => imageAddress(key)),
		...used.map(({ image }) => image),
	]);
	return keys.filter((key) => !kept.has(imageAddress(key)));
}
