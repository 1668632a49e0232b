import { call } from "../../http/call.ts";
import { ShopError } from "../../http/errors.ts";
import * as messages from "../../messages.ts";
import { deleteToolEndpoint } from "../../shop/tools/tools.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { say } from "../../stores/toasts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { useSend, wordsOf } from "../ui/useSend.ts";

interface Props {
	tool: Tool;
	/** It is gone, by us or by somebody else before. */
	onGone: () => void;
	onClose: () => void;
}

/** Asks, naming the tool and what becomes of it, and deletes it. */
export function DeleteTool({ tool, onGone, onClose }: Props) {
	const { sending, send } = useSend();
	const remove = () =>
		send(
			async () => {
				await call(deleteToolEndpoint, { query: { id: tool._id } });
				say("success", messages.toolDeleted(tool.name));
				onClose();
				onGone();
			},
			(error) => {
				say("error", wordsOf(error));
				onClose();
				if (error instanceof ShopError && error.code === "not_found") onGone();
			},
		);
	return (
		<ConfirmDialog
			title="Delete this tool?"
			action="Delete tool"
			busy={sending}
			onConfirm={remove}
			onCancel={onClose}
		>
			<p>
				<strong>{tool.name}</strong> and its stock of {tool.quantity} will leave the shop for good.
			</p>
			<p>Orders and reviews of it stay as they are, and open orders can still be paid.</p>
		</ConfirmDialog>
	);
}
