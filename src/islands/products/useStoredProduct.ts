import { useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as productMessages from "../../messages.products.ts";
import * as messages from "../../messages.ts";
import { changeToolEndpoint, getManagedToolEndpoint } from "../../shop/tools/managed-tools.api.ts";
import {
	fieldsIn,
	type ManagedTool,
	pickFields,
	type ToolFields,
} from "../../shop/tools/tool-fields.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";

/** How long Undo is offered, in milliseconds. */
const undoOfferedMs = 15_000;

/** Whether a change was rejected because somebody else has changed the same fields, which `fields` of the error names. */
export const isChanged = (error: unknown): error is ShopError =>
	error instanceof ShopError && error.code === "tool_changed";

/** A tool as it is stored: loaded again, changed, and a change taken back. */
export function useStoredProduct(initial: ManagedTool) {
	const [tool, setTool] = useState(initial);
	const params = { id: tool._id };

	const reload = async () => setTool(await call(getManagedToolEndpoint, { params }));

	/** Changes fields that still have the values `was`, and returns the changed tool. */
	const patch = async (body: Partial<ToolFields>, was: Partial<ToolFields>) => {
		const changed = await call(changeToolEndpoint, { params, body: { ...body, was } });
		setTool(changed);
		return changed;
	};

	/** Offers to take back a change of these fields. */
	const offerUndo = (text: string, after: ManagedTool, before: Partial<ToolFields>) => {
		const undo = async () => {
			try {
				await patch(before, pickFields(after, fieldsIn(before)));
				toast("success", productMessages.undone);
			} catch (error) {
				if (redirectIfSignedOut(error)) return;
				const others = fieldsIn((isChanged(error) && error.fields) || {});
				toast("error", others.length > 0 ? productMessages.notUndone(others) : errorMessage(error));
				if (others.length > 0) await reload().catch(() => {});
			}
		};
		toast("success", text, {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(),
		});
	};

	return { tool, reload, patch, offerUndo };
}
