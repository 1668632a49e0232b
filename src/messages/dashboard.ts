/** The texts of the dashboard's menu and of the dialog of Find anything. Only rendered on the server. */

import { name as shopName } from "../config/config.ts";

/** The places of staff, in the order of the menu. Each has some of the pages below as its parts. */
export const placeNames = {
	overview: "Overview",
	orders: "Orders",
	products: "Products",
	customers: "Customers",
	marketing: "Marketing",
	reviews: "Reviews",
	finance: "Finance",
	content: "Content",
	settings: "Settings",
} as const;
export type Place = keyof typeof placeNames;

/** A page's name, which is its heading, and what a user may call it when they search for it. */
export const staffPageTexts = {
	overview: ["Overview", "Sales, to-do list"],
	orders: ["Orders", "By status: to ship, unpaid, shipped, refunded"],
	manageOrders: ["Manage Orders", "Ship, refund, delete, as cards"],
	toShip: ["Orders to ship", "Parcels, without prices"],
	packing: ["Packing", "Pick list, slips, scan tracking numbers"],
	returns: ["Returns", "Withdrawals, exchanges, check-in, refunds"],
	newOrder: ["New order", "By phone, with a payment link"],
	products: ["Products", "Change many: prices, stock, sales"],
	manageProducts: ["Manage Products", "Prices, stock, remove a tool"],
	imports: ["Import", "Tools from a CSV file"],
	manageCategories: ["Categories", "Names, order, texts"],
	makers: ["Makers", "Addresses of makers, product safety"],
	suppliers: ["Suppliers", "What to reorder, lead times, minimum order"],
	addProducts: ["Add products", "New tool"],
	customers: ["Customers", "Orders, spend, block an account, roles"],
	makeAdmin: ["Make Admin", "Users, roles"],
	offers: ["Offers", "Sales, reduced prices, discounts"],
	giftCards: ["Gift cards", "Issue, correct, disable, store credit"],
	partners: ["Partners", "Sales by partner: referred orders, revenue"],
	searches: ["Searches without results", "What visitors didn't find, words, synonyms"],
	reviews: ["Reviews", "New, reported and hidden, answers"],
	questions: ["Questions", "Unanswered, published and hidden, about tools"],
	invoices: ["Invoices", "Credit notes, PDFs, a whole month"],
	exports: ["Export", "CSV files, accounting, taxes"],
	pages: ["Pages", "Your own pages, drafts"],
	homePage: ["Home page", "Its tools"],
	navigation: ["Navigation", "Links of the menu and the footer"],
	mails: ["E-mails", "Their texts, previews"],
	settings: ["Settings", "Shipping, pickup, tax, holiday"],
	audit: ["History", "Audit log, who changed what"],
	health: ["Health", "Late e-mails and refunds, settings, backups"],
	myProfile: ["My Profile", "Name, address, password"],
} as const satisfies Record<string, readonly [name: string, detail: string]>;
export type StaffPage = keyof typeof staffPageTexts;

/** What is found beside the pages of the menu. */
export const staffViewTexts = {
	unlistedProducts: ["Drafts and archive", "Publish, restore tools"],
	lowStock: ["Low stock", "Tools to reorder"],
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
/** The menu's entries that the specification names. */
export const specified = "Often used";
export const partsOf = (place: string) => `Parts of ${place}`;
export const pageAtShop = (title: string) => `${title} at ${shopName}.`;
export const findAnything = "Find anything";
export const findPlaceholder = "Page, order number, name, e-mail, tool, tracking";
export const findLabel = (withCustomers: boolean) =>
	withCustomers ? "Pages, orders, tools and customers" : "Pages, orders and tools";
export const results = "Results";
export const ctrlK = "Ctrl K";
