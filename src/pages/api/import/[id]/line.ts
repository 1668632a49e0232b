import { handle } from "../../../../http/handle.ts";
import { listImportLinesEndpoint } from "../../../../shop/imports/imports.api.ts";
import { listImportLines } from "../../../../shop/imports/imports.server.ts";

export const { GET, ALL } = handle(listImportLinesEndpoint, ({ params, query }) =>
	listImportLines(params.id, query),
);
