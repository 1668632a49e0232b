/** The texts of the packing page. */
import { plural } from "./numbers.ts";

export const title = "Packing";
export const nothingToPack = "Nothing to pack.";
export const chooseOrder = (order: string) => `Pack order ${order}`;
export const piecesFor = (pieces: number, name: string) =>
	`${plural(pieces, { one: "# item", other: "# items" })} for ${name}`;
export const states = { waiting: "", current: "Now", shipped: "Shipped" } as const;

export const pickList = "Pick list";
export const firstOrders = (orders: number) =>
	`For the ${orders} orders that have waited longest. Load the page again after you have shipped them.`;
export const shelf = "Shelf";
export const shelfOf = (shelf: string) => `Shelf ${shelf}`;
export const nothingChosen = "No order is selected.";

export const scanning = "Ship";
export const scanField = "Scan";
export const scanHint =
	"Scan the tracking number and press Enter: the parcel ships and the next order comes up. Scan an order number to pack that order first.";
export const now = (order: string, name: string) => `Order ${order} for ${name}`;
export const allShipped = "All these orders have shipped.";
export const nextOrders = "Load the next orders";
export const ship = "Enter";
export const skip = "Skip this order";
export const shipped = (order: string, trackingNumber: string) =>
	`Order ${order} is shipped with ${trackingNumber}.`;
export const undo = (order: string) => `Undo order ${order}`;
export const undone = (order: string) => `Order ${order} is back in the list.`;
export const shipping = (order: string) => `Shipping order ${order}…`;

export const nothingScanned = "Nothing was scanned.";
export const alreadyShipped = (order: string) => `Order ${order} has already shipped.`;
export const noOrderLeft = "No orders left in this list. Load the next ones.";
export const tooShort = (code: string) =>
	`“${code}” isn't an order in this list, and is too short for a tracking number.`;
export const usedFor = (order: string) => `Order ${order} already has this number.`;
export const notShippedNow = (order: string) =>
	`Order ${order} can't be shipped: someone has shipped, canceled or refunded it. Skip it, or reload the page.`;
