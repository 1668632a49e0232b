import { useRef, useState } from "react";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as texts from "../../messages/packing.ts";
import { undoOfferedMs } from "../../shop/orders/lines.ts";
import { formatOrderNumber } from "../../shop/orders/order-number.ts";
import type { OrdersToShip } from "../../shop/shipments/packing.ts";
import { readScan } from "../../shop/shipments/packing-scan.ts";
import {
	createShipmentEndpoint,
	undoShipmentEndpoint,
} from "../../shop/shipments/shipments.api.ts";
import { errorMessage, redirectIfSignedOut } from "../ui/useSend.ts";

/** What an order is called on its slip. */
export const numberOf = ({ orderNumber }: OrdersToShip): string => formatOrderNumber(orderNumber);
export const piecesOf = ({ lines }: OrdersToShip): number =>
	lines.reduce((sum, { quantity }) => sum + quantity, 0);

/** A parcel that was shipped here. */
interface Shipped {
	shipmentId: string;
	trackingNumber: string;
}

interface TableState {
	shipped: ReadonlyMap<string, Shipped>;
	/** The order that was scanned; without one the first that waits is packed. */
	asked: string | undefined;
	/** Put behind the others. */
	skipped: readonly string[];
	message: { text: string; isError: boolean } | undefined;
	/** The shipments that can still be undone, the newest last. */
	undoable: readonly string[];
}

const start: TableState = {
	shipped: new Map(),
	asked: undefined,
	skipped: [],
	message: undefined,
	undoable: [],
};

/** Returns the order that is packed now: that which was scanned, else the first that waits, skipped ones last. */
function currentOf(parcels: readonly OrdersToShip[], { shipped, asked, skipped }: TableState) {
	const waiting = parcels.filter((parcel) => !shipped.has(numberOf(parcel)));
	const byNumber = (number: string | undefined) =>
		waiting.find((parcel) => numberOf(parcel) === number);
	return (
		byNumber(asked) ??
		waiting.find((parcel) => !skipped.includes(numberOf(parcel))) ??
		skipped.map(byNumber).find((parcel) => parcel !== undefined)
	);
}

/** Ships one parcel after the other, as their numbers are scanned. Scans are handled in their order. */
export function usePackingTable(parcels: readonly OrdersToShip[]) {
	const [state, setState] = useState(start);
	// What scans read that come before the page is rendered again.
	const latest = useRef(start);
	const queue = useRef(Promise.resolve());

	const update = (changes: Partial<TableState>) => {
		latest.current = { ...latest.current, ...changes };
		setState(latest.current);
	};
	const say = (text: string, isError = false) => update({ message: { text, isError } });
	const inTurn = (work: () => Promise<void>) => {
		queue.current = queue.current.then(work);
		return queue.current;
	};
	const failed = (error: unknown, text: string) => {
		if (redirectIfSignedOut(error)) return;
		const isLate = error instanceof ShopError && error.code === "not_shippable";
		say(isLate ? text : errorMessage(error), true);
	};

	const ship = async (parcel: OrdersToShip, carrier: string, trackingNumber: string) => {
		const number = numberOf(parcel);
		say(texts.shipping(number));
		try {
			const { insertedId } = await call(createShipmentEndpoint, {
				body: { lineIds: parcel.lines.map(({ _id }) => _id), carrier, trackingNumber },
			});
			const { shipped, undoable } = latest.current;
			update({
				shipped: new Map(shipped).set(number, { shipmentId: insertedId, trackingNumber }),
				undoable: [...undoable, number],
				asked: undefined,
			});
			say(texts.shipped(number, trackingNumber));
			setTimeout(() => withdrawUndo(number), undoOfferedMs);
		} catch (error) {
			failed(error, texts.notShippedNow(number));
		}
	};

	const withdrawUndo = (number: string) =>
		update({ undoable: latest.current.undoable.filter((one) => one !== number) });

	/** Handles what was scanned or typed. */
	const scan = (scanned: string, carrier: string) =>
		inTurn(async () => {
			const now = latest.current;
			const current = currentOf(parcels, now);
			const scan = readScan(scanned, {
				orders: parcels.map(numberOf),
				current: current && numberOf(current),
				carrier,
				shipped: new Map(
					[...now.shipped].map(([number, { trackingNumber }]) => [number, trackingNumber]),
				),
			});
			if ("error" in scan) say(scan.error, true);
			else if ("order" in scan) update({ asked: scan.order, message: undefined });
			else if (current) await ship(current, carrier, scan.trackingNumber);
		});

	const undo = (number: string) =>
		inTurn(async () => {
			const id = latest.current.shipped.get(number)?.shipmentId;
			if (id === undefined) return;
			try {
				await call(undoShipmentEndpoint, { params: { id } });
				const shipped = new Map(latest.current.shipped);
				shipped.delete(number);
				update({ shipped, asked: number });
				withdrawUndo(number);
				say(texts.undone(number));
			} catch (error) {
				failed(error, messages.undoTooLate);
			}
		});

	const skip = () => {
		const current = currentOf(parcels, latest.current);
		if (!current) return;
		const number = numberOf(current);
		const others = latest.current.skipped.filter((one) => one !== number);
		update({ skipped: [...others, number], asked: undefined, message: undefined });
	};

	return {
		current: currentOf(parcels, state),
		shipped: state.shipped,
		message: state.message,
		undoable: state.undoable,
		scan,
		skip,
		undo,
	};
}
