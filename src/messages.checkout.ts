/** The texts of the order. Separate from messages.ts, so that only its page loads them. */
import { plural } from "./messages.numbers.ts";

export const signIn = "Sign in";
export const emailHint = "For the receipt and the link to your order.";
export const draftRestored = "What you typed is still here.";
export const paidAsGuest = "Your payment is completed. We send you the receipt by e-mail.";
export const whyAccount = (email: string) =>
	`With a password for ${email} you see all your orders at once.`;
export const accountCreated = (email: string) =>
	`Your account is ready. Open the link that we have sent to ${email} to see your orders in it.`;
export const addField = (label: string) => `Add: ${label}`;
export const optionalField = (label: string) => `${label} (optional)`;
export const continueWithout = (count: number) =>
	plural(count, { one: "Continue without it", other: "Continue without them" });
/** In the place of the address, of gift cards alone. */
export const needsNoAddress = "Gift cards come by e-mail, so we don't need your address.";
/** To staff, who add a tool to such an order. */
export const hasNoAddress = "This order has no address yet. Change its delivery first.";
export const cardsByMail = "Gift cards come by e-mail as soon as they are paid.";
export const includedTax = (tax: string) => `Includes ${tax}`;
export const totalBeforeTax = "Total before tax";
export const totalIsNow = (total: string) => `The total is now ${total}.`;
/** `label` is the field's, such as "ZIP code". */
export const isRequired = (label: string) => `${label} is Required`;
export const chooseFromList = (label: string) => `Please choose the ${label} from the list.`;
export const mustLookLike = (label: string, example: string) =>
	`The ${label} must look like ${example}.`;
/** What a service without a name is called. */
export const standardDelivery = "Standard delivery";
export const pickup = "Pick up in the shop";
export const noSuchService = "Please choose one of the ways that are offered to this address.";
export const howDelivered = "How should it reach you?";
export const serviceDays = (dates: string) => `Arrives ${dates}`;
export const pickupDays = (dates: string) => `Ready ${dates}`;
export const readyWhen = (dates: string) => `Ready to be picked up ${dates}, if you pay today.`;
export const noShippingTo = (country: string) => `We do not ship to this country: ${country}.`;
export const guestOrderLimit = (unpaid: number) =>
	plural(unpaid, {
		one: "There is # unpaid order for this e-mail or address. Pay one first, or sign in to order more.",
		other:
			"There are # unpaid orders for this e-mail or address. Pay one first, or sign in to order more.",
	});
export const networkLimit =
	"There are too many unpaid orders from your network. Pay one first, or sign in with a verified e-mail to order more.";
/** `until` is when the first reservation ends, if anybody has reserved some. */
export const lastReserved = (until: string | undefined) =>
	until
		? `The last ones are reserved until ${until}. Sign in with a verified e-mail to order them now, or come back then.`
		: "We keep the last ones for customers with a verified e-mail. Order fewer, or sign in with one.";
export const tooManyLinks =
	"We've sent too many links to pay from your network today. Sign in to order, or turn on JavaScript to pay at once.";
export const guestReservationLimit = (max: number, reserved: number) =>
	`Unpaid orders for one e-mail or address can reserve ${max} items in total; these reserve ${reserved}. Order fewer, or sign in to order more.`;

export const requiredUnlessOptional = "Every field is required, unless it says optional.";
export const fieldsToCheck = (count: number) =>
	plural(count, {
		one: "Please correct the field that is marked.",
		other: "Please correct the # fields that are marked.",
	});
export const arrives = (dates: string) => `Arrives ${dates}, if you pay today.`;

/** What few orders need. */
export const more = "If you need it";
export const forCompany = "I order for a company";
export const company = "Company";
export const taxNumber = "VAT or tax number";
export const taxNumberHint = "It stands on your receipt.";
export const reference = "Your reference";
export const referenceHint =
	"An order number, or the buyer reference (Leitweg-ID) for your e-invoice. We print it on all papers.";
export const otherBilling = "Another billing address";
export const billedTo = "Billed to";
export const isGift = "It is a gift";
export const giftNote = "Words for who gets it";
export const giftNoteHint = "We print them on the packing slip.";
export const hidesPrices = "No prices in the parcel";
export const hasNote = "A note for us or the carrier";
export const noteHint = "Where to leave the parcel, or what else we should know.";

/** Without JavaScript: shows the fields and the costs of the chosen country. */
export const takeCountry = "Use this country";
export const country = "Country";
export const yourOrder = "Your order";
export const placingTheOrder = "Placing the order …";
export const delivery = "Delivery";
export const checkout = "Checkout";
export const checkoutDescription = "Order and pay for the tools in your cart.";
