import { type SubmitEvent, useState } from "react";
import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import {
	listToolsEndpoint,
	restockToolEndpoint,
	updateToolEndpoint,
} from "../../shop/tools/tools.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { say } from "../../stores/toasts.ts";
import { useCare } from "../ui/useCare.ts";
import * as drafts from "./draft.ts";

interface Options {
	tool: Tool;
	/** E-mail of the administrator. */
	email: string;
	onChanged: (tool: Tool) => void;
	onGone: (id: string) => void;
}

/** Price, stock and minimum of a tool, changed in its row. */
export function useToolRow({ tool, email, onChanged, onGone }: Options) {
	const [begun, setDraft] = useState<drafts.Draft>();
	// The row follows the list, but not under the hands of somebody who is typing.
	const draft = begun && drafts.holds(begun, tool) ? begun : drafts.fresh(tool);
	const fields = {
		dirty: drafts.isDirty(draft),
		values: () => drafts.keptOf(draft),
		giveBack: (values: Record<string, unknown>) => setDraft(drafts.given(tool, values)),
		complain: (field: string, message: string) =>
			setDraft((now = draft) => ({ ...now, wrong: { ...now.wrong, [field]: message } })),
	};
	const care = useCare(fields, email, tool._id);

	const change = (name: drafts.Name, text: string) => {
		const typed = { ...draft.typed, [name]: text };
		// Once it was refused, what is wrong follows the typing.
		setDraft({ ...draft, typed, wrong: draft.wrong && drafts.wrongIn({ ...draft, typed }, tool) });
	};

	const save = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const wrong = drafts.wrongIn(draft, tool);
		const first = drafts.names.find((name) => wrong[name]);
		setDraft({ ...draft, wrong });
		if (first === undefined) return void write();
		const field = event.currentTarget.elements.namedItem(first);
		if (field instanceof HTMLElement) field.focus();
	};

	const write = () =>
		care.send(
			async () => {
				const now = { ...tool, ...drafts.numbersOf(draft) };
				await writeDraft(tool, draft);
				setDraft(undefined);
				onChanged(now);
				say("success", messages.productUpdated(tool.name));
			},
			(error) => void showAsItIs(error),
		);

	const restore = () => {
		setDraft(undefined);
		care.setRefusal(undefined);
	};

	/** After a refusal because the tool has changed: what it is now, keeping price and minimum as typed. */
	const showAsItIs = async (error: unknown) => {
		if (!(error instanceof ShopError)) return;
		if (error.code === "not_found") {
			say("error", error.message);
			onGone(tool._id);
		}
		if (error.code !== "stock_changed") return;
		const [fresh] = await call(listToolsEndpoint, { query: { id: tool._id } }).catch(() => []);
		if (!fresh) return;
		setDraft((now = draft) => drafts.rebased(now, fresh));
		onChanged(fresh);
	};

	return { draft, care, change, save, restore };
}

async function writeDraft(tool: Tool, draft: drafts.Draft): Promise<void> {
	const body = drafts.bodyOf(draft);
	if (drafts.isRestock(draft, tool)) {
		await call(restockToolEndpoint, { params: { id: tool._id }, body });
	} else {
		await call(updateToolEndpoint, { query: { id: tool._id }, body });
	}
}
