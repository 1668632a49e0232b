import { memo, useCallback, useRef, useState } from "react";
import * as shippingMessages from "../../messages.shipping.ts";
import * as texts from "../../messages.workspace.ts";
import { formatTimestamp } from "../../shop/fields.ts";
import { formatPrice } from "../../shop/money.ts";
import { canRefund, canShip, type Order } from "../../shop/orders/orders.ts";
import { countsAfter, type OrderTab, type TabCounts } from "../../shop/orders/orders-workspace.ts";
import { packingSlipsPath, type SheetKind } from "../../shop/shipments/packing.ts";
import { sitePaths } from "../../site-paths.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { OrderBadges } from "./OrderBadges.tsx";
import { OrderTabs } from "./OrderTabs.tsx";
import { ShortcutHelp } from "./ShortcutHelp.tsx";
import { type NotShipped, useShipAll } from "./useShipAll.ts";
import { useShipping } from "./useShipping.ts";
import { useShortcuts, useShortcutsOn } from "./useShortcuts.ts";

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
	const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
	const [currentId, setCurrentId] = useState<string>();
	const [dialog, setDialog] = useState<{ kind: "refund" | "ship"; order: Order } | "help">();
	const [shortcutsOn, setShortcutsOn] = useShortcutsOn();
	const body = useRef<HTMLTableSectionElement>(null);

	const onUpdated = useCallback((order: Order) => setList((list) => withOrder(list, order)), []);
	const { sending, notShipped, shipAll } = useShipAll(onUpdated);
	const { parcelShipped } = useShipping(onUpdated);

	const place = orders.findIndex(({ _id }) => _id === currentId);
	const current = orders[place];
	const chosen = orders.filter(({ _id }) => selected.has(_id));
	const targets = chosen.length > 0 ? chosen : current ? [current] : [];
	const only = targets.length === 1 ? targets[0] : undefined;
	const ofOneCheckout = new Set(targets.map(({ checkoutId }) => checkoutId)).size === 1;

	const select = useCallback(
		(id: string, on: boolean) =>
			setSelected((previous) => {
				const next = new Set(previous);
				if (on) next.add(id);
				else next.delete(id);
				return next;
			}),
		[],
	);
	const goTo = (next: number) => {
		const index = Math.max(0, Math.min(next, orders.length - 1));
		const row = body.current?.rows[index];
		row?.querySelector<HTMLInputElement>("input")?.focus();
		return orders[index];
	};
	const goAndSelect = (next: number) => {
		if (current) select(current._id, true);
		const order = goTo(next);
		if (order) select(order._id, true);
	};
	const toggle = () => {
		const order = current ?? goTo(0);
		if (order) select(order._id, !selected.has(order._id));
	};
	const ship = () => {
		if (targets.length === 0) return;
		void shipAll(targets);
		setSelected(new Set());
	};
	const refund = () => {
		if (only && canRefund(only)) setDialog({ kind: "refund", order: only });
	};
	const track = () => {
		const order = targets.find(canShip);
		if (order && ofOneCheckout) setDialog({ kind: "ship", order });
	};
	const print = (sheets: SheetKind) =>
		location.assign(
			packingSlipsPath(
				targets.map(({ _id }) => _id),
				sheets,
			),
		);
	const hasPaid = targets.some(({ paid }) => paid);
	const close = () => setDialog(undefined);

	useShortcuts(shortcutsOn, [
		["j", () => void goTo(place + 1)],
		["k", () => void goTo(place - 1)],
		["J", () => goAndSelect(place + 1)],
		["K", () => goAndSelect(place - 1)],
		["x", toggle],
		["s", ship],
		["t", track],
		["r", refund],
		["p", () => targets.length > 0 && print("slips")],
		["l", () => targets.length > 0 && print("labels")],
		["/", () => document.querySelector<HTMLInputElement>("#orders-search")?.focus()],
		["?", () => setDialog("help")],
		["Escape", () => setSelected(new Set())],
		["Enter", () => current && location.assign(sitePaths.order(current._id))],
	]);

	return (
		<>
			<OrderTabs
				counts={counts}
				uncounted={props.uncounted}
				current={props.tab}
				paths={props.tabPaths}
			/>
			<Failures notShipped={notShipped} />
			<div className="workspace-actions">
				<p role="status" className="text-sm text-quiet">
					{texts.chosenCount(chosen.length)}
				</p>
				<button
					type="button"
					className="btn btn-primary"
					disabled={!hydrated || sending || !targets.some(canShip)}
					onClick={ship}
				>
					{texts.shipChosen(targets.length)}
				</button>
				<button
					type="button"
					className="btn btn-outline"
					disabled={!hydrated || sending || !ofOneCheckout || !targets.some(canShip)}
					onClick={track}
				>
					{shippingMessages.shipWithTracking}
				</button>
				<button
					type="button"
					className="btn btn-outline"
					disabled={!hydrated || !hasPaid}
					onClick={() => print("slips")}
				>
					Packing slips
				</button>
				<button
					type="button"
					className="btn btn-outline"
					disabled={!hydrated || !hasPaid}
					onClick={() => print("labels")}
				>
					Labels
				</button>
				<button
					type="button"
					className="btn btn-outline"
					disabled={!hydrated || !only || !canRefund(only)}
					onClick={refund}
				>
					Refund
				</button>
				<button
					type="button"
					className="btn btn-ghost"
					disabled={!hydrated}
					onClick={() => setDialog("help")}
				>
					Keyboard
				</button>
			</div>
			{orders.length === 0 ? (
				<p>{props.isFiltered ? texts.noOrdersFound : texts.noOrdersHere}</p>
			) : (
				<table className="rows workspace-rows">
					<thead>
						<tr>
							<th scope="col">
								<input
									type="checkbox"
									aria-label="Select all on this page"
									className="size-6 accent-primary"
									disabled={!hydrated}
									checked={chosen.length === orders.length}
									onChange={({ target: { checked } }) =>
										setSelected(new Set(checked ? orders.map(({ _id }) => _id) : []))
									}
								/>
							</th>
							<th scope="col">Order</th>
							<th scope="col">Customer</th>
							<th scope="col">Total</th>
							<th scope="col">State</th>
						</tr>
					</thead>
					<tbody ref={body}>
						{orders.map((order) => (
							<OrderRow
								key={order._id}
								order={order}
								isSelected={selected.has(order._id)}
								isCurrent={order._id === currentId}
								disabled={!hydrated}
								onSelect={select}
								onFocus={setCurrentId}
							/>
						))}
					</tbody>
				</table>
			)}
			{dialog === "help" && (
				<ShortcutHelp isOn={shortcutsOn} onChange={setShortcutsOn} onClose={close} />
			)}
			{dialog && dialog !== "help" && dialog.kind === "refund" && (
				<RefundOrder order={dialog.order} onRefunded={onUpdated} onClose={close} />
			)}
			{dialog && dialog !== "help" && dialog.kind === "ship" && (
				<ShipOrders
					order={dialog.order}
					onRead={onUpdated}
					onShipped={parcelShipped}
					onClose={close}
				/>
			)}
		</>
	);
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

interface RowProps {
	order: Order;
	isSelected: boolean;
	isCurrent: boolean;
	disabled: boolean;
	onSelect: (id: string, on: boolean) => void;
	onFocus: (id: string) => void;
}

/** A key changes one row or two. The others are not rendered again: their dates and prices take most of the time. */
const OrderRow = memo(function OrderRow({
	order,
	isSelected,
	isCurrent,
	disabled,
	onSelect,
	onFocus,
}: RowProps) {
	const { _id: id, name, quantity, UserName, email, createdAt } = order;
	return (
		<tr
			data-current={isCurrent || undefined}
			data-selected={isSelected || undefined}
			onFocus={() => onFocus(id)}
		>
			<td>
				<input
					type="checkbox"
					aria-label={`Select ${quantity} × ${name} by ${UserName}`}
					className="size-6 accent-primary"
					disabled={disabled}
					checked={isSelected}
					onChange={({ target: { checked } }) => onSelect(id, checked)}
				/>
			</td>
			<th scope="row">
				<a className="link" href={sitePaths.order(id)}>
					{quantity} × {name}
				</a>
				<span className="workspace-second">{formatTimestamp(createdAt)}</span>
			</th>
			<td>
				{UserName}
				<span className="workspace-second">{email}</span>
			</td>
			<td>{formatPrice(order.totalPrice)}</td>
			<td>
				<OrderBadges order={order} />
			</td>
		</tr>
	);
});
