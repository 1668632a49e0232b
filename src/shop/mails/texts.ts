/** The texts of the shop's mails. */

import { name as shopName } from "../../config/config.ts";
import { orderPageTexts } from "../../messages.my-orders.ts";
import { formatNumber, plural } from "../../messages.numbers.ts";

/**
 * Mails with one link, sent for an account. They include no user input, because the recipient may be
 * someone else.
 */
export const linkMailTexts = {
	verify: {
		subject: "Verify your e-mail",
		intro: `An account was created at ${shopName} with this e-mail. If it is yours, open this link:`,
		linkText: "Verify my e-mail",
		closing:
			"The link is valid for two days, in a browser that is signed in to the account. If you did not create one, ignore this e-mail: the address stays unverified.",
	},
	reset: {
		subject: `Reset your ${shopName} password`,
		intro: `Someone, probably you, asked to reset your ${shopName} password. Choose a new one here:`,
		linkText: "Choose a new password",
		closing:
			"The link works once and is valid for an hour. If you did not request it, ignore this e-mail: your password has not changed.",
	},
	changed: {
		subject: `Your ${shopName} password was changed`,
		intro: `The password of your ${shopName} account was changed. If that was you, ignore this e-mail. If not:`,
		linkText: "Reset your password",
		closing: "This signs out all other devices.",
	},
} as const;

/**
 * Returns what a customer has typed so that mail programs make no link of it: with a word joiner, which is
 * invisible, in what could be a domain or the start of a URL. Anybody can type a stranger's e-mail.
 */
export const withoutLinks = (typed: string) =>
	typed.replaceAll(/\.(?=[\p{L}\p{N}])|:(?=\/)/gu, "$&\u2060");

/** The first line of a mail to a person. */
export const greeting = (name: string) => `Hello ${withoutLinks(name)},`;
/** The labels of an order's facts. */
export const labels = {
	order: "Order",
	reference: "Your reference",
	delivery: "Delivery",
	taxNumber: "Your tax number",
	paidOn: "Paid on",
	transaction: "Transaction",
	items: orderPageTexts.items,
	shipping: orderPageTexts.shipping,
	toBank: "Refund to your bank",
	ontoCards: "Back on gift cards or store credit",
	giftCode: "Code",
	worth: "Worth",
	validUntil: "Valid until",
	refund: "Refund",
	carrier: "Carrier",
	trackingNumber: "Tracking number",
};
/** Beside a line's name: the amount that offers took off. */
export const lessDiscount = (amount: string) => `(less ${amount})`;
/** A kit with its tools. */
export const kitOf = (kit: string, tools: string) => `Kit “${kit}”: ${tools}`;
/** Before a link. */
export const seeOrder = "See the order and its history:";
export const openOrder = "Open the order";

export const receiptTexts = {
	subject: (number: string) => `Your receipt from ${shopName} for order ${number}`,
	intro: "Thank you for your order. We have received your payment.",
	billedTo: "Billed to:",
	deliveredTo: "We deliver to:",
	pickup: "You pick it up here, once we have told you that it is ready:",
	buyer: "Ordered by:",
	seller: "Sold by:",
	registration: (number: string) => `Registration: ${number}`,
	taxId: (id: string) => `Tax ID: ${id}`,
};

/** Includes no name, as the next ones. */
export const placedTexts = {
	subject: (number: string) => `Your ${shopName} order ${number}: please pay`,
	intro: (time: string) => `We hold the items below for you until ${time}. Please pay here:`,
};

export const changedTexts = {
	subject: (number: string) => `The delivery of your ${shopName} order ${number} has changed`,
	intro: "We have changed who and where your order is delivered to, as you asked.",
};

export const formerEmailTexts = {
	subject: (number: string) => `The e-mail of your ${shopName} order ${number} has changed`,
	intro: (contactEmail: string) =>
		`Mails about this order go to another address from now on, and the links in earlier ones no longer work. If you did not ask for that, write to ${contactEmail}.`,
};

/** Includes no name: an unpaid order's recipient may be someone else. */
export const expiringTexts = {
	subject: (number: string) => `Your ${shopName} reservation of order ${number} ends soon`,
	intro: (time: string) =>
		`We hold the items below for you until ${time}. Then the order is closed, and they are for sale again. To keep them, pay here:`,
	pay: "Pay now",
	closing: "If you no longer want them, there is nothing to do.",
};

/** Includes no name, for the same reason. */
export const paymentFailedTexts = {
	subject: (number: string) => `Your ${shopName} payment of order ${number} has failed`,
	intro: (time: string) =>
		`Your bank has not accepted the payment for the items below, and nothing was charged. We hold them for you until ${time}. Please pay in another way:`,
};

export const shippedTexts = {
	subject: (number: string) => `Your ${shopName} order ${number} is on its way`,
	intro: "We have shipped your order.",
	correctedSubject: (number: string) => `The tracking number of your ${shopName} order ${number}`,
	corrected: "Please use this to follow your parcel from now on:",
	track: "Follow the parcel:",
	trackLink: "Track the parcel",
};

export const readyTexts = {
	subject: (number: string) => `Your ${shopName} order ${number} is ready`,
	intro: "Your order is ready to be picked up:",
};

export const refundedTexts = {
	subject: (number: string) => `Your refund from ${shopName} for order ${number}`,
	intro:
		"We have refunded your payment. Your bank shows it within about ten days; it may also remove the payment instead.",
};

/** What went onto a gift card, or became store credit. */
export const creditedTexts = {
	subject: (number: string) => `Your credit from ${shopName} for order ${number}`,
	ontoCard: (end: string) =>
		`We have put this back onto your gift card …${end}. Its code works again, in your next order.`,
	ontoAccount:
		"We have added this to the store credit of your account. Tick it at the checkout of your next order.",
	ontoCode:
		"We have made this store credit for you. Enter its code at the checkout of your next order; keep this mail until it is used up.",
};

export const giftCardTexts = {
	subject: `Your ${shopName} gift card`,
	bought: `Here is the gift card for ${shopName} that you have bought. Keep it, forward this mail, or print it: whoever enters its code at the checkout pays with it.`,
	intro: `Here is a gift card for ${shopName}. Enter its code at the checkout.`,
	keep: "What you don't use stays on it. Whoever has the code can use it, so keep this mail to yourself.",
	visit: "Visit the shop:",
	open: shopName,
};

export const stockAlertTexts = {
	subject: (tool: string) => `${tool} is back in stock`,
	intro: (tool: string) => `${tool} is in stock again. You asked us to tell you. Order it here:`,
	open: "Open the tool",
	closing:
		"This is the only e-mail about it, unless you ask again. To stop the ones about other tools too:",
	stop: "Stop all alerts",
};

export const reviewHiddenTexts = {
	subject: `Your review at ${shopName} is hidden`,
	intro: (tool: string | null, reason: string) =>
		`We have hidden your review${tool ? ` of ${tool}` : ""}: ${reason}. Visitors no longer see it, and its stars do not count. You wrote:`,
	closing: (contact: string) =>
		`You can delete it or write another one here, which we look at first. If you think that we are wrong, write to ${contact}.`,
	open: "Your reviews",
};

export const questionAnsweredTexts = {
	subject: (tool: string) => `Your question about ${tool}`,
	asked: (tool: string) => `You have asked about ${tool}:`,
	answered: "Our answer:",
	closing: "Both are on the tool's page now, with your name, for others who wonder.",
	open: "Open the tool's page",
};

/** For the merchant. */
export const digestTexts = {
	subject: (count: number) =>
		count > 0
			? plural(count, { one: `# new order at ${shopName}`, other: `# new orders at ${shopName}` })
			: `Low stock at ${shopName}`,
	newOrders: (count: number) =>
		plural(count, { one: "A new order was paid:", other: "# new orders were paid:" }),
	order: (number: string, lines: readonly { name: string; quantity: number }[]) =>
		`Order ${number}, ${lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}`,
	more: (count: number) => `and ${formatNumber(count)} more`,
	manageOrders: "Manage orders",
	/** Before a link. */
	ship: "Ship them here:",
	lowStock: "Low in stock:",
	left: (quantity: number) => (quantity === 0 ? "sold out" : `${quantity} left`),
	restock: "Restock them here:",
	manageProducts: "Manage products",
	closing: "To stop these e-mails to you:",
	stop: "Stop the digest",
};

/** In the receipt of a shop that sells to consumers in the European Union. */
export const withdrawalTexts = {
	terms: "Our terms:",
	openTerms: "Terms",
	right: (days: number) =>
		`If you bought this as a consumer, you may withdraw from the contract within ${days} days after all of it has arrived, without giving a reason. You can do that here:`,
	withdraw: "Withdraw from contract here",
	/** After the model form of Directive 2011/83/EU, Annex I(B), in words of our own. */
	form: (contactEmail: string) => [
		`Or send us these lines, filled in, to ${contactEmail} or by letter:`,
		"I withdraw from the contract about the purchase of these goods: …",
		"Ordered on / received on: …",
		"Order number: …",
		"My name and address: …",
		"Date, and signature on paper: …",
	],
};

/** Of returns and withdrawals. */
export const returnTexts = {
	askedSubject: (number: string) => `Your return ${number} to ${shopName}`,
	asked: "We have received what you want to send back. We look at it and answer by mail:",
	/** The confirmation that Directive 2011/83/EU, Article 11a(4) asks for: what was declared, and when. */
	withdrawnSubject: (number: string) => `We have received your withdrawal from order ${number}`,
	withdrawn: (time: string) =>
		`We have received your withdrawal on ${time}. This is what you have declared:`,
	withdrawFrom: (number: string) => `I withdraw from the contract about order ${number}:`,
	wholeOrder: "the whole order",
	/** Only of what was not shipped, declared without the order's account or link. */
	undoneUntil: (until: string) => [
		`We cancel and refund what we have not shipped on ${until}. Nothing of it ships until then.`,
		"If you didn't ask for this, or want to keep the order, undo it here:",
	],
	undo: "See it or undo it",
	declaredBy: "Declared by",
	receivedOn: "Received",
	approvedSubject: (number: string) => `Please send back: return ${number} to ${shopName}`,
	approved: "You can send this back:",
	sendTo: "Send it to:",
	within: (days: number) => `Please send it within ${days} days, and pack it well.`,
	labelLink: "Print the label",
	rejectedSubject: (number: string) => `Your return ${number} to ${shopName}`,
	rejected: "We can't take this back:",
	why: "The reason:",
	receivedSubject: (number: string) => `Your return ${number} has arrived at ${shopName}`,
	received: "We have checked in what you sent back. The refund is next:",
	reason: "Reason",
	note: "Your words",
	number: "Return",
	arrivedOf: (received: number, quantity: number) => `${received} of ${quantity} arrived`,
};

export const cancelledTexts = {
	subject: (number: string) => `Your ${shopName} order ${number} is cancelled`,
	intro: "This order is cancelled and will not be shipped.",
	ofPart: {
		subject: (number: string) => `Part of your ${shopName} order ${number} is cancelled`,
		intro: "This part of your order is cancelled and will not be shipped:",
	},
	refunded: "We refund your payment. Your bank shows it within about ten days.",
	ontoCards: "What you paid with gift cards or store credit is on them again, for your next order.",
};
