import * as common from "../../messages/common.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/shipping.ts";
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

/** The fields of a carrier, of the list or another. */
export function CarrierFields({ form: { field, form } }: Props) {
	const choice = form.watch("choice");
	return (
		<>
			<SelectField label={common.carrier} {...field("choice")}>
				<option value="">{messages.choose}</option>
				{carriers.map((name) => (
					<option key={name} value={name}>
						{name}
					</option>
				))}
				<option value={otherCarrier}>{texts.otherCarrier}</option>
			</SelectField>
			{choice === otherCarrier && (
				<Field
					label={texts.carrierName}
					type="text"
					maxLength={maxCarrierLength}
					autoComplete="off"
					{...field("otherName")}
				/>
			)}
		</>
	);
}

/** The fields of a parcel's carrier and tracking number, with the link that they lead to. */
export function TrackingFields({ form }: Props) {
	return (
		<>
			<CarrierFields form={form} />
			<Field
				label={texts.trackingNumber}
				type="text"
				maxLength={maxTrackingLength}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				{...form.field("trackingNumber")}
			/>
			<TrackingLink form={form} trackingNumber={form.form.watch("trackingNumber") ?? ""} />
		</>
	);
}

/** The link that the customer will get. */
export function TrackingLink({
	form: { form },
	trackingNumber,
}: Props & { trackingNumber: string }) {
	const [choice, otherName = ""] = form.watch(["choice", "otherName"]);
	const carrier = carrierOf({ choice, otherName });
	const number = trackingNumber.trim();
	if (!carrier || !number) return null;
	const url = trackingUrl(carrier, number);
	return (
		<p className="text-sm" role="status">
			{url ? (
				<>
					{texts.trackingLink}{" "}
					<a className="link break-all" href={url} target="_blank" rel="noreferrer">
						{url}
					</a>
				</>
			) : (
				texts.noTrackingLink
			)}
		</p>
	);
}
