/** The paths of the pages on which staff maintain tools. Not in paths/staff.ts: the editor of a tool needs no others. */
export const productPaths = {
	/** The page on which an administrator maintains a tool. */
	product: (toolId: string) => `/dashboard/products/${encodeURIComponent(toolId)}`,
	/** Listed tools, to change many at once. */
	products: "/dashboard/products",
	/** Drafts and archived tools. */
	unlistedProducts: "/dashboard/products?list=unlisted",
} as const;
