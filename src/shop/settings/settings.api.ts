/** The endpoint for the settings of the dashboard. */
import * as v from "valibot";
import { endpoint } from "../../http/endpoint.ts";
import { id } from "../../values/fields.ts";
import { settingChange } from "./settings.ts";

export const saveSettingEndpoint = endpoint({
	method: "PUT",
	path: "/setting/{topic}",
	access: "admin",
	summary:
		"Stores a setting of the dashboard, such as shipping, instead of what shop.config.ts says. `null` resets it. The version must be the one you read",
	params: v.object({ topic: id }),
	body: settingChange,
	reply: v.object({ version: v.number() }),
	errors: ["not_found", "setting_changed"],
});
