import { handle } from "../../../http/handle.ts";
import { saveSettingEndpoint } from "../../../shop/settings/settings.api.ts";
import { saveSetting } from "../../../shop/settings/settings.server.ts";

export const { PUT, ALL } = handle(saveSettingEndpoint, ({ caller, params, body }) =>
	saveSetting(caller, params.topic, body),
);
