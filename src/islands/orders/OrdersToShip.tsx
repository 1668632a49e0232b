import { useState } from "react";
import { call } from "../../http/call.ts";
import { leftOfCounted } from "../../messages/numbers.ts";
import * as texts from "../../messages/shipping.ts";
import { staffPaths } from "../../paths/staff.ts";
import { setPackedEndpoint } from "../../shop/orders/lines.api.ts";
import {
	type OrdersToShip as Order,
	packingPath,
	packingSlipsPath,
} from "../../shop/shipments/packing.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { ParcelFacts } from "./ParcelFacts.tsx";
import { type ParcelToShip, useShipParcels } from "./useShipParcels.ts";

const BuyLabel = lazyDialog(() => import("./BuyLabel.tsx"), "BuyLabel");
const ShipParcels = lazyDialog(() => import("./ShipParcels.tsx"), "ShipParcels");

interface Props {
	/** Whether labels can be bought. */
	sellsLabels: boolean;
	parcels: Order[];
	/** How many orders wait, on all pages. */
	total: number;
}

const recipientOf = ({ address }: Order) => address[0] ?? "";
const idsOf = ({ lines }: Order) => lines.map(({ _id }) => _id);
const toParcel = (order: Order): ParcelToShip => ({ ...order, recipient: recipientOf(order) });

/** What a packer ships: the lines of an order at a time, with or without a tracking number. */
export function OrdersToShip({ parcels: orders, total, sellsLabels }: Props) {
	const [labelled, setLabelled] = useState<Order>();
	/** The lines that are shipped, and those that are packed. */
	const [shipped, setShipped] = useState<readonly string[]>([]);
	const [packed, setPacked] = useState<ReadonlyMap<string, boolean>>(
		() => new Map(orders.flatMap(({ lines }) => lines.map((line) => [line._id, line.packed]))),
	);
	const [tracked, setTracked] = useState<Order>();
	const { sending, send, shipParcels } = useShipParcels({
		onShipped: ({ lines }) => setShipped((before) => [...before, ...lines.map(({ _id }) => _id)]),
		onUndone: ({ lines }) =>
			setShipped((before) => before.filter((id) => lines.every(({ _id }) => _id !== id))),
	});
	const leftOf = (order: Order) => ({
		...order,
		lines: order.lines.filter(({ _id }) => !shipped.includes(_id)),
	});
	const waiting = orders.map(leftOf).filter(({ lines }) => lines.length > 0);
	const leftToShip = leftOfCounted(total, orders.length - waiting.length);

	const ship = async (parcels: Parameters<typeof shipParcels>[0]) => {
		for (const { reason } of await shipParcels(parcels)) toast("error", reason);
	};
	const pack = async (order: Order, isNowPacked: boolean) => {
		const body = { packed: isNowPacked };
		const ids = idsOf(order);
		await Promise.all(ids.map((id) => call(setPackedEndpoint, { params: { id }, body })));
		setPacked((before) => new Map([...before, ...ids.map((id) => [id, isNowPacked] as const)]));
	};
	const button = (label: string, name: string, onClick: () => void) => (
		<Button disabled={sending} aria-label={name} onClick={onClick}>
			{label}
		</Button>
	);

	return (
		<>
			{leftToShip > 0 && (
				<p className="mb-4 flex flex-wrap gap-x-5">
					<span>{texts.ordersToShip(leftToShip)}</span>
					<a className="link" href={staffPaths.exportCsv("shipping")}>
						{texts.downloadToShip}
					</a>
				</p>
			)}
			{waiting.length > 0 && (
				<p className="mb-6">
					<a className="btn btn-primary" href={packingSlipsPath(waiting.flatMap(idsOf))}>
						{texts.packingSlips}
					</a>
				</p>
			)}
			<ul className="cards">
				{orders.map((order) => {
					const left = leftOf(order);
					const isPacked = left.lines.every(({ _id }) => packed.get(_id));
					const recipient = recipientOf(order);
					if (left.lines.length === 0)
						return (
							<li key={order.orderId} className="card">
								<ParcelFacts parcel={order} />
								<p className="font-semibold">{texts.isShipped}</p>
							</li>
						);
					return (
						<li key={order.orderId} className="card">
							<ParcelFacts parcel={left} packed={isPacked} />
							<div className="flex flex-wrap gap-3">
								{button(
									texts.ship,
									texts.shipTo(recipient),
									() => void send(() => ship([toParcel(left)])),
								)}
								{button(texts.shipWithTracking, texts.shipToWithTracking(recipient), () =>
									setTracked(left),
								)}
								{sellsLabels &&
									button(texts.labelTexts.buyLabel, texts.labelTexts.buyLabelFor(recipient), () =>
										setLabelled(left),
									)}
								{button(
									isPacked ? texts.notPacked : texts.markAsPacked,
									(isPacked ? texts.notPackedFor : texts.markAsPackedFor)(recipient),
									() => void send(() => pack(left, !isPacked)),
								)}
								<a
									className="btn btn-ghost"
									aria-label={texts.packingSlipFor(recipient)}
									href={packingPath(order.orderId, { lineIds: idsOf(left) })}
								>
									{texts.packingSlip}
								</a>
							</div>
						</li>
					);
				})}
			</ul>
			{labelled && (
				<BuyLabel
					recipient={recipientOf(labelled)}
					lineIds={idsOf(labelled)}
					onClose={() => setLabelled(undefined)}
				/>
			)}
			{tracked && (
				<ShipParcels
					parcels={[toParcel(tracked)]}
					onShip={ship}
					onClose={() => setTracked(undefined)}
				/>
			)}
		</>
	);
}
