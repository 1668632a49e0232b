/** Pictures in the store: taking them in, and who may use them. Sweeping them out has a file of its own. */
import { and, eq, exists, isNull, or, sql } from "drizzle-orm";
import { images, imageUploaders } from "../../db/tables.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { countToday } from "../../platform/account-limit.ts";
import { database } from "../../platform/database.ts";
import { reencode, storePicture } from "../../platform/images.ts";
import type { Caller } from "../users/users.ts";
import { type Size, sizeOf, typeOf } from "./formats.ts";
import { hexOf, imageAddress, maxSidePixels, uploadField } from "./images.ts";

/**
 * Stores an uploaded picture, upright and without metadata, and gives its key. The same picture
 * again gives the same key. Refuses with unsupported_media what is no JPEG, PNG or WebP, with
 * invalid (field image) none at all and what is broken or too large, with too_many what is more than
 * a day's, and with unavailable.
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
	// Counted before it is decoded, which is what costs.
	const counted = caller.role === "admin" ? "adminUpload" : "upload";
	await countToday(counted, caller.id, messages.uploadsToday);
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

/**
 * Notes a stored picture and who uploaded it. One known already starts its time afresh: somebody is
 * about to use it. Refuses with unavailable one that the sweep is deleting at this moment.
 */
async function noteImage({
	ownerId,
	...image
}: Omit<typeof images.$inferInsert, "type" | "createdAt"> & { ownerId: string }): Promise<void> {
	const createdAt = new Date();
	const db = database();
	const [noted] = await db.batch([
		db
			.insert(images)
			.values({ ...image, ownerId, type: "image/webp", createdAt })
			.onConflictDoUpdate({
				target: images.key,
				set: { createdAt, checkedAt: null },
				setWhere: isNull(images.deletingAt),
			})
			.returning({ key: images.key }),
		db.insert(imageUploaders).values({ key: image.key, userId: ownerId }).onConflictDoNothing(),
	]);
	if (noted.length === 0) throw new ShopError("unavailable", { cause: "the sweep deletes it" });
}

/**
 * The statement that keeps a picture for whoever is about to use it in a tool or a review: its time
 * starts afresh, so that the sweep leaves it alone. It gives no row where there is no such picture, or
 * where `userId` is named and has not uploaded it.
 */
export function keepImage(address: string, userId?: string) {
	const key = address.slice(imageAddress("").length);
	const db = database();
	const uploaded = db
		.select({ one: sql`1` })
		.from(imageUploaders)
		.where(and(eq(imageUploaders.key, key), eq(imageUploaders.userId, userId ?? "")));
	return db
		.update(images)
		.set({ createdAt: new Date() })
		.where(
			and(
				eq(images.key, key),
				isNull(images.deletingAt),
				// Pictures noted before their uploaders were have an owner alone.
				userId === undefined ? undefined : or(eq(images.ownerId, userId), exists(uploaded)),
			),
		)
		.returning({ key: images.key });
}

/** The refusal of a picture that is not there, or not theirs who want to use it. */
export function imageNotTheirs(): ShopError {
	return wrong(messages.imageForeign);
}
