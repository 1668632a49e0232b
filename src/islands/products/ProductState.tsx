import { useRef, useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as productMessages from "../../messages/products.ts";
import { productPaths } from "../../paths/product.ts";
import { sitePaths } from "../../paths/site.ts";
import { isBelowMinimum } from "../../shop/tools/availability.ts";
import { copyToolEndpoint } from "../../shop/tools/managed-tools.api.ts";
import type { ManagedTool, ToolFields, ToolState } from "../../shop/tools/tool-fields.ts";
import { deleteToolEndpoint } from "../../shop/tools/tools.api.ts";
import { toast, toastAfterNavigation } from "../../stores/toasts.ts";
import { formatLocalTimestamp, formatTimestamp } from "../../values/fields.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { Sentence } from "../ui/Sentence.tsx";
import { leaveWithoutWarning } from "../ui/unsaved-changes.ts";
import { useHydrated } from "../ui/useHydrated.ts";
import { offerUndo, useSend } from "../ui/useSend.ts";

const DeleteDialog = lazyDialog(() => import("../ui/DeleteDialog.tsx"), "DeleteDialog");

interface Props {
	tool: ManagedTool;
	busy: boolean;
	/** Changes fields at once and offers Undo. */
	onChange: (changes: Partial<ToolFields>, text: string) => void;
}

/** Whether a tool is in the shop, and what puts it there, takes it out or copies it. */
export function ProductState({ tool, busy, onChange }: Props) {
	const hydrated = useHydrated();
	const { sending, send } = useSend();
	const [copyId, setCopyId] = useState<string>();
	const [deleting, setDeleting] = useState(false);
	const disabled = !hydrated || busy || sending;
	const { state, name } = tool;

	const setState = (next: ToolState) =>
		onChange({ state: next, publishAt: null }, productMessages.stateChanged(name, next));

	const copy = () =>
		send(async () => {
			const { insertedId } = await call(copyToolEndpoint, { params: { id: tool._id } });
			setCopyId(insertedId);
			offerUndo(productMessages.copied(name), () => removeCopy(insertedId));
		});
	const removeCopy = async (id: string) => {
		await call(deleteToolEndpoint, { query: { id } });
		setCopyId(undefined);
		toast("success", productMessages.undone);
	};

	const button = (label: string, onClick: () => void) => (
		<Button disabled={disabled} onClick={onClick}>
			{label}
		</Button>
	);
	return (
		<div className="card product-state">
			<p>
				<strong className="badge badge-outline">{productMessages.stateNames[state]}</strong>{" "}
				{productMessages.stateHints[state]}
			</p>
			{isBelowMinimum(tool) && (
				<div className="flex flex-wrap items-center gap-2">
					<p className="sold-out">
						{productMessages.cantBeSold(tool.quantity, tool.minOrderQuantity)}
					</p>
					{button(productMessages.lowerMinimumTo(tool.quantity), () =>
						onChange(
							{ minOrderQuantity: tool.quantity },
							productMessages.minimumIsNow(name, tool.quantity),
						),
					)}
				</div>
			)}
			<div className="flex flex-wrap gap-2">
				{state === "listed" && (
					<>
						<a className="btn btn-outline" href={sitePaths.tool(tool)}>
							{productMessages.seeInShop}
						</a>
						{button(productMessages.makeDraft, () => setState("draft"))}
						{button(productMessages.archive, () => setState("archived"))}
					</>
				)}
				{state === "draft" && (
					<>
						{button(productMessages.publishNow, () => setState("listed"))}
						{button(productMessages.archive, () => setState("archived"))}
						{button(productMessages.deleteTheDraft, () => setDeleting(true))}
					</>
				)}
				{state === "archived" && button(productMessages.restore, () => setState("listed"))}
				{button(productMessages.duplicate, () => void copy())}
			</div>
			{state === "draft" && <PublishAt tool={tool} disabled={disabled} onChange={onChange} />}
			<p role="status" className="empty:hidden">
				{copyId !== undefined && (
					<a className="link" href={productPaths.product(copyId)}>
						{productMessages.openTheCopy}
					</a>
				)}
			</p>
			{deleting && (
				<DeleteDialog
					title={productMessages.deleteDraftQuestion}
					confirmLabel={productMessages.deleteDraft}
					request={() => call(deleteToolEndpoint, { query: { id: tool._id } })}
					deletedMessage={messages.toolDeleted(name)}
					onDeleted={() => {
						toastAfterNavigation({ kind: "success", text: messages.toolDeleted(name) });
						leaveWithoutWarning(productPaths.unlistedProducts);
					}}
					onClose={() => setDeleting(false)}
				>
					<p>
						<Sentence text={productMessages.deleteDraftWarning}>
							<strong>{name}</strong>
						</Sentence>
					</p>
				</DeleteDialog>
			)}
		</div>
	);
}

/** The time at which a draft is published. */
function PublishAt({
	tool: { name, publishAt },
	disabled,
	onChange,
}: {
	tool: ManagedTool;
	disabled: boolean;
	onChange: Props["onChange"];
}) {
	const input = useRef<HTMLInputElement>(null);
	const hydrated = useHydrated();
	const set = () => {
		const chosen = input.current?.valueAsNumber ?? Number.NaN;
		const typed = input.current?.value;
		if (Number.isNaN(chosen) || !typed) {
			input.current?.focus();
			return;
		}
		// Without a zone it is a local time (ECMAScript, Date Time String Format).
		const at = new Date(typed);
		onChange(
			{ publishAt: at.toISOString() },
			productMessages.publishesAt(formatLocalTimestamp(at)),
		);
	};
	return (
		<div className="grid gap-2">
			{publishAt !== null && (
				<p className="font-semibold">
					{productMessages.publishesAt(
						hydrated ? formatLocalTimestamp(new Date(publishAt)) : formatTimestamp(publishAt),
					)}{" "}
					<Button
						look="btn-outline btn-sm"
						disabled={disabled}
						onClick={() =>
							onChange({ publishAt: null }, productMessages.stateChanged(name, "draft"))
						}
					>
						{productMessages.dontPublish}
					</Button>
				</p>
			)}
			<label className="font-semibold" htmlFor="publish-at">
				{productMessages.publishAtTime}
			</label>
			<div className="flex flex-wrap gap-2">
				<input
					ref={input}
					id="publish-at"
					type="datetime-local"
					className="input text-base"
					aria-describedby="publish-hint"
				/>
				<Button disabled={disabled} onClick={set}>
					{productMessages.publishThen}
				</Button>
			</div>
			<p id="publish-hint" className="text-sm text-quiet">
				{productMessages.publishHint}
			</p>
		</div>
	);
}
