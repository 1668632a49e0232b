import { handle } from "../../../../http/handle.ts";
import { startImportEndpoint } from "../../../../shop/imports/imports.api.ts";
import { startImport } from "../../../../shop/imports/imports.server.ts";

export const { POST, ALL } = handle(startImportEndpoint, ({ caller, params, body }) =>
	startImport(caller, params.id, body.mode, body.categories),
);
