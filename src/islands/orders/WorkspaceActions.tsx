import type { ReactNode } from "react";
import * as shippingTexts from "../../messages/shipping.ts";
import * as texts from "../../messages/workspace.ts";
import { refundTarget, type WorkspaceOrder } from "../../shop/orders/orders-workspace.ts";
import type { SheetKind } from "../../shop/shipments/packing.ts";
import { Button } from "../ui/Button.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import type { OrderSelection } from "./useOrderSelection.ts";

/** What can be done with orders, by button and by key. */
export interface Actions {
	ship(): void;
	shipWithTracking(): void;
	/** Ships the orders of a file with tracking numbers. */
	file(): void;
	print(sheets: SheetKind): void;
	refund(): void;
	help(): void;
}

interface Props {
	orders: readonly WorkspaceOrder[];
	selection: OrderSelection;
	/** How many of those that the actions are about can be shipped. */
	shippable: number;
	targets: readonly WorkspaceOrder[];
	actions: Actions;
	/** Whether orders are being shipped. */
	sending: boolean;
}

/** The buttons above the rows. */
export function WorkspaceActions(props: Props) {
	const { orders, selection, shippable, targets, actions, sending } = props;
	const { chosen, selectAll, selectNone } = selection;
	const hydrated = useHydrated();
	const hasPaid = targets.some(({ lines }) => lines.some(({ paid }) => paid));
	// Changes its colors at once: for a fifth of a second after each key a transition would paint frame after frame.
	const action = (label: ReactNode, can: boolean, run: () => void, look = "btn-outline") => (
		<Button look={`transition-none ${look}`} disabled={!can} onClick={() => run()}>
			{label}
		</Button>
	);
	return (
		<div className="workspace-actions">
			<label className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
				<input
					type="checkbox"
					className="size-6"
					disabled={!hydrated || orders.length === 0}
					checked={chosen.length > 0 && chosen.length === orders.length}
					onChange={({ target: { checked } }) => (checked ? selectAll() : selectNone())}
				/>
				{texts.selectAll}
			</label>
			<p role="status" className="text-sm text-quiet">
				{texts.chosenCount(chosen.length)}
			</p>
			{action(
				texts.shipChosen(targets.length),
				!sending && shippable > 0,
				actions.ship,
				"btn-primary",
			)}
			{action(shippingTexts.shipWithTracking, !sending && shippable > 0, actions.shipWithTracking)}
			{action(shippingTexts.packingSlips, hasPaid, () => actions.print("slips"))}
			{action(texts.labels, hasPaid, () => actions.print("labels"))}
			{action(texts.refund, refundTarget(targets) !== undefined, actions.refund)}
			{action(texts.trackingFile, !sending, actions.file, "btn-ghost")}
			{action(texts.keyboard, true, actions.help, "btn-ghost")}
		</div>
	);
}
