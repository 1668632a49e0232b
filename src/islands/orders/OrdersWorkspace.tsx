import { useCallback, useState } from "react";
import * as texts from "../../messages.workspace.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
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

const RefundLine = lazyDialog(
	async () => (await importChunk(() => import("./RefundLine.tsx"))).RefundLine,
);

const ShipOrders = lazyDialog(
	async () => (await importChunk(() => import("./ShipOrders.tsx"))).ShipOrders,
);

interface Props {
	lines: OrderLine[];
	counts: TabCounts;
	/** The tabs that may have more orders than were counted. */
	uncounted: readonly OrderTab[];
	tab: OrderTab;
	/** The path of each tab. */
	tabPaths: Record<OrderTab, string>;
	/** Whether the address has a search or days, for what to say about no orders. */
	isFiltered: boolean;
}

type Dialog = { kind: "refund" | "ship"; line: OrderLine } | { kind: "help" };

interface List {
	lines: OrderLine[];
	counts: TabCounts;
}

/** Returns the list with an order as it is now. */
function withOrder({ lines, counts }: List, line: OrderLine): List {
	const before = lines.find(({ _id }) => _id === line._id);
	return {
		lines: lines.map((one) => (one === before ? line : one)),
		counts: before ? countsAfter(counts, before, line) : counts,
	};
}

/** The administrators' orders in dense rows: select many and ship them, by mouse or with single keys. */
export function OrdersWorkspace({ lines: initial, counts: initialCounts, ...props }: Props) {
	const hydrated = useHydrated();
	const [{ lines, counts }, setList] = useState({ lines: initial, counts: initialCounts });
	const [dialog, setDialog] = useState<Dialog>();
	const [shortcutsOn, setShortcutsOn] = useShortcutsOn();
	const onUpdated = useCallback((line: OrderLine) => setList((list) => withOrder(list, line)), []);
	const { sending, notShipped, shipAll } = useShipAll(onUpdated);
	const { parcelShipped } = useShipping(onUpdated);
	const selection = useOrderSelection(lines);
	const { chosen, targets, selectNone } = selection;

	const actions: Actions = {
		ship: () => {
			if (targets.length === 0) return;
			void shipAll(targets);
			selectNone();
		},
		shipWithTracking: () => {
			const line = parcelTarget(targets);
			if (line) setDialog({ kind: "ship", line });
		},
		print: (sheets) => {
			const ids = targets.map(({ _id }) => _id);
			if (ids.length > 0) location.assign(packingSlipsPath(ids, sheets));
		},
		refund: () => {
			const line = refundTarget(targets);
			if (line) setDialog({ kind: "refund", line });
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
			{lines.length === 0 ? (
				<p>{props.isFiltered ? texts.noOrdersFound : texts.noOrdersHere}</p>
			) : (
				<WorkspaceRows lines={lines} selection={selection} disabled={!hydrated} />
			)}
			{dialog?.kind === "help" && (
				<ShortcutHelp isOn={shortcutsOn} onChange={setShortcutsOn} onClose={close} />
			)}
			{dialog?.kind === "refund" && (
				<RefundLine
					line={dialog.line}
					onRefunded={(line) => {
						onUpdated(line);
						selectNone();
					}}
					onClose={close}
				/>
			)}
			{dialog?.kind === "ship" && (
				<ShipOrders
					line={dialog.line}
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
						{notShipped.map(({ line, reason }) => (
							<li key={line._id}>
								<a className="link" href={sitePaths.order(line._id)}>
									{line.quantity} × {line.name}, {line.UserName}
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
