import type { OrderState } from "../../shop/orders/order-states.ts";
import { OrderBadges } from "./OrderBadges.tsx";

interface Props {
	line: Parameters<typeof OrderBadges>[0]["lines"][number];
	/** The state of its order, which stands above: a line tells only what is other of it. */
	order?: OrderState | undefined;
	forStaff?: boolean;
}

/** The state of a line, as an order of one. */
export function LineBadges({ line, order, forStaff = false }: Props) {
	return (
		<OrderBadges
			lines={[line]}
			isProcessing={order === "processing"}
			isExpired={order === "expired"}
			forStaff={forStaff}
			said={order}
		/>
	);
}
