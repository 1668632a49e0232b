import { useState } from "react";
import { call } from "../../http/call.ts";
import { labelTexts as texts } from "../../messages/shipping.ts";
import { voidLabelEndpoint } from "../../shop/shipments/labels.api.ts";
import type { Label } from "../../shop/shipments/labels.ts";
import { toast } from "../../stores/toasts.ts";
import { Button } from "../ui/Button.tsx";
import { toastError, useSend } from "../ui/useSend.ts";

/** The label of a parcel that was shipped: its PDF, and the button that gives it back. */
export function ShippedLabel({ label, recipient }: { label: Label; recipient: string }) {
	const [state, setState] = useState(label.state);
	const { sending, send } = useSend();
	if (state === "voided") return <p>{texts.wasVoided}</p>;
	const voidIt = () =>
		send(async () => {
			const { state: now } = await call(voidLabelEndpoint, { params: { id: label._id } });
			setState(now);
			toast("success", texts.voided);
		}, toastError);
	return (
		<p className="flex flex-wrap items-center gap-3">
			{label.url && (
				<a className="btn btn-outline" href={label.url} aria-label={texts.openFor(recipient)}>
					{texts.open}
				</a>
			)}
			<Button look="btn-ghost" disabled={sending} onClick={() => void voidIt()}>
				{texts.voidLabel}
			</Button>
		</p>
	);
}
