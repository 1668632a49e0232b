import { allowOnly, handle } from "../../../http/handle.ts";
import { restockToolEndpoint } from "../../../shop/tools/tools.api.ts";
import { restockTool } from "../../../shop/tools/tools.server.ts";

export const PUT = handle(restockToolEndpoint, ({ caller, params, body }) =>
	restockTool(caller, params.id, body),
);
export const ALL = allowOnly("PUT");
