import { useCallback, useEffect, useState } from "react";
import { call } from "../../http/call.ts";
import * as shippingMessages from "../../messages.shipping.ts";
import { listLinesEndpoint } from "../../shop/orders/lines.api.ts";
import { canAddTracking, canShip, type OrderLine, publicState } from "../../shop/orders/lines.ts";
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
	line: OrderLine;
	/** Receives each line of its order as it is when the dialog reads it. The same function in each render. */
	onRead: (line: OrderLine) => void;
	/** Receives the orders as they were before, and their parcel. */
	onShipped: (lines: OrderLine[], shipment: Shipment) => void;
	onClose: () => void;
}

/**
 * Ships lines of an order in one parcel, with its carrier and tracking number. Opened from a line that
 * was shipped without a parcel, it adds one to such lines.
 */
export function ShipOrders({ line, onRead, onShipped, onClose }: Props) {
	const { lines, failed, load } = useLinesOf(line.orderId, onRead);
	const [excluded, setExcluded] = useState<readonly string[]>([]);
	const form = useSchemaForm(trackingForm, trackingDefaults());
	const { sending, send } = useSend();
	const [formError, setFormError] = useState<string>();
	const isShipped = line.status === "Shipped";
	const canInclude = isShipped ? canAddTracking : canShip;
	const shippable = lines?.filter(canInclude) ?? [];
	const others = lines?.filter((one) => !canInclude(one)) ?? [];
	const title = isShipped ? shippingMessages.addTracking : shippingMessages.shipWithTracking;
	const chosen = shippable.filter(({ _id }) => !excluded.includes(_id));

	const ship = (tracking: { carrier: string; trackingNumber: string }) =>
		send(
			async () => {
				const { carrier, trackingNumber } = tracking;
				const { shipment } = await call(createShipmentEndpoint, {
					body: { lineIds: chosen.map(({ _id }) => _id), carrier, trackingNumber },
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
			{!lines && !failed && <Spinner label={shippingMessages.loadingOrders} />}
			{lines && (
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
							lines={others}
							heading={isShipped ? shippingMessages.notAmongThem : shippingMessages.notInThisParcel}
						/>
					)}
					<TrackingFields form={form} />
					<p className="text-sm text-quiet">{shippingMessages.mailAfterUndo}</p>
					<p>
						<a
							className="link"
							href={packingPath(line.orderId, {
								lineIds: chosen.map(({ _id }) => _id),
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

/** The lines of the order that can't be in the parcel. */
function OtherOrders({ lines, heading }: { lines: readonly OrderLine[]; heading: string }) {
	return (
		<div className="text-sm">
			<p className="text-quiet">{heading}</p>
			<ul>
				{lines.map((line) => (
					<li key={line._id}>
						{line.quantity} × {line.name}: {publicState(line)}
					</li>
				))}
			</ul>
		</div>
	);
}

/** Loads the lines of an order: fifty at most, which is less than a page. */
function useLinesOf(orderId: string, onRead: (line: OrderLine) => void) {
	const [lines, setLines] = useState<OrderLine[]>();
	const [failed, setFailed] = useState<string>();
	const load = useCallback(() => {
		call(listLinesEndpoint, { query: { orderId } }).then(
			(found) => {
				setFailed(undefined);
				for (const line of found) onRead(line);
				setLines(found.toSorted((one, other) => one.name.localeCompare(other.name)));
			},
			(error: unknown) => {
				if (!redirectIfSignedOut(error)) setFailed(errorMessage(error));
			},
		);
	}, [orderId, onRead]);
	useEffect(load, [load]);
	return { lines, failed, load };
}
