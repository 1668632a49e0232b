/** What lists of items say. */
import { plural } from "./numbers.ts";

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
