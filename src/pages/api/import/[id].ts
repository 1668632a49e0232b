import { allowOnly, handle } from "../../../http/handle.ts";
import { getImportEndpoint } from "../../../shop/imports/imports.api.ts";
import { getImport } from "../../../shop/imports/imports.server.ts";

export const GET = handle(getImportEndpoint, ({ params }) => getImport(params.id));

export const ALL = allowOnly("GET");
