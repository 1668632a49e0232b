import { type SubmitEvent, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import {
	listToolsEndpoint,
	restockToolEndpoint,
	updateToolEndpoint,
} from "../../shop/tools/tools.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { useFormGuard } from "../ui/useFormGuard.ts";
import { offerUndo, toastError } from "../ui/useSend.ts";
import * as drafts from "./tool-draft.ts";

interface Options {
	tool: Tool;
	/** E-mail of the administrator. */
	email: string;
	onChanged: (tool: Tool) => void;
	onDeleted: (id: string) => void;
}

/** The draft of price, stock and minimum in a tool's row. */
export function useToolRow({ tool, email, onChanged, onDeleted }: Options) {
	const [edited, setDraft] = useState<drafts.Draft>();
	// The row follows the list, unless the user has changed a field.
	const draft = edited && drafts.isCurrent(edited, tool) ? edited : drafts.newDraft(tool);
	const fields = {
		dirty: drafts.isDirty(draft),
		values: () => drafts.toStoredDraft(draft),
		restore: (values: Record<string, unknown>) => setDraft(drafts.restoreDraft(tool, values)),
		setError: (field: string, message: string) =>
			setDraft((previous = draft) => ({
				...previous,
				errors: { ...previous.errors, [field]: message },
			})),
	};
	const guard = useFormGuard(fields, email, tool._id);

	const changeField = (name: drafts.FieldName, text: string) => {
		const typed = { ...draft.typed, [name]: text };
		// After the first failed attempt to save, validate while typing.
		setDraft({
			...draft,
			typed,
			errors: draft.errors && drafts.validateDraft({ ...draft, typed }, tool),
		});
	};

	const save = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const errors = drafts.validateDraft(draft, tool);
		const firstInvalid = drafts.fieldNames.find((name) => errors[name]);
		setDraft({ ...draft, errors });
		if (firstInvalid === undefined) return void submitDraft();
		const field = event.currentTarget.elements.namedItem(firstInvalid);
		if (field instanceof HTMLElement) field.focus();
	};

	const submitDraft = (sent = draft) =>
		guard.send(
			async () => {
				const updated = { ...tool, ...drafts.parseNumbers(sent) };
				await writeDraft(tool, sent);
				setDraft(undefined);
				onChanged(updated);
				offerUndo(messages.productUpdated(tool.name), () => undo(updated), onUndoError);
			},
			(error) => void syncAfterError(error),
		);

	/** Makes the stock enough for an order. */
	const lowerMinimum = () =>
		void submitDraft(drafts.draftOf(tool, { ...tool, minOrderQuantity: tool.quantity }));

	/** Saves what the tool was before, unless its stock has changed since. */
	const undo = async (updated: Tool) => {
		await writeDraft(updated, drafts.draftOf(updated, tool));
		onChanged(tool);
		toast("success", messages.productUpdated(tool.name));
	};
	const onUndoError = (error: unknown) => {
		toastError(error);
		void syncAfterError(error);
	};

	const reset = () => {
		setDraft(undefined);
		guard.setFormError(undefined);
	};

	/** Handles a deleted tool, and a changed stock: shows the current stock and keeps price and minimum as typed. */
	const syncAfterError = async (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		if (error.code === "not_found") {
			toast("error", error.message);
			onDeleted(tool._id);
		}
		if (error.code !== "stock_changed") return;
		const [current] = await call(listToolsEndpoint, { query: { id: tool._id } }).catch(() => []);
		if (!current) return;
		setDraft((previous = draft) => drafts.rebaseDraft(previous, current));
		onChanged(current);
	};

	return { draft, guard, changeField, save, reset, lowerMinimum };
}

async function writeDraft(tool: Tool, draft: drafts.Draft): Promise<void> {
	const body = drafts.toRequestBody(draft);
	if (drafts.isStockOnly(draft, tool)) {
		await call(restockToolEndpoint, { params: { id: tool._id }, body });
	} else {
		await call(updateToolEndpoint, { query: { id: tool._id }, body });
	}
}
