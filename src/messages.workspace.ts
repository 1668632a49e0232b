/** The texts of the administrators' orders. Separate from messages.ts, so that only that page loads them. */
import { plural } from "./messages.numbers.ts";

export const tabNames = {
	toShip: "To ship",
	unpaid: "Unpaid",
	shipped: "Shipped",
	refunded: "Refunded",
	all: "All",
} as const;
export const tabCount = (count: string, isMore: boolean) => (isMore ? `${count}+` : count);
export const searchPlaceholder = "Customer, e-mail, address, tool, order or tracking number";
export const noOrdersHere = "There are no orders here.";
export const noOrdersFound =
	"No order here matches. A search finds names, e-mails, addresses and numbers.";
export const shipChosen = (count: number) =>
	count > 1 ? plural(count, { other: "Ship #" }) : "Ship";
export const shippedCount = (count: number) =>
	plural(count, { one: "# order is shipped.", other: "# orders are shipped." });
export const chosenCount = (count: number) =>
	count === 0
		? "No order is selected."
		: plural(count, { one: "# order selected", other: "# orders selected" });
export const someNotShipped = "These orders were not shipped:";
export const notToShip = "It can't be shipped.";
export const undone = "Shipping is undone.";
export const shortcuts: readonly (readonly [keys: string, what: string])[] = [
	["j, k", "Next, previous order"],
	["x", "Select the order"],
	["Shift and j or k", "Move and select"],
	["Enter", "Open the order"],
	["s", "Ship what is selected, otherwise the current order"],
	["t", "Ship with tracking"],
	["p", "Packing slips of what is selected"],
	["l", "Address labels of what is selected"],
	["r", "Refund the order"],
	["/", "Search"],
	["Esc", "Clear the selection"],
	["?", "This help"],
];
