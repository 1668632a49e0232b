import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/refunds.ts";
import { cancelOrderEndpoint } from "../../shop/refunds/refunds.api.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { formatCents } from "../../values/money.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toastError, useSend } from "../ui/useSend.ts";
import { refundToast } from "./refund-toast.ts";

interface Props {
	/** The order's, or a line's. */
	id: string;
	/** The tool, for a line of several. */
	name?: string;
	/** What is left to refund, in minor units. */
	cents: number;
}

/** Cancels what was not shipped of a paid order, or a line of it, on its page, which the server then renders again. */
export function CancelOrder({ id, name, cents }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	const { sending, send } = useSend();
	const cancel = () =>
		send(
			async () => {
				const reply = await call(cancelOrderEndpoint, { params: { id } });
				toastAfterNavigation(refundToast(reply));
				location.reload();
			},
			(error) => {
				toastError(error);
				setIsOpen(false);
			},
		);
	return (
		<>
			<Button
				look={`btn-ghost font-normal underline ${name ? "btn-sm justify-self-start px-0" : ""}`}
				aria-label={name && texts.cancelLine(name)}
				onClick={() => setIsOpen(true)}
			>
				{name ? common.cancel : texts.cancelOrder}
			</Button>
			{isOpen && (
				<ConfirmDialog
					title={texts.cancelQuestion}
					confirmLabel={texts.cancelOrder}
					cancelLabel={texts.keepOrder}
					busy={sending}
					onConfirm={cancel}
					onCancel={() => setIsOpen(false)}
				>
					<p>{texts.whatCancelDoes(name, formatCents(cents))}</p>
				</ConfirmDialog>
			)}
		</>
	);
}
