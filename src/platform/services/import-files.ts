/** The files of imports in R2. Their names are no image's key, so that nothing serves them. */
import { env } from "cloudflare:workers";
import { ShopError } from "../../errors.ts";

const nameOf = (importId: string) => `imports/${importId}.csv`;

/** Stores the file of an import. Throws ShopError `unavailable`. */
export async function storeImportFile(
	importId: string,
	bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
	await env.MEDIA.put(nameOf(importId), bytes).catch((cause: unknown) => {
		throw new ShopError("unavailable", { cause });
	});
}

/** Returns the file of an import, or undefined if there is none. */
export async function readImportFile(importId: string): Promise<ArrayBuffer | undefined> {
	return (await env.MEDIA.get(nameOf(importId)))?.arrayBuffer();
}

/** Deletes the files of imports. */
export async function deleteImportFiles(importIds: readonly string[]): Promise<void> {
	if (importIds.length > 0) await env.MEDIA.delete(importIds.map(nameOf));
}
