/** Fetches the images of an import from their addresses, and stores them as uploads are. */
import { and, eq, isNull } from "drizzle-orm";
import { importImages } from "../../db/import-tables.ts";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages.imports.ts";
import { database } from "../../platform/database.ts";
import { type FetchFailure, fetchFile } from "../../platform/fetch-image.ts";
import { imageUrl, maxUploadBytes, uploadField } from "../../values/images.ts";
import { storeImage } from "../images/images.server.ts";

/** How many are fetched at the same time: a Worker has six open connections (Cloudflare docs: Workers limits). */
const atOnce = 4;

/** Fetches some images of an import. Returns whether there were any to fetch. */
export async function fetchImages(importId: string, ownerId: string | null): Promise<boolean> {
	const found = await database()
		.select({ address: importImages.address })
		.from(importImages)
		.where(
			and(
				eq(importImages.importId, importId),
				isNull(importImages.image),
				eq(importImages.problem, ""),
			),
		)
		.limit(atOnce);
	await Promise.all(
		found.map(async ({ address }) => {
			const result = await fetchImage(address, ownerId);
			await database()
				.update(importImages)
				.set(result)
				.where(and(eq(importImages.importId, importId), eq(importImages.address, address)));
		}),
	);
	return found.length > 0;
}

/** Returns the path of the stored image, or why there is none. Throws ShopError `unavailable`, which is tried again. */
async function fetchImage(
	address: string,
	ownerId: string | null,
): Promise<{ image: string } | { problem: string }> {
	const file = await fetchFile(address, maxUploadBytes);
	if ("reason" in file) return { problem: describeFailure(file) };
	try {
		return { image: imageUrl(await storeImage(ownerId, file)) };
	} catch (error) {
		if (!(error instanceof ShopError) || error.code === "unavailable") throw error;
		return { problem: error.fields?.[uploadField] ?? error.message };
	}
}

function describeFailure(failure: FetchFailure): string {
	if (failure.reason === "status") return texts.imageNotFetched(failure.status);
	return {
		forbidden: texts.imageHostForbidden,
		unreachable: texts.imageUnreachable,
		too_large: texts.imageAddressTooLarge,
	}[failure.reason];
}
