import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages/common.ts";
import * as shippingMessages from "../../messages/shipping.ts";
import type { Parcel } from "../../shop/orders/lines.ts";
import { updateShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import type { Shipment, ShipmentUpdate } from "../../shop/shipments/shipments.ts";
import { trackingDefaults, trackingForm } from "../../shop/shipments/tracking-form.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DialogForm } from "../ui/DialogForm.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { TrackingFields } from "./TrackingFields.tsx";

interface Props {
	parcel: Parcel;
	onCorrected: (shipment: Shipment) => void;
	onClose: () => void;
}

/** Corrects the carrier and the tracking number of a parcel. */
export function CorrectShipment({ parcel, onCorrected, onClose }: Props) {
	const form = useSchemaForm(trackingForm, trackingDefaults(parcel));
	const { sending, send } = useSend();
	const [formError, setFormError] = useState<string>();
	const save = (body: ShipmentUpdate) =>
		send(
			async () => {
				const shipment = await call(updateShipmentEndpoint, { params: { id: parcel._id }, body });
				onClose();
				onCorrected(shipment);
			},
			(error) => setFormError(errorMessage(error)),
		);
	return (
		<DialogForm
			title={shippingMessages.changeTracking}
			sending={sending}
			onSubmit={form.handleSubmit((body) => save(body))}
			onClose={onClose}
			submitLabel={common.save}
			busyLabel={common.oneMoment}
			formError={formError}
		>
			<TrackingFields form={form} />
			<Checkbox {...form.form.register("notify")}>{shippingMessages.tellCustomer}</Checkbox>
		</DialogForm>
	);
}
