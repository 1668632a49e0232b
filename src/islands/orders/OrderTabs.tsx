import { memo } from "react";
import * as common from "../../messages/common.ts";
import * as texts from "../../messages/workspace.ts";
import { type OrderTab, orderTabs } from "../../shop/orders/order-states.ts";
import type { TabCounts } from "../../shop/orders/orders-workspace.ts";

interface Props {
	/** The counts that are known. */
	counts: Partial<TabCounts>;
	/** The tab that has more orders than were counted. */
	uncounted: OrderTab | undefined;
	current: OrderTab;
	/** The path of each tab that the caller may see. */
	paths: Partial<Record<OrderTab, string>>;
}

/** The links to the orders of each state, with their numbers. */
export const OrderTabs = memo(function OrderTabs({ counts, uncounted, current, paths }: Props) {
	return (
		<nav aria-label={common.ordersByState} className="tabs">
			{orderTabs.map((tab) => {
				const count = counts[tab];
				if (!paths[tab]) return null;
				return (
					<a key={tab} href={paths[tab]} aria-current={tab === current ? "page" : undefined}>
						{texts.tabNames[tab]}{" "}
						{count !== undefined && <span>{texts.tabCount(count, tab === uncounted)}</span>}
					</a>
				);
			})}
		</nav>
	);
});
