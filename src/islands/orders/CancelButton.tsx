import { useState } from "react";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { toastAfterNavigation } from "../../stores/toasts.ts";
import { importChunk } from "../ui/import-chunk.ts";
import { lazyDialog } from "../ui/lazyDialog.tsx";
import { useHydrated } from "../ui/useHydrated.ts";
import { refundToast } from "./toast-refund.ts";

const CancelLine = lazyDialog(
	async () => (await importChunk(() => import("./CancelLine.tsx"))).CancelLine,
);

/** Cancels a line of an order's page, which the server then renders again. */
export function CancelButton({ line }: { line: OrderLine }) {
	const hydrated = useHydrated();
	const [open, setOpen] = useState(false);
	return (
		<>
			<button
				type="button"
				className="btn btn-outline btn-sm justify-self-start"
				disabled={!hydrated}
				onClick={() => setOpen(true)}
				aria-label={`Cancel order of ${line.name}`}
			>
				Cancel
			</button>
			{open && (
				<CancelLine
					line={line}
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
