/** The texts of the pages Import and Export. */
import { formatNumber, listOf, plural } from "./numbers.ts";

const listed = (names: readonly string[]) => names.join(", ");

export const columnsNotRead = (headings: readonly string[]) =>
	`Not imported, because the shop has no such columns: ${listed(headings.map((heading) => `“${heading}”`))}.`;
export const columnTwice = (heading: string) => `The file has the column “${heading}” twice.`;
export const noColumns = (known: readonly string[]) =>
	`The first line must name the columns: ${listed(known)}.`;
export const targetNames = {
	ignore: "Don't import",
	id: "ID",
	weightKg: "Weight in kilograms",
	specification: "Specification with this name",
	family: "Family",
	option1Name: "Option 1 name",
	option1Value: "Option 1 value",
	option2Name: "Option 2 name",
	option2Value: "Option 2 value",
	option3Name: "Option 3 name",
	option3Value: "Option 3 value",
	option: "Option with this name",
} as const;
export const optionName = (number: number) => `Option ${number} name`;
export const optionValue = (number: number) => `Option ${number} value`;
export const optionsNeedFamily =
	"Choose which column has the tools' family, or don't import their options.";
export const columnsOfSupplier = (supplier: string) =>
	`Imported with the columns saved for ${supplier}.`;
export const changeColumns = "Change the columns";
export const mapping = {
	about:
		"The shop doesn't know every column in this file. Choose what each one is; columns you don't choose aren't imported.",
	column: (heading: string) => `What is “${heading}”?`,
	noHeading: (place: number) => `column ${place}`,
	empty: "empty",
	supplier: "Supplier",
	supplierHint:
		"Optional: we'll remember the columns for this supplier's next file, and its new tools get this name.",
	submit: "Read the file",
	missing: "Missing for new tools",
	needed: {
		name: "A name: without it no line can add a tool.",
		price: "A price: without it no line can add a tool.",
		sku: "A SKU, a GTIN or the shop's ID: without one, every line adds a tool and none changes one.",
		quantity: "The stock: without it, new tools have none.",
		images: "A picture: without one, new tools are drafts.",
		description:
			"A description: without one, new tools are drafts with their name as the description.",
		category: "A category: without it, new tools have none.",
	},
} as const;
export const chosenTwice = (name: string) => `Two columns are set to ${name}. Choose one of them.`;
export const nothingChosen = "Choose what at least one column is.";
export const notUtf8 = "We can't read the characters in this file. Save it as “CSV UTF-8”.";
export const notCsv = (line: number) =>
	`From line ${line} on, the file isn't valid CSV: a quotation mark is missing, or there's one too many.`;
export const tooManyLines = (max: number) =>
	`The file has more than ${formatNumber(max)} lines. Split it.`;
export const noLines = "The file has no lines below its header.";
export const fileRequired = "Choose a CSV file.";
export const notZip = "The zip can't be read. Pack it again, without a password.";
export const zipTwice = "Choose one CSV file and at most one zip.";
export const zipWithoutCsv = "The zip has no CSV file. Choose the CSV file together with it.";
export const zipWithCsvFiles = "There is more than one CSV file. Keep only one.";
export const zipWithFiles = (max: number) =>
	`The zip has more than ${formatNumber(max)} files. Split it.`;
export const zipWithImages = (max: number) => `The zip has more than ${max} images. Split it.`;
export const zipNameTooLong = (max: number) =>
	`An image in the zip has a path of more than ${max} characters. Shorten it.`;
export const zipProgress = (done: number, of: number) =>
	`Images uploaded: ${done} of ${of}. Stay on this page until they're all done.`;
export const fileTooLarge = (max: string) => `The file is larger than ${max}. Split it.`;

export const unknownTool = "There is no tool with this ID. Leave the cell empty to add a new tool.";
export const idTwice = (line: number) => `Line ${line} has the same ID.`;
export const addressTwice = (line: number) => `Line ${line} has the same address.`;
export const skuTwice = (line: number) => `Line ${line} has the same SKU.`;
export const gtinTwice = (line: number) => `Line ${line} has the same GTIN.`;
export const toolTwice = (line: number) => `Line ${line} is about the same tool.`;
export const gtinOfSeveral = (names: readonly string[]) =>
	`Several tools have this GTIN: ${listed(names)}. Use the ID or SKU of the one you mean.`;
export const familyOfSeveral = (name: string) =>
	`Several families are named “${name}”. Use the end of the address of the one you mean.`;
export const optionsOfFirst =
	"The first line of a new family must name how its tools differ, such as Size.";
export const otherOptions = (names: readonly string[]) =>
	`The tools in this family differ by: ${listed(names)}. Add others in the family's editor.`;
export const sameOptionsAs = (name: string) => `“${name}” has the same options.`;
export const sameOptionsAsLine = (line: number) => `Line ${line} has the same options.`;
export const familyGone = "Someone has deleted the family.";
export const optionsChanged = "Someone has changed the family's options.";
export const partUnknown = (code: string) =>
	`There is no tool with the SKU or ID “${code}”. Import a kit's parts before the kit.`;
export const partsUnread = (text: string) =>
	`We can't read “${text}”. Use quantities and SKUs, such as 2x CK-13; 1x CB-1.`;
export const unknownCategory = (slug: string) =>
	`There is no category “${slug}”. Use its name, or the end of its address.`;
export const unknownState = (states: readonly string[]) => `Use one of these: ${listed(states)}.`;
export const imageMissing = "A tool needs an image.";
export const imageUnknown =
	"Use the path of an uploaded image, an address that starts with https://, or the name of an image in the zip.";
export const imageTwice = "The line has the same image twice.";
export const tooManyImages = (max: number) => `Use at most ${max} images.`;
export const tooManyCells = "The line has more cells than the file has columns.";

export const changedSince = (fields: readonly string[]) =>
	`Someone has changed this since the preview: ${listed(fields)}.`;
export const deletedSince = "Someone has deleted the tool.";
export const changedSinceImport = (fields: readonly string[]) =>
	`Someone has changed this since the import: ${listed(fields)}.`;
export const soldSince = "Too few are left to take the imported stock out again.";

export const alreadyStarted = "This import has already started.";
export const hasWrongLines =
	"Some lines have errors. Correct the file, or import only the good lines.";
export const nothingToSave = "Nothing would change.";
export const notRevertable = "This import can't be reverted.";
export const revertedByItself = (line: number, message: string) =>
	`Line ${line} couldn't be saved, so nothing was saved: ${message}`;
export const givenUp = "The shop couldn't finish it. See the shop's log for the reason.";
export const imageNotFetched = (status: number) => `The address answered ${status}.`;
export const imageUnreachable = "The address didn't answer in time.";
export const imageHostForbidden = "Use an address that's reachable on the public internet.";
export const imageAddressTooLarge = "The file is too large.";

export const pictureMissing = (address: string, problem: string) =>
	`${address} is missing. ${problem}`;
export const picturesMissing = (count: number) =>
	plural(count, {
		one: "# picture couldn't be fetched. Lines that name it are saved without it; new tools stay drafts until they have it.",
		other:
			"# pictures couldn't be fetched. Lines that name them are saved without them; new tools stay drafts until they have them.",
	});
export const retryPictures = "Try the pictures again";
export const incompleteLines = "Saved without a picture";

export const notANumber = "Use a number such as 1299.50.";
export const unclearNumber =
	"This could be thousands or decimals. Leave out the thousands separator: write 1299 or 1299.00.";
export const capabilityUnread = (line: string) =>
	`We can't read “${line}”. Write what the tool does, to what, and which standards, such as turn spoke-nipple: square-323.`;
export const uploadHint =
	"UTF-8, at most 10 MB and 10,000 lines. Add images in a zip, with the CSV file inside or beside it: at most 300 images and 200 MB. Nothing changes until you've seen the preview.";
export const aboutColumns =
	"The first line names the columns, in any order. Leave out columns you don't want to change. A line with a tool's ID, SKU or GTIN changes that tool; any other line adds one. Lines with the same family become its variants. If the shop doesn't know a column, you choose what it is in the next step, once per supplier.";
export const howToImport =
	"Export your tools to see the columns, change the file and import it. You'll see every change before it's saved.";
export const noImports = "Nothing imported yet.";

export const stateTitles = {
	reading: "Reading the file",
	fetching: "Fetching the pictures",
	mapping: "What are the columns?",
	ready: "Preview",
	failed: "The file can't be imported",
	saving: "Importing",
	done: "Imported",
	reverting: "Reverting",
	reverted: "Reverted",
} as const;
export const lineTitles = {
	waiting: "Changes",
	wrong: "Lines with errors",
	rejected: "Not imported",
	kept: "Not reverted",
	saved: "Imported",
	reverted: "Reverted",
} as const;
export const newTool = "New tool";
export const nothing = "nothing";
export const goesOn = "You can leave this page. The import continues.";

const lineCount = (count: number) => plural(count, { one: "# line", other: "# lines" });
const sentence = (parts: readonly (string | false)[]) =>
	`${parts.filter((part) => part !== false).join(", ")}.`;

interface Counts {
	new: number;
	changed: number;
	unchanged: number;
	wrong: number;
	saved: number;
	rejected: number;
	reverted: number;
	kept: number;
}

export const newCategories = {
	title: "New categories",
	about:
		"The file names categories the shop doesn't have yet. Add each one, or choose another category for its tools.",
	ofLines: (lines: number) => plural(lines, { one: "in # line", other: "in # lines" }),
	make: (name: string) => `Add “${name}”`,
	none: "No category",
	inShop: "Use one of yours",
	/** How many can be made. */
	room: (room: number, most: number) =>
		`A shop can have ${most} categories: you can add ${formatNumber(room)} more.`,
	made: (names: readonly string[]) => `New categories: ${listOf(names)}.`,
} as const;

export const previewOf = ({ new: added, changed, unchanged, wrong }: Counts) =>
	sentence([
		plural(added, { one: "# new tool", other: "# new tools" }),
		`${formatNumber(changed)} changed`,
		`${formatNumber(unchanged)} unchanged`,
		plural(wrong, { one: "# line with errors", other: "# lines with errors" }),
	]);
export const outcomeOf = ({ saved, rejected, wrong, reverted, kept }: Counts) =>
	sentence([
		plural(saved, { one: "# line imported", other: "# lines imported" }),
		rejected + wrong > 0 && `${formatNumber(rejected + wrong)} not imported`,
		reverted > 0 && `${formatNumber(reverted)} reverted`,
		kept > 0 && `${formatNumber(kept)} not reverted`,
	]);
export const progress = ({ done, of }: { done: number; of: number }) =>
	of > 0 ? `${formatNumber(done)} of ${lineCount(of)}` : lineCount(done);
export const importLines = (count: number) =>
	plural(count, { one: "Import # line", other: "Import # lines" });
export const importGoodLines = (count: number) =>
	plural(count, { one: "Import the # good line", other: "Import the # good lines" });
export const changeTools = (count: number) =>
	plural(count, { one: "Change # tool", other: "Change # tools" });
export const wrongToolsLeftOut = "Tools that can't take this change stay as they are.";
export const wrongLeftOut =
	"Correct the file and upload it again, or import it without the lines that have errors.";
export const revertableUntil = (date: string) => `You can revert it until ${date}.`;
export const revertMeans = (count: number) =>
	plural(count, {
		one: "# tool goes back to what it was before the import, and tools the import added are removed. Anything changed since stays as it is and is listed.",
		other:
			"# tools go back to what they were before the import, and tools the import added are removed. Anything changed since stays as it is and is listed.",
	});

export const aboutExports =
	"CSV files (UTF-8). Leave the days empty to export everything; days follow the shop's time zone. “For Excel” adds a byte order mark so Excel recognizes UTF-8. Text that a spreadsheet could run as a formula starts with an apostrophe, which an import removes.";
export const exportNames = {
	tools: "Tools",
	orders: "Orders",
	shipping: "Orders to ship",
	returns: "Returns",
	customers: "Customers",
	reviews: "Reviews",
	questions: "Questions",
	accounting: "Accounting",
	giftCards: "Gift cards and store credit",
	taxes: "Taxes",
	invoices: "Invoices",
} as const;
export const exportNotes = {
	tools:
		"All tools, including drafts and archived ones, by the day they were added. Change cells and import the file: only your changes apply.",
	shipping:
		"One line per order to ship, with address, service and weight, for a carrier's software. Fill in the carrier and tracking number, and Packing ships the orders in the file.",
	orders: "One line per order, by the day it was placed, without deleted and expired orders.",
	returns: "One line per returned or withdrawn item, by the day it was requested.",
	customers: "Everyone with an account, by the day they signed up.",
	reviews: "All reviews, including hidden ones, by the day they were written.",
	questions: "Questions about tools, including hidden ones, by the day they were asked.",
	giftCards:
		"One entry each time a gift card or store credit was issued, spent, returned or expired. The sum of all amounts is what the shop owes.",
	accounting:
		"One line per payment and refund, by day. Refunds have negative amounts, with their share of tax and shipping, so each column adds up to payments less refunds. The Refund column shows refunds alone and adds up to the overview's refunds. Net is gross without tax; shipping is part of gross. Rate is tax as a percentage of net. Fee, net after fee and payout come from Stripe and are empty until known. A dispute has its own lines: what the bank took, its fee, and what came back if you won; the overview doesn't count them. Payments that came too late and were sent back aren't included.",
	taxes:
		"The same payments and refunds, totaled by month, delivery country and tax rate. Gross is payments less refunds; net plus tax is gross.",
	invoices:
		"One line per tax rate on each invoice and credit note, by day. Credit notes have negative amounts, so Gross adds up to payments less refunds.",
} as const;

export const moreLines = "More lines";
export const revertImport = "Revert this import";
export const revertQuestion = "Revert this import?";
export const revert = "Revert";
export const csvFile = "CSV file";
export const uploading = "Uploading…";
export const uploadAndPreview = "Upload and preview";
export const forExcel = "For Excel";
export const allImports = "All imports";
export const columnsOfFile = "Columns in the file";
export const imports = "Imports";
export const lineNumber = (line: number) => `Line ${line}`;
export const downloads = {
	tools: "Download tools",
	orders: "Download orders",
	shipping: "Download orders to ship",
	returns: "Download returns",
	customers: "Download customers",
	reviews: "Download reviews",
	questions: "Download questions",
	accounting: "Download accounting",
	giftCards: "Download gift cards",
	taxes: "Download taxes",
	invoices: "Download invoices",
} as const;
