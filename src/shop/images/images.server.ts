/** Uploaded images: storing them, and who may use them. sweep.server.ts deletes unused ones. */
import { and, eq, exists, isNull, type SQL, sql } from "drizzle-orm";
import type { Caller } from "../../access/caller.ts";
import { may } from "../../access/roles.ts";
import { images, imageUploaders } from "../../db/image-tables.ts";
import { ShopError } from "../../errors.ts";
import * as messages from "../../messages/messages.ts";
import { enforceDailyLimit } from "../../platform/auth/account-attempts.ts";
import { batch, database, inList } from "../../platform/database/database.ts";
import { reencode, storeOriginal } from "../../platform/services/images.ts";
import { hashHex } from "../../values/hash.ts";
import { imageKey, imageUrl, maxSidePixels, uploadField } from "../../values/images.ts";
import { detectType, readSize, type Size } from "./formats.ts";

/**
 * Stores an uploaded image, rotated upright and without metadata, and returns its key. The same image
 * always has the same key. Throws ShopError `unsupported_media` if it is not JPEG, PNG or WebP;
 * `invalid` (field image) if it is missing, corrupt or too large; `too_many` above the daily limit;
 * `unavailable` if Cloudflare Images fails; `image_quota` if its transformations of the month are used up.
 */
export async function addImage(
	caller: Caller,
	file: Uint8Array<ArrayBuffer> | undefined,
): Promise<string> {
	if (!file) throw invalidImage(messages.imageRequired);
	const limitName = may(caller.role, "products") ? "adminUpload" : "upload";
	return storeImage(caller.id, file, () =>
		enforceDailyLimit(limitName, caller.id, messages.dailyUploadLimit),
	);
}

/**
 * Stores an image as `addImage` does. `count` is called before the image is decoded, which is the expensive
 * part. Without an owner it is the shop's. Throws as `addImage`.
 */
export async function storeImage(
	ownerId: string | null,
	file: Uint8Array<ArrayBuffer>,
	count: () => Promise<void> = async () => undefined,
): Promise<string> {
	const type = detectType(file);
	if (!type) throw new ShopError("unsupported_media", { message: messages.imageTypeUnsupported });
	const headerSize = readSize(file, type);
	if (!headerSize) throw invalidImage(messages.imageUnreadable);
	if (Math.max(headerSize.width, headerSize.height) > maxSidePixels) {
		throw invalidImage(messages.imageTooLarge(maxSidePixels));
	}
	await count();
	const stored = await reencode(file);
	const size = storedSize(stored);
	// Rejects a file whose decoder reads another size than its header declares.
	if (sortedSides(size) !== sortedSides(headerSize)) throw invalidImage(messages.imageUnreadable);
	const hash = await hashHex(stored);
	const key = imageKey(hash);
	await storeOriginal(key, hash, stored);
	await saveImage({ key, bytes: stored.byteLength, ...size, ownerId });
	return key;
}

function invalidImage(message: string): ShopError {
	return new ShopError("invalid", { fields: { [uploadField]: message } });
}

function storedSize(stored: Uint8Array): Size {
	const size = detectType(stored) === "image/webp" ? readSize(stored, "image/webp") : undefined;
	if (!size) throw new ShopError("unavailable", { cause: "Images did not return WebP" });
	return size;
}

/** The shorter side first: rotating an image upright may swap them. */
function sortedSides({ width, height }: Size): string {
	return `${Math.min(width, height)} x ${Math.max(width, height)}`;
}

/**
 * Saves the row of a stored image and its uploader. Resets `createdAt` of an existing image, because it
 * is about to be used. Throws ShopError `unavailable` while the sweep deletes the image.
 */
async function saveImage({
	ownerId,
	...image
}: Omit<typeof images.$inferInsert, "type" | "createdAt"> & {
	ownerId: string | null;
}): Promise<void> {
	const createdAt = new Date();
	const db = database();
	const { saved } = await batch({
		saved: db
			.insert(images)
			.values({ ...image, type: "image/webp", createdAt })
			.onConflictDoUpdate({
				target: images.key,
				set: { createdAt, checkedAt: null },
				setWhere: isNull(images.deletingAt),
			})
			.returning({ key: images.key }),
		...(ownerId !== null && {
			uploader: db
				.insert(imageUploaders)
				.values({ key: image.key, userId: ownerId })
				.onConflictDoNothing(),
		}),
	});
	if (saved.length === 0) throw new ShopError("unavailable", { cause: "the image is being swept" });
}

/**
 * Returns the statement that resets `createdAt` of an image, so that the sweep does not delete it while a
 * tool, category or review is saved with it. It returns no row if the image does not exist, or if `userId` is
 * passed and that user has not uploaded it.
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
				userId === undefined ? undefined : exists(uploadedByUser),
			),
		)
		.returning({ key: images.key });
}

/** Returns the statement that does the same for several images, and returns the keys of those that exist. */
export function touchImages(urls: Iterable<string>) {
	const keys = Array.from(urls, (url) => url.slice(imageUrl("").length));
	return database()
		.update(images)
		.set({ createdAt: new Date() })
		.where(and(inList(images.key, keys), isNull(images.deletingAt)))
		.returning({ key: images.key });
}

/** The condition that a path is that of an uploaded image, which the sweep does not delete. */
export function isUploaded(path: SQL): SQL {
	const prefix = imageUrl("");
	return sql`exists (select 1 from ${images} where ${images.key} = substr(${path}, ${prefix.length + 1}) and ${images.deletingAt} is null)`;
}

/** Returns the error for an image that does not exist or was not uploaded by the user. */
export function imageNotOwned(): ShopError {
	return invalidImage(messages.imageNotUploaded);
}
