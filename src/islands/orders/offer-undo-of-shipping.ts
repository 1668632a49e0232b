import * as v from "valibot";
import { ShopError } from "../../errors.ts";
import { call } from "../../http/call.ts";
import * as messages from "../../messages/messages.ts";
import * as shippingTexts from "../../messages/shipping.ts";
import { undoOfferedMs } from "../../shop/orders/lines.ts";
import { undoShipmentEndpoint } from "../../shop/shipments/shipments.api.ts";
import { toast } from "../../stores/toasts.ts";
import { errorMessage, offerUndo } from "../ui/useSend.ts";

/** Shows what was shipped with a button that takes it back, until the customer is told. */
export function offerUndoOfShipping(text: string, undo: () => Promise<void>): void {
	const showError = (error: unknown) => {
		const isTooLate = error instanceof ShopError && error.code === "not_shippable";
		toast("error", isTooLate ? messages.undoTooLate : errorMessage(error));
	};
	offerUndo(text, undo, showError, undoOfferedMs);
}

const storageKey = "shipped now";
const storedIds = v.array(v.string());

/** Notes shipments whose undo the same page offers once it is loaded again. */
export function offerUndoAfterReload(shipments: readonly { _id: string }[]): void {
	try {
		sessionStorage.setItem(storageKey, JSON.stringify(shipments.map(({ _id }) => _id)));
	} catch {
		// Without session storage it is not offered.
	}
}

/** Offers to undo what was shipped before this page was loaded, once. */
export function offerPendingUndo(onUndone: () => void): void {
	try {
		const ids = v.safeParse(storedIds, JSON.parse(sessionStorage.getItem(storageKey) ?? "null"));
		sessionStorage.removeItem(storageKey);
		if (!ids.success) return;
		offerUndoOfShipping(shippingTexts.shippedCount(ids.output.length), async () => {
			await Promise.all(ids.output.map((id) => call(undoShipmentEndpoint, { params: { id } })));
			onUndone();
		});
	} catch {
		// Without session storage it is not offered, as above.
	}
}
