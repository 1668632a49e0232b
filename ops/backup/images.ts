/** Copies the images that earlier backups lack. An image never changes: its key is made of its bytes. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as v from "valibot";
import { root } from "../../local/settings.ts";
import { imageKey, isImageKey } from "../../src/values/images.ts";
import { type RunQuery, rows } from "../doctor/check-tables.ts";

/** Returns the bytes of an original, or undefined if it is not stored. */
export type ReadImage = (key: string) => Promise<Uint8Array | undefined>;

export interface ImagesCopy {
	/** Images in the backup. */
	images: number;
	copied: number;
	/** Images that could not be copied, and why. */
	problems: string[];
}

/**
 * Copies images into a folder, and writes the list beside it that `wrangler r2 bulk put` restores all of them from. One
 * that can't be copied does not keep the others from it.
 */
export async function copyImages(
	query: RunQuery,
	readImage: ReadImage,
	folder: string,
): Promise<ImagesCopy> {
	mkdirSync(folder, { recursive: true });
	const found = await rows(
		query,
		"select key from images where deleting_at is null",
		v.object({ key: v.pipe(v.string(), v.check(isImageKey)) }),
	);
	const restored: { key: string; file: string }[] = [];
	const result: ImagesCopy = { images: 0, copied: 0, problems: [] };
	for (const { key } of found) {
		const file = join(folder, key);
		if (!existsSync(file)) {
			const problem = await copyImage(key, readImage, file);
			if (problem !== undefined) {
				result.problems.push(`Image ${key} ${problem}`);
				continue;
			}
			result.copied += 1;
		}
		result.images += 1;
		// The path from the project's root, where wrangler runs: the folder may be on another machine then.
		restored.push({ key, file: relative(root, file) });
	}
	writeFileSync(`${folder}.json`, JSON.stringify(restored, null, "\t"));
	return result;
}

async function copyImage(
	key: string,
	readImage: ReadImage,
	file: string,
): Promise<string | undefined> {
	const bytes = await readImage(key).catch((error: unknown) => String(error));
	if (bytes === undefined) return "is not in the bucket";
	if (typeof bytes === "string") return `could not be read: ${bytes}`;
	if (imageKey(createHash("sha256").update(bytes).digest("hex")) !== key)
		return "has other bytes than its key";
	// Renamed when it is whole, since an existing file is not copied again.
	writeFileSync(`${file}.part`, bytes);
	renameSync(`${file}.part`, file);
	return undefined;
}
