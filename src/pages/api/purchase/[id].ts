import { handle } from "../../../http/handle.ts";
import { getToolEndpoint } from "../../../shop/tools/tools.api.ts";
import { getTool } from "../../../shop/tools/tools.server.ts";

export const { GET, ALL } = handle(getToolEndpoint, ({ params }) => getTool(params.id));
