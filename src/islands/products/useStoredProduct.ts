import { useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as productMessages from "../../messages/products.ts";
import { changeToolEndpoint, getManagedToolEndpoint } from "../../shop/tools/managed-tools.api.ts";
import {
	fieldsIn,
	type ManagedTool,
	pickFields,
	type ToolFields,
} from "../../shop/tools/tool-fields.ts";
import { toast } from "../../stores/toasts.ts";
import { offerUndo, toastError } from "../ui/useSend.ts";

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
	const offerUndoOf = (text: string, after: ManagedTool, before: Partial<ToolFields>) => {
		const undo = async () => {
			await patch(before, pickFields(after, fieldsIn(before)));
			toast("success", productMessages.undone);
		};
		offerUndo(text, undo, (error) => {
			const others = fieldsIn((isChanged(error) && error.fields) || {});
			if (others.length === 0) return toastError(error);
			toast("error", productMessages.notUndone(others));
			void reload().catch(() => {});
		});
	};

	return { tool, reload, patch, offerUndo: offerUndoOf };
}
