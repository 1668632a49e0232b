import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import { ShopError } from "../../shop/errors.ts";
import { deleteToolEndpoint } from "../../shop/tools/tools.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { toast } from "../../stores/toasts.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { errorMessage, useSend } from "../ui/useSend.ts";

interface Props {
	tool: Tool;
	/** Called when the tool is deleted, now or earlier. */
	onDeleted: () => void;
	onClose: () => void;
}

/** Deletes a tool after a confirmation that describes the effect. */
export function DeleteTool({ tool, onDeleted, onClose }: Props) {
	const { sending, send } = useSend();
	const deleteTool = () =>
		send(
			async () => {
				await call(deleteToolEndpoint, { query: { id: tool._id } });
				toast("success", messages.toolDeleted(tool.name));
				onClose();
				onDeleted();
			},
			(error) => {
				toast("error", errorMessage(error));
				onClose();
				if (error instanceof ShopError && error.code === "not_found") onDeleted();
			},
		);
	return (
		<ConfirmDialog
			title="Delete this tool?"
			confirmLabel="Delete tool"
			busy={sending}
			onConfirm={deleteTool}
			onCancel={onClose}
		>
			<p>
				<strong>{tool.name}</strong> and its stock of {tool.quantity} will be removed from the shop
				permanently.
			</p>
			<p>Orders and reviews of it stay as they are, and open orders can still be paid.</p>
		</ConfirmDialog>
	);
}
