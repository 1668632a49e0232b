/** The texts of Find anything. Separate from messages.ts, so that only its own script has them. */
import { plural } from "./messages.numbers.ts";

export const recent = "Recent";
export const orders = "Orders";
export const tools = "Tools";
export const customers = "Customers";

export const nothingFound = (q: string) => `Nothing is found for “${q}”.`;
export const foundCount = (n: number) => plural(n, { one: "# result", other: "# results" });
export const searching = "Searching …";

export const orderTitle = (quantity: number, tool: string) => `${quantity} × ${tool}`;
export const orderDetail = (state: string, name: string, email: string) =>
	`${state} · ${name} · ${email}`;
export const inStock = (quantity: number) => `${quantity} in stock`;

export const overview = "Overview";
export const overviewHint = "Sales, what waits";
export const manageOrdersHint = "Ship, refund, print slips";
export const manageProductsHint = "Prices, stock, remove a tool";
export const newTool = "New tool";
export const draftsAndArchived = "Drafts and archived tools";
export const draftsHint = "Publish, restore";
export const categoriesHint = "Names, order, texts";
export const importHint = "Tools from a CSV file";
export const exportHint = "CSV files, accounting";
export const customersHint = "Orders, spend, block an account, roles";
export const makeAdminHint = "Users, roles";
export const healthHint = "Late mails and refunds, settings, backups";
export const partnersHint = "Referred orders, revenue";
export const downloadSalesByPartner = "Download sales by partner";
export const historyHint = "Audit log, who changed what";
export const myProfileHint = "Name, address, password";
export const theShopsTools = "The shop's tools";
export const theShopsToolsHint = "As customers see them";
export const reviewsHint = "Stars and texts of customers";
export const ctrlK = "Ctrl K";
export const findAnything = "Find anything";
export const findAmongAll = "Pages, orders, tools and customers";
export const findWithoutCustomers = "Pages, orders and tools";
export const findPlaceholder = "Page, order number, name, e-mail, tool, tracking";
export const go = "go";
export const results = "Results";
export const pages = "Pages";
