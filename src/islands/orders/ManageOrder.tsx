import { useState } from "react";
import { call } from "../../http/call.ts";
import * as texts from "../../messages.order-admin.ts";
import * as shippingMessages from "../../messages.shipping.ts";
import { addOrderNoteEndpoint } from "../../shop/orders/lines.api.ts";
import { canAddTracking, canRefund, canShip, type OrderLine } from "../../shop/orders/lines.ts";
import { maxNoteLength, orderNote } from "../../shop/orders/order-note.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { TextareaField } from "../ui/Field.tsx";
import { importChunk } from "../ui/import-chunk.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";

const RefundLine = lazyDialog(
	async () => (await importChunk(() => import("./RefundLine.tsx"))).RefundLine,
);

const ShipOrders = lazyDialog(
	async () => (await importChunk(() => import("./ShipOrders.tsx"))).ShipOrders,
);

interface Props {
	/** The order's id. */
	id: string;
	lines: OrderLine[];
}

const ignore = () => undefined;

/** The page shows the order as the server has it. */
const reload = () => location.reload();

/** What an administrator does with an order's lines on their page: ship, refund, add a note. */
export function ManageOrder({ id, lines }: Props) {
	const hydrated = useHydrated();
	const [toShip, setToShip] = useState<OrderLine>();
	const [toRefund, setToRefund] = useState<OrderLine>();
	const shippable = lines.find(canShip) ?? lines.find(canAddTracking);
	return (
		<div className="grid gap-6">
			<div className="flex flex-wrap gap-3">
				{shippable && (
					<button
						type="button"
						className="btn btn-primary"
						disabled={!hydrated}
						onClick={() => setToShip(shippable)}
					>
						{canShip(shippable) ? shippingMessages.shipWithTracking : shippingMessages.addTracking}
					</button>
				)}
				{lines.filter(canRefund).map((line) => (
					<button
						key={line._id}
						type="button"
						className="btn btn-outline"
						disabled={!hydrated}
						onClick={() => setToRefund(line)}
					>
						Refund {line.name}
					</button>
				))}
			</div>
			<NoteForm id={id} />
			{toShip && (
				<ShipOrders
					line={toShip}
					onRead={ignore}
					onShipped={reload}
					onClose={() => setToShip(undefined)}
				/>
			)}
			{toRefund && (
				<RefundLine line={toRefund} onRefunded={reload} onClose={() => setToRefund(undefined)} />
			)}
		</div>
	);
}

function NoteForm({ id }: { id: string }) {
	const { field, form, handleSubmit } = useSchemaForm(orderNote, { text: "" });
	const { sending, send } = useSend();
	const add = ({ text }: { text: string }) =>
		send(
			async () => {
				await call(addOrderNoteEndpoint, { params: { id }, body: { text } });
				form.reset();
				toastAfterNavigation({ kind: "success", text: texts.noteAdded });
				reload();
			},
			(error) => form.setError("text", { message: errorMessage(error) }),
		);
	return (
		<form
			noValidate
			method="post"
			className="grid gap-3"
			onSubmit={handleSubmit((note) => add(note))}
		>
			<TextareaField
				label="New note"
				hint="For administrators only."
				rows={2}
				maxLength={maxNoteLength}
				{...field("text")}
			/>
			<SubmitButton busy={sending} busyLabel="One moment …">
				Add note
			</SubmitButton>
		</form>
	);
}
