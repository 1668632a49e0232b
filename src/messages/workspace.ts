/** The texts of the administrators' orders. */
import { formatCount, formatNumber, plural } from "./numbers.ts";

export const tabNames = {
	toShip: "To ship",
	unpaid: "Unpaid",
	shipped: "Shipped",
	refunded: "Refunded",
	all: "All",
} as const;
export const tabCount = (count: number, isMore: boolean) =>
	isMore ? `${formatNumber(count)}+` : formatCount(count);
/** Where an order came from, if not from the shop. */
export const byPhone = "By phone";
export const searchPlaceholder = "Customer, e-mail, address, tool, order or tracking number";
/** What a tab without orders says. */
export const emptyTabs = {
	toShip: "Nothing to ship.",
	unpaid: "No unpaid orders.",
	shipped: "Nothing shipped yet.",
	refunded: "Nothing refunded.",
	all: "There are no orders yet.",
} as const;
export const ordersCome =
	"Customers' orders appear here right away. Enter phone orders with New order.";
export const noOrdersFound = "No orders here match.";
export const searchHint = "Search by name, e-mail, address or number.";
export const shipChosen = (count: number) =>
	count > 1 ? plural(count, { other: "Ship #" }) : "Ship";
export const chosenCount = (count: number) =>
	count === 0
		? "No order is selected."
		: plural(count, { one: "# order selected", other: "# orders selected" });
export const someNotShipped = "These orders were not shipped:";
export const notToShip = "It can't be shipped.";
export const selectAll = "Select all on this page";
export const selectOrder = (number: string, customer: string) =>
	`Select order ${number} by ${customer}`;
export const total = "Total";
export const columns = ["Order", "Customer", "Tools", total, "Status"] as const;
export const lineOf = (quantity: number, name: string) => `${quantity} × ${name}`;
export const toolsAndUnits = (tools: number, units: number) =>
	`${plural(tools, { one: "# tool", other: "# tools" })}, ${plural(units, { one: "# item", other: "# items" })}`;
export const labels = "Labels";
export const refund = "Refund";
export const trackingFile = "Tracking file";
export const keyboard = "Keyboard";
export const keysAreOn = "Single keys are on";
export const newestOrders = "Newest orders";
export const olderOrders = "Older orders";

export const shortcuts: readonly (readonly [keys: string, what: string])[] = [
	["j, k", "Next, previous order"],
	["x", "Select the order"],
	["Shift and j or k", "Move and select"],
	["Enter", "Open the order"],
	["s", "Ship the selected orders, or the current one"],
	["t", "Ship with tracking"],
	["p", "Packing slips for the selected orders"],
	["l", "Address labels for the selected orders"],
	["r", "Refund the order"],
	["/", "Search"],
	["Esc", "Clear the selection"],
	["?", "This help"],
];
