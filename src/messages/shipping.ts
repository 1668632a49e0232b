/** The texts of shipping and packing. */
import { name as shopName } from "../config/config.ts";
import { formatCount, formatNumber, plural } from "./numbers.ts";

export const shipWithTracking = "Ship with tracking";
export const addTracking = "Add tracking";
export const changeTracking = "Change tracking";
export const ship = "Ship";
export const carrierName = "Carrier's name";
export const trackingNumber = "Tracking number";
export const trackingNumberOf = (number: string) => `Tracking number of order ${number}`;
export const parcel = "Parcel";
export const orderFor = (number: string, recipient: string) => `Order ${number}, ${recipient}`;
export const lineOf = (quantity: number, name: string) => `${quantity} × ${name}`;
export const shippedCount = (count: number) =>
	plural(count, { one: "# order shipped.", other: "# orders shipped." });
/** Why a line is in no parcel. */
const leftOutReasons = {
	shipped: "already shipped",
	cancelled: "canceled",
	disputed: "its payment is disputed",
	withdrawn: "withdrawn",
	restocked: "back in stock",
	unpaid: "not paid",
	refundDue: "its refund is on its way",
	refunded: "refunded",
	otherOrder: "in another order",
} as const;
export const leftOut = (lines: readonly { name: string; reason: keyof typeof leftOutReasons }[]) =>
	`Left out: ${lines.map(({ name, reason }) => `${name} (${leftOutReasons[reason]})`).join(", ")}.`;
export const shippingUndone = "Shipping undone.";
export const changeTrackingOf = (parcel: { carrier: string; trackingNumber: string }) =>
	`Change tracking: ${trackingOf(parcel)}`;
export const asksToWithdraw =
	"The customer has asked to withdraw. Decide on it in Returns before you ship.";
export const pageTitle = "Orders to ship";
export const packingSlip = "Packing slip";
export const packingSlips = "Packing slips";
export const packingSlipAtShop = `Packing slip at ${shopName}.`;
export const packingSlipsAtShop = `Packing slips at ${shopName}.`;
export const ordersWaiting = "Orders to ship";
export const sheetTitles = {
	slips: packingSlips,
	labels: "Address labels",
	both: "Slips and labels",
	picks: "Pick list",
} as const;
export const labelFor = (line: string) => `Label for order ${line}`;
export const slipCount = (count: number) => plural(count, { one: "# sheet", other: "# sheets" });
export const markAsPacked = "Mark as packed";
export const notPacked = "Not packed";
export const chooseLines = "Choose at least one tool.";
export const carrierRequired = "Carrier is Required";
export const trackingNumberInvalid = "Use only letters, digits, spaces and hyphens.";
export const otherCarrier = "Another carrier…";
export const trackingLink = "Tracking link:";
export const noTrackingLink =
	"No tracking link for this carrier: the customer gets its name and the number.";
export const mailAfterUndo =
	"The customer gets an e-mail with the tracking link once this can no longer be undone.";
export const tellCustomer = "Tell the customer by e-mail";
export const trackingSaved = "Tracking saved.";
export const shipOrders = (count: number) =>
	count > 1 ? plural(count, { other: "Ship # orders" }) : "Ship";
export const noCarrier = "Shipped without a carrier";
export const noTrackingNumber = "no tracking number";
export const ordersToShip = (count: number) =>
	plural(count, { one: "# order to ship.", other: `${formatCount(count)} orders to ship.` });
export const nothingToShip = "Nothing to ship.";
export const whenToShip = "Orders appear here as soon as they're paid.";
export const nothingToShipFound = "No orders to ship match.";
export const nothingShipped = "Nothing shipped yet.";
export const nothingShippedFound = "No shipped orders match.";
export const isShipped = "Shipped";
export const isPacked = "Packed";
export const markAsPackedFor = (name: string) => `Mark as packed for ${name}`;
export const notPackedFor = (name: string) => `Not packed for ${name}`;
export const changeTrackingFor = (name: string) => `Change tracking for ${name}`;
export const addTrackingFor = (name: string) => `Add tracking for ${name}`;
/** The carrier and the number of a parcel, if it has them. */
export const trackingOf = (parcel: { carrier: string; trackingNumber: string } | undefined) =>
	`${parcel?.carrier || noCarrier}, ${parcel?.trackingNumber || noTrackingNumber}`;
export const shipTo = (name: string) => `Ship to ${name}`;
export const shipToWithTracking = (name: string) => `Ship with tracking to ${name}`;
export const packingSlipFor = (name: string) => `Packing slip for ${name}`;
/** Counts the parcels of an order that takes several. */
export const parcelCount = (count: number) =>
	plural(count, { one: "# parcel", other: "# parcels" });
export const formatKilos = (grams: number) => `${formatNumber(grams / 1000)} kg`;
export const slip = {
	service: "Delivery",
	order: "Order",
	ordered: "Ordered",
	pieces: "Quantity",
	note: "Note",
	reference: "Your reference",
	giftNote: "For you",
	hidesPrices: "A gift: leave anything with prices out of the parcel.",
} as const;
export const downloadToShip = "Download as CSV, with addresses and weights";
export const senderMissing =
	"First enter the address your parcels ship from under Settings, Shipping.";
export const lettersOfLabel = {
	ofOrder: (text: string) =>
		`Write “${text}” in Latin letters in the order's delivery address: carrier labels can't use other letters.`,
	ofSender: (text: string) =>
		`Write “${text}” in Latin letters under Settings, Shipping: carrier labels can't use other letters.`,
};
export const weightMissing = "Enter the parcel's weight.";
export const labelNotRefunded = "The carrier won't take this label back.";
/** Labels that are bought from a carrier. */
export const labelTexts = {
	buyLabel: "Buy a label",
	buyLabelFor: (recipient: string) => `Buy a label for ${recipient}`,
	titleFor: (recipient: string) => `A label for ${recipient}`,
	kilos: "Parcel weight, in kg",
	kilosHint: "Leave empty to use the tools' weight.",
	showPrices: "Show prices",
	anotherWeight: "Another weight",
	question: "Carrier and service",
	noRates: "No carrier offers a rate for this parcel.",
	rate: (carrier: string, service: string, price: string, days: number | null) =>
		`${carrier} ${service}: ${price}${days === null ? "" : `, ${plural(days, { one: "# day", other: "# days" })}`}`,
	buy: "Buy and ship",
	bought: "Label bought. The parcel ships with its number.",
	open: "Label (PDF)",
	openFor: (recipient: string) => `Label for ${recipient} (PDF)`,
	voidLabel: "Return the label",
	voided: "The carrier took the label back.",
	wasVoided: "The label was returned.",
};
export const nothingToPack = "None of these orders can be shipped.";

/** What is wrong with a file of tracking numbers, or with one of its lines. */
export const fileHeadings = "The first line must name the columns Order and Tracking number.";
export const noSuchOrder = (number: string) =>
	number === "" ? "The order number is missing." : `There is no order ${number}.`;
export const orderTwice = (line: number) => `This order is already in line ${line}.`;
export const alreadyShipped = "This order has already shipped.";
export const notShippable = "This order can't be shipped: it's unpaid, canceled or refunded.";
export const fileTitle = "Ship with a file of tracking numbers";
export const chooseFile = "CSV file";
export const orPaste = "Or paste it here";
export const fileHint =
	"The first line names the columns: Order, Tracking number. Optional: Carrier.";
export const readFile = "Read";
export const anotherFile = "Another file";
export const notCsv = "This isn't a CSV file.";
export const fileLine = "Line";
export const fileRead = (right: number, wrong: number) =>
	wrong === 0
		? plural(right, { one: "# order can be shipped.", other: "# orders can be shipped." })
		: `${plural(right, { one: "# order can be shipped", other: "# orders can be shipped" })}, ${plural(wrong, { one: "# line can't be used.", other: "# lines can't be used." })}`;
export const trackingNumberMissing = "The tracking number is missing.";
