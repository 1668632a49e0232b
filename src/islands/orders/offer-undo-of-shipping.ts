import { ShopError } from "../../errors.ts";
import * as messages from "../../messages.ts";
import { undoOfferedMs } from "../../shop/orders/lines.ts";
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
