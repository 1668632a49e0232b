/** The shop's own addresses and facts: each stands here once. */
export const sitePaths = {
	home: "/",
	tools: "/tools",
	review: "/review",
	blogs: "/blogs",
	portfolio: "/portfolio",
	widgets: "/widgets",
	login: "/login",
	signup: "/signup",
	/** Asks for a mail with a link to `reset`. */
	forgot: "/forgot",
	manageTools: "/manageTools",
	dashboard: "/dashboard",
	myProfile: "/dashboard/myprofile",
	myOrders: "/dashboard/myorders",
	addReview: "/dashboard/addreview",
	makeAdmin: "/dashboard/makeAdmin",
	addProducts: "/dashboard/addProducts",
	manageOrders: "/dashboard/manageOrders",
	manageProducts: "/dashboard/manageProducts",
	partners: "/dashboard/partners",
	partnersCsv: "/dashboard/partners.csv",
	audit: "/dashboard/history",
	auditByKind: (kind: string) => `/dashboard/history?kind=${kind}`,
	auditBySubject: (subject: string) => `/dashboard/history?subject=${encodeURIComponent(subject)}`,
	/** Where the link in a mail leads: a new password, and the proof that an e-mail is one's own. */
	reset: (token: string) => `/reset?token=${encodeURIComponent(token)}`,
	verify: (token: string) => `/verify?token=${encodeURIComponent(token)}`,
	/** One's profile, saying what came of that proof. */
	profileWithVerification: (outcome: string) => `/dashboard/myprofile?e-mail=${outcome}`,
	/** The login page, saying that the new password holds. */
	loginAfterReset: "/login?by=reset",
	tool: (id: string) => `/tools/${encodeURIComponent(id)}`,
	purchase: (id: string) => `/purchase/${encodeURIComponent(id)}`,
	payment: (orderId: string) => `/payment/${encodeURIComponent(orderId)}`,
	update: (id: string) => `/update/${encodeURIComponent(id)}`,
	/** Leads on to Google; only by POST. */
	googleSignIn: (from: string) => `/login/google?from=${encodeURIComponent(from)}`,
	/** Where Google leads back to. */
	loginAfterGoogle: (from: string) => `/login?by=google&from=${encodeURIComponent(from)}`,
	loginReturningTo: (path: string) => `/login?from=${encodeURIComponent(path)}`,
} as const;

/**
 * A path on this shop to return to after signing in, or the home page where what was asked for is
 * anything else: another site, a scheme, a backslash or `//` that browsers read as one.
 */
export function safeReturnPath(path: string | null | undefined): string {
	if (!path?.startsWith("/") || /^\/[/\\]/.test(path) || /[\\\p{Cc}]/u.test(path))
		return sitePaths.home;
	const base = "http://shop.invalid";
	const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
	if (url?.origin !== base || url.pathname.startsWith("//")) return sitePaths.home;
	return url.pathname + url.search + url.hash;
}
