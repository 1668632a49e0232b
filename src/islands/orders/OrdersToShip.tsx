import { useState } from "react";
import { call } from "../../http/call.ts";
import * as shippingMessages from "../../messages.shipping.ts";
import * as messages from "../../messages.ts";
import { setPackedEndpoint } from "../../shop/orders/lines.api.ts";
import { undoOfferedMs } from "../../shop/orders/lines.ts";
import {
	type OrdersToShip as Parcel,
	packingPath,
	packingSlipsPath,
} from "../../shop/shipments/packing.ts";
import {
	createShipmentEndpoint,
	undoShipmentEndpoint,
} from "../../shop/shipments/shipments.api.ts";
import { toast } from "../../stores/toasts.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";
import { ParcelFacts } from "./ParcelFacts.tsx";

const ShipParcel = lazyDialog(
	async () => (await importChunk(() => import("./ShipParcel.tsx"))).ShipParcel,
);

interface Props {
	parcels: Parcel[];
}

const recipientOf = ({ address }: Parcel) => address[0] ?? "";
const isPacked = ({ lines }: Parcel) => lines.every(({ packed }) => packed);
const idsOf = ({ lines }: Parcel) => lines.map(({ _id }) => _id);

/** What a packer ships: the lines of an order at a time, with or without a tracking number. */
export function OrdersToShip({ parcels }: Props) {
	const hydrated = useHydrated();
	const [shipped, setShipped] = useState<ReadonlySet<Parcel>>(new Set());
	const [packed, setPacked] = useState(() => new Map(parcels.map((one) => [one, isPacked(one)])));
	const [tracked, setTracked] = useState<Parcel>();
	const { sending, send } = useSend();
	const waiting = parcels.filter((parcel) => !shipped.has(parcel));

	const mark = (parcel: Parcel, isShipped: boolean) =>
		setShipped((previous) => {
			const next = new Set(previous);
			if (isShipped) next.add(parcel);
			else next.delete(parcel);
			return next;
		});

	const ship = async (parcel: Parcel, tracking?: { carrier: string; trackingNumber: string }) => {
		const { insertedId } = await call(createShipmentEndpoint, {
			body: { lineIds: idsOf(parcel), ...tracking },
		});
		mark(parcel, true);
		toast("success", messages.statusUpdated, {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(parcel, insertedId),
		});
	};

	const pack = async (parcel: Parcel, isNowPacked: boolean) => {
		const body = { packed: isNowPacked };
		await Promise.all(idsOf(parcel).map((id) => call(setPackedEndpoint, { params: { id }, body })));
		setPacked((previous) => new Map(previous).set(parcel, isNowPacked));
	};

	// Not with `send`, which drops calls while other orders are being shipped, when the toast is gone already.
	const undo = async (parcel: Parcel, id: string) => {
		try {
			await call(undoShipmentEndpoint, { params: { id } });
			mark(parcel, false);
			toast("success", messages.statusUpdated);
		} catch (error) {
			if (!redirectIfSignedOut(error)) toast("error", errorMessage(error));
		}
	};

	return (
		<>
			{waiting.length > 0 && (
				<p className="mb-6">
					<a className="btn btn-outline" href={packingSlipsPath(waiting.flatMap(idsOf))}>
						{shippingMessages.packingSlips}
					</a>
				</p>
			)}
			<ul className="parcels">
				{parcels.map((parcel) => (
					<li key={parcel.orderId}>
						<ParcelFacts parcel={parcel} packed={packed.get(parcel) ?? false} />
						{shipped.has(parcel) ? (
							<p className="font-semibold">{shippingMessages.isShipped}</p>
						) : (
							<div className="flex flex-wrap gap-3">
								<button
									type="button"
									className="btn btn-primary"
									disabled={!hydrated || sending}
									aria-label={shippingMessages.shipTo(recipientOf(parcel))}
									onClick={() =>
										void send(
											() => ship(parcel),
											(error) => toast("error", errorMessage(error)),
										)
									}
								>
									Ship
								</button>
								<button
									type="button"
									className="btn btn-outline"
									disabled={!hydrated || sending}
									aria-label={shippingMessages.shipToWithTracking(recipientOf(parcel))}
									onClick={() => setTracked(parcel)}
								>
									{shippingMessages.shipWithTracking}
								</button>
								<button
									type="button"
									className="btn btn-outline"
									disabled={!hydrated || sending}
									aria-label={(packed.get(parcel)
										? shippingMessages.notPackedFor
										: shippingMessages.markAsPackedFor)(recipientOf(parcel))}
									onClick={() =>
										void send(
											() => pack(parcel, !packed.get(parcel)),
											(error) => toast("error", errorMessage(error)),
										)
									}
								>
									{packed.get(parcel) ? shippingMessages.notPacked : shippingMessages.markAsPacked}
								</button>
								<a
									className="btn btn-ghost"
									aria-label={shippingMessages.packingSlipFor(recipientOf(parcel))}
									href={packingPath(parcel.orderId, { lineIds: idsOf(parcel) })}
								>
									{shippingMessages.packingSlip}
								</a>
							</div>
						)}
					</li>
				))}
			</ul>
			{tracked && (
				<ShipParcel
					lines={tracked.lines}
					onShip={(tracking) => ship(tracked, tracking)}
					onClose={() => setTracked(undefined)}
				/>
			)}
		</>
	);
}
