import { useState } from "react";
import { call } from "../../http/call.ts";
import * as messages from "../../messages.ts";
import * as workspace from "../../messages.workspace.ts";
import { canShip, type OrderLine, undoOfferedMs } from "../../shop/orders/lines.ts";
import { byOrder } from "../../shop/orders/orders-workspace.ts";
import {
	createShipmentEndpoint,
	undoShipmentEndpoint,
} from "../../shop/shipments/shipments.api.ts";
import type { Shipment } from "../../shop/shipments/shipments.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, redirectIfSignedOut, useSend } from "../ui/useSend.ts";

/** An order that was not shipped, and why. */
export interface NotShipped {
	line: OrderLine;
	reason: string;
}

interface Parcel {
	lines: OrderLine[];
	shipment: Shipment;
}

/** Parcels that are sent to the server at the same time. */
const atOnce = 4;

/** Ships many lines, those of an order in one parcel, with one toast to undo all. `onUpdated` receives each changed line. */
export function useShipAll(onUpdated: (line: OrderLine) => void) {
	const { sending, send } = useSend();
	const [notShipped, setNotShipped] = useState<readonly NotShipped[]>([]);

	const shipAll = (chosen: readonly OrderLine[]) =>
		send(async () => {
			const failed: NotShipped[] = chosen
				.filter((line) => !canShip(line))
				.map((line) => ({ line, reason: workspace.notToShip }));
			const parcels: Parcel[] = [];
			const waiting = byOrder(chosen.filter(canShip));
			const work = async () => {
				for (let group = waiting.shift(); group; group = waiting.shift()) {
					try {
						const lineIds = group.map(({ _id }) => _id);
						const { shipment } = await call(createShipmentEndpoint, { body: { lineIds } });
						parcels.push({ lines: group, shipment });
						for (const line of group) onUpdated({ ...line, status: "Shipped", shipment });
					} catch (error) {
						if (redirectIfSignedOut(error)) return;
						const reason = errorMessage(error);
						failed.push(...group.map((line) => ({ line, reason })));
					}
				}
			};
			await Promise.all(Array.from({ length: atOnce }, work));
			setNotShipped(failed);
			if (parcels.length > 0) offerUndo(parcels);
		});

	const offerUndo = (parcels: readonly Parcel[]) =>
		toast("success", workspace.shippedCount(parcels.flatMap(({ lines }) => lines).length), {
			label: messages.undo,
			durationMs: undoOfferedMs,
			run: () => void undo(parcels),
		});

	// Not with `send`, which drops calls while other orders are being shipped, when the toast is gone already.
	const undo = async (parcels: readonly Parcel[]) => {
		try {
			await Promise.all(
				parcels.map(async ({ lines, shipment }) => {
					await call(undoShipmentEndpoint, { params: { id: shipment._id } });
					for (const line of lines) onUpdated(line);
				}),
			);
			toast("success", workspace.undone);
		} catch (error) {
			if (!redirectIfSignedOut(error)) toast("error", errorMessage(error));
		}
	};

	return { sending, notShipped, shipAll };
}
