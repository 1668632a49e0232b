/** The texts of suppliers and of what to reorder from them. */
import { formatNumber, plural } from "./messages.numbers.ts";

const days = (count: number) => plural(count, { one: "# day", other: "# days" });

export const title = "Suppliers";
export const about =
	"For each supplier: what will be sold before its next delivery arrives. The name is that of the tools' field “Supplier”.";
export const none = "No tool names its supplier yet";
export const noneHint =
	"Write who delivers a tool into its field “Supplier”, on its page or as a column of an import. Then add the supplier here with the days that a delivery takes: the shop lists what to reorder, and how many pieces.";
export const add = "Add a supplier";
export const back = "All suppliers";
export const save = "Save";
export const remove = "Delete";
export const without = "Not described yet";
export const withoutHint = "Tools name these suppliers. Say how long they take to deliver.";
export const delivers = (leadDays: number, minOrder: string | undefined) =>
	`Delivers in ${days(leadDays)}${minOrder ? `, from ${minOrder}` : ""}`;
export const toReorder = (count: number) =>
	count === 0
		? "Nothing to reorder"
		: plural(count, { one: "# tool to reorder", other: "# tools to reorder" });
export const onlyFirst = (count: number) =>
	`Only the first ${formatNumber(count)} tools with a supplier are counted here. The page of a supplier has all of its tools up to as many.`;

export const labels = {
	name: "Name",
	mail: "E-mail for orders",
	leadDays: "Days from the order to the delivery",
	reviewDays: "You order every … days",
	minOrder: "Minimum order",
	note: "Note",
} as const;
export const hints = {
	name: "As the tools have it.",
	mail: "",
	leadDays: "",
	reviewDays: "What you order lasts for so long, beside the days of the next delivery.",
	minOrder: "The value below which it delivers nothing; 0 for none.",
	note: "Customer number, who to ask for. Only staff see it.",
} as const;

export const nameMissing = "Write the name as tools have it, at most 60 characters.";
export const leadDaysWrong = "Write a whole number from 0 to 365.";
export const reviewDaysWrong = "Write a whole number from 1 to 365.";

export const reorder = "What to reorder";
export const reorderHint = (leadDays: number, reviewDays: number, soldDays: number) =>
	`What won't last for ${days(leadDays + reviewDays)}: ${days(leadDays)} of delivery, and ${days(reviewDays)} until the next order. By what was sold in the last ${days(soldDays)}.`;
export const enough = "Everything lasts until then";
export const enoughHint =
	"A tool is listed here once its stock is less than what is sold in that time. One that nobody has bought in 90 days never is.";
export const noTools = "No listed tool names this supplier.";
export const columns = {
	name: "Tool",
	sku: "SKU",
	mpn: "Maker's part number",
	gtin: "GTIN",
	stock: "Stock",
	sold: "Sold in 90 days",
	lasts: "Lasts",
	quantity: "Order",
	cost: "Cost of a piece",
	sum: "Cost",
} as const;
export const unknown = "unknown";
export const lasts = (count: number) => days(count);
export const total = (cents: string, unknownCosts: number) =>
	unknownCosts === 0
		? `All together: ${cents}.`
		: `All together: ${cents}, and ${plural(unknownCosts, { one: "# tool whose cost is unknown", other: "# tools whose cost is unknown" })}.`;
export const belowMinimum = (minimum: string, missing: string) =>
	`The supplier delivers from ${minimum}: ${missing} are missing.`;
export const download = "Download as CSV";
export const asText = "As text";
export const copy = "Copy as text";
export const copied = "Copied";
export const copyManually = "Select the text and copy it";
export const writeMail = "Write it as a mail";
export const mailSubject = (shop: string) => `Order from ${shop}`;
export const orderLine = (quantity: number, name: string, codes: string) =>
	`${quantity} × ${name}${codes && ` (${codes})`}`;
export const details = "The supplier";
export const history = "History";
export const restore = "Set it like this again";
export const restoreOf = (time: string) => `Set it as it was on ${time} again`;
export const wasDeleted = "deleted";
export const wasSaved = (leadDays: number, reviewDays: number, minOrder: string) =>
	`delivery in ${days(leadDays)}, ordered every ${days(reviewDays)}, minimum ${minOrder}`;
export const changedBy = (who: string) => `by ${who}`;
export const deletedAccount = "a deleted account";
