import { useState } from "react";
import type { Order } from "../../shop/orders/orders.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { refundToast } from "./toast-refund.ts";

const CancelOrder = lazyDialog(
	async () => (await importChunk(() => import("./CancelOrder.tsx"))).CancelOrder,
);

/** Cancels a line of an order's page, which the server then renders again. */
export function CancelLine({ order }: { order: Order }) {
	const hydrated = useHydrated();
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				className="btn btn-outline btn-sm justify-self-start"
				disabled={!hydrated}
				onClick={() => setOpen(true)}
				aria-label={`Cancel order of ${order.name}`}
			>
				Cancel
			</button>
			{open && (
				<CancelOrder
					order={order}
					onCancelled={(reply) => {
						toastAfterNavigation(refundToast(reply));
						location.reload();
					}}
					onClose={() => setOpen(false)}
				/>
			)}
		</>
	);
}
