import { memo } from "react";
import { formatNumber } from "../../messages.numbers.ts";
import * as texts from "../../messages.workspace.ts";
import { type OrderTab, orderTabs, type TabCounts } from "../../shop/orders/orders-workspace.ts";

interface Props {
	counts: TabCounts;
	/** The tabs that may have more orders than were counted. */
	uncounted: readonly OrderTab[];
	current: OrderTab;
	/** The path of each tab. */
	paths: Record<OrderTab, string>;
}

/** The links to the orders of each state, with their numbers. */
export const OrderTabs = memo(function OrderTabs({ counts, uncounted, current, paths }: Props) {
	return (
		<nav aria-label="Orders by state" className="order-tabs">
			{orderTabs.map((tab) => (
				<a key={tab} href={paths[tab]} aria-current={tab === current ? "page" : undefined}>
					{texts.tabNames[tab]}{" "}
					<span>{texts.tabCount(formatNumber(counts[tab]), uncounted.includes(tab))}</span>
				</a>
			))}
		</nav>
	);
});
