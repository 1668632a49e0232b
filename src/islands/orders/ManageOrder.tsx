import { useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as refundTexts from "../../messages/refunds.ts";
import * as shippingTexts from "../../messages/shipping.ts";
import {
	canAddTracking,
	canCancel,
	canRefund,
	refundableRest,
} from "../../shop/orders/line-actions.ts";
import { addOrderNoteEndpoint, setPackedEndpoint } from "../../shop/orders/lines.api.ts";
import type { OrderLine, Parcel } from "../../shop/orders/lines.ts";
import { maxNoteLength } from "../../shop/orders/order-note.ts";
import { canShip } from "../../shop/orders/order-states.ts";
import { retryRefundEndpoint } from "../../shop/refunds/refunds.api.ts";
import { createShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import { fullNameOf } from "../../shop/tools/sold-names.ts";
import { type Toast, toast, toastAfterNavigation } from "../../stores/toasts.ts";
import { toCents } from "../../values/money.ts";
import { AddNote } from "../ui/AddNote.tsx";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { CancelOrder } from "./CancelOrder.tsx";
import { offerPendingUndo, offerUndoAfterReload } from "./offer-undo-of-shipping.ts";
import { refundToast } from "./refund-toast.ts";
import { parcelOf, useShipParcels } from "./useShipParcels.ts";

const RefundOrder = lazyDialog(() => import("./RefundOrder.tsx"), "RefundOrder");
const ShipParcels = lazyDialog(() => import("./ShipParcels.tsx"), "ShipParcels");
const CorrectShipment = lazyDialog(() => import("./CorrectShipment.tsx"), "CorrectShipment");

interface Props {
	/** The order's id. */
	id: string;
	lines: OrderLine[];
}

/** The page shows the order as the server has it, and what was done. */
function reload(done?: Toast) {
	if (done) toastAfterNavigation(done);
	location.reload();
}

const shippingUndone: Toast = { kind: "success", text: shippingTexts.shippingUndone };
const trackingSaved: Toast = { kind: "success", text: shippingTexts.trackingSaved };

/** What staff does with an order on its page: ship, pack, refund, add a note. */
export function ManageOrder({ id, lines }: Props) {
	const [dialog, setDialog] = useState<"ship" | "addTracking" | "refund" | Parcel>();
	const { sending, send, shipParcels } = useShipParcels({
		onShipped: () => undefined,
		onUndone: () => undefined,
		offerUndo: (shipments) => {
			offerUndoAfterReload(shipments);
			reload();
		},
	});
	useEffect(() => offerPendingUndo(() => reload(shippingUndone)), []);
	const order = { id, lines };
	const toShip = parcelOf(order);
	const shippable = lines.filter(canShip);
	const isPacked = shippable.every(({ packedAt }) => packedAt);
	const untracked = lines.filter(canAddTracking);
	const parcels = [...new Map(lines.map(({ shipment }) => [shipment?._id, shipment])).values()];
	const cancelCents = lines
		.filter(canCancel)
		.reduce((sum, line) => sum + toCents(refundableRest(line)), 0);
	const close = () => setDialog(undefined);
	const run = (task: () => Promise<unknown>) => send(async () => void (await task()));

	const ship = async (some: Parameters<typeof shipParcels>[0]) => {
		for (const { reason } of await shipParcels(some)) toast("error", reason);
	};
	const pack = async () => {
		const body = { packed: !isPacked };
		await Promise.all(
			shippable.map(({ _id }) => call(setPackedEndpoint, { params: { id: _id }, body })),
		);
		reload();
	};
	const retry = async () => {
		reload(refundToast(await call(retryRefundEndpoint, { params: { id } })));
	};
	const button = (label: string, run: () => void, look = "btn-outline") => (
		<Button key={label} look={look} disabled={sending} onClick={run}>
			{label}
		</Button>
	);

	return (
		<div className="grid gap-6">
			<div className="flex flex-wrap gap-3">
				{shippable.length > 0 && (
					<>
						{button(shippingTexts.ship, () => void run(() => ship([toShip])), "btn-primary")}
						{button(shippingTexts.shipWithTracking, () => setDialog("ship"))}
						{button(
							isPacked ? shippingTexts.notPacked : shippingTexts.markAsPacked,
							() => void run(pack),
						)}
					</>
				)}
				{untracked.length > 0 && button(shippingTexts.addTracking, () => setDialog("addTracking"))}
				{parcels.map(
					(parcel) =>
						parcel &&
						button(
							parcels.length > 1
								? shippingTexts.changeTrackingOf(parcel)
								: shippingTexts.changeTracking,
							() => setDialog(parcel),
						),
				)}
				{lines.some(canRefund) && button(refundTexts.refundAction, () => setDialog("refund"))}
				{lines.some(({ failedRefundPrice }) => failedRefundPrice !== undefined) &&
					button(refundTexts.retryRefund, () => void run(retry))}
				{cancelCents > 0 && <CancelOrder id={id} cents={cancelCents} />}
			</div>
			<AddNote endpoint={addOrderNoteEndpoint} id={id} maxLength={maxNoteLength} />
			{dialog === "ship" && <ShipParcels parcels={[toShip]} onShip={ship} onClose={close} />}
			{dialog === "addTracking" && (
				<ShipParcels
					isShipped
					parcels={[
						{ ...toShip, lines: untracked.map((line) => ({ ...line, name: fullNameOf(line) })) },
					]}
					onShip={async ([parcel]) => {
						const lineIds = (parcel?.lines ?? []).map(({ _id }) => _id);
						const { carrier, trackingNumber } = parcel ?? {};
						await call(createShipmentEndpoint, { body: { lineIds, carrier, trackingNumber } });
						reload(trackingSaved);
					}}
					onClose={close}
				/>
			)}
			{dialog === "refund" && (
				<RefundOrder
					orderId={id}
					onRefunded={(reply) => reload(refundToast(reply))}
					onClose={close}
				/>
			)}
			{typeof dialog === "object" && (
				<CorrectShipment
					parcel={dialog}
					onCorrected={() => reload(trackingSaved)}
					onClose={close}
				/>
			)}
		</div>
	);
}
