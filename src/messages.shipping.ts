/** The texts of shipping and packing. Separate from messages.ts, so that only Manage Orders and the packing slip load them. */
import { name as shopName } from "./config/config.ts";
import { formatNumber, plural } from "./messages.numbers.ts";

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
	plural(count, { one: "# order is shipped.", other: "# orders are shipped." });
/** Why a line is in no parcel. */
const leftOutReasons = {
	shipped: "shipped before",
	cancelled: "cancelled",
	disputed: "its payment is disputed",
	withdrawn: "withdrawn",
	restocked: "back in stock",
	unpaid: "not paid",
	refundDue: "its refund is on its way",
	refunded: "refunded",
	otherOrder: "of another order",
} as const;
export const leftOut = (lines: readonly { name: string; reason: keyof typeof leftOutReasons }[]) =>
	`Left out: ${lines.map(({ name, reason }) => `${name} (${leftOutReasons[reason]})`).join(", ")}.`;
export const shippingUndone = "Shipping is undone.";
export const changeTrackingOf = (parcel: { carrier: string; trackingNumber: string }) =>
	`Change tracking: ${trackingOf(parcel)}`;
export const asksToWithdraw =
	"The customer asks to withdraw. Decide on it in Returns before you ship.";
export const pageTitle = "Orders to ship";
export const searchPlaceholder = "Name, e-mail, tool or order number";
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
export const labelFor = (line: string) => `Label of order ${line}`;
export const slipCount = (count: number) => plural(count, { one: "# sheet", other: "# sheets" });
export const markAsPacked = "Mark as packed";
export const notPacked = "Not packed";
export const chooseLines = "Choose at least one tool.";
export const carrierRequired = "Carrier is Required";
export const trackingNumberInvalid =
	"Please use the letters, digits, spaces and hyphens of the number.";
export const otherCarrier = "Another carrier …";
export const trackingLink = "Tracking link:";
export const noTrackingLink =
	"There is no link for this carrier: the customer gets its name and the number.";
export const mailAfterUndo =
	"The customer gets an e-mail with the tracking link once this can no longer be undone.";
export const tellCustomer = "Tell the customer by e-mail";
export const trackingSaved = "The tracking is saved.";
export const shipOrders = (count: number) =>
	count > 1 ? plural(count, { other: "Ship # orders" }) : "Ship";
export const noCarrier = "Shipped without a carrier";
export const noTrackingNumber = "no tracking number";
export const ordersToShip = (count: number) =>
	plural(count, { one: "# order waits to be shipped.", other: "# orders wait to be shipped." });
export const nothingToShip = "Nothing waits to be shipped.";
export const whenToShip = "An order appears here as soon as it is paid.";
export const nothingToShipFound = "No order to ship matches.";
export const nothingShipped = "Nothing was shipped yet.";
export const nothingShippedFound = "No shipped order matches.";
export const viewNames = { toShip: "To ship", shipped: "Shipped" } as const;
export const isShipped = "Shipped";
export const isPacked = "Packed";
export const markAsPackedFor = (name: string) => `Mark as packed for ${name}`;
export const notPackedFor = (name: string) => `Not packed for ${name}`;
export const changeTrackingFor = (name: string) => `Change tracking to ${name}`;
export const addTrackingFor = (name: string) => `Add tracking to ${name}`;
/** The carrier and the number of a parcel, if it has them. */
export const trackingOf = (parcel: { carrier: string; trackingNumber: string } | undefined) =>
	`${parcel?.carrier || noCarrier}, ${parcel?.trackingNumber || noTrackingNumber}`;
export const shipTo = (name: string) => `Ship to ${name}`;
export const shipToWithTracking = (name: string) => `Ship with tracking to ${name}`;
export const packingSlipFor = (name: string) => `Packing slip for ${name}`;
/** Of an order that takes several. */
export const parcelCount = (count: number) =>
	plural(count, { one: "# parcel", other: "# parcels" });
export const formatKilos = (grams: number) => `${formatNumber(grams / 1000)} kg`;
export const slip = {
	service: "Delivery",
	order: "Order",
	ordered: "Ordered",
	pieces: "Pieces",
	note: "Note",
	reference: "Your reference",
	giftNote: "For you",
	hidesPrices: "A gift: put nothing with prices into the parcel.",
} as const;
export const downloadToShip = "Download as CSV, with addresses and weights";
export const senderMissing =
	"Write the address from which parcels leave into Settings, Shipping, first.";
export const lettersOfLabel = {
	ofOrder: (text: string) =>
		`Write “${text}” in Latin letters in the order's delivery address: carriers' labels take no others.`,
	ofSender: (text: string) =>
		`Write “${text}” in Latin letters in Settings, Shipping: carriers' labels take no others.`,
};
export const weightMissing = "Please write what the parcel weighs.";
export const labelNotRefunded = "The carrier does not take this label back.";
/** Labels that are bought from a carrier. */
export const labelTexts = {
	buyLabel: "Buy a label",
	buyLabelFor: (recipient: string) => `Buy a label for ${recipient}`,
	titleFor: (recipient: string) => `A label for ${recipient}`,
	kilos: "What the parcel weighs, in kg",
	kilosHint: "Empty: what its tools weigh.",
	showPrices: "Show prices",
	anotherWeight: "Another weight",
	question: "Carrier and service",
	noRates: "No carrier takes this parcel.",
	rate: (carrier: string, service: string, price: string, days: number | null) =>
		`${carrier} ${service}: ${price}${days === null ? "" : `, ${plural(days, { one: "# day", other: "# days" })}`}`,
	buy: "Buy and ship",
	bought: "The label is bought, and the parcel is shipped with its number.",
	open: "Label (PDF)",
	openFor: (recipient: string) => `Label for ${recipient} (PDF)`,
	voidLabel: "Give the label back",
	voided: "The carrier takes the label back.",
	wasVoided: "The label was given back.",
};
export const nothingToPack = "None of these orders can be shipped.";

/** What is wrong with a file of tracking numbers, or with one of its lines. */
export const fileHeadings = "The first line must name the columns Order and Tracking number.";
export const noSuchOrder = (number: string) => `There is no order ${number || "without a number"}.`;
export const orderTwice = (line: number) => `This order is in line ${line} already.`;
export const alreadyShipped = "This order was shipped already.";
export const notShippable = "This order can't be shipped: it is not paid, cancelled or refunded.";
export const fileTitle = "Ship by a file of tracking numbers";
export const chooseFile = "CSV file";
export const orPaste = "Or paste it here";
export const fileHint =
	"The first line names the columns: Order, Tracking number and, if you like, Carrier.";
export const readFile = "Read";
export const anotherFile = "Another file";
export const notCsv = "This is not CSV.";
export const fileLine = "Line";
export const fileRead = (right: number, wrong: number) =>
	wrong === 0
		? plural(right, { one: "# order can be shipped.", other: "# orders can be shipped." })
		: `${plural(right, { one: "# order can be shipped", other: "# orders can be shipped" })}, ${plural(wrong, { one: "# line can't be used.", other: "# lines can't be used." })}`;
export const trackingNumberMissing = "The tracking number is missing.";
