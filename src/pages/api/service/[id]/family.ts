import { handle } from "../../../../http/handle.ts";
import { saveFamilyEndpoint } from "../../../../shop/tools/families.api.ts";
import { saveFamily } from "../../../../shop/tools/save-family.server.ts";

export const { PUT, ALL } = handle(saveFamilyEndpoint, ({ caller, params, body }) =>
	saveFamily(caller, params.id, body),
);
