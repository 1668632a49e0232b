/** The pages that need a session, with their first heading. Tests of roles, attacks, headers, script and axe open them all. */

import { may, type Permission, type Role } from "../../src/access/roles.ts";
import { staffPages } from "../../src/components/staff-pages.ts";

/** The pages of every user. */
export const customerPages = {
	"/manageTools": "All tools",
	"/purchase/torque-wrench": "Torque wrench, 2 to 25 Nm",
	"/dashboard/myprofile": "My Profile",
	"/dashboard/myorders": "My Orders",
	"/dashboard/addreview": "Add A Review",
};

/** Pages of one tool or customer, which no menu has, and who sees them beside administrators. */
const pagesOfOne: Record<string, { name: string; permission: Permission }> = {
	"/update/torque-wrench": { name: "Update Torque wrench, 2 to 25 Nm", permission: "products" },
	"/dashboard/products/torque-wrench": {
		name: "Torque wrench, 2 to 25 Nm",
		permission: "products",
	},
	"/dashboard/offers/new": { name: "New sale", permission: "products" },
	"/dashboard/offers/edit": { name: "New rule", permission: "products" },
	"/dashboard/gift-cards/new": { name: "Issue a gift card", permission: "orders" },
	"/dashboard/customers/demo-rider": { name: "Robin Rider", permission: "admin" },
};

/** All pages of staff, but those that customers see too. Topics of the settings are one page. */
const guardedPages = [
	...staffPages.filter(({ path }) => !path.includes("?") && !Object.hasOwn(customerPages, path)),
	...Object.entries(pagesOfOne).map(([path, page]) => ({ path, ...page })),
];

/** The pages that a role sees; or those that it does not see. */
export const guardedPagesOf = (role: Role, isSeen = true): Record<string, string> =>
	Object.fromEntries(
		guardedPages
			.filter(({ permission }) => may(role, permission) === isSeen)
			.map(({ path, name }) => [path, name]),
	);

/** The pages of administrators. */
export const adminPages = guardedPagesOf("admin");
