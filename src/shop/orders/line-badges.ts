/** What a customer reads of a line on its order's page, with the tone of each badge. */
import { badges } from "../../messages.orders.ts";
import { formatPrice } from "../../values/money.ts";
import type { LineFlags } from "./line-states.ts";
import type { OrderLine } from "./lines.ts";

/** The classes of daisyUI's badges. */
type Tone = "badge-neutral" | "badge-success" | "badge-warning" | "badge-outline";

/** Returns the state of a line first, then what else there is to know. */
export function lineBadges(
	line: LineFlags & Pick<OrderLine, "status" | "packedAt">,
): (readonly [text: string, tone: Tone])[] {
	const { disputed, refundDue, refundedPrice } = line;
	return [
		stateBadge(line),
		...(refundedPrice === undefined
			? []
			: [[badges.partlyRefunded(formatPrice(refundedPrice)), "badge-outline"] as const]),
		...(refundDue ? [[badges.refundDue, "badge-outline"] as const] : []),
		...(disputed ? [[badges.disputed, "badge-warning"] as const] : []),
	];
}

/** That it is paid and not shipped is neutral: nobody but the shop has to do anything. */
function stateBadge({
	refunded,
	cancelled,
	paid,
	status,
	packedAt,
}: Parameters<typeof lineBadges>[0]): readonly [string, Tone] {
	if (refunded) return [badges.refunded, "badge-neutral"];
	if (cancelled) return [badges.cancelled, "badge-neutral"];
	if (!paid) return [badges.unpaid, "badge-outline"];
	if (status === "Shipped") return [badges.shipped, "badge-success"];
	return [packedAt ? badges.packed : badges.beingPacked, "badge-neutral"];
}
