import { useState } from "react";
import * as shippingMessages from "../../messages.shipping.ts";
import { trackingDefaults, trackingForm } from "../../shop/shipments/tracking-form.ts";
import { FieldError } from "../ui/Field.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { Modal } from "../ui/Modal.tsx";
import { SubmitButton } from "../ui/SubmitButton.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { TrackingFields } from "./TrackingFields.tsx";

interface Props {
	lines: readonly { _id: string; name: string; quantity: number }[];
	onShip: (tracking: { carrier: string; trackingNumber: string }) => Promise<void>;
	onClose: () => void;
}

/** Asks for the carrier and the tracking number of a parcel, and ships it. */
export function ShipParcel({ lines, onShip, onClose }: Props) {
	const form = useSchemaForm(trackingForm, trackingDefaults());
	const { sending, send } = useSend();
	const [formError, setFormError] = useState<string>();
	const ship = ({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }) =>
		send(
			async () => {
				await onShip({ carrier, trackingNumber });
				onClose();
			},
			(error) => setFormError(errorMessage(error)),
		);
	return (
		<Modal title={shippingMessages.shipWithTracking} onClose={onClose} canClose={() => !sending}>
			<form
				noValidate
				method="post"
				className="grid gap-5 pt-5"
				onSubmit={form.handleSubmit((tracking) => ship(tracking))}
			>
				<ul className="font-semibold">
					{lines.map(({ _id, quantity, name }) => (
						<li key={_id}>
							{quantity} × {name}
						</li>
					))}
				</ul>
				<TrackingFields form={form} />
				<p className="text-sm text-quiet">{shippingMessages.mailAfterUndo}</p>
				<FieldError message={formError} />
				<FormActions sending={sending} onCancel={onClose}>
					<SubmitButton busy={sending} busyLabel="One moment …">
						{shippingMessages.shipOrders(1)}
					</SubmitButton>
				</FormActions>
			</form>
		</Modal>
	);
}
