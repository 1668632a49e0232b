import { readUploadForm } from "../../http/body.ts";
import { handle } from "../../http/handle.ts";
import { createImportEndpoint } from "../../shop/imports/imports.api.ts";
import { createImport } from "../../shop/imports/imports.server.ts";
import { importField, maxImportBytes } from "../../shop/imports/imports.ts";
import { maxZipFieldBytes, zipImagesField } from "../../shop/imports/zip-images.ts";

export const { POST, ALL } = handle(createImportEndpoint, async ({ caller, query, request }) => {
	const { file, texts } = await readUploadForm(request, {
		field: importField,
		maxBytes: maxImportBytes,
		textBytes: maxZipFieldBytes,
	});
	return createImport(
		caller,
		query.name,
		file,
		texts.get(zipImagesField) ?? "",
		query.columns === "ask",
	);
});
