/** Texts of returns and withdrawals: of customers' pages and of the dashboard. */
import { plural } from "./messages.numbers.ts";

export const returns = "Returns";
export const pieces = (count: number) => plural(count, { one: "# piece", other: "# pieces" });

/** Why something comes back. */
export const reasonNames = {
	does_not_fit: "It does not fit",
	not_as_described: "It is not as described",
	damaged: "It arrived damaged",
	defective: "It is faulty or broke",
	wrong_item: "It is not what I ordered",
	not_needed: "I no longer need it",
	other: "Something else",
} as const;

export const conditionNames = { as_new: "As new", opened: "Opened", damaged: "Damaged" } as const;

/** The customer's form, on which they ask for a return. */
export const form = {
	title: "Send something back",
	description: (shop: string) => `Send back what you ordered from ${shop}.`,
	intro: (days: number) =>
		`Choose what you want to send back, within ${days} days after it arrived. We answer by e-mail, with where to send it.`,
	backToOrder: (number: string) => `Order ${number}`,
	what: "What do you send back?",
	piecesOf: (name: string) => `Pieces of ${name}`,
	/** After a field with a number. */
	ofLeft: (left: number) => `of ${left}`,
	reason: "Why?",
	chooseReason: "Choose a reason",
	note: "Anything we should know",
	picture: "A picture, if it shows what is wrong",
	pictureHint: "JPEG, PNG or WebP, at most 5 MB.",
	send: "Ask for the return",
	nothing:
		"Nothing of this order can be sent back: it was not shipped yet, or it was refunded or sent back before.",
	reasonMissing: "Choose a reason.",
	piecesMissing: "Choose at least one piece.",
	gone: "Some of these pieces can't be sent back any more. Look at what is left.",
	tooMany: "You have sent this form often today. Please go on tomorrow, or write to us.",
	askLink: "Send something back",
} as const;

/** The withdrawal from a contract. The labels are those of Directive 2011/83/EU, Article 11a(1) and (3). */
export const withdrawal = {
	title: "Withdraw from a contract",
	description: (shop: string) =>
		`Withdraw from what you have ordered from ${shop}, without an account and without a reason.`,
	intro: (days: number) =>
		`As a consumer you may withdraw from your order, or from a part of it, within ${days} days after all of it has arrived, without giving a reason. Here you declare it; then you get an e-mail that says what you have declared, and when.`,
	orderNumber: "Order number",
	orderNumberHint: "It is in the e-mail that confirms your order.",
	email: "E-mail",
	emailHint: "That of the order. The confirmation goes there.",
	name: "Your name",
	what: "What do you withdraw from?",
	everything: "The whole order",
	some: "Only some items",
	someHint: "Name the items and how many of each.",
	someLabel: "Which items",
	/** Leads to the second step, which declares it. */
	next: "Continue",
	check: "Check your withdrawal",
	confirm: "Confirm withdrawal",
	change: "Change it",
	orderOf: (number: string) => `Order ${number}`,
	declaration: (shop: string) => `I withdraw from the contract with ${shop} about:`,
	wholeOrder: "the whole order",
	line: (quantity: number, name: string) => `${quantity} × ${name}`,
	received: "Your withdrawal is with us.",
	/** The same whether there is such an order or not: nobody learns from it whose order it is. */
	receivedUnchecked: (email: string) =>
		`If an order has this number and e-mail, we have received your withdrawal and write to ${email} at once. If no e-mail comes within a few minutes, check the number, or write to us:`,
	receivedBy: (email: string) =>
		`You get an e-mail with what you have declared, and when, at ${email}.`,
	nothing: "There is nothing left of this order to withdraw from.",
	nameMissing: "Write your name.",
	undone:
		"A withdrawal from this order was undone before. To withdraw again, open the order by the link in our e-mail about it, or sign in.",
	undoOver: "It can't be undone any more. Here is the order as it is now.",
	numberMissing: "Write the order number, digits as in the e-mail.",
	itemsMissing: "Name the items, or choose the whole order.",
	orWithoutLink: "Or write to us in any way you like:",
} as const;

/** What a customer reads of a return, on the order's page. */
export const ofOrder = {
	title: "Returns",
	numbered: (number: string) => `Return ${number}`,
	withdrawalNumbered: (number: string) => `Withdrawal ${number}`,
	states: {
		asked: "We look at it and answer by e-mail.",
		waiting: "On hold. We won't ship it.",
		approved: "Please send it to us.",
		rejected: "We can't take it back.",
		received: "It has arrived. The refund is next.",
		closed: "Done.",
	},
	outcomes: {
		refund: "Refunded.",
		exchange: "Refunded, and replaced by another order.",
		credit: "Given as store credit.",
		cancel: "Cancelled before it shipped.",
		undone: "Undone.",
		none: "Closed.",
	},
	waitsUntil: "We cancel and refund it on",
	undoHint:
		"Somebody declared this with your order number and e-mail. If that wasn't you, undo it.",
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
		waiting: "Withdrawn, waits",
		approved: "On the way",
		received: "To refund",
		done: "Done",
	},
	lists: "Lists",
	empty: {
		asked: "Nobody waits for a decision.",
		waiting: "No withdrawal waits for its end.",
		approved: "Nothing is on its way back.",
		received: "Nothing waits for its refund.",
		done: "No return is done yet.",
	},
	about:
		"Customers ask for a return on their order's page. You approve it with where to send it, check in what arrives, then refund it.",
	more: "More returns",
	pages: "Pages of returns",
	kinds: { return: "Return", withdrawal: "Withdrawal" },
	stateNames: {
		asked: "To decide",
		waiting: "Withdrawn, waits",
		approved: "On the way",
		rejected: "Rejected",
		received: "To refund",
		closed: "Closed",
	},
	outcomeNames: {
		refund: "Refunded",
		exchange: "Exchanged",
		credit: "Store credit",
		cancel: "Cancelled",
		undone: "Undone",
		none: "Closed without a refund",
	},
	titleOf: (number: string) => `Return ${number}`,
	withdrawalOf: (number: string) => `Withdrawal ${number}`,
	backToList: "All returns",
	facts: "What is sent back",
	number: "Return",
	state: "State",
	ofOrder: (kind: string, order: string) => `${kind}, order ${order}`,
	noLines: "named in words",
	ofOrdered: (quantity: number, ordered: number) => `${quantity} of ${ordered}`,
	historyOf: (name: string) => `History of ${name}`,
	piecesMissing: "Choose the pieces that the customer means.",
	order: "Order",
	customer: "Customer",
	asked: "Asked",
	reason: "Reason",
	note: "In the customer's words",
	nameGiven: "Name given",
	picture: "The customer's picture",
	items: "Items",
	item: "Item",
	sentBack: "Sends back",
	arrived: "Arrived",
	condition: "Condition",
	toStock: "To the stock",
	/** Of an order that has not been shipped. */
	notShipped: "not shipped: it is cancelled, not checked in",
	noItems: "The customer has named no lines. Read what they wrote and choose the pieces below.",
	inTime: (date: string) => `In time: the period ends on ${date} at the earliest.`,
	notBegun: "In time: not all of the order has been shipped.",
	maybeLate: (date: string) =>
		`The parcel left so that the period may have ended on ${date}. It begins with the delivery: look at the tracking.`,
	refundUnshippedBy: (date: string) => `Refund it by ${date}.`,
	refundBy: (date: string) =>
		`Refund it by ${date}, or once it is back or the customer shows that it was sent.`,

	decide: "Decide",
	approve: "Approve",
	answer: "Where to send it, or how",
	labelUrl: "Address of a label to print",
	labelPlaceholder: "https://",
	labelUrlHint: "Optional: a link of your carrier, which begins with https://.",
	reject: "Reject",
	rejectReason: "Why not",
	rejectHint: "The customer reads it in the e-mail.",

	wait: "It waits",
	waits: (until: string) =>
		`Declared with the order number and e-mail alone, perhaps not by the customer. They can undo it until ${until}, then the shop cancels and refunds it.`,
	waitsNow: "The shop cancels and refunds it as soon as it can, such as once a dispute is closed.",
	waitHint: "Nothing of it ships. Talk with the customer before you put it back.",
	cancelNow: "Cancel and refund now",
	putBack: "Put back to To ship",
	held: "This can't be cancelled now: its payment is disputed, or a refund waits. The shop tries again.",
	receive: "Check in what has arrived",
	receivedOf: (name: string) => `Arrived: ${name}`,
	conditionOf: (name: string) => `Condition: ${name}`,
	toStockOf: (name: string) => `To the stock: ${name}`,
	toStockHint: "Leave it empty for all pieces that are as new, and none of the others.",
	checkIn: "Check in",

	refund: "Refund",
	cost: (price: string) => `What has arrived has cost ${price}.`,
	amount: "Amount",
	amountHint: "Less if the pieces have lost value by more use than it takes to try them.",
	withShipping: (price: string) => `Refund ${price} of shipping too`,
	withShippingHint:
		"After the withdrawal from a whole order the law asks for the cheapest standard delivery (Directive 2011/83/EU, Article 13).",
	doRefund: "Refund it",
	doExchange: "Refund it and enter another order",
	exchangeHint:
		"The replacement is an order of its own, with a link to pay: so each price, tax and piece of stock is counted once.",
	doCredit: "Give store credit",
	creditHint:
		"If the customer prefers it. An account has it at once, for its next order; a guest gets a code by e-mail. A consumer who withdraws may ask for the money instead (Directive 2011/83/EU, Article 13).",
	nothingLeft: "Nothing of it is left to refund. Close it.",
	close: "Close without a refund",
	closeHint:
		"If nothing came, or it was refunded or cancelled on the order's page. No e-mail is sent.",
	closeNow: "Close it",

	done: {
		approved: "Approved. The customer gets an e-mail.",
		rejected: "Rejected. The customer gets an e-mail.",
		received: "Checked in. The customer gets an e-mail.",
		refunded: "The refund is on its way.",
		credited: "The customer has the store credit, and gets an e-mail.",
		closed: "Closed.",
		cancelled: "Cancelled. The refund is on its way, and the customer gets an e-mail.",
		undone: "Put back to To ship.",
	},
	/** To who refunds a return once more, by what it was. */
	refundedBefore: {
		refund: "It was refunded before. Nothing was refunded now.",
		exchange: "It was refunded before, for an exchange. Nothing was refunded now.",
		credit: "It was refunded before, as store credit. Nothing was refunded now.",
		cancel: "It was cancelled and refunded before. Nothing was refunded now.",
		undone: "It was undone before. Nothing was refunded now.",
		none: "It was closed before without a refund. Nothing was refunded now.",
	},
	gone: "Somebody else has done this meanwhile. Here is the return as it is now.",
	answerMissing: "Write where to send it.",
	rejectReasonMissing: "Write why.",
	labelWrong: "Write a whole address that begins with https://.",
	amountWrong: "Write an amount up to what it has cost.",
} as const;
