/** The texts of the order. */
import { plural } from "./numbers.ts";

export const signIn = "Sign in";
export const emailHint = "For the receipt and the link to your order.";
export const draftRestored = "What you typed is still here.";
export const addField = (label: string) => `Add ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
export const optionalField = (label: string) => `${label} (optional)`;
export const continueWithout = (count: number) =>
	plural(count, { one: "Continue without it", other: "Continue without them" });
/** In the place of the address, of gift cards alone. */
export const needsNoAddress = "Gift cards come by e-mail, so we need no address.";
/** To staff, who add a tool to such an order. */
export const hasNoAddress = "This order has no address yet. Change its delivery first.";
export const cardsByMail = "Gift cards come by e-mail, once paid or on the day you choose.";
export const includedTax = (tax: string) => `Includes ${tax}`;
export const totalBeforeTax = "Total before tax";
export const totalIsNow = (total: string) => `The total is now ${total}.`;
/** What a service without a name is called. */
export const standardDelivery = "Standard delivery";
export const pickup = "Pick up in our shop";
export const noSuchService = "Please choose one of the delivery options for this address.";
export const howDelivered = "Delivery method";
export const serviceDays = (dates: string) => `Arrives ${dates}`;
export const pickupDays = (dates: string) => `Ready ${dates}`;
export const readyWhen = (dates: string) => `Ready for pickup ${dates} if you pay today.`;
export const noShippingTo = (country: string) => `We don't ship to this country: ${country}.`;
export const guestOrderLimit = (unpaid: number) =>
	plural(unpaid, {
		one: "This e-mail or address has # unpaid order. Pay for it first, or sign in to order more.",
		other:
			"This e-mail or address has # unpaid orders. Pay for one first, or sign in to order more.",
	});
export const networkLimit =
	"There are too many unpaid orders from your network. Pay for one first, or sign in with a verified e-mail to order more.";
/** `until` is when the first reservation ends, if anybody has reserved some. */
export const lastReserved = (until: string | undefined) =>
	until
		? `The last ones are reserved until ${until}. Sign in with a verified e-mail to order them now, or come back then.`
		: "We keep the last ones for customers with a verified e-mail. Order fewer, or sign in with one.";
export const tooManyLinks =
	"Your network has asked for too many payment links today. Sign in to order, or turn on JavaScript to pay right away.";
export const guestReservationLimit = (max: number, reserved: number) =>
	`Unpaid orders for one e-mail or address can hold up to ${max} items; these hold ${reserved}. Order fewer, or sign in to order more.`;

export const requiredUnlessOptional = "Required, unless marked optional.";
export const fieldsToCheck = (count: number) =>
	plural(count, {
		one: "Please fix the marked field.",
		other: "Please fix the # marked fields.",
	});
export const arrives = (dates: string) => `Arrives ${dates} if you pay today.`;

/** What few orders need. */
export const more = "Extras";
export const forCompany = "This is a company order";
export const company = "Company";
export const taxNumber = "VAT or tax number";
export const taxNumberHint = "We print it on your receipt.";
export const reference = "Your reference";
export const referenceHint =
	"Your purchase order number, or the buyer reference (Leitweg-ID) for your e-invoice. We print it on every document.";
export const otherBilling = "Bill to a different address";
export const billedTo = "Billed to";
export const isForSomebody = "Send gift cards to someone else";
export const isGift = "This is a gift";
export const giftNote = "Gift message";
export const giftNoteHint = "We print it on the packing slip.";
export const hidesPrices = "Leave prices out of the parcel";
export const hasNote = "Add a note for us or the carrier";
export const noteHint = "Where to leave the parcel, or anything else we should know.";

/** Without JavaScript: shows the fields and the costs of the chosen country. */
export const takeCountry = "Use this country";
export const country = "Country";
export const yourOrder = "Your order";
export const placingTheOrder = "Placing the order…";
export const delivery = "Delivery";
export const checkout = "Checkout";
export const checkoutDescription = "Order and pay for the tools in your cart.";
