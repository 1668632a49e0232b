import { useCallback, useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as shippingMessages from "../../messages.shipping.ts";
import { listOrdersEndpoint } from "../../shop/orders/orders.api.ts";
import { canAddTracking, canShip, type Order, publicState } from "../../shop/orders/orders.ts";
import { packingPath } from "../../shop/shipments/packing.ts";
import { createShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import type { Shipment } from "../../shop/shipments/shipments.ts";
import { trackingDefaults, trackingForm } from "../../shop/shipments/tracking-form.ts";
import { ErrorWithRetry } from "../ui/ErrorWithRetry.tsx";
import { FieldError } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";
import { TrackingFields } from "./TrackingFields.tsx";

interface Props {
	/** The order whose card opened the dialog. */
	order: Order;
	/** Receives each order of its checkout as it is when the dialog reads it. The same function in each render. */
	onRead: (order: Order) => void;
	/** Receives the orders as they were before, and their parcel. */
	onShipped: (orders: Order[], shipment: Shipment) => void;
	onClose: () => void;
}

/**
 * Ships orders of a checkout in one parcel, with its carrier and tracking number. Opened from an order that
 * was shipped without a parcel, it adds one to such orders.
 */
export function ShipOrders({ order, onRead, onShipped, onClose }: Props) {
	const { orders, failed, load } = useOrdersOf(order.checkoutId, onRead);
	const [excluded, setExcluded] = useState<readonly string[]>([]);
	const form = useSchemaForm(trackingForm, trackingDefaults());
	const { sending, send } = useSend();
	const [formError, setFormError] = useState<string>();
	const isShipped = order.status === "Shipped";
	const canInclude = isShipped ? canAddTracking : canShip;
	const shippable = orders?.filter(canInclude) ?? [];
	const others = orders?.filter((one) => !canInclude(one)) ?? [];
	const title = isShipped ? shippingMessages.addTracking : shippingMessages.shipWithTracking;
	const chosen = shippable.filter(({ _id }) => !excluded.includes(_id));

	const ship = (tracking: { carrier: string; trackingNumber: string }) =>
		send(
			async () => {
				const { carrier, trackingNumber } = tracking;
				const { shipment } = await call(createShipmentEndpoint, {
					body: { orderIds: chosen.map(({ _id }) => _id), carrier, trackingNumber },
				});
				onClose();
				onShipped(chosen, shipment);
			},
			(error) => {
				setFormError(errorMessage(error));
				// An order may have been shipped or cancelled meanwhile.
				load();
			},
		);

	return (
		<Modal title={title} onClose={onClose} canClose={() => !sending}>
			{failed && <ErrorWithRetry message={failed} onRetry={load} />}
			{!orders && !failed && <Spinner label={shippingMessages.loadingOrders} />}
			{orders && (
				<form
					noValidate
					method="post"
					className="grid gap-5 pt-5"
					onSubmit={form.handleSubmit((tracking) => ship(tracking))}
				>
					<fieldset className="grid gap-3">
						<legend className="pb-2 font-semibold">{shippingMessages.inThisParcel}</legend>
						{shippable.map(({ _id, quantity, name }) => (
							<label key={_id} className="flex min-h-6 items-center gap-3">
								<input
									type="checkbox"
									className="size-6 accent-primary"
									checked={!excluded.includes(_id)}
									onChange={({ target: { checked } }) =>
										setExcluded((previous) =>
											checked ? previous.filter((id) => id !== _id) : [...previous, _id],
										)
									}
								/>
								{quantity} × {name}
							</label>
						))}
					</fieldset>
					{others.length > 0 && (
						<OtherOrders
							orders={others}
							heading={isShipped ? shippingMessages.notAmongThem : shippingMessages.notInThisParcel}
						/>
					)}
					<TrackingFields form={form} />
					<p className="text-sm text-quiet">{shippingMessages.mailAfterUndo}</p>
					<p>
						<a
							className="link"
							href={packingPath(order.checkoutId, {
								orderIds: chosen.map(({ _id }) => _id),
							})}
							target="_blank"
							rel="noopener"
						>
							{shippingMessages.packingSlip}
						</a>
					</p>
					<FieldError message={formError} />
					<FormActions sending={sending} onCancel={onClose}>
						<SubmitButton
							busy={sending}
							busyLabel="One moment …"
							disabledReason={chosen.length === 0 ? shippingMessages.chooseOrders : undefined}
						>
							{isShipped ? "Save" : shippingMessages.shipOrders(chosen.length)}
						</SubmitButton>
					</FormActions>
				</form>
			)}
		</Modal>
	);
}

/** The orders of the checkout that can't be in the parcel. */
function OtherOrders({ orders, heading }: { orders: readonly Order[]; heading: string }) {
	return (
		<div className="text-sm">
			<p className="text-quiet">{heading}</p>
			<ul>
				{orders.map((order) => (
					<li key={order._id}>
						{order.quantity} × {order.name}: {publicState(order)}
					</li>
				))}
			</ul>
		</div>
	);
}

/** Loads the orders of a checkout: fifty at most, which is less than a page. */
function useOrdersOf(checkoutId: string, onRead: (order: Order) => void) {
	const [orders, setOrders] = useState<Order[]>();
	const [failed, setFailed] = useState<string>();
	const load = useCallback(() => {
		call(listOrdersEndpoint, { query: { checkoutId } }).then(
			(found) => {
				setFailed(undefined);
				for (const order of found) onRead(order);
				setOrders(found.toSorted((one, other) => one.name.localeCompare(other.name)));
			},
			(error: unknown) => {
				if (!redirectIfSignedOut(error)) setFailed(errorMessage(error));
			},
		);
	}, [checkoutId, onRead]);
	useEffect(load, [load]);
	return { orders, failed, load };
}
