import { useState } from "react";
import { call } from "../../http/call.ts";
import * as common from "../../messages.common.ts";
import * as shippingMessages from "../../messages.shipping.ts";
import type { Parcel } from "../../shop/orders/lines.ts";
import { updateShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import type { Shipment, ShipmentUpdate } from "../../shop/shipments/shipments.ts";
import { trackingDefaults, trackingForm } from "../../shop/shipments/tracking-form.ts";
import { FieldError } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
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
		<Modal title={shippingMessages.changeTracking} onClose={onClose} canClose={() => !sending}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={form.handleSubmit((body) => save(body))}
			>
				<TrackingFields form={form} />
				<label className="flex min-h-6 items-center gap-3">
					<input
						type="checkbox"
						className="size-6 accent-primary"
						{...form.form.register("notify")}
					/>
					{shippingMessages.tellCustomer}
				</label>
				<FieldError message={formError} />
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton busy={sending} busyLabel={common.oneMoment}>
						{common.save}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
