/** The texts with which staff change an order, and enter one at the telephone. */

export const changeTitle = "Change this order";
export const byPhone = "This order was entered by phone.";
export const changeDelivery = "Change the delivery";
export const changed = "Delivery changed. The customer gets an e-mail.";
export const nothingChanged = "Nothing changed.";
export const emailNow = "If you change it, the link in earlier e-mails stops working.";
export const emailOfAccount = (email: string) => `This order uses the account's e-mail: ${email}.`;
export const save = "Save";
export const saving = "Saving…";
/** What another address costs: an unpaid order is repriced, a paid one is not. */
export const costsThere = (there: string, now: string, isPaid: boolean) =>
	isPaid
		? `At this address the order would cost ${there}. The customer paid ${now}, and that doesn't change. Refund or collect the difference yourself.`
		: `At this address the order costs ${there} instead of ${now}, because of shipping and tax. Any payment already started is canceled.`;
export const saveAnyway = (there: string, isPaid: boolean) =>
	isPaid ? "Save the address" : `Save, and charge ${there}`;

export const tooManyEmails =
	"We've sent too many e-mails from your network today. Keep this e-mail, or write to us.";

export const addTool = "Add a tool";
export const addToolTitle = "Add a tool to this order";
export const add = "Add";
export const adding = "Adding…";
export const added = (total: string) => `Order changed. It now costs ${total}.`;
export const changeQuantity = (tool: string) => `Change the quantity of ${tool}`;
export const takeAway = (tool: string) => `Remove ${tool}`;
export const takeAwayHint =
	"Its items go back into stock, and the order is repriced. Removing the last tool closes the order.";
export const findTool = "Find a tool";
export const findToolHint = "Type part of its name.";
export const moreTools = (count: number) =>
	`The first ${count} are shown. Type more of the name or the SKU to see others.`;
export const noTools = "No tools found.";
export const inStock = (quantity: number, price: string) => `${price}, ${quantity} in stock`;
export const soldOut = "sold out";
export const quantity = "Quantity";

export const sendAgain = "Send an e-mail again";
export const sent = "E-mail sent again.";

export const newOrder = "New order";
export const tools = "Tools";
export const noLines = "Add a tool first.";
export const customerEmail = "Customer's e-mail";
export const customerEmailHint =
	"If an account has verified this e-mail, the order goes to that account. Otherwise it's a guest order, with a link.";
export const saveOrder = "Save without an e-mail";
export const saveAndSend = "Save and send the payment link";
export const orderSaved = (number: string) => `Order ${number} saved.`;
export const holdHint = "Stock is reserved for the days set in the settings: a week by default.";
export const remove = "Remove";
