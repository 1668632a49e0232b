/** The texts of suppliers and of what to reorder from them. */
import { formatNumber, plural } from "./numbers.ts";

const days = (count: number) => plural(count, { one: "# day", other: "# days" });

export const title = "Suppliers";
export const about =
	"What to reorder from each supplier before its next delivery. The name must match the tools' “Supplier” field.";
export const none = "No tools name a supplier yet";
export const noneHint =
	"Fill in “Supplier” on each tool's page or in an import. Then add the supplier here with its delivery time, and the shop will list what to reorder, and how many.";
export const add = "Add a supplier";
export const back = "All suppliers";
export const without = "No details yet";
export const withoutHint = "Tools name these suppliers. Say how long they take to deliver.";
export const delivers = (leadDays: number, minOrder: string | undefined) =>
	`Delivers in ${days(leadDays)}${minOrder ? `, from ${minOrder}` : ""}`;
export const toReorder = (count: number) =>
	count === 0
		? "Nothing to reorder"
		: plural(count, { one: "# tool to reorder", other: "# tools to reorder" });
export const onlyFirst = (count: number) =>
	`Only the first ${formatNumber(count)} tools with a supplier are counted here. A supplier's page lists its own tools, up to the same number.`;

export const labels = {
	name: "Name",
	mail: "E-mail for orders",
	leadDays: "Days from order to delivery",
	reviewDays: "Days between your orders",
	minOrderCents: "Minimum order",
	note: "Note",
} as const;
export const hints = {
	name: "Exactly as the tools have it.",
	reviewDays: "Each order should last this long, plus the days until the next delivery.",
	minOrderCents: "The smallest order value it accepts. Enter 0 for none.",
	note: "Such as your customer number or contact. Only staff see it.",
} as const;

export const nameMissing = "Enter the name exactly as tools have it, at most 60 characters.";
export const leadDaysWrong = "Enter a whole number from 0 to 365.";
export const reviewDaysWrong = "Enter a whole number from 1 to 365.";
export const minOrderWrong = "Enter an amount of 0 or more.";

export const reorder = "What to reorder";
export const reorderHint = (leadDays: number, reviewDays: number, soldDays: number) =>
	`What won't last ${days(leadDays + reviewDays)}: ${days(leadDays)} for delivery, plus ${days(reviewDays)} until the next order. Based on sales in the last ${days(soldDays)}.`;
export const enough = "Everything will last until then";
export const enoughHint =
	"A tool is listed here once its stock is less than what sells in that time. Reorder a tool without sales in 90 days from “Low stock”.";
export const noTools = "No listed tools name this supplier.";
export const columns = {
	name: "Tool",
	sku: "SKU",
	mpn: "Maker's part number",
	gtin: "GTIN",
	stock: "Stock",
	sold: "Sold in 90 days",
	lasts: "Lasts",
	quantity: "Order",
	cost: "Unit cost",
	sum: "Cost",
} as const;
export const unknown = "unknown";
export const lasts = (count: number) => (Number.isFinite(count) ? days(count) : "No sales");
export const total = (cents: string, unknownCosts: number) =>
	unknownCosts === 0
		? `Total: ${cents}.`
		: `Total: ${cents}, plus ${plural(unknownCosts, { one: "# tool with unknown cost", other: "# tools with unknown cost" })}.`;
export const belowMinimum = (minimum: string, missing: string) =>
	`The supplier's minimum order is ${minimum}: add ${missing} more.`;
export const download = "Download as CSV";
export const asText = "As text";
export const copy = "Copy as text";
export const copied = "Copied";
export const copyManually = "Select the text and copy it";
export const writeMail = "Write it as an e-mail";
export const mailSubject = (shop: string) => `Order from ${shop}`;
export const orderLine = (quantity: number, name: string, codes: string) =>
	`${quantity} × ${name}${codes && ` (${codes})`}`;
export const details = "The supplier";
export const deliveryIn = (count: number) => `delivery in ${days(count)}`;
export const orderedEvery = (count: number) => `ordered every ${days(count)}`;
export const minimum = (price: string) => `minimum ${price}`;
