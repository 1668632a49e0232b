/** The texts of the shop's e-mails. */

import { name as shopName } from "../../config/config.ts";
import { orderPageTexts } from "../../messages/my-orders.ts";
import { formatNumber, plural } from "../../messages/numbers.ts";

/**
 * E-mails with one link, sent for an account. They include no user input, because the recipient may be
 * someone else.
 */
export const linkMailTexts = {
	verify: {
		subject: "Verify your e-mail",
		intro: `Someone created an account at ${shopName} with this e-mail. If it was you, open this link:`,
		linkText: "Verify my e-mail",
		closing:
			"The link works for two days, in a browser that's signed in to the account. If you didn't create one, ignore this e-mail: the address stays unverified.",
	},
	reset: {
		subject: `Reset your ${shopName} password`,
		intro: `Someone, probably you, asked to reset your ${shopName} password. Choose a new one here:`,
		linkText: "Choose a new password",
		closing:
			"The link works once, within an hour. If you didn't ask for it, ignore this e-mail: your password hasn't changed.",
	},
	changed: {
		subject: `Your ${shopName} password was changed`,
		intro: `The password of your ${shopName} account was changed. If that was you, ignore this e-mail. If not:`,
		linkText: "Reset your password",
		closing: "This signs out all other devices.",
	},
	alert: (tool: string) => ({
		subject: `Confirm: an e-mail when ${tool} is back`,
		intro: `Someone asked us to e-mail this address when ${tool} is back in stock at ${shopName}. If it was you, confirm it here:`,
		linkText: "Confirm my e-mail",
		closing:
			"The link works for a week. If you didn't ask for it, ignore this e-mail: we've stored nothing and won't write again.",
	}),
} as const;

/**
 * Returns what a customer has typed so that e-mail programs make no link of it: with a word joiner, which is
 * invisible, in what could be a domain or the start of a URL. Anybody can type a stranger's e-mail.
 */
export const withoutLinks = (typed: string) =>
	typed.replaceAll(/\.(?=[\p{L}\p{N}])|:(?=\/)/gu, "$&\u2060");

/** The first line of an e-mail to a person. */
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
	ontoCards: "Refund to gift cards or store credit",
	giftCode: "Code",
	worth: "Value",
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
	intro: "Thank you for your order. We've received your payment.",
	billedTo: "Billed to:",
	deliveredTo: "We deliver to:",
	pickup: "Pick it up here once we've told you it's ready:",
	buyer: "Ordered by:",
	seller: "Sold by:",
	registration: (number: string) => `Registration: ${number}`,
	taxId: (id: string) => `Tax ID: ${id}`,
};

/** Includes no name, as the next ones. */
export const placedTexts = {
	subject: (number: string) => `Your ${shopName} order ${number}: please pay`,
	intro: (time: string) => `We're holding the items below for you until ${time}. Please pay here:`,
};

export const changedTexts = {
	subject: (number: string) => `The delivery of your ${shopName} order ${number} has changed`,
	intro: "We've changed where your order is delivered, or to whom, as you asked.",
};

export const formerEmailTexts = {
	subject: (number: string) => `The e-mail for your ${shopName} order ${number} has changed`,
	intro: (contactEmail: string) =>
		`E-mails about this order now go to another address, and the links in earlier ones no longer work. If you didn't ask for this, write to ${contactEmail}.`,
};

/** Includes no name: an unpaid order's recipient may be someone else. */
export const expiringTexts = {
	subject: (number: string) => `Your ${shopName} reservation for order ${number} ends soon`,
	intro: (time: string) =>
		`We're holding the items below for you until ${time}. Then the order closes and they're for sale again. To keep them, pay here:`,
	pay: "Pay now",
	closing: "If you no longer want them, there's nothing to do.",
};

/** Includes no name, for the same reason. */
export const paymentFailedTexts = {
	subject: (number: string) => `Your ${shopName} payment for order ${number} failed`,
	intro: (time: string) =>
		`Your bank didn't accept the payment for the items below, and you haven't been charged. We're holding them for you until ${time}. Please try another way to pay:`,
};

export const shippedTexts = {
	subject: (number: string) => `Your ${shopName} order ${number} is on its way`,
	intro: "Your order has shipped.",
	correctedSubject: (number: string) => `New tracking number for your ${shopName} order ${number}`,
	corrected: "From now on, use this to track your parcel:",
	track: "Track your parcel:",
	trackLink: "Track your parcel",
};

export const readyTexts = {
	subject: (number: string) => `Your ${shopName} order ${number} is ready`,
	intro: "Your order is ready for pickup:",
};

export const refundedTexts = {
	subject: (number: string) => `Your refund from ${shopName} for order ${number}`,
	intro:
		"We've refunded your payment. Your bank should show it within about ten days, or remove the original payment instead.",
};

/** What went onto a gift card, or became store credit. */
export const creditedTexts = {
	subject: (number: string) => `Your credit from ${shopName} for order ${number}`,
	ontoCard: (end: string) =>
		`We've put this back on your gift card ending in ${end}. You can use its code for your next order.`,
	ontoAccount:
		"We've added this to your account's store credit. Select it at checkout on your next order.",
	ontoCode:
		"Here's your store credit. Enter its code at checkout on your next order, and keep this e-mail until you've used it up.",
};

export const giftCardTexts = {
	subject: `Your ${shopName} gift card`,
	bought: `Here's the ${shopName} gift card you bought. Keep it, forward this e-mail, or print it: anyone who enters its code at checkout can pay with it.`,
	intro: `Here's a gift card for ${shopName}. Enter its code at checkout.`,
	keep: "Any balance stays on the card. Anyone who has the code can use it, so keep this e-mail to yourself.",
	visit: "Visit the shop:",
	open: shopName,
};

/** Gift cards from somebody. `giver` is who has bought them. */
export const giftTexts = {
	subject: (giver: string, count: number) =>
		plural(count, {
			one: `${giver} sent you a ${shopName} gift card`,
			other: `${giver} sent you # ${shopName} gift cards`,
		}),
	intro: (giver: string, count: number) =>
		plural(count, {
			one: `Good news: ${giver} bought you a gift card for ${shopName}.`,
			other: `Good news: ${giver} bought you # gift cards for ${shopName}.`,
		}),
	wrote: (giver: string) => `${giver} wrote:`,
	use: (count: number) =>
		plural(count, {
			one: "To use it, enter the code at checkout. Any balance stays on the card. Anyone who has the code can use it, so keep this e-mail to yourself.",
			other:
				"To use them, enter a code at checkout. Any balance stays on its card. Anyone who has a code can use it, so keep this e-mail to yourself.",
		}),
	why: (giver: string) =>
		`You got this e-mail because ${giver} gave us your address to send a gift.`,
};

export const stockAlertTexts = {
	subject: (tool: string) => `${tool} is back in stock`,
	intro: (tool: string) => `You asked us to tell you: ${tool} is back in stock. Order it here:`,
	open: "Open the tool",
	closing:
		"This is our only e-mail about this tool, unless you ask again. To stop e-mails about other tools too:",
	stop: "Stop all alerts",
};

export const reviewHiddenTexts = {
	subject: `Your review at ${shopName} is hidden`,
	intro: (tool: string | null, reason: string) =>
		`We've hidden your review${tool ? ` of ${tool}` : ""}: ${reason}. Visitors no longer see it, and its stars don't count. You wrote:`,
	closing: (contact: string) =>
		`You can delete it or write another one here, which we'll check first. If you think we're wrong, write to ${contact}.`,
	open: "Your reviews",
};

export const questionAnsweredTexts = {
	subject: (tool: string) => `Your question about ${tool}`,
	asked: (tool: string) => `You asked about ${tool}:`,
	answered: "Our answer:",
	closing: "Your question and our answer are now on the tool's page, with your name.",
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

/** The texts about returns and withdrawals. */
export const returnTexts = {
	askedSubject: (number: string) => `Your return ${number} to ${shopName}`,
	asked: "We've received your return request. We're reviewing it and will e-mail you:",
	/** The confirmation that Directive 2011/83/EU, Article 11a(4) asks for: what was declared, and when. */
	withdrawnSubject: (number: string) => `We have received your withdrawal from order ${number}`,
	withdrawn: (time: string) => `We received your withdrawal on ${time}. This is what you declared:`,
	withdrawFrom: (number: string) => `I withdraw from the contract about order ${number}:`,
	wholeOrder: "the whole order",
	/** Only of what was not shipped, declared without the order's account or link. */
	undoneUntil: (until: string) => [
		`We will cancel and refund what has not shipped on ${until}. None of it will ship before then.`,
		"If you didn't ask for this, or want to keep the order, undo it here:",
	],
	undo: "See it or undo it",
	declaredBy: "Declared by",
	receivedOn: "Received",
	approvedSubject: (number: string) => `Please send us your return ${number} to ${shopName}`,
	approved: "You can return these items:",
	sendTo: "Send it to:",
	within: (days: number) => `Please send them within ${days} days, and pack them well.`,
	labelLink: "Print the label",
	rejectedSubject: (number: string) => `Your return ${number} to ${shopName}`,
	rejected: "We can't accept this return:",
	why: "The reason:",
	receivedSubject: (number: string) => `Your return ${number} has arrived at ${shopName}`,
	received: "Your return has arrived. The refund is next:",
	reason: "Reason",
	note: "Your note",
	number: "Return",
	arrivedOf: (received: number, quantity: number) => `${received} of ${quantity} arrived`,
};

export const cancelledTexts = {
	subject: (number: string) => `Your ${shopName} order ${number} is canceled`,
	intro: "This order is canceled and won't be shipped.",
	ofPart: {
		subject: (number: string) => `Part of your ${shopName} order ${number} is canceled`,
		intro: "This part of your order is canceled and won't be shipped:",
	},
	refunded: "We're refunding your payment. Your bank should show it within about ten days.",
	ontoCards: "What you paid with gift cards or store credit is back on them for your next order.",
};
