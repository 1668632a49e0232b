/** The texts of the dashboard's menu and of the dialog of Find anything. Only rendered on the server. */

import { name as shopName } from "../config/config.ts";

/** The menu's groups of pages. The first one needs no heading. */
export const pageGroups = {
	own: "",
	orders: "Orders",
	products: "Products",
	customers: "Customers",
	shop: "Shop",
} as const;

/** A page's name, which is its heading, and what a user may call it when they search for it. */
export const staffPageTexts = {
	overview: ["Overview", "Sales, to-do list"],
	myProfile: ["My Profile", "Name, address, password"],
	manageOrders: ["Manage Orders", "Ship, refund, delete, as cards"],
	orders: ["Orders", "By status: to ship, unpaid, shipped, refunded"],
	newOrder: ["New order", "By phone, with a payment link"],
	toShip: ["Orders to ship", "Parcels, without prices"],
	packing: ["Packing", "Pick list, slips, scan tracking numbers"],
	invoices: ["Invoices", "Credit notes, PDFs, a whole month"],
	returns: ["Returns", "Withdrawals, exchanges, check-in, refunds"],
	giftCards: ["Gift cards", "Issue, correct, disable, store credit"],
	manageProducts: ["Manage Products", "Prices, stock, remove a tool"],
	addProducts: ["Add products", "New tool"],
	unlistedProducts: ["Drafts and archive", "Publish, restore tools"],
	offers: ["Offers", "Sales, reduced prices, discounts"],
	makers: ["Makers", "Addresses of makers, product safety"],
	suppliers: ["Suppliers", "What to reorder, lead times, minimum order"],
	manageCategories: ["Categories", "Names, order, texts"],
	searches: ["Searches without results", "What visitors didn't find, words, synonyms"],
	imports: ["Import", "Tools from a CSV file"],
	exports: ["Export", "CSV files, accounting, taxes"],
	customers: ["Customers", "Orders, spend, block an account, roles"],
	makeAdmin: ["Make Admin", "Users, roles"],
	reviews: ["Reviews", "New, reported and hidden, answers"],
	questions: ["Questions", "Unanswered, published and hidden, about tools"],
	partners: ["Partners", "Sales by partner: referred orders, revenue"],
	pages: ["Pages", "Your own pages, drafts"],
	settings: ["Settings", "Shipping, pickup, holiday, e-mails, menu and footer"],
	audit: ["History", "Audit log, who changed what"],
	health: ["Health", "Late e-mails and refunds, settings, backups"],
} as const satisfies Record<string, readonly [name: string, detail: string]>;
export type StaffPage = keyof typeof staffPageTexts;

/** What is found beside the pages of the menu. */
export const staffViewTexts = {
	lowStock: ["Low stock", "Tools to reorder"],
	listedProducts: ["Change many tools", "Prices, stock"],
	partnersCsv: ["Download sales by partner", "CSV"],
	tools: ["The shop's tools", "As customers see them"],
	review: ["The shop's reviews", "As customers see them"],
} as const satisfies Record<string, readonly [name: string, detail: string]>;

/** The menu of customers, as the specification has it. */
export const customerPageNames = {
	myProfile: "My Profile",
	myOrders: "My Orders",
	addReview: "Add A Review",
} as const;

export const menu = "Dashboard menu";
export const menuOfPages = "Dashboard";
export const pageAtShop = (title: string) => `${title} at ${shopName}.`;
export const findAnything = "Find anything";
export const findPlaceholder = "Page, order number, name, e-mail, tool, tracking";
export const findLabel = (withCustomers: boolean) =>
	withCustomers ? "Pages, orders, tools and customers" : "Pages, orders and tools";
export const results = "Results";
export const ctrlK = "Ctrl K";
