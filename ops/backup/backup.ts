/** Makes a backup of a shop, and tells the shop, so that /dashboard/health shows it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { DoctorTarget } from "../doctor/target.ts";
import { copyDatabase } from "./database.ts";
import { copyImages } from "./images.ts";

export type BackupSource = Pick<DoctorTarget, "query" | "execute" | "readImage">;

export interface Backup {
	/** The file that restores the database. */
	file: string;
	bytes: number;
	tables: number;
	rows: number;
	images: number;
	imagesCopied: number;
	problems: string[];
	/** Why the shop could not be told of this backup, which is whole all the same. */
	untold: string | undefined;
}

/**
 * Returns what `npm run backup` prints of a shop's backup, and its exit status: 0 if all was copied, even if the shop could
 * not be told, 1 if an image was not.
 */
export function reportOf(shop: string, backup: Backup): { output: string; status: 0 | 1 } {
	const { file, bytes, tables, rows, images, imagesCopied, problems, untold } = backup;
	const lines = [
		`The shop ${shop} is in ${file}: ${rows} rows of ${tables} tables, ${(bytes / 1e6).toFixed(1)} MB, and ${images} images beside it, ${imagesCopied} of them new.`,
		...(untold === undefined
			? []
			: [
					`! Health does not show this backup: ${untold} If the shop runs on another port, set PORT.`,
				]),
	];
	return { output: lines.join("\n"), status: problems.length > 0 ? 1 : 0 };
}

/** Copies the database into a file of its own and new images into one folder of all backups, below `folder`. */
export async function backUp(
	{ query, execute, readImage }: BackupSource,
	folder: string,
	now = new Date(),
): Promise<Backup> {
	// The copy has customers' addresses and the hashes of their passwords.
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const name = now.toISOString().slice(0, 19).replaceAll(":", "");
	const file = join(folder, `${name}.sql`);
	const { counts, bytes } = await copyDatabase(query, file);
	const { images, copied, problems } = await copyImages(query, readImage, join(folder, "images"));
	const rows = [...counts.values()].reduce((sum, count) => sum + count, 0);
	const facts = [now.getTime(), bytes, counts.size, rows, images, copied];
	const untold = await execute([
		`insert into backups (created_at, bytes, tables, rows, images, images_copied) values (${facts.join(", ")})`,
	]).then(
		() => undefined,
		(error: unknown) => (error instanceof Error ? error.message : String(error)),
	);
	return { file, bytes, tables: counts.size, rows, images, imagesCopied: copied, problems, untold };
}
