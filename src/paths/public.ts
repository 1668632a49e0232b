/**
 * The paths of public pages, and of links in e-mails. Not in paths/site.ts, whose names all islands load.
 */
export const publicPaths = {
	/** The cart and the checkout of a browser without JavaScript. The cart's cookie is sent to these paths alone. */
	basicCart: "/cart/basic",
	basicCheckout: "/cart/checkout",
	/** Changes that cart. Only by POST. */
	basicCartLines: "/cart/lines",
	/** Changes the delivery of an unpaid order, or cancels it. */
	changeOrder: (orderId: string) => `/orders/${encodeURIComponent(orderId)}/change`,
	/** Tools that match a search. */
	search: (q: string) => `/tools?q=${encodeURIComponent(q)}`,
	/** Suggestions for a search, as JSON. */
	suggest: (q: string) => `/suggest?q=${encodeURIComponent(q)}`,
	/** All categories of tools. */
	categories: "/tools/c",
	/** Tools side by side: `?tool=` of each. */
	compare: "/compare",
	/** Tools that a sale has reduced. */
	onSale: "/tools?sale=1",
	category: (slug: string) => `/tools/c/${encodeURIComponent(slug)}`,
	/** Says how the shop makes sure that reviews are of customers. */
	howChecked: "/review#checked",
	/** Reports a review. */
	reportReview: (id: string) => `/review/${encodeURIComponent(id)}/report`,
	/** All questions about a tool, and the form to ask one. */
	toolQuestions: (address: string) => `/tools/${encodeURIComponent(address)}/questions`,
	blogs: "/blogs",
	article: (slug: string) => `/blogs/${slug}`,
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
	/** The parts of forms, in the local shop. */
	designForms: "/design/forms",
	/** The workshop's jobs. */
	jobs: "/jobs",
	job: (slug: string) => `/jobs/${slug}`,
	jobData: (slug: string) => `/jobs/${slug}.json`,
	/** What riders notice, each with its causes. */
	symptoms: "/symptoms",
	symptom: (slug: string) => `/symptoms/${slug}`,
	/** A gift for somebody who rides: `?kind=`, `?mends=` and `?up-to=`. */
	gift: "/gift",
	giftFor: (kind: string) => `/gift?kind=${kind}`,
	/** The description of the API, and the page that shows it. */
	openApi: "/api/openapi.json",
	apiDocs: "/api/docs",
	/** A page that the owner has written. */
	page: (slug: string) => `/pages/${slug}`,
	/** A legal page, such as the terms. It exists once it is published. */
	legal: (page: string) => `/legal/${page}`,
	/** The form that asks to send back what an order has. */
	returnOf: (orderId: string) => `/orders/${encodeURIComponent(orderId)}/return`,
	/** Withdraws from a contract, without an account; from an order that the browser may see, by its id. */
	withdraw: "/withdraw",
	withdrawFrom: (orderId: string) => `/withdraw?order=${encodeURIComponent(orderId)}`,
	/** The links in mails: to reset a password and to verify an e-mail. */
	reset: (token: string) => `/reset?token=${encodeURIComponent(token)}`,
	verify: (token: string) => `/verify?token=${encodeURIComponent(token)}`,
	/** The profile, with the outcome of an e-mail verification. */
	profileWithVerification: (outcome: string) => `/dashboard/myprofile?e-mail=${outcome}`,
	/** Asks for an e-mail when a tool is back in stock. */
	stockAlert: (toolId: string) => `/tools/${encodeURIComponent(toolId)}/alert`,
	/** Says that the link to confirm it was sent; and that link. */
	stockAlertSent: (toolId: string) => `/tools/${encodeURIComponent(toolId)}/alert?sent`,
	confirmStockAlert: (toolId: string, token: string) =>
		`/tools/${encodeURIComponent(toolId)}/alert?token=${encodeURIComponent(token)}`,
	/** The link in such an e-mail that stops all others of the account. */
	stopAlerts: (token: string) => `/alerts/stop?token=${encodeURIComponent(token)}`,
	/** Redirects to Google. Only by POST. */
	googleSignIn: (from: string) => `/login/google?from=${encodeURIComponent(from)}`,
	/** Where Google redirects back to. */
	loginAfterGoogle: (from: string) => `/login?by=google&from=${encodeURIComponent(from)}`,
} as const;
