/**
 * All pages of the dashboard for staff: who may see each, and its group and icon in the menu. The menu, Find anything
 * and the tests of the pages' guards read this list. Names are in messages/dashboard.ts.
 */

import { may, type Permission, type Role } from "../access/roles.ts";
import type { IconName } from "../islands/ui/icons.ts";
import {
	type pageGroups,
	type StaffPage,
	staffPageTexts,
	staffViewTexts,
} from "../messages/dashboard.ts";
import { sitePaths } from "../paths/site.ts";
import { staffPaths } from "../paths/staff.ts";

const paths = { ...sitePaths, ...staffPaths };

const access: Record<
	StaffPage,
	[group: keyof typeof pageGroups, permission: Permission, icon: IconName]
> = {
	overview: ["own", "sales", "chart"],
	myProfile: ["own", "shipping", "person"],
	manageOrders: ["orders", "orders", "box"],
	orders: ["orders", "orders", "list"],
	newOrder: ["orders", "orders", "phone"],
	toShip: ["orders", "shipping", "truck"],
	packing: ["orders", "shipping", "scan"],
	invoices: ["orders", "sales", "receipt"],
	returns: ["orders", "orders", "back"],
	giftCards: ["orders", "orders", "tag"],
	manageProducts: ["products", "products", "tool"],
	addProducts: ["products", "products", "add"],
	unlistedProducts: ["products", "products", "archive"],
	offers: ["products", "products", "tag"],
	manageCategories: ["products", "products", "tag"],
	makers: ["products", "products", "shield"],
	suppliers: ["products", "products", "truck"],
	searches: ["products", "products", "search"],
	imports: ["products", "products", "upload"],
	exports: ["products", "products", "download"],
	customers: ["customers", "admin", "people"],
	makeAdmin: ["customers", "admin", "shield"],
	reviews: ["customers", "reviews", "star"],
	questions: ["customers", "reviews", "unknown"],
	partners: ["shop", "sales", "link"],
	pages: ["shop", "admin", "list"],
	settings: ["shop", "admin", "gear"],
	audit: ["shop", "history", "clock"],
	health: ["shop", "admin", "pulse"],
};

export const staffPages = (Object.keys(staffPageTexts) as StaffPage[]).map((page) => {
	const [[name, detail], [group, permission, icon]] = [staffPageTexts[page], access[page]];
	return { path: paths[page], name, detail, group, permission, icon };
});

/** The addresses that Find anything has beside the pages of the menu. */
const views: Record<keyof typeof staffViewTexts, Permission> = {
	lowStock: "products",
	listedProducts: "products",
	partnersCsv: "sales",
	tools: "orders",
	review: "orders",
};
const staffViews = (Object.keys(views) as (keyof typeof views)[]).map((view) => {
	const [name, detail] = staffViewTexts[view];
	return { path: paths[view], name, detail, permission: views[view] };
});

const isFor = (role: Role) => (page: { permission: Permission }) => may(role, page.permission);

/** The pages that a role sees in the menu; none for customers. */
export const staffPagesOf = (role: Role) => staffPages.filter(isFor(role));

/** What Find anything has for a role: the pages of its menu, and views of them. */
export const findablePagesOf = (role: Role) => [...staffPages, ...staffViews].filter(isFor(role));
