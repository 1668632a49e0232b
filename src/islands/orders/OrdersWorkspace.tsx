import { useState } from "react";
import * as shippingTexts from "../../messages/shipping.ts";
import * as texts from "../../messages/workspace.ts";
import { sitePaths } from "../../paths/site.ts";
import { asShipped, asWaiting } from "../../shop/orders/line-actions.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import { refundTarget, type WorkspaceOrder } from "../../shop/orders/orders-workspace.ts";
import { packingSlipsPath } from "../../shop/shipments/packing.ts";
import { toast } from "../../stores/toasts.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { NoOrders } from "./NoOrders.tsx";
import { OrderTabs } from "./OrderTabs.tsx";
import { refundToast } from "./refund-toast.ts";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { type OrderSelection, useOrderSelection } from "./useOrderSelection.ts";
import { type OrdersProps, useOrders } from "./useOrders.ts";
import { type NotShipped, type ParcelToShip, parcelOf, useShipParcels } from "./useShipParcels.ts";
import { useShortcuts, useShortcutsOn } from "./useShortcuts.ts";
import { type Actions, WorkspaceActions } from "./WorkspaceActions.tsx";
import { WorkspaceRows } from "./WorkspaceRows.tsx";

const RefundOrder = lazyDialog(() => import("./RefundOrder.tsx"), "RefundOrder");
const ShipParcels = lazyDialog(() => import("./ShipParcels.tsx"), "ShipParcels");
const TrackingFile = lazyDialog(() => import("./TrackingFile.tsx"), "TrackingFile");

type Dialog =
	| { kind: "refund"; order: WorkspaceOrder }
	| { kind: "ship"; parcels: ParcelToShip[] }
	| { kind: "file" | "help" };

const pieceOf = ({ lines }: ParcelToShip, { _id }: OrderLine) =>
	lines.find((line) => line._id === _id);

/** The administrators' orders in dense rows: select many and ship them, by mouse or with single keys. */
export function OrdersWorkspace(props: OrdersProps) {
	const { tab } = props;
	const hydrated = useHydrated();
	const { orders, counts, change } = useOrders(props);
	const [dialog, setDialog] = useState<Dialog>();
	const [notShipped, setNotShipped] = useState<readonly NotShipped[]>([]);
	const [shortcutsOn, setShortcutsOn] = useShortcutsOn();
	const { sending, send, shipParcels } = useShipParcels({
		onShipped: (parcel, shipment) =>
			change(parcel.orderId, (line) => (pieceOf(parcel, line) ? asShipped(line, shipment) : line)),
		onUndone: (parcel) =>
			change(parcel.orderId, (line) => {
				const own = pieceOf(parcel, line);
				return own ? asWaiting(line, own.quantity) : line;
			}),
	});
	const selection = useOrderSelection(orders);
	const { targets, selectNone } = selection;
	const toShip = targets.map(parcelOf).filter(({ lines }) => lines.length > 0);

	const ship = async (parcels: Parameters<typeof shipParcels>[0]) => {
		const failed = await shipParcels(parcels);
		const others = targets.map(parcelOf).filter(({ lines }) => lines.length === 0);
		setNotShipped([...failed, ...others.map((parcel) => ({ parcel, reason: texts.notToShip }))]);
		selectNone();
	};
	const actions: Actions = {
		ship: () => {
			if (targets.length > 0) void send(() => ship(toShip));
		},
		shipWithTracking: () => {
			if (toShip.length > 0) setDialog({ kind: "ship", parcels: toShip });
		},
		file: () => setDialog({ kind: "file" }),
		print: (sheets) => {
			const ids = targets.flatMap(({ lines }) => lines.map(({ _id }) => _id));
			if (ids.length > 0) location.assign(packingSlipsPath(ids, sheets));
		},
		refund: () => {
			const order = refundTarget(targets);
			if (order) setDialog({ kind: "refund", order });
		},
		help: () => setDialog({ kind: "help" }),
	};

	const close = () => setDialog(undefined);
	useKeys(shortcutsOn, actions, selection);

	return (
		<div className="workspace">
			<OrderTabs counts={counts} uncounted={props.uncounted} current={tab} paths={props.tabPaths} />
			<Failures notShipped={notShipped} />
			<WorkspaceActions
				orders={orders}
				selection={selection}
				shippable={toShip.length}
				targets={targets}
				actions={actions}
				sending={sending}
			/>
			{orders.length === 0 ? (
				<NoOrders tab={tab} isFiltered={props.isFiltered} />
			) : (
				<WorkspaceRows orders={orders} selection={selection} disabled={!hydrated} />
			)}
			{dialog?.kind === "help" && (
				<ShortcutHelp isOn={shortcutsOn} onChange={setShortcutsOn} onClose={close} />
			)}
			{dialog?.kind === "refund" && (
				<RefundOrder
					orderId={dialog.order.id}
					onRefunded={(reply) => {
						const { kind, text } = refundToast(reply);
						toast(kind, text);
						const changed = new Map(reply.lines.map((line) => [line._id, line]));
						change(dialog.order.id, (line) => changed.get(line._id) ?? line);
						selectNone();
					}}
					onClose={close}
				/>
			)}
			{dialog?.kind === "ship" && (
				<ShipParcels parcels={dialog.parcels} onShip={ship} onClose={close} />
			)}
			{dialog?.kind === "file" && <TrackingFile onShip={ship} onClose={close} />}
		</div>
	);
}

/** What the single keys do, which ShortcutHelp lists. */
function useKeys(on: boolean, actions: Actions, selection: OrderSelection): void {
	const { current, go, goAndSelect, toggle, selectNone } = selection;
	useShortcuts(on, [
		["j", () => go(1)],
		["k", () => go(-1)],
		["J", () => goAndSelect(1)],
		["K", () => goAndSelect(-1)],
		["x", toggle],
		["s", actions.ship],
		["t", actions.shipWithTracking],
		["r", actions.refund],
		["p", () => actions.print("slips")],
		["l", () => actions.print("labels")],
		["/", () => document.querySelector<HTMLInputElement>("#orders-search")?.focus()],
		["?", actions.help],
		["Escape", selectNone],
		["Enter", () => current && location.assign(sitePaths.order(current.id))],
	]);
}

/** The orders that were not shipped, each with the reason. */
function Failures({ notShipped }: { notShipped: readonly NotShipped[] }) {
	return (
		<div role="alert">
			{notShipped.length > 0 && (
				<div className="card is-error mt-3">
					<p className="font-semibold">{texts.someNotShipped}</p>
					<ul>
						{notShipped.map(({ parcel: { orderId, orderNumber, recipient }, reason }) => (
							<li key={orderId}>
								<a className="link" href={sitePaths.order(orderId)}>
									{shippingTexts.orderFor(formatOrderNumber(orderNumber), recipient)}
								</a>
								: {reason}
							</li>
						))}
					</ul>
				</div>
			)}
		</div>
	);
}
