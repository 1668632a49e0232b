import { useCallback, useState } from "react";
import * as texts from "../../messages.workspace.ts";
import type { Order } from "../../shop/orders/orders.ts";
import {
	countsAfter,
	type OrderTab,
	parcelTarget,
	refundTarget,
	type TabCounts,
} from "../../shop/orders/orders-workspace.ts";
import { packingSlipsPath } from "../../shop/shipments/packing.ts";
import { sitePaths } from "../../site-paths.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderTabs } from "./OrderTabs.tsx";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { type OrderSelection, useOrderSelection } from "./useOrderSelection.ts";
import { type NotShipped, useShipAll } from "./useShipAll.ts";
import { useShipping } from "./useShipping.ts";
import { useShortcuts, useShortcutsOn } from "./useShortcuts.ts";
import { type Actions, WorkspaceActions } from "./WorkspaceActions.tsx";
import { WorkspaceRows } from "./WorkspaceRows.tsx";

const RefundOrder = lazyDialog(
	async () => (await importChunk(() => import("./RefundOrder.tsx"))).RefundOrder,
);

const ShipOrders = lazyDialog(
	async () => (await importChunk(() => import("./ShipOrders.tsx"))).ShipOrders,
);

interface Props {
	orders: Order[];
	counts: TabCounts;
	/** The tabs that may have more orders than were counted. */
	uncounted: readonly OrderTab[];
	tab: OrderTab;
	/** The path of each tab. */
	tabPaths: Record<OrderTab, string>;
	/** Whether the address has a search or days, for what to say about no orders. */
	isFiltered: boolean;
}

type Dialog = { kind: "refund" | "ship"; order: Order } | { kind: "help" };

interface List {
	orders: Order[];
	counts: TabCounts;
}

/** Returns the list with an order as it is now. */
function withOrder({ orders, counts }: List, order: Order): List {
	const before = orders.find(({ _id }) => _id === order._id);
	return {
		orders: orders.map((one) => (one === before ? order : one)),
		counts: before ? countsAfter(counts, before, order) : counts,
	};
}

/** The administrators' orders in dense rows: select many and ship them, by mouse or with single keys. */
export function OrdersWorkspace({ orders: initial, counts: initialCounts, ...props }: Props) {
	const hydrated = useHydrated();
	const [{ orders, counts }, setList] = useState({ orders: initial, counts: initialCounts });
	const [dialog, setDialog] = useState<Dialog>();
	const [shortcutsOn, setShortcutsOn] = useShortcutsOn();
	const onUpdated = useCallback((order: Order) => setList((list) => withOrder(list, order)), []);
	const { sending, notShipped, shipAll } = useShipAll(onUpdated);
	const { parcelShipped } = useShipping(onUpdated);
	const selection = useOrderSelection(orders);
	const { chosen, targets, selectNone } = selection;

	const actions: Actions = {
		ship: () => {
			if (targets.length === 0) return;
			void shipAll(targets);
			selectNone();
		},
		shipWithTracking: () => {
			const order = parcelTarget(targets);
			if (order) setDialog({ kind: "ship", order });
		},
		print: (sheets) => {
			const ids = targets.map(({ _id }) => _id);
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
		<>
			<OrderTabs
				counts={counts}
				uncounted={props.uncounted}
				current={props.tab}
				paths={props.tabPaths}
			/>
			<Failures notShipped={notShipped} />
			<WorkspaceActions chosenCount={chosen.length} {...{ targets, actions, hydrated, sending }} />
			{orders.length === 0 ? (
				<p>{props.isFiltered ? texts.noOrdersFound : texts.noOrdersHere}</p>
			) : (
				<WorkspaceRows orders={orders} selection={selection} disabled={!hydrated} />
			)}
			{dialog?.kind === "help" && (
				<ShortcutHelp isOn={shortcutsOn} onChange={setShortcutsOn} onClose={close} />
			)}
			{dialog?.kind === "refund" && (
				<RefundOrder
					order={dialog.order}
					onRefunded={(order) => {
						onUpdated(order);
						selectNone();
					}}
					onClose={close}
				/>
			)}
			{dialog?.kind === "ship" && (
				<ShipOrders
					order={dialog.order}
					onRead={onUpdated}
					onShipped={(shipped, shipment) => {
						parcelShipped(shipped, shipment);
						selectNone();
					}}
					onClose={close}
				/>
			)}
		</>
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
		["Enter", () => current && location.assign(sitePaths.order(current._id))],
	]);
}

/** The orders that were not shipped, each with the reason. */
function Failures({ notShipped }: { notShipped: readonly NotShipped[] }) {
	return (
		<div role="alert">
			{notShipped.length > 0 && (
				<div className="workspace-failures">
					<p className="font-semibold">{texts.someNotShipped}</p>
					<ul>
						{notShipped.map(({ order, reason }) => (
							<li key={order._id}>
								<a className="link" href={sitePaths.order(order._id)}>
									{order.quantity} × {order.name}, {order.UserName}
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
