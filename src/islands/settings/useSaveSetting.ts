import { useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as texts from "../../messages/settings.ts";
import type { SettingTopic } from "../../shop/settings/setting-topics.ts";
import { saveSettingEndpoint } from "../../shop/settings/settings.api.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { toastError, useSend } from "../ui/useSend.ts";

/** Stores a setting and shows the page anew, or what is wrong with it by field. */
export function useSaveSetting(topic: SettingTopic, version: number) {
	const [errors, setErrors] = useState<Record<string, string>>({});
	const { sending, send } = useSend();
	/** Passing null restores the value from shop.config.ts. */
	const save = (setting: object | null) =>
		send(
			async () => {
				const value = setting && JSON.stringify(setting);
				const body = { value, version };
				await call(saveSettingEndpoint, { params: { topic }, body });
				toastAfterNavigation({ kind: "success", text: texts.saved });
				leaveWithoutWarning(location.pathname + location.search);
			},
			(error) => {
				const fields = (error instanceof ShopError && error.fields) || {};
				setErrors(fields);
				if (Object.keys(fields).length === 0) toastError(error);
			},
		);
	return { errors, sending, save };
}
