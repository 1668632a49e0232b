/** Texts of returns and withdrawals: of customers' pages and of the dashboard. */
import { plural } from "./numbers.ts";

export const returns = "Returns";
export const pieces = (count: number) => plural(count, { one: "# item", other: "# items" });

/** Why something comes back. */
export const reasonNames = {
	does_not_fit: "It doesn't fit",
	not_as_described: "It isn't as described",
	damaged: "It arrived damaged",
	defective: "It is faulty or broke",
	wrong_item: "It isn't what I ordered",
	not_needed: "I no longer need it",
	other: "Something else",
} as const;

export const conditionNames = { as_new: "As new", opened: "Opened", damaged: "Damaged" } as const;

/** The customer's form, on which they ask for a return. */
export const form = {
	title: "Return items",
	description: (shop: string) => `Return items you ordered from ${shop}.`,
	intro: (days: number) =>
		`Choose what to return, within ${days} days of delivery. We'll e-mail you where to send it.`,
	backToOrder: (number: string) => `Order ${number}`,
	what: "What would you like to return?",
	piecesOf: (name: string) => `Quantity of ${name}`,
	/** After a field with a number. */
	ofLeft: (left: number) => `of ${left}`,
	reason: "Why?",
	chooseReason: "Choose a reason",
	note: "Optional: anything we should know",
	picture: "Optional: a picture of what's wrong",
	pictureHint: "JPEG, PNG or WebP, at most 5 MB.",
	send: "Request the return",
	nothing:
		"Nothing in this order can be returned: it hasn't shipped yet, or it was already refunded or returned.",
	reasonMissing: "Choose a reason.",
	piecesMissing: "Choose at least one item.",
	gone: "Some of these items can't be returned anymore. Check what's left.",
	tooMany: "You've sent this form many times today. Try again tomorrow, or write to us.",
	askLink: "Return items",
} as const;

/** The withdrawal from a contract. The labels are those of Directive 2011/83/EU, Article 11a(1) and (3). */
export const withdrawal = {
	title: "Withdraw from a contract",
	description: (shop: string) =>
		`Withdraw from your order at ${shop}, without an account and without giving a reason.`,
	intro: (days: number) =>
		`As a consumer you may withdraw from your order, or from part of it, within ${days} days after all of it has arrived, without giving a reason. Declare it here. We will then e-mail you a confirmation of what you declared, and when.`,
	orderNumber: "Order number",
	orderNumberHint: "It is in the e-mail that confirms your order.",
	email: "E-mail",
	emailHint: "Use the e-mail of the order. The confirmation goes there.",
	name: "Your name",
	what: "What would you like to withdraw from?",
	everything: "The whole order",
	some: "Only some items",
	someHint: "Enter the items and how many of each.",
	someLabel: "Items",
	/** Leads to the second step, which declares it. */
	next: "Continue",
	check: "Check your withdrawal",
	confirm: "Confirm withdrawal",
	change: "Change it",
	orderOf: (number: string) => `Order ${number}`,
	declaration: (shop: string) => `I withdraw from the contract with ${shop} about:`,
	wholeOrder: "the whole order",
	line: (quantity: number, name: string) => `${quantity} × ${name}`,
	received: "We have received your withdrawal.",
	/** The same whether there is such an order or not: nobody learns from it whose order it is. */
	receivedUnchecked: (email: string) =>
		`If an order has this number and e-mail, we have received your withdrawal and will e-mail ${email} right away. If no e-mail arrives within a few minutes, check the number, or write to us:`,
	receivedBy: (email: string) =>
		`We have e-mailed a confirmation of what you declared, and when, to ${email}.`,
	nothing: "Nothing is left in this order to withdraw from.",
	nameMissing: "Enter your name.",
	undone:
		"A withdrawal from this order was undone before. To withdraw again, open the order with the link in our e-mail about it, or sign in.",
	undoOver: "It's too late to undo the withdrawal. Here is the order as it is now.",
	numberMissing: "Enter the order number as it is in the e-mail.",
	itemsMissing: "Enter the items, or choose the whole order.",
	orWithoutLink: "Or write to us in any way you like:",
} as const;

/** What a customer reads of a return, on the order's page. */
export const ofOrder = {
	title: "Returns",
	numbered: (number: string) => `Return ${number}`,
	withdrawalNumbered: (number: string) => `Withdrawal ${number}`,
	states: {
		asked: "We're reviewing your request and will e-mail you.",
		waiting: "On hold. We won't ship it.",
		approved: "Please send it to us.",
		rejected: "We can't take it back.",
		received: "It has arrived. Your refund is next.",
		closed: "Done.",
	},
	outcomes: {
		refund: "Refunded.",
		exchange: "Refunded, and replaced by another order.",
		credit: "Refunded as store credit.",
		cancel: "Canceled before it shipped.",
		undone: "Undone.",
		none: "Closed.",
	},
	waitsUntil: "We'll cancel and refund it on",
	undoHint: "Someone declared this with your order number and e-mail. If that wasn't you, undo it.",
	undo: "Undo the withdrawal",
	sendTo: "Send it to:",
	label: "Print the label",
	answered: "Our answer:",
	arrived: (received: number, condition: string) =>
		received === 0 ? "has not arrived" : `${received} arrived, ${condition.toLowerCase()}`,
} as const;

/** The pages of staff. */
export const staff = {
	views: {
		asked: "To decide",
		waiting: "Withdrawn, on hold",
		approved: "On the way",
		received: "To refund",
		done: "Done",
	},
	lists: "Lists",
	empty: {
		asked: "No decisions to make.",
		waiting: "No withdrawals on hold.",
		approved: "Nothing is on its way back.",
		received: "No refunds to make.",
		done: "No returns are done yet.",
	},
	about:
		"Customers request a return on their order's page. Approve it and say where to send it, check in what arrives, then refund it.",
	more: "More returns",
	pages: "Pages of returns",
	kinds: { return: "Return", withdrawal: "Withdrawal" },
	stateNames: {
		asked: "To decide",
		waiting: "Withdrawn, on hold",
		approved: "On the way",
		rejected: "Rejected",
		received: "To refund",
		closed: "Closed",
	},
	outcomeNames: {
		refund: "Refunded",
		exchange: "Exchanged",
		credit: "Store credit",
		cancel: "Canceled",
		undone: "Undone",
		none: "Closed without a refund",
	},
	titleOf: (number: string) => `Return ${number}`,
	withdrawalOf: (number: string) => `Withdrawal ${number}`,
	backToList: "All returns",
	facts: "Return details",
	number: "Return",
	state: "Status",
	ofOrder: (kind: string, order: string) => `${kind}, order ${order}`,
	noLines: "described in words",
	ofOrdered: (quantity: number, ordered: number) => `${quantity} of ${ordered}`,
	historyOf: (name: string) => `History of ${name}`,
	piecesMissing: "Choose the items the customer means.",
	order: "Order",
	customer: "Customer",
	asked: "Asked",
	reason: "Reason",
	note: "In the customer's words",
	nameGiven: "Name given",
	picture: "The customer's picture",
	items: "Items",
	item: "Item",
	sentBack: "Returning",
	arrived: "Arrived",
	condition: "Condition",
	toStock: "Restock",
	/** An order that has not been shipped. */
	notShipped: "not shipped: cancel it instead of checking it in",
	noItems:
		"The customer described the items in words. Read what they wrote and choose the items below.",
	inTime: (date: string) => `In time: the period ends on ${date} at the earliest.`,
	notBegun: "In time: not all of the order has been shipped.",
	maybeLate: (date: string) =>
		`The period may have ended on ${date}, judging by when the parcel left. It starts with the delivery: check the tracking.`,
	refundUnshippedBy: (date: string) => `Refund it by ${date}.`,
	refundBy: (date: string) =>
		`Refund it by ${date}, or once it's back or the customer proves they sent it.`,

	decide: "Decide",
	approve: "Approve",
	answer: "Where and how to send it",
	labelUrl: "Link to a label to print",
	labelPlaceholder: "https://",
	labelUrlHint: "Optional: your carrier's link, starting with https://.",
	reject: "Reject",
	rejectReason: "Reason",
	rejectHint: "The customer will see this in the e-mail.",

	wait: "On hold",
	waits: (until: string) =>
		`Declared with only the order number and e-mail, so perhaps not by the customer. They can undo it until ${until}. Then the shop cancels and refunds it.`,
	waitsNow: "The shop cancels and refunds it as soon as it can: for example once a dispute closes.",
	waitHint: "None of it ships. Talk to the customer before you put it back.",
	cancelNow: "Cancel and refund now",
	putBack: "Put back to To ship",
	held: "This can't be canceled now: its payment is disputed, or a refund is pending. The shop will try again.",
	receive: "Check in what has arrived",
	receivedWrong: (max: number) => `Enter a whole number from 0 to ${max}.`,
	conditionMissing: "Choose the condition.",
	restockedWrong: "Restock no more items than arrived.",
	toStockHint: "Leave empty to restock only the items that are as new.",
	checkIn: "Check in",

	refund: "Refund",
	cost: (price: string) => `What arrived cost ${price}.`,
	amount: "Amount",
	amountHint: "Refund less if the items lost value through more use than it takes to try them.",
	withShipping: (price: string) => `Refund ${price} of shipping too`,
	withShippingHint:
		"After a withdrawal from a whole order, the law requires refunding the cheapest standard delivery (Directive 2011/83/EU, Article 13).",
	doRefund: "Refund it",
	doExchange: "Refund it and enter another order",
	exchangeHint:
		"The replacement is a separate order with its own payment link, so every price, tax and item is counted once.",
	doCredit: "Give store credit",
	creditHint:
		"If the customer prefers it. An account can use it right away; a guest gets a code by e-mail. A consumer who withdraws may ask for the money instead (Directive 2011/83/EU, Article 13).",
	nothingLeft: "Nothing left to refund. Close it.",
	close: "Close without a refund",
	closeHint:
		"If nothing arrived, or it was refunded or canceled on the order's page. No e-mail is sent.",
	closeNow: "Close it",

	done: {
		approved: "Approved. The customer gets an e-mail.",
		rejected: "Rejected. The customer gets an e-mail.",
		received: "Checked in. The customer gets an e-mail.",
		refunded: "The refund is on its way.",
		credited: "Store credit added. The customer gets an e-mail.",
		closed: "Closed.",
		cancelled: "Canceled. The refund is on its way, and the customer gets an e-mail.",
		undone: "Put back to To ship.",
	},
	/** To who refunds a return once more, by what it was. */
	refundedBefore: {
		refund: "It was already refunded. Nothing was refunded this time.",
		exchange: "It was already refunded, for an exchange. Nothing was refunded this time.",
		credit: "It was already refunded, as store credit. Nothing was refunded this time.",
		cancel: "It was already canceled and refunded. Nothing was refunded this time.",
		undone: "It was already undone. Nothing was refunded this time.",
		none: "It was already closed without a refund. Nothing was refunded this time.",
	},
	gone: "Someone else has already done this. Here is the return as it is now.",
	answerMissing: "Enter where to send it.",
	rejectReasonMissing: "Enter a reason.",
	labelWrong: "Enter a full link that starts with https://.",
	amountWrong: "Enter an amount up to what it cost.",
} as const;
