import { allowOnly, handle } from "../../../../http/handle.ts";
import { copyTool } from "../../../../shop/tools/drafts.server.ts";
import { copyToolEndpoint } from "../../../../shop/tools/managed-tools.api.ts";

export const POST = handle(copyToolEndpoint, ({ caller, params }) => copyTool(caller, params.id));
export const ALL = allowOnly("POST");
