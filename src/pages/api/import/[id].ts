import { handle } from "../../../http/handle.ts";
import { getImportEndpoint } from "../../../shop/imports/imports.api.ts";
import { getImport } from "../../../shop/imports/imports.server.ts";

export const { GET, ALL } = handle(getImportEndpoint, ({ params }) => getImport(params.id));
