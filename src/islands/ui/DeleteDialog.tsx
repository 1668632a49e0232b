import type { ReactNode } from "react";
import { type ErrorCode, ShopError } from "../../errors.ts";
import { toast } from "../../stores/toasts.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { toastError, useSend } from "./useSend.ts";

interface Props {
	title: string;
	confirmLabel: string;
	/** Deletes it. */
	request: () => Promise<unknown>;
	/** The toast afterwards. */
	deletedMessage: string;
	/** Called when it is deleted, now or earlier. */
	onDeleted: () => void;
	/** The errors that say it was deleted earlier. */
	deletedEarlier?: readonly ErrorCode[];
	/** Called after any other error of the shop. */
	onError?: (error: ShopError) => void;
	onClose: () => void;
	/** Describes what will be deleted. */
	children: ReactNode;
}

/** Deletes something after a confirmation. */
export function DeleteDialog(props: Props) {
	const { title, confirmLabel, request, deletedMessage, onDeleted, onClose, children } = props;
	const { deletedEarlier = ["not_found"], onError } = props;
	const { sending, send } = useSend();
	const confirm = () =>
		send(
			async () => {
				await request();
				toast("success", deletedMessage);
				onClose();
				onDeleted();
			},
			(error) => {
				toastError(error);
				onClose();
				if (!(error instanceof ShopError)) return;
				if (deletedEarlier.includes(error.code)) onDeleted();
				else onError?.(error);
			},
		);
	return (
		<ConfirmDialog
			title={title}
			confirmLabel={confirmLabel}
			busy={sending}
			onConfirm={confirm}
			onCancel={onClose}
		>
			{children}
		</ConfirmDialog>
	);
}
