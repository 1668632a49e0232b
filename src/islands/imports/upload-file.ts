/** Uploads the file of an import. */

import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/imports.ts";
import { createImportEndpoint } from "../../shop/imports/imports.api.ts";
import { importField, maxImportBytes } from "../../shop/imports/imports.ts";
import { type ZipImage, zipImagesField } from "../../shop/imports/zip-images.ts";

/** Uploads a file with the images of its zip, and returns the id of its import. Throws as `call` does. */
export async function uploadFile(file: File, images: readonly ZipImage[] = []): Promise<string> {
	if (file.size > maxImportBytes) {
		throw new ShopError("too_large", {
			message: texts.fileTooLarge(`${maxImportBytes / 1024 ** 2} MB`),
		});
	}
	const form = new FormData();
	form.set(importField, file);
	if (images.length > 0) form.set(zipImagesField, JSON.stringify(images));
	const query = { name: file.name.slice(0, 200), columns: "ask" } as const;
	const { insertedId } = await call(createImportEndpoint, { query, form });
	return insertedId;
}
