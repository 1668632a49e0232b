import { readUpload } from "../../http/body.ts";
import { allowOnly, handle } from "../../http/handle.ts";
import { createImportEndpoint } from "../../shop/imports/imports.api.ts";
import { createImport } from "../../shop/imports/imports.server.ts";
import { importField, maxImportBytes } from "../../shop/imports/imports.ts";

export const POST = handle(createImportEndpoint, async ({ caller, query, request }) =>
	createImport(caller, query.name, await readUpload(request, importField, maxImportBytes)),
);

export const ALL = allowOnly("POST");
