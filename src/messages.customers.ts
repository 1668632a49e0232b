/** The texts about customers, roles and who may do what, for administrators. Separate from messages.ts, so that only these screens load them. */

export const roleNames = {
	user: "Customer",
	packer: "Packer",
	manager: "Manager",
	admin: "Administrator",
} as const;

/** Users of a role. */
const groupNames = {
	user: "customers",
	packer: "packers",
	manager: "managers",
	admin: "administrators",
} as const;

const list = new Intl.ListFormat("en");

/** The users of some roles, such as "administrators and managers". */
export const groupsOf = (roles: readonly (keyof typeof groupNames)[]) =>
	list.format(roles.map((role) => groupNames[role]));

/** What users of a role can do, for the confirmation of a change. */
export const abilities = {
	user: "order, review and see their own orders, as every customer",
	packer:
		"see the orders that are to be shipped, without prices, ship them and print packing slips",
	manager:
		"see the sales, change tools, categories and prices, see, ship, refund and delete all orders, and hide, show and answer reviews",
	admin: "change everything: tools, orders, reviews, customers and all roles, including yours",
} as const;
