import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/products.ts";
import { deleteToolEndpoint } from "../../shop/tools/tools.api.ts";
import type { Tool } from "../../shop/tools/tools.ts";
import { DeleteDialog } from "../ui/DeleteDialog.tsx";
import { Sentence } from "../ui/Sentence.tsx";

interface Props {
	tool: Tool;
	/** Called when the tool is deleted, now or earlier. */
	onDeleted: () => void;
	onClose: () => void;
}

/** Deletes a tool after a confirmation that describes the effect. */
export function DeleteTool({ tool, onDeleted, onClose }: Props) {
	return (
		<DeleteDialog
			title={texts.deleteToolQuestion}
			confirmLabel={texts.deleteTool}
			request={() => call(deleteToolEndpoint, { query: { id: tool._id } })}
			deletedMessage={messages.toolDeleted(tool.name)}
			onDeleted={onDeleted}
			onClose={onClose}
		>
			<p>
				<Sentence text={texts.deleteToolEffect(tool.quantity)}>
					<strong>{tool.name}</strong>
				</Sentence>
			</p>
			<p>{texts.deleteToolWarning}</p>
		</DeleteDialog>
	);
}
