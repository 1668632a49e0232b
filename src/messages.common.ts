/** Words that stand on pages of more than one area. */

import { name as shopName } from "./config/config.ts";
import { plural } from "./messages.numbers.ts";

export const quantity = "Quantity";
export const workshopJobs = "Workshop jobs";
export const login = "Login";
export const purchase = "Purchase";
export const price = "Price";
export const minimumOrder = "Minimum order";
export const available = "Available";
export const allTools = "All tools";
export const firstPage = "First page";
export const close = "Close";
export const category = "Category";
export const from = "From";
export const to = "To";
export const manageOrders = "Manage Orders";
export const manageProducts = "Manage Products";
export const addProducts = "Add products";
export const categories = "Categories";
export const importLabel = "Import";
export const exportLabel = "Export";
export const customers = "Customers";
export const makeAdmin = "Make Admin";
export const health = "Health";
export const salesByPartner = "Sales by partner";
export const history = "History";
export const myProfile = "My Profile";
export const reviews = "Reviews";
export const whatItFits = "What it fits";
export const sources = "Sources";
export const tool = "Tool";
export const show = "Show";
export const allToolsHeading = "All Tools";
export const remove = "Remove";
export const deleteLabel = "Delete";
export const name = "Name";
export const description = "Description";
export const save = "Save";
export const address = "Address";
export const email = "Email";
export const phone = "Phone";
export const role = "Role";
export const saving = "Saving …";
export const oneMoment = "One moment …";
export const newtonMetres = "Nm";
export const specifications = "Specifications";
export const image = "Image";
export const adding = "Adding …";
export const change = "Change";
export const cancel = "Cancel";
export const loading = "Loading …";
export const showAll = "Show all";
export const searching = "Searching …";
export const orders = "Orders";
export const total = "Total";
export const myOrders = "My Orders";
export const notKnown = "Not known";
export const tools = "Tools";
export const allJobs = "All jobs";

export const purchaseTool = (name: string) => `Purchase ${name}`;
export const updateTool = (name: string) => `Update ${name}`;
export const saveNamed = (name: string) => `Save ${name}`;
export const deleteNamed = (name: string) => `Delete ${name}`;
export const removeNamed = (name: string) => `Remove ${name}`;
/** Of a slide, an image, a star. */
export const numberOf = (number: number, count: number) => `${number} of ${count}`;
export const noSuchTool = `There is no such tool at ${shopName}.`;
export const noSuchPage = `There is no such page at ${shopName}.`;
export const noSuchJob = `There is no such job at ${shopName}.`;
export const noSuchCategory = `There is no such category at ${shopName}.`;

/** What a list of items says. */
export interface ItemNames {
	search: string;
	more: string;
	count: (count: number) => string;
}
export const listedTools: ItemNames = {
	search: "Search tools",
	more: "More tools",
	count: (count) => plural(count, { one: "# tool", other: "# tools" }),
};
export const listedUsers: ItemNames = {
	search: "Search users",
	more: "More users",
	count: (count) => plural(count, { one: "# user", other: "# users" }),
};
export const listedOrders: ItemNames = {
	search: "Search orders",
	more: "More orders",
	count: (count) => plural(count, { one: "# order", other: "# orders" }),
};
export const listedReviews: ItemNames = {
	search: "Search reviews",
	more: "More reviews",
	count: (count) => plural(count, { one: "# review", other: "# reviews" }),
};
export const listedEntries: ItemNames = {
	search: "Search entries",
	more: "More entries",
	count: (count) => plural(count, { one: "# entry", other: "# entries" }),
};
export const moreAvailable = (count: string) => `${count} shown, more available`;
export const backTo = (name: string) => `Back to ${name}`;
