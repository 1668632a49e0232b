/** The texts with which staff change an order, and enter one at the telephone. */

export const changeTitle = "Change this order";
export const byPhone = "This order was entered by telephone.";
export const changeDelivery = "Change the delivery";
export const changed = "The delivery is changed, and the customer gets an e-mail.";
export const nothingChanged = "Nothing was changed.";
export const emailNow = "The link in earlier e-mails stops when you change it.";
export const emailOfAccount = (email: string) => `The e-mail is that of the account: ${email}.`;
export const save = "Save";
export const saving = "Saving …";
/** What another address costs: an unpaid order is repriced, a paid one is not. */
export const costsThere = (there: string, now: string, isPaid: boolean) =>
	isPaid
		? `At this address the order would cost ${there}. It was paid with ${now}, and stays as it was paid. Refund or ask for the difference yourself.`
		: `At this address the order costs ${there} instead of ${now}, for shipping and tax. A payment that was begun is cancelled.`;
export const saveAnyway = (there: string, isPaid: boolean) =>
	isPaid ? "Save the address" : `Save, and charge ${there}`;

export const tooManyEmails =
	"We've sent too many e-mails from your network today. Keep this e-mail, or write to us.";

export const addTool = "Add a tool";
export const addToolTitle = "Add a tool to this order";
export const add = "Add";
export const adding = "Adding …";
export const added = (total: string) => `The order is changed. It costs ${total} now.`;
export const changeQuantity = (tool: string) => `Change the quantity of ${tool}`;
export const takeAway = (tool: string) => `Take away ${tool}`;
export const takeAwayHint =
	"Its pieces return to the stock, and the order is priced anew. With its last tool the order is closed.";
export const findTool = "Find a tool";
export const findToolHint = "By a part of its name.";
export const moreTools = (count: number) =>
	`These are the first ${count}. Type more of the name or the SKU to see others.`;
export const noTools = "No tool is found.";
export const inStock = (quantity: number, price: string) => `${price}, ${quantity} in stock`;
export const soldOut = "sold out";
export const quantity = "Quantity";

export const sendAgain = "Send an e-mail again";
export const sent = "The e-mail is sent again.";

export const newOrder = "New order";
export const tools = "Tools";
export const noLines = "Add a tool first.";
export const customerEmail = "E-mail of the customer";
export const customerEmailHint =
	"If an account has verified it, the order is that account's; otherwise it is a guest's, with a link.";
export const saveOrder = "Save without an e-mail";
export const saveAndSend = "Save and send the link to pay";
export const orderSaved = (number: string) => `Order ${number} is saved.`;
export const holdHint = "Stock is reserved for the days that the settings say, a week by default.";
export const remove = "Remove";
