import { useState } from "react";
import { call } from "../../http/call.ts";
import { mailNames } from "../../messages/order-admin.ts";
import * as texts from "../../messages/order-changes.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { resendMailEndpoint } from "../../shop/orders/order-changes.api.ts";
import type { ResentMail } from "../../shop/orders/order-changes.ts";
import type { OrderDelivery } from "../../shop/orders/order-page.ts";
import { toast, toastAfterNavigation } from "../../stores/toasts.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

const ChangeDelivery = lazyDialog(() => import("./ChangeDelivery.tsx"), "ChangeDelivery");
const AddLine = lazyDialog(() => import("./AddLine.tsx"), "AddLine");
const DeleteLine = lazyDialog(() => import("../orders/DeleteLine.tsx"), "DeleteLine");

interface Props {
	/** The order's id. */
	id: string;
	delivery: OrderDelivery;
	countries: readonly { value: string; label: string }[];
	isGuest: boolean;
	isPaid: boolean;
	totalPrice: number;
	canChangeDelivery: boolean;
	/** The lines that can be taken away; none once it is paid. */
	openLines: readonly OrderLine[];
	mails: readonly ResentMail[];
}

const reload = () => location.reload();

/** What staff change on an order: its delivery, its lines before it is paid, and which e-mail is sent again. */
export function OrderChanges({ canChangeDelivery, openLines, mails, ...order }: Props) {
	const hydrated = useHydrated();
	const [dialog, setDialog] = useState<
		"delivery" | "add" | { line: OrderLine; isRemoved?: true }
	>();
	const { sending, send } = useSend();
	const isOfLine = typeof dialog === "object";
	const close = () => setDialog(undefined);
	const sendAgain = (mail: ResentMail) =>
		send(
			async () => {
				await call(resendMailEndpoint, { params: { id: order.id }, body: { mail } });
				toastAfterNavigation({ kind: "success", text: texts.sent });
				reload();
			},
			(error) => toast("error", errorMessage(error)),
		);
	const button = (label: string, onClick: () => void) => (
		<button
			key={label}
			type="button"
			className="btn btn-outline"
			disabled={!hydrated || sending}
			onClick={onClick}
		>
			{label}
		</button>
	);
	return (
		<div className="grid gap-4">
			<div className="flex flex-wrap gap-3">
				{canChangeDelivery && button(texts.changeDelivery, () => setDialog("delivery"))}
				{openLines.length > 0 && button(texts.addTool, () => setDialog("add"))}
				{openLines.flatMap((line) => [
					button(texts.changeQuantity(line.name), () => setDialog({ line })),
					button(texts.takeAway(line.name), () => setDialog({ line, isRemoved: true })),
				])}
			</div>
			{mails.length > 0 && (
				<fieldset className="flex flex-wrap gap-3">
					<legend className="mb-2 font-semibold">{texts.sendAgain}</legend>
					{mails.map((mail) => button(mailNames[mail] ?? mail, () => void sendAgain(mail)))}
				</fieldset>
			)}
			{dialog === "delivery" && <ChangeDelivery {...order} onClose={close} />}
			{dialog === "add" && <AddLine id={order.id} onClose={close} />}
			{isOfLine && !dialog.isRemoved && (
				<AddLine id={order.id} line={dialog.line} onClose={close} />
			)}
			{isOfLine && dialog.isRemoved && (
				<DeleteLine line={dialog.line} onDeleted={reload} onPaid={reload} onClose={close}>
					<p>{dialog.line.name}</p>
					<p className="text-quiet">{texts.takeAwayHint}</p>
				</DeleteLine>
			)}
		</div>
	);
}
