import { type KeyboardEvent, useRef, useState } from "react";
import * as v from "valibot";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/shipping.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { packingSlipsPath } from "../../shop/shipments/packing.ts";
import { maxTrackingLength, trackingNumber } from "../../shop/shipments/shipments.ts";
import { trackingDefaults, trackingForm } from "../../shop/shipments/tracking-form.ts";
import { Checkbox } from "../ui/Checkbox.tsx";
import { DialogForm } from "../ui/DialogForm.tsx";
import { FieldError } from "../ui/Field.tsx";
import { useSchemaForm } from "../ui/useSchemaForm.ts";
import { errorMessage, useSend } from "../ui/useSend.ts";
import { CarrierFields, TrackingLink } from "./TrackingFields.tsx";
import type { ParcelToShip, TrackedParcel } from "./useShipParcels.ts";

interface Props {
	parcels: readonly ParcelToShip[];
	/** Whether it was shipped already, without a parcel. */
	isShipped?: boolean;
	onShip: (parcels: readonly TrackedParcel[]) => Promise<void>;
	onClose: () => void;
}

/** Ships parcels of one carrier: which lines are in each, and its tracking number. Enter goes on to the next. */
export function ShipParcels({ parcels, isShipped = false, onShip, onClose }: Props) {
	const form = useSchemaForm(trackingForm, trackingDefaults());
	const [excluded, setExcluded] = useState<readonly string[]>([]);
	const [numbers, setNumbers] = useState<Readonly<Record<string, string>>>({});
	const [wrong, setWrong] = useState<readonly string[]>([]);
	const [formError, setFormError] = useState<string>();
	const { sending, send } = useSend();
	const rows = useRef<HTMLTableSectionElement>(null);
	const chosen = parcels
		.map((parcel) => ({
			...parcel,
			lines: parcel.lines.filter(({ _id }) => !excluded.includes(_id)),
			trackingNumber: (numbers[parcel.orderId] ?? "").trim(),
		}))
		.filter(({ lines }) => lines.length > 0);
	const lineIds = chosen.flatMap(({ lines }) => lines.map(({ _id }) => _id));

	const ship = async ({ carrier }: { carrier: string }) => {
		const bad = chosen.filter((parcel) => !v.is(trackingNumber, parcel.trackingNumber));
		setWrong(bad.map(({ orderId }) => orderId));
		if (bad.length > 0) return;
		await send(
			async () => {
				await onShip(chosen.map((parcel) => ({ ...parcel, carrier })));
				onClose();
			},
			(error) => setFormError(errorMessage(error)),
		);
	};
	/** Enter goes on to the next parcel; in the last one it ships. */
	const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
		if (event.key !== "Enter") return;
		const fields = [...(rows.current?.querySelectorAll<HTMLInputElement>("[data-number]") ?? [])];
		const next = fields[fields.indexOf(event.currentTarget) + 1];
		if (!next) return;
		event.preventDefault();
		next.focus();
	};

	return (
		<DialogForm
			title={isShipped ? texts.addTracking : texts.shipWithTracking}
			sending={sending}
			onSubmit={form.handleSubmit((tracking) => ship(tracking))}
			onClose={onClose}
			submitLabel={isShipped ? common.save : texts.shipOrders(chosen.length)}
			busyLabel={common.oneMoment}
			disabledReason={chosen.length === 0 ? texts.chooseLines : undefined}
			formError={formError}
		>
			<CarrierFields form={form} />
			<table className="parcel-rows parcel-numbers">
				<thead>
					<tr>
						<th scope="col">{texts.parcel}</th>
						<th scope="col">{texts.trackingNumber}</th>
					</tr>
				</thead>
				<tbody ref={rows}>
					{parcels.map((parcel) => {
						const { orderId, orderNumber, recipient, lines } = parcel;
						const isWrong = wrong.includes(orderId);
						return (
							<tr key={orderId}>
								<th scope="row">
									{texts.orderFor(formatOrderNumber(orderNumber), recipient)}
									<ParcelLines
										lines={lines}
										excluded={excluded}
										onExclude={(id, isExcluded) =>
											setExcluded((before) =>
												isExcluded ? [...before, id] : before.filter((one) => one !== id),
											)
										}
									/>
								</th>
								<td data-label={texts.trackingNumber}>
									<input
										data-number
										className="input w-full text-base"
										aria-label={
											parcels.length > 1
												? texts.trackingNumberOf(formatOrderNumber(orderNumber))
												: texts.trackingNumber
										}
										aria-invalid={isWrong || undefined}
										maxLength={maxTrackingLength}
										autoComplete="off"
										autoCapitalize="characters"
										spellCheck={false}
										value={numbers[orderId] ?? ""}
										onKeyDown={goOn}
										onChange={({ target: { value } }) =>
											setNumbers((before) => ({ ...before, [orderId]: value }))
										}
									/>
									<FieldError message={isWrong ? texts.trackingNumberInvalid : undefined} />
									<TrackingLink form={form} trackingNumber={numbers[orderId] ?? ""} />
								</td>
							</tr>
						);
					})}
				</tbody>
			</table>
			<p className="text-sm text-quiet">{texts.mailAfterUndo}</p>
			<p>
				<a className="link" href={packingSlipsPath(lineIds)} target="_blank" rel="noopener">
					{chosen.length > 1 ? texts.packingSlips : texts.packingSlip}
				</a>
			</p>
		</DialogForm>
	);
}

interface LinesProps {
	lines: ParcelToShip["lines"];
	excluded: readonly string[];
	onExclude: (id: string, isExcluded: boolean) => void;
}

/** What is in a parcel: of several lines, those that are chosen. */
function ParcelLines({ lines, excluded, onExclude }: LinesProps) {
	return (
		<ul>
			{lines.map(({ _id, quantity, name }) => (
				<li key={_id}>
					{lines.length === 1 ? (
						texts.lineOf(quantity, name)
					) : (
						<Checkbox
							checked={!excluded.includes(_id)}
							onChange={({ target: { checked } }) => onExclude(_id, !checked)}
						>
							{texts.lineOf(quantity, name)}
						</Checkbox>
					)}
				</li>
			))}
		</ul>
	);
}
