import {
	type LineFlags,
	type OrderLine,
	publicState,
	statusTone,
} from "../../shop/orders/lines.ts";
import { formatPrice } from "../../values/money.ts";

interface Props {
	line: LineFlags & Pick<OrderLine, "status">;
}

/** An order's status in the specification's colour, whether it is paid or refunded, and its other states. */
export function LineBadges({ line }: Props) {
	const state = publicState(line);
	const paymentLabel = line.refunded ? "Refunded" : line.paid ? "Paid" : "Unpaid";
	return (
		<p className="flex flex-wrap gap-2">
			{line.cancelled ? (
				<span className="badge badge-neutral">Cancelled</span>
			) : (
				<span className={`badge ${statusTone(line) === "error" ? "badge-error" : "badge-success"}`}>
					{line.status}
				</span>
			)}
			<span className="badge badge-outline">{paymentLabel}</span>
			{line.refundedPrice !== undefined && (
				<span className="badge badge-outline">
					Partly refunded, {formatPrice(line.refundedPrice)}
				</span>
			)}
			{line.refundDue && <span className="badge badge-outline">Refund due</span>}
			{state === "Disputed" && <span className="badge badge-warning">Disputed</span>}
		</p>
	);
}
