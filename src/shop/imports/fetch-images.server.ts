/** Fetches the images of an import from their addresses, and stores them as uploads are. */
import { and, asc, eq, isNull, ne, sql } from "drizzle-orm";
import { importImages, importLines } from "../../db/import-tables.ts";
import { ShopError } from "../../errors.ts";
import * as texts from "../../messages/imports.ts";
import { batch, database } from "../../platform/database/database.ts";
import { type FetchFailure, fetchFile } from "../../platform/services/fetch-image.ts";
import { imageUrl, maxUploadBytes, uploadField } from "../../values/images.ts";
import { storeImage } from "../images/images.server.ts";

/** How many are fetched at the same time: a Worker has six open connections (Cloudflare docs: Workers limits). */
const atOnce = 4;

/** The condition of an import's pictures that could not be fetched. */
export const isMissingOf = (importId: string) =>
	and(
		eq(importImages.importId, importId),
		eq(importImages.isFetched, true),
		ne(importImages.problem, ""),
	);

/** How many pictures an answer names. */
const namedPictures = 50;

/** The pictures of an import that could not be fetched, how many are still to be, and how many saved lines lack one. */
export async function readPictures(importId: string) {
	const db = database();
	const ofImport = eq(importImages.importId, importId);
	const isMissing = isMissingOf(importId);
	const { missing, counts } = await batch({
		missing: db
			.select({ address: importImages.address, problem: importImages.problem })
			.from(importImages)
			.where(isMissing)
			.orderBy(asc(importImages.address))
			.limit(namedPictures),
		counts: db
			.select({
				waiting:
					sql<number>`(select count(*) from ${importImages} where ${and(ofImport, isNull(importImages.image), eq(importImages.problem, ""))})`.as(
						"waiting",
					),
				missing: sql<number>`(select count(*) from ${importImages} where ${isMissing})`.as(
					"missing_count",
				),
				lines:
					sql<number>`(select count(*) from ${importLines} where ${and(eq(importLines.importId, importId), isIncomplete)})`.as(
						"lines",
					),
			})
			.from(sql`(select 1)`),
	});
	const [{ waiting = 0, missing: count = 0, lines = 0 } = {}] = counts;
	return { waiting, missing: count, named: missing, lines };
}

/** The condition of a line that was saved without a picture that it names. */
export const isIncomplete = and(
	eq(importLines.state, "saved"),
	ne(sql`${importLines.errors}`, "[]"),
);

/** The statement that lets the pictures that could not be fetched be fetched again. */
export const forgetFailures = (importId: string) =>
	database().update(importImages).set({ problem: "" }).where(isMissingOf(importId));

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
