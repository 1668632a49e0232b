/** The texts of the page on which an administrator maintains a tool, and of the list of drafts. */

import { name as shopName, tagline } from "../config/config.ts";
import { formatNumber, formatPercent, plural } from "./numbers.ts";

export const specificationNameMissing = "Enter a name.";
export const specificationValueMissing = "Enter a value.";
export const costTooHigh = (max: string) => `The cost can be at most ${max}.`;
export const addressInvalid =
	"Use a-z, 0-9 and hyphens, at most 60 characters, but not “c” alone: category pages use it.";
export const addressTaken =
	"This address belongs to another tool, or used to and still leads there.";
export const gtinInvalid = "This isn't a GTIN: check its digits. A GTIN has 8, 12, 13 or 14.";
export const contentsInvalid = "Enter a number and ml, l, g, kg, cm or m, such as 400 ml.";
export const contentsHint =
	"For tools sold by volume, weight or length, such as 400 ml. Shows the unit price.";
export const cardLineHint =
	"Optional: what cards say, at most 60 characters. Without it they show the start of the description.";
export const warningsHint = "In the maker's words, as on the packaging.";
export const skuTaken = "Another tool has this SKU.";
export const addressHint = (path: string) =>
	`Opens at ${path}. It stays when the name changes. If you change it, the old address still leads here.`;
export const unknownCategory = "There is no such category.";
export const imageTwice = "Use each image only once.";
export const tooMany = (max: number) => `Please use at most ${max}.`;
export const capabilityIncomplete = "Choose at least one standard, or a range from low to high.";
export const capabilityTwice = "This action lists the same standard twice.";
export const onSaleFor = (price: string) =>
	`On sale for ${price}. The price below is the regular price, which returns when the sale ends.`;
export const aboveSalePrice = (price: string) =>
	`On sale for ${price}, so the regular price must be higher. To lower it, end the sale first.`;
export const publishOnlyDrafts = "Only a draft can be scheduled for publishing.";

/** What a field is called, by its name in the API: in forms, files and the history. */
export const fieldNames = {
	name: "name",
	description: "description",
	maker: "maker",
	sku: "SKU",
	gtin: "GTIN",
	mpn: "maker's part number",
	weight: "weight in grams",
	contents: "contents",
	warnings: "warnings",
	supplier: "supplier",
	images: "images",
	price: "price",
	cost: "cost",
	quantity: "stock",
	minOrderQuantity: "minimum order",
	lowStock: "low-stock threshold",
	shelf: "shelf",
	category: "category",
	address: "address",
	specifications: "specifications",
	capabilities: "what it fits",
	parts: "parts",
	state: "state",
	publishAt: "time of publishing",
	family: "family",
	options: "options",
	giftCard: "gift card",
	cardLine: "card line",
} as const;
type FieldName = keyof typeof fieldNames;

/** Returns the name of a field as a label or a heading. */
export function fieldLabel(field: FieldName): string {
	const name = fieldNames[field];
	return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What a field has in a file, where its name does not say it. */
export const columnHints: Partial<Record<FieldName, string>> = {
	name: "at most 120 characters",
	description: "at most 2,000 characters",
	cardLine:
		"what cards say about the tool, at most 60 characters; leave empty for the start of the description",
	maker: "its brand",
	sku: "your own code, unique to this tool",
	gtin: "the barcode number: an EAN, a UPC or another GS1 number",
	weight: "with its packaging",
	contents: "what one unit holds, such as 400 ml or 1.7 m: the unit price follows from it",
	warnings: "and safety information, as on the packaging",
	supplier: "who delivers it to you. Customers never see it",
	price: "such as 1299.50",
	quantity: "number in stock. Sales between the preview and the import still count",
	minOrderQuantity: "the fewest items one order can have",
	category: "its name, or the end of its address, such as hubs; empty for none",
	address:
		"the end of its page's address. The old address still leads there. Leave empty to keep it; a new tool gets one from its name",
	cost: "what you pay for one; leave empty if unknown",
	lowStock: "stock at or below this is marked as low; leave empty for the shop's threshold",
	shelf: "where you keep it, such as A-3-12; leave empty for none",
	state:
		"listed, draft or archived. A new tool is listed, or a draft if it has no picture or description",
	images:
		"paths of uploaded images (/images/…), addresses (https://…) or names of images in the zip, separated by spaces; the first is the main one",
	parts:
		"for a kit: quantities and SKUs of its tools, such as 2x CK-13; 1x CB-1. Leave empty for other tools",
	specifications: "one per line, such as Weight: 60 g",
	capabilities:
		"one per line, in the terms of the fit guide, such as turn spoke-nipple: square-323, not hex-5, or torque: 2..25",
};
export const idHint = "the tool's ID, as exported; leave empty for a new tool";
/** What the columns of a family have, by their headings. */
export const familyHints = [
	"the family's name, or the end of its address. A new name makes a new family; an empty cell takes the tool out of its family",
	"how the family's tools differ, such as Size. The first line of a new family must name it",
	"this tool's value, such as 5 mm",
] as const;

/** A value that somebody else has saved: what it is now. */
export const isNow = (value: string) => `The shop now has ${value}.`;
export const isOtherNow = "The shop now has a different one.";

const joined = (fields: readonly FieldName[]) =>
	fields.map((field) => fieldNames[field]).join(", ");

export const changedMeanwhile = (fields: readonly FieldName[]) =>
	`Someone else has changed: ${joined(fields)}. Your changes aren't saved yet. Save again to replace theirs.`;
export const notUndone = (fields: readonly FieldName[]) =>
	`Not undone, because these have changed since: ${joined(fields)}.`;
export const keepTheirs = (field: FieldName) => `Use the shop's ${fieldNames[field]}`;

export const stateNames = { listed: "Listed", draft: "Draft", archived: "Archived" } as const;
type State = keyof typeof stateNames;
export const stateHints = {
	listed: "Anyone can see it in the shop.",
	draft: "Only staff can see it.",
	archived: "No longer in the shop. Its orders and reviews stay.",
} as const;
/** Warns of a tool with less stock than one order needs. */
export const cantBeSold = (stock: number, minimum: number) =>
	`Can't be sold: ${stock} in stock, minimum order ${minimum}.`;
export const lowerMinimumTo = (stock: number) => `Lower the minimum to ${stock}`;
export const minimumIsNow = (name: string, minimum: number) =>
	`The minimum order of ${name} is now ${minimum}.`;
export const stateChanged = (name: string, state: State) =>
	({
		listed: `${name} is now in the shop.`,
		draft: `${name} is now a draft.`,
		archived: `${name} is archived.`,
	})[state];
export const undone = "Undone.";
export const copied = (name: string) => `Copied as a draft: ${name}.`;
export const publishesAt = (time: string) => `Scheduled for ${time}.`;
export const imageToPublish = "Add an image first: every listed tool needs one.";
export const publishHint = "In your time zone, within five minutes.";

export const margin = (amount: string, percent: number) =>
	`Margin ${amount}, ${formatPercent(percent / 100)}.`;
export const loss = (amount: string) => `Sold at a loss of ${amount}.`;
export const lowAt = "Low at";
export const aboutCategories =
	"Categories help visitors find tools. Add the first one below, then choose it on each tool's page.";
export const waysToAdd = "Add tools one at a time, or import them all from a CSV file.";
export const filter = {
	title: "Filter",
	search: "Name, SKU or part number",
	category: "Category",
	maker: "Maker",
	supplier: "Supplier",
	state: "State",
	any: "Any",
	clear: "Show all",
	matching: (count: string) => `${count} match.`,
} as const;
export const noListed = "No tools match.";
export const noLowStock = "No tools are low in stock.";
export const lowNow = (quantity: number) => `Low: only ${quantity} in stock.`;

export const imagesHint =
	"The first one appears on cards and in search results. Drag an image into place, or use its buttons.";
export const imageMoved = (place: number, count: number) => `Image ${place} of ${count}.`;
export const imageRemoved = (left: number) => `Image removed, ${left} left.`;
export const altHint = "Describe the image for people who can't see it.";
export const capabilitiesHint =
	"Enter only what its maker says. Jobs and the fit guide use it to find the tool; anything else is “not known”.";
export const noCapabilities = "Nothing yet: visitors find it only by name and category.";
export const noSpecifications = "None yet.";
export const bestToolFirst =
	"Jobs and the fit guide show one tool for each need: the cheapest in stock that's made for it.";
export const foundNowhere = "No job and no part of a bike leads to this tool yet.";
export const notListedNote = "Visitors find it here once it's listed.";
export const aboutUnlisted =
	"A draft is a tool customers can't see yet. A deleted tool that was ordered stays in the archive.";
export const aboutLowStock = "A tool appears here when its stock is at or below its threshold.";
export const noUnlisted = "No drafts or archived tools.";

/** What can be changed of many tools at once. */
/** Stands alone: the editor of a tool has it, and none of the others. */
export const noCategory = "No category";
export const bulk = {
	title: "Change several at once",
	change: "Change",
	listed: "Publish or restore",
	draft: "Make a draft",
	archived: "Archive",
	price: "Price by percent",
	amount: "Price by an amount",
	stock: "Stock",
	maker: "Maker",
	supplier: "Supplier",
	none: "none",
	sale: "Put on sale",
	category: (name: string) => `Category: ${name}`,
	noCategory,
	inputs: {
		percent: "Percent",
		amount: "Amount",
		stock: "New stock",
		maker: "Maker",
		supplier: "Supplier",
	},
	inputHints: {
		percent: "Such as 5 or -10",
		amount: "Such as 2.50 or -1",
		stock: "30, or +5 or -5 for more or fewer",
		maker: "Leave empty for none",
		supplier: "Leave empty for none",
	},
	scope: "Which",
	ticked: "Those selected below",
	all: (count: string) => `All ${count} that match`,
	submit: "Change",
	undoHint: "You can revert the whole change for 30 days.",
	previewHint: "You'll see all matching tools with their new values before anything changes.",
	nothingChosen: "Select at least one tool.",
	noChange: "Choose what to change and the new value. A price can't change by 0.",
	saleOfTicked: "Select the tools for a sale one by one: a sale can't take all matching tools.",
	tooMany: (max: number) => `More than ${formatNumber(max)} tools match. Narrow the filter.`,
	nothingChanges: "The tools already have these values.",
	tooFew: (quantity: number) => `Only ${quantity} in stock.`,
	cannotBe: (name: string, why: string) => `${name} can't be changed like this: ${why}`,
} as const;

export const up = "Up";
export const down = "Down";
export const deleteCategoryQuestion = "Delete this category?";
export const deleteCategory = "Delete category";
export const newCategory = "New category";
export const addCategory = "Add category";
export const addWhatItFits = "Add what it fits";
export const aLength = "A length";
export const isWorkaround = "Can also do this, but isn't made for it";
export const fits = "Fits";
export const makerSaysNot = "Doesn't fit, according to its maker";
export const whereFound = "Where visitors find it";
export const none = "None";
export const whatItIs = "What it is";
export const images = "Images";
export const makerAndCodes = "Maker and codes";
export const priceAndStockText = "Price and stock";
export const earlier = "↑ Earlier";
export const later = "↓ Later";
export const addAnImage = "Add an image";
export const seeInShop = "See it in the shop";
export const makeDraft = "Make it a draft";
export const archive = "Archive";
export const publishNow = "Publish now";
export const deleteTheDraft = "Delete the draft";
export const restore = "Restore";
export const duplicate = "Duplicate";
export const openTheCopy = "Open the copy";
export const deleteDraftQuestion = "Delete this draft?";
export const deleteDraft = "Delete draft";
export const dontPublish = "Cancel publishing";
export const publishAtTime = "Schedule publishing";
export const publishThen = "Set the time";
export const discardChanges = "Discard changes";
export const nameExample = "Weight";
export const valueExample = "120 g";
export const value = "Value";
export const addASpecification = "Add a specification";
export const deleteToolQuestion = "Delete this tool?";
export const deleteTool = "Delete tool";
export const deleteToolWarning = "Its orders and reviews stay, and open orders can still be paid.";
export const stock = "Stock";
export const minimum = "Minimum";
export const minimumOrderQuantity = "Minimum Order Quantity";
export const availableQuantity = "Available Quantity";
export const addProduct = "Add product";
export const update = "Update";
export const theTools = "The tools";
export const newest = "Newest";
export const lowestPrice = "Lowest price";
export const highestPrice = "Highest price";
export const lowestStock = "Lowest stock";
export const toolName = "Tool name";
export const currentImage = "Current image. Choose a new one to replace it.";
export const newImageOptional = "New image (optional)";
export const updateProduct = "Update product";
export const historyOfTools = "Tool history";
export const draftsAndArchive = "Drafts and archive";
export const lowStock = "Low stock";
export const reorderFrom = (supplier: string) => `Reorder from ${supplier}`;
export const olderOnes = "Older tools";
export const more = "More";
export const toolsByState = "Tools by state";
export const listNames = {
	listed: "Listed tools",
	unlisted: draftsAndArchive,
	low: lowStock,
} as const;
export const moveUp = (name: string) => `Move ${name} up`;
export const moveDown = (name: string) => `Move ${name} down`;
export const deleteCategoryWarning = "{}, its description and its page will be removed.";
export const deleteDraftWarning =
	"{} will be deleted with its images, specifications and fit. This can't be undone.";
/** The number tells the row from the others. */
export const whatItDoes = (row: number) => `What it does, ${row}`;
export const partOfBike = (row: number) => `Part of the bike, ${row}`;
export const removeCapability = (row: number) => `Remove what it fits, ${row}`;
export const makerSaysNotCount = (count: number) =>
	count === 0 ? makerSaysNot : `${makerSaysNot} (${count})`;
export const jobCount = (count: number) => `Jobs (${count})`;
export const myBikeCount = (dimension: string, count: number) => `My bike: ${dimension} (${count})`;
export const altTextOf = (image: number) => `Alt text of image ${image}`;
export const moveImage = {
	earlier: (image: number) => `Move image ${image} earlier`,
	later: (image: number) => `Move image ${image} later`,
};
export const removeImage = (image: number) => `Remove image ${image}`;
export const specificationField = {
	name: (row: number) => `Name of specification ${row}`,
	value: (row: number) => `Value of specification ${row}`,
};
export const removeSpecification = (row: number) => `Remove specification ${row}`;
export const deleteToolEffect = (stock: number) =>
	`{} and its stock of ${formatNumber(stock)} will be removed from the shop permanently.`;
export const addedTool = "Added {}";
export const detailsOf = (tool: string) => `Details of ${tool}`;
export const priceOf = (tool: string) => `Price of ${tool}`;
export const stockOf = (tool: string) => `Stock of ${tool}`;
export const minimumOf = (tool: string) => `Minimum order of ${tool}`;
export const selectTool = (tool: string) => `Select ${tool}`;
export const manageToolsDescription = `All ${tagline} at ${shopName}, to order or to manage.`;
export const rangeEnd = {
	from: (unit: string, row: number) => `From (${unit}), ${row}`,
	to: (unit: string, row: number) => `To (${unit}), ${row}`,
};
/** What a tool can do, but is not made for. */
export const isAlso = (use: string) => `${use} (also)`;
export const inRange = (use: string, from: number | "…", to: number | "…", unit: string) =>
	`${use}, ${from} to ${to} ${unit}`;
export const butNot = (fits: string, excluded: number) =>
	plural(excluded, { one: `${fits}; not # other`, other: `${fits}; not # others` });
