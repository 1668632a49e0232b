import { memo } from "react";
import { tabNames } from "../../messages.workspace.ts";
import { locale } from "../../shop/config/config.ts";
import { type OrderTab, orderTabs, type TabCounts } from "../../shop/orders/orders-workspace.ts";

interface Props {
	counts: TabCounts;
	current: OrderTab;
	/** The path of each tab. */
	paths: Record<OrderTab, string>;
}

/** The links to the orders of each state, with their numbers. */
export const OrderTabs = memo(function OrderTabs({ counts, current, paths }: Props) {
	return (
		<nav aria-label="Orders by state" className="order-tabs">
			{orderTabs.map((tab) => (
				<a key={tab} href={paths[tab]} aria-current={tab === current ? "page" : undefined}>
					{tabNames[tab]} <span>{counts[tab].toLocaleString(locale)}</span>
				</a>
			))}
		</nav>
	);
});
