import { handle } from "../../../../http/handle.ts";
import { copyTool } from "../../../../shop/tools/drafts.server.ts";
import { copyToolEndpoint } from "../../../../shop/tools/managed-tools.api.ts";

export const { POST, ALL } = handle(copyToolEndpoint, ({ caller, params }) =>
	copyTool(caller, params.id),
);
