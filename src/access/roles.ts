/** The roles of users, and what each may do. Imports nothing, because the tables need them. */

/** All roles, the one that may do most last. `user` is a customer. */
export const roles = ["user", "packer", "manager", "admin"] as const;
export type Role = (typeof roles)[number];

/** Which roles may do what in the shop, beside what every customer may. */
export const permissions = {
	/** Users, their roles and the entries of the audit log about them; the shop's health. */
	admin: ["admin"],
	/** The audit log. */
	history: ["admin", "manager"],
	/** The overview, and the sales by partner. */
	sales: ["admin", "manager"],
	/** Tools and categories. */
	products: ["admin", "manager"],
	/** All orders, with refunds and notes. */
	orders: ["admin", "manager"],
	/** Reviews that are new, reported or hidden. */
	reviews: ["admin", "manager"],
	/** What is to be shipped, without prices. */
	shipping: ["admin", "manager", "packer"],
} as const satisfies Record<string, readonly Role[]>;
export type Permission = keyof typeof permissions;

/** Whether users of a role have a permission. */
export function may(role: Role | undefined, permission: Permission): boolean {
	return permissions[permission].some((allowed) => allowed === role);
}

/** Whether a word names a permission. */
export function isPermission(word: string): word is Permission {
	return Object.hasOwn(permissions, word);
}
