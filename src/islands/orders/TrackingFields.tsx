import * as shippingMessages from "../../messages.shipping.ts";
import * as messages from "../../messages.ts";
import { carriers, trackingUrl } from "../../shop/orders/carriers.ts";
import { maxCarrierLength, maxTrackingLength } from "../../shop/shipments/shipments.ts";
import {
	carrierOf,
	otherCarrier,
	type TrackingInput,
	type TrackingOutput,
} from "../../shop/shipments/tracking-form.ts";
import { Field, SelectField } from "../ui/Field.tsx";
import type { useSchemaForm } from "../ui/useSchemaForm.ts";

interface Props {
	form: ReturnType<typeof useSchemaForm<TrackingInput, TrackingOutput>>;
}

/** The fields of a parcel's carrier and tracking number, with the link that they lead to. */
export function TrackingFields({ form: { field, form } }: Props) {
	const [choice, otherName = "", trackingNumber = ""] = form.watch([
		"choice",
		"otherName",
		"trackingNumber",
	]);
	const carrier = carrierOf({ choice, otherName });
	return (
		<>
			<SelectField label="Carrier" {...field("choice")}>
				<option value="">{messages.choose}</option>
				{carriers.map((name) => (
					<option key={name} value={name}>
						{name}
					</option>
				))}
				<option value={otherCarrier}>{shippingMessages.otherCarrier}</option>
			</SelectField>
			{choice === otherCarrier && (
				<Field
					label="Carrier's name"
					type="text"
					maxLength={maxCarrierLength}
					autoComplete="off"
					{...field("otherName")}
				/>
			)}
			<Field
				label="Tracking number"
				type="text"
				maxLength={maxTrackingLength}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				{...field("trackingNumber")}
			/>
			<TrackingPreview carrier={carrier} trackingNumber={trackingNumber.trim()} />
		</>
	);
}

/** The link that the customer will get. */
function TrackingPreview({ carrier, trackingNumber }: { carrier: string; trackingNumber: string }) {
	if (!carrier || !trackingNumber) return null;
	const url = trackingUrl(carrier, trackingNumber);
	return (
		<p className="text-sm" role="status">
			{url ? (
				<>
					{shippingMessages.trackingLink}{" "}
					<a className="link break-all" href={url} target="_blank" rel="noreferrer">
						{url}
					</a>
				</>
			) : (
				shippingMessages.noTrackingLink
			)}
		</p>
	);
}
