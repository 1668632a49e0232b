import { handle } from "../../../../http/handle.ts";
import { revertImportEndpoint } from "../../../../shop/imports/imports.api.ts";
import { revertImport } from "../../../../shop/imports/imports.server.ts";

export const { POST, ALL } = handle(revertImportEndpoint, ({ caller, params }) =>
	revertImport(caller, params.id),
);
