/** The paths of the shop's pages, but those in paths/public.ts and paths/staff.ts. */
export const sitePaths = {
	home: "/",
	tools: "/tools",
	review: "/review",
	cart: "/cart",
	checkout: "/checkout",
	login: "/login",
	signup: "/signup",
	/** Requests an e-mail with a link to `reset`. */
	forgot: "/forgot",
	manageTools: "/manageTools",
	dashboard: "/dashboard",
	/** Leads staff to the first page of their role, customers to the page after signing in. */
	start: "/dashboard/start",
	startAfterLogin: "/dashboard/start?by=login",
	myProfile: "/dashboard/myprofile",
	myOrders: "/dashboard/myorders",
	addReview: "/dashboard/addreview",
	/** The form with this tool chosen, if the customer has paid for it. */
	addReviewOf: (toolId: string) => `/dashboard/addreview?tool=${encodeURIComponent(toolId)}`,
	makeAdmin: "/dashboard/makeAdmin",
	addProducts: "/dashboard/addProducts",
	manageOrders: "/dashboard/manageOrders",
	manageProducts: "/dashboard/manageProducts",
	/** The login page after a password reset. */
	loginAfterReset: "/login?by=reset",
	/** The page of a tool. By its id alone it redirects to the tool's address, if it has another one. */
	tool: ({ _id, address }: { _id: string; address?: string | null | undefined }) =>
		`/tools/${encodeURIComponent(address ?? _id)}`,
	purchase: (id: string) => `/purchase/${encodeURIComponent(id)}`,
	payment: (orderId: string) => `/payment/${encodeURIComponent(orderId)}`,
	/** The page of an order, by its id or that of one of its lines. */
	order: (id: string) => `/orders/${encodeURIComponent(id)}`,
	/** An invoice or credit note of an order, as a page, or as a file with `.pdf` or `.xml`. */
	invoice: (orderId: string, id: string, type: "" | ".pdf" | ".xml" = "") =>
		`/orders/${encodeURIComponent(orderId)}/invoices/${encodeURIComponent(id)}${type}`,
	update: (id: string) => `/update/${encodeURIComponent(id)}`,
	loginReturningTo: (path: string) => `/login?from=${encodeURIComponent(path)}`,
} as const;

/**
 * Returns `path` if it is a path on this shop to return to after signing in, otherwise the home page:
 * for another site, a scheme, and a backslash or `//`, which browsers read as another site.
 */
export function safeReturnPath(path: string | null | undefined): string {
	if (!path?.startsWith("/") || /^\/[/\\]/.test(path) || /[\\\p{Cc}]/u.test(path))
		return sitePaths.home;
	const base = "http://shop.invalid";
	const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
	if (url?.origin !== base || url.pathname.startsWith("//")) return sitePaths.home;
	return url.pathname + url.search + url.hash;
}
