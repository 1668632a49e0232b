/** The pages that need a session, with their first heading. Tests of roles, attacks, headers, script and axe open them all. */

/** Those of every user. */
export const customerPages = {
	"/manageTools": "All tools",
	"/purchase/torque-wrench": "Torque wrench, 2 to 25 Nm",
	"/dashboard/myprofile": "My Profile",
	"/dashboard/myorders": "My Orders",
	"/dashboard/addreview": "Add A Review",
};

/** Those of administrators; roles.test.ts has which of them managers and packers see. */
export const adminPages = {
	"/update/torque-wrench": "Update Torque wrench, 2 to 25 Nm",
	"/dashboard/overview": "Overview",
	"/dashboard/health": "Health",
	"/dashboard/makeAdmin": "Make Admin",
	"/dashboard/addProducts": "Add products",
	"/dashboard/manageOrders": "Manage Orders",
	"/dashboard/orders": "Orders",
	"/dashboard/shipping": "Orders to ship",
	"/dashboard/manageProducts": "Manage Products",
	"/dashboard/products": "Drafts and archive",
	"/dashboard/products/torque-wrench": "Torque wrench, 2 to 25 Nm",
	"/dashboard/categories": "Categories",
	"/dashboard/import": "Import",
	"/dashboard/export": "Export",
	"/dashboard/reviews": "Reviews",
	"/dashboard/partners": "Partners",
	"/dashboard/history": "History",
	"/dashboard/customers": "Customers",
	"/dashboard/customers/demo-rider": "Robin Rider",
};
