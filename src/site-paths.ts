/** The paths of the shop's pages. */
export const sitePaths = {
	home: "/",
	tools: "/tools",
	/** Tools that match a search. */
	search: (q: string) => `/tools?q=${encodeURIComponent(q)}`,
	/** Suggestions for a search, as JSON. */
	suggest: (q: string) => `/suggest?q=${encodeURIComponent(q)}`,
	/** All categories of tools. */
	categories: "/tools/c",
	category: (slug: string) => `/tools/c/${encodeURIComponent(slug)}`,
	review: "/review",
	/** Reports a review. */
	reportReview: (id: string) => `/review/${encodeURIComponent(id)}/report`,
	blogs: "/blogs",
	portfolio: "/portfolio",
	widgets: "/widgets",
	/** A rider's bike, and which tools fit it. */
	fit: "/fit",
	/** How to see and measure a dimension of a bike. */
	fitDimension: (dimension: string) => `/fit/${dimension}`,
	fitWith: (dimension: string, standard: string) => `/fit?${dimension}=${standard}`,
	/** Whether a tool fits, with the standards to choose from. */
	fitOfTool: (toolId: string) => `/fit?tool=${encodeURIComponent(toolId)}`,
	/** The tools that fit a bike, such as `cassette:xd,chain:11`. */
	toolsFitting: (bike: string) => `/tools?fits=${bike}`,
	/** The workshop's jobs. */
	jobs: "/jobs",
	job: (slug: string) => `/jobs/${slug}`,
	jobData: (slug: string) => `/jobs/${slug}.json`,
	cart: "/cart",
	/** A legal page, such as the terms. It exists once it is published. */
	legal: (page: string) => `/legal/${page}`,
	checkout: "/checkout",
	login: "/login",
	signup: "/signup",
	/** Requests a mail with a link to `reset`. */
	forgot: "/forgot",
	manageTools: "/manageTools",
	dashboard: "/dashboard",
	myProfile: "/dashboard/myprofile",
	myOrders: "/dashboard/myorders",
	addReview: "/dashboard/addreview",
	/** The form with this tool chosen, if the customer has paid for it. */
	addReviewOf: (toolId: string) => `/dashboard/addreview?tool=${encodeURIComponent(toolId)}`,
	overview: "/dashboard/overview",
	/** What the shop has not done in time, and which settings are missing. */
	health: "/dashboard/health",
	makeAdmin: "/dashboard/makeAdmin",
	customers: "/dashboard/customers",
	/** A customer's page, for administrators. */
	customer: (id: string) => `/dashboard/customers/${encodeURIComponent(id)}`,
	addProducts: "/dashboard/addProducts",
	manageOrders: "/dashboard/manageOrders",
	/** Orders to ship, without prices. */
	toShip: "/dashboard/shipping",
	/** The administrators' orders by state. */
	orders: "/dashboard/orders",
	manageProducts: "/dashboard/manageProducts",
	/** New, reported and hidden reviews, for administrators; of one tool with `?tool=`. */
	reviews: "/dashboard/reviews",
	/** The page on which an administrator maintains a tool. */
	product: (toolId: string) => `/dashboard/products/${encodeURIComponent(toolId)}`,
	/** Drafts and archived tools. */
	unlistedProducts: "/dashboard/products",
	/** Listed tools, to change many at once. */
	listedProducts: "/dashboard/products?list=listed",
	/** Tools with low stock. */
	lowStock: "/dashboard/products?list=low",
	/** Imports of tools. */
	imports: "/dashboard/import",
	/** One import: its preview, its progress and how to revert it. */
	importOf: (id: string) => `/dashboard/import?id=${encodeURIComponent(id)}`,
	exports: "/dashboard/export",
	exportCsv: (kind: string) => `/dashboard/export/${kind}.csv`,
	manageCategories: "/dashboard/categories",
	partners: "/dashboard/partners",
	partnersCsv: "/dashboard/partners.csv",
	audit: "/dashboard/history",
	auditByKind: (kind: string) => `/dashboard/history?kind=${kind}`,
	auditBySubject: (subject: string) => `/dashboard/history?subject=${encodeURIComponent(subject)}`,
	/** The links in mails: to reset a password and to verify an e-mail. */
	reset: (token: string) => `/reset?token=${encodeURIComponent(token)}`,
	verify: (token: string) => `/verify?token=${encodeURIComponent(token)}`,
	/** The profile, with the outcome of an e-mail verification. */
	profileWithVerification: (outcome: string) => `/dashboard/myprofile?e-mail=${outcome}`,
	/** The login page after a password reset. */
	loginAfterReset: "/login?by=reset",
	tool: (id: string) => `/tools/${encodeURIComponent(id)}`,
	/** Asks for a mail when a tool is back in stock. */
	stockAlert: (toolId: string) => `/tools/${encodeURIComponent(toolId)}/alert`,
	/** The link in such a mail that stops all others of the account. */
	stopAlerts: (token: string) => `/alerts/stop?token=${encodeURIComponent(token)}`,
	purchase: (id: string) => `/purchase/${encodeURIComponent(id)}`,
	payment: (orderId: string) => `/payment/${encodeURIComponent(orderId)}`,
	/** The page of a checkout, by its id or that of one of its orders. */
	order: (id: string) => `/orders/${encodeURIComponent(id)}`,
	update: (id: string) => `/update/${encodeURIComponent(id)}`,
	/** Redirects to Google. Only by POST. */
	googleSignIn: (from: string) => `/login/google?from=${encodeURIComponent(from)}`,
	/** Where Google redirects back to. */
	loginAfterGoogle: (from: string) => `/login?by=google&from=${encodeURIComponent(from)}`,
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
