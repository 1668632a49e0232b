import { useState } from "react";
import { call } from "../../http/call.ts";
import * as shippingMessages from "../../messages/shipping.ts";
import type { Parcel } from "../../shop/orders/lines.ts";
import type { Label } from "../../shop/shipments/labels.ts";
import type { ShippedParcel } from "../../shop/shipments/packing.ts";
import { createShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { ParcelFacts } from "./ParcelFacts.tsx";
import { ShippedLabel } from "./ShippedLabel.tsx";
import type { TrackedParcel } from "./useShipParcels.ts";

const ShipParcels = lazyDialog(() => import("./ShipParcels.tsx"), "ShipParcels");
const CorrectShipment = lazyDialog(() => import("./CorrectShipment.tsx"), "CorrectShipment");

interface Props {
	parcels: ShippedParcel[];
	/** The labels that were bought for the parcels. */
	labels: Label[];
}

/** Parcels that were shipped, for a packer who corrects a carrier or a tracking number, or adds them. */
export function ShippedParcels({ parcels, labels }: Props) {
	/** The parcels as they are now, where they were changed. */
	const [changed, setChanged] = useState<ReadonlyMap<ShippedParcel, Parcel>>(new Map());
	const [chosen, setChosen] = useState<ShippedParcel>();
	const shipmentOf = (parcel: ShippedParcel) => changed.get(parcel) ?? parcel.shipment;
	const change = (parcel: ShippedParcel, shipment: Parcel) =>
		setChanged((previous) => new Map(previous).set(parcel, shipment));
	const close = () => setChosen(undefined);
	const chosenShipment = chosen && shipmentOf(chosen);

	const addTracking = async (parcel: ShippedParcel, [tracked]: readonly TrackedParcel[]) => {
		const { lines = [], carrier, trackingNumber } = tracked ?? {};
		const lineIds = lines.map(({ _id }) => _id);
		const { shipment } = await call(createShipmentEndpoint, {
			body: { lineIds, carrier, trackingNumber },
		});
		change(parcel, shipment);
		toast("success", shippingMessages.trackingSaved);
	};

	return (
		<>
			<ul className="cards">
				{parcels.map((parcel) => {
					const shipment = shipmentOf(parcel);
					const [recipient = ""] = parcel.address;
					const label = labels.find(({ shipmentId }) => shipmentId === shipment?._id);
					return (
						<li key={`${parcel.orderId} ${parcel.shipment?._id ?? ""}`} className="card">
							<ParcelFacts parcel={parcel} />
							<p>{shippingMessages.trackingOf(shipment)}</p>
							{label && <ShippedLabel label={label} recipient={recipient} />}
							{(shipment || parcel.canAddTracking) && (
								<div className="flex flex-wrap gap-3">
									<Button
										aria-label={(shipment
											? shippingMessages.changeTrackingFor
											: shippingMessages.addTrackingFor)(recipient)}
										onClick={() => setChosen(parcel)}
									>
										{shipment ? shippingMessages.changeTracking : shippingMessages.addTracking}
									</Button>
								</div>
							)}
						</li>
					);
				})}
			</ul>
			{chosen && chosenShipment && (
				<CorrectShipment
					parcel={chosenShipment}
					onCorrected={(shipment) => {
						toast("success", shippingMessages.trackingSaved);
						change(chosen, shipment);
					}}
					onClose={close}
				/>
			)}
			{chosen && !chosenShipment && (
				<ShipParcels
					isShipped
					parcels={[{ ...chosen, recipient: chosen.address[0] ?? "" }]}
					onShip={(parcels) => addTracking(chosen, parcels)}
					onClose={close}
				/>
			)}
		</>
	);
}
