/**
 * The paths of the pages for administrators, managers and packers. Not in paths/site.ts, whose names all islands load.
 */
import { productPaths } from "./product.ts";

export const staffPaths = {
	overview: "/dashboard/overview",
	/** What the shop has not done in time, and which settings are missing. */
	health: "/dashboard/health",
	customers: "/dashboard/customers",
	/** A customer's page, for administrators. */
	customer: (id: string) => `/dashboard/customers/${encodeURIComponent(id)}`,
	/** What somebody without an account has ordered, for administrators. */
	guest: (email: string) => `/dashboard/customers/guest?email=${encodeURIComponent(email)}`,
	/** Orders to ship, without prices. */
	toShip: "/dashboard/shipping",
	/** Picks, slips and scans of many orders. */
	packing: "/dashboard/packing",
	/** The administrators' orders by state. */
	orders: "/dashboard/orders",
	/** Enters an order at the telephone. */
	newOrder: "/dashboard/orders/new",
	/** Invoices and credit notes, and all of a month as a ZIP file. */
	invoices: "/dashboard/invoices",
	invoicesZip: (month: string) => `/dashboard/invoices/${month}.zip`,
	/** New, reported and hidden reviews, for administrators; of one tool with `?tool=`. */
	reviews: "/dashboard/reviews",
	/** Questions about tools, to answer and to hide. */
	questions: "/dashboard/questions",
	/** Returns and withdrawals, by what is next. */
	returns: "/dashboard/returns",
	returnOf: (id: string) => `/dashboard/returns/${encodeURIComponent(id)}`,
	/** Enters an order for the customer of another one. */
	newOrderLike: (orderId: string) => `/dashboard/orders/new?like=${encodeURIComponent(orderId)}`,
	...productPaths,
	/** Tools with low stock. */
	lowStock: "/dashboard/products?list=low",
	/** Imports of tools. */
	imports: "/dashboard/import",
	/** One import: its preview, its progress and how to revert it. */
	/** The same, to choose what the columns of its file are. */
	columnsOf: (importId: string) =>
		`/dashboard/import?${new URLSearchParams({ id: importId, columns: "choose" })}`,
	importOf: (id: string) => `/dashboard/import?id=${encodeURIComponent(id)}`,
	exports: "/dashboard/export",
	exportCsv: (kind: string) => `/dashboard/export/${kind}.csv`,
	/** Sales, rules and codes: those that run, are planned or have ended. */
	offers: "/dashboard/offers",
	/** Plans a sale: of the tools of `?tool=`. */
	newSale: "/dashboard/offers/new",
	/** Adds a rule or a code. */
	newOffer: (kind: "rule" | "code") => `/dashboard/offers/edit?kind=${kind}`,
	/** Changes one. */
	editOffer: (id: string) => `/dashboard/offers/edit?id=${encodeURIComponent(id)}`,
	/** The codes of one as a file. */
	offerCodes: (id: string) => `/dashboard/offers/codes.csv?id=${encodeURIComponent(id)}`,
	/** Gift cards and store credit. */
	giftCards: "/dashboard/gift-cards",
	newGiftCard: "/dashboard/gift-cards/new",
	giftCardOf: (id: string) => `/dashboard/gift-cards/card?id=${encodeURIComponent(id)}`,
	/** Who makes the tools, with the addresses that their pages show. */
	makers: "/dashboard/makers",
	makerOf: (name: string) => `/dashboard/makers?name=${encodeURIComponent(name)}`,
	/** Suppliers, with what to reorder from each. */
	suppliers: "/dashboard/suppliers",
	/** A supplier, with a tool among what to reorder. */
	supplierOf: (name: string, tool = "") =>
		`/dashboard/suppliers?${new URLSearchParams({ name, ...(tool && { tool }) })}`,
	/** What to reorder from the supplier of a page with these parameters. */
	reorderCsv: (shown: URLSearchParams) => `/dashboard/suppliers.csv?${shown}`,
	manageCategories: "/dashboard/categories",
	/** What visitors have searched for and not found. */
	searches: "/dashboard/searches",
	partners: "/dashboard/partners",
	partnersCsv: "/dashboard/partners.csv",
	/** What counts instead of shop.config.ts: shipping, holidays. */
	settings: "/dashboard/settings",
	settingsOf: (topic: string) => `/dashboard/settings?topic=${topic}`,
	mailOf: (kind: string) => `/dashboard/settings?topic=mails&mail=${kind}`,
	/** An e-mail as it will look. */
	mailPreview: (kind: string) => `/dashboard/settings/preview?mail=${kind}`,
	/** Pages that the owner writes. */
	pages: "/dashboard/pages",
	pageOf: (slug: string) => `/dashboard/pages?slug=${encodeURIComponent(slug)}`,
	audit: "/dashboard/history",
	auditByKind: (kind: string) => `/dashboard/history?kind=${kind}`,
	auditBySubject: (subject: string) => `/dashboard/history?subject=${encodeURIComponent(subject)}`,
} as const;
