import * as texts from "../../messages/workspace.ts";
import type { OrderTab } from "../../shop/orders/order-states.ts";
import { Empty } from "../ui/Empty.tsx";

/** What stands where a state, a search or some days have no orders. */
export function NoOrders({ tab, isFiltered }: { tab: OrderTab; isFiltered: boolean }) {
	return (
		<Empty
			picture={isFiltered ? "no-results" : tab === "toShip" ? "all-done" : "no-orders"}
			text={isFiltered ? texts.noOrdersFound : texts.emptyTabs[tab]}
			hint={isFiltered ? texts.searchHint : texts.ordersCome}
		/>
	);
}
