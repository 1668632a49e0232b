import * as texts from "../../messages.orders.ts";
import { type LineFlags, statusTone } from "../../shop/orders/line-states.ts";
import type { OrderLine } from "../../shop/orders/lines.ts";
import { formatPrice } from "../../values/money.ts";

interface Props {
	line: LineFlags & Pick<OrderLine, "status">;
}

/** A line's status in the specification's colour, whether it is paid or refunded, and its other states. */
export function LineBadges({ line }: Props) {
	const { refunded, paid, refundedPrice } = line;
	const others = [
		refunded ? texts.badges.refunded : paid ? texts.badges.paid : texts.badges.unpaid,
		refundedPrice !== undefined && texts.badges.partlyRefunded(formatPrice(refundedPrice)),
		line.refundDue && texts.badges.refundDue,
	].filter((text) => typeof text === "string");
	return (
		<p className="flex flex-wrap gap-2">
			{line.cancelled ? (
				<span className="badge badge-neutral">{texts.badges.cancelled}</span>
			) : (
				<span className={`badge ${statusTone(line) === "error" ? "badge-error" : "badge-success"}`}>
					{line.status}
				</span>
			)}
			{others.map((text) => (
				<span key={text} className="badge badge-outline">
					{text}
				</span>
			))}
			{line.disputed && <span className="badge badge-warning">{texts.badges.disputed}</span>}
		</p>
	);
}
