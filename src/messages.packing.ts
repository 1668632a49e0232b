/** The texts of the packing page. Separate from messages.ts, so that only this page has them. */
import { plural } from "./messages.numbers.ts";

export const title = "Packing";
export const nothingToPack = "Nothing waits to be packed.";
export const chooseOrder = (order: string) => `Pack order ${order}`;
export const piecesFor = (pieces: number, name: string) =>
	`${plural(pieces, { one: "# piece", other: "# pieces" })} for ${name}`;
export const states = { waiting: "", current: "Now", shipped: "Shipped" } as const;

export const pickList = "Pick list";
export const shelf = "Shelf";
export const shelfOf = (shelf: string) => `Shelf ${shelf}`;
export const nothingChosen = "No order is selected.";

export const scanning = "Ship";
export const scanField = "Scan";
export const scanHint =
	"Scan the tracking number and press Enter: the parcel is shipped and the next order follows. Scan an order's number to pack that one first.";
export const now = (order: string, name: string) => `Order ${order} for ${name}`;
export const allShipped = "All these orders are shipped.";
export const nextOrders = "Load the next orders";
export const ship = "Enter";
export const skip = "Skip this order";
export const shipped = (order: string, trackingNumber: string) =>
	`Order ${order} is shipped with ${trackingNumber}.`;
export const undo = (order: string) => `Undo order ${order}`;
export const undone = (order: string) => `Order ${order} waits again.`;
export const shipping = (order: string) => `Shipping order ${order} …`;

export const nothingScanned = "Nothing was scanned.";
export const alreadyShipped = (order: string) => `Order ${order} is shipped already.`;
export const noOrderLeft = "No order of this list waits. Load the next ones.";
export const tooShort = (code: string) =>
	`“${code}” is no order of this list, and too short for a tracking number.`;
export const usedFor = (order: string) => `This number is that of order ${order}.`;
export const notShippedNow = (order: string) =>
	`Order ${order} can't be shipped: somebody has shipped, cancelled or refunded it. Skip it, or load the page again.`;
