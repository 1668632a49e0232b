import type { ReactNode } from "react";
import * as shippingMessages from "../../messages.shipping.ts";
import * as texts from "../../messages.workspace.ts";
import { canShip, type OrderLine } from "../../shop/orders/lines.ts";
import { parcelTarget, refundTarget } from "../../shop/orders/orders-workspace.ts";
import type { SheetKind } from "../../shop/shipments/packing.ts";

/** What can be done with orders, by button and by key. */
export interface Actions {
	ship(): void;
	shipWithTracking(): void;
	print(sheets: SheetKind): void;
	refund(): void;
	help(): void;
}

interface Props {
	/** How many orders are selected. */
	chosenCount: number;
	/** The orders that the actions are about. */
	targets: readonly OrderLine[];
	actions: Actions;
	hydrated: boolean;
	/** Whether orders are being shipped. */
	sending: boolean;
}

/** The buttons above the rows. */
export function WorkspaceActions({ chosenCount, targets, actions, hydrated, sending }: Props) {
	const hasPaid = targets.some(({ paid }) => paid);
	const action = (label: ReactNode, can: boolean, run: () => void, look = "btn-outline") => (
		<button
			type="button"
			className={`btn ${look}`}
			disabled={!hydrated || !can}
			onClick={() => run()}
		>
			{label}
		</button>
	);
	return (
		<div className="workspace-actions">
			<p role="status" className="text-sm text-quiet">
				{texts.chosenCount(chosenCount)}
			</p>
			{action(
				texts.shipChosen(targets.length),
				!sending && targets.some(canShip),
				actions.ship,
				"btn-primary",
			)}
			{action(
				shippingMessages.shipWithTracking,
				!sending && parcelTarget(targets) !== undefined,
				actions.shipWithTracking,
			)}
			{action("Packing slips", hasPaid, () => actions.print("slips"))}
			{action("Labels", hasPaid, () => actions.print("labels"))}
			{action("Refund", refundTarget(targets) !== undefined, actions.refund)}
			{action("Keyboard", true, actions.help, "btn-ghost")}
		</div>
	);
}
