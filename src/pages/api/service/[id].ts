import { allowOnly, handle } from "../../../http/handle.ts";
import { changeManagedTool, updateTool } from "../../../shop/tools/change-tools.server.ts";
import {
	changeToolEndpoint,
	getManagedToolEndpoint,
} from "../../../shop/tools/managed-tools.api.ts";
import { restockToolEndpoint } from "../../../shop/tools/tools.api.ts";
import { getManagedTool } from "../../../shop/tools/tools.server.ts";

export const { GET } = handle(getManagedToolEndpoint, ({ params }) => getManagedTool(params.id));

export const { PUT } = handle(restockToolEndpoint, ({ caller, params, body }) =>
	updateTool(caller, params.id, body),
);

export const { PATCH } = handle(changeToolEndpoint, ({ caller, params, body }) =>
	changeManagedTool(caller, params.id, body),
);

export const ALL = allowOnly("GET", "PUT", "PATCH");
