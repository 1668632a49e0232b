/** Pictures in the store: taking them in, and who may use them. Sweeping them out has a file of its own. */
import { and, eq, exists, isNull, or, sql } from "drizzle-orm";
import { images, imageUploaders } from "../../db/tables.ts";
import * as messages from "../../messages.ts";
import { enforceDailyLimit } from "../../platform/account-attempts.ts";
import { database } from "../../platform/database.ts";
import { reencode, storePicture } from "../../platform/images.ts";
import { ShopError } from "../errors.ts";
import type { Caller } from "../users/users.ts";
import { detectType, readSize, type Size } from "./formats.ts";
import { imageUrl, maxSidePixels, toHex, uploadField } from "./images.ts";

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
	if (!file) throw invalidImage(messages.imageRequired);
	const type = detectType(file);
	if (!type) throw new ShopError("unsupported_media", { message: messages.imageTypeUnsupported });
	const headerSize = readSize(file, type);
	if (!headerSize) throw invalidImage(messages.imageUnreadable);
	if (Math.max(headerSize.width, headerSize.height) > maxSidePixels) {
		throw invalidImage(messages.imageTooLarge(maxSidePixels));
	}
	// Counted before it is decoded, which is what costs.
	const limitName = caller.role === "admin" ? "adminUpload" : "upload";
	await enforceDailyLimit(limitName, caller.id, messages.dailyUploadLimit);
	const stored = await reencode(file);
	const size = storedSize(stored);
	// A decoder that saw another size than the header claims was given another picture.
	if (sortedSides(size) !== sortedSides(headerSize)) throw invalidImage(messages.imageUnreadable);
	const key = await sha256Hex(stored);
	await storePicture(key, stored);
	await saveImage({ key, bytes: stored.byteLength, ...size, ownerId: caller.id });
	return key;
}

function invalidImage(message: string): ShopError {
	return new ShopError("invalid", { fields: { [uploadField]: message } });
}

function storedSize(stored: Uint8Array): Size {
	const size = detectType(stored) === "image/webp" ? readSize(stored, "image/webp") : undefined;
	if (!size) throw new ShopError("unavailable", { cause: "Images gave something else than WebP" });
	return size;
}

/** Both sides, whichever is which: turning a picture upright swaps them. */
function sortedSides({ width, height }: Size): string {
	return [width, height].sort((one, other) => one - other).join(" x ");
}

async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
	return toHex(hash);
}

/**
 * Notes a stored picture and who uploaded it. One known already starts its time afresh: somebody is
 * about to use it. Refuses with unavailable one that the sweep is deleting at this moment.
 */
async function saveImage({
	ownerId,
	...image
}: Omit<typeof images.$inferInsert, "type" | "createdAt"> & { ownerId: string }): Promise<void> {
	const createdAt = new Date();
	const db = database();
	const [saved] = await db.batch([
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
	if (saved.length === 0) throw new ShopError("unavailable", { cause: "the sweep deletes it" });
}

/**
 * The statement that keeps a picture for whoever is about to use it in a tool or a review: its time
 * starts afresh, so that the sweep leaves it alone. It gives no row where there is no such picture, or
 * where `userId` is named and has not uploaded it.
 */
export function touchImage(url: string, userId?: string) {
	const key = url.slice(imageUrl("").length);
	const db = database();
	const uploadedByUser = db
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
				userId === undefined ? undefined : or(eq(images.ownerId, userId), exists(uploadedByUser)),
			),
		)
		.returning({ key: images.key });
}

/** The refusal of a picture that is not there, or not theirs who want to use it. */
export function imageNotOwned(): ShopError {
	return invalidImage(messages.imageNotUploaded);
}
