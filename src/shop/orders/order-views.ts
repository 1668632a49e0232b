/** The four views of orders: rows, cards, parcels and the packing table. They share a search and the states. */
import { sitePaths } from "../../paths/site.ts";
import { staffPaths } from "../../paths/staff.ts";
import { type OrderTab, orderTabs } from "./order-states.ts";
import { workspaceSearch } from "./orders-workspace.ts";

export type OrderView = "rows" | "cards" | "parcels" | "scan";

const paths: Record<OrderView, string> = {
	rows: staffPaths.orders,
	cards: sitePaths.manageOrders,
	parcels: staffPaths.toShip,
	scan: staffPaths.packing,
};

/** The states that a view has; for the others it leads to one that has them. */
const tabsOfView: Record<OrderView, readonly OrderTab[]> = {
	rows: orderTabs,
	cards: orderTabs,
	parcels: ["toShip", "shipped"],
	scan: ["toShip"],
};

/** The path of a view with these parameters; empty ones are left out. */
export const viewPath = (view: OrderView, parameters: Parameters<typeof workspaceSearch>[0]) =>
	paths[view] + workspaceSearch(parameters);

/** The path of each state that a caller may see: in the view, or in the nearest one that has the state. */
export function tabPathsOf(
	view: OrderView,
	parameters: Omit<Parameters<typeof workspaceSearch>[0], "tab">,
	{ maySeeAll }: { maySeeAll: boolean },
): Partial<Record<OrderTab, string>> {
	const views: OrderView[] = [view, "parcels", ...(maySeeAll ? (["rows"] as const) : [])];
	return Object.fromEntries(
		orderTabs.flatMap((tab) => {
			const own = views.find((one) => tabsOfView[one].includes(tab));
			return own ? [[tab, viewPath(own, { tab, ...parameters })]] : [];
		}),
	);
}
