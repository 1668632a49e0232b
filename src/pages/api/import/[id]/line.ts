import { allowOnly, handle } from "../../../../http/handle.ts";
import { listImportLinesEndpoint } from "../../../../shop/imports/imports.api.ts";
import { listImportLines } from "../../../../shop/imports/imports.server.ts";

export const GET = handle(listImportLinesEndpoint, ({ params, query }) =>
	listImportLines(params.id, query),
);

export const ALL = allowOnly("GET");
