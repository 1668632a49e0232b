/** The texts of the pages Import and Export. Separate from messages.ts, so that only these pages load them. */
import { formatNumber, listOf, plural } from "./messages.numbers.ts";

const listed = (names: readonly string[]) => names.join(", ");

export const columnsNotRead = (headings: readonly string[]) =>
	`Not read, because the shop has no such columns: ${listed(headings.map((heading) => `“${heading}”`))}.`;
export const columnTwice = (heading: string) => `The column “${heading}” is there twice.`;
export const noColumns = (known: readonly string[]) =>
	`The first line must name the columns: ${listed(known)}.`;
export const targetNames = {
	ignore: "Do not read",
	id: "ID",
	weightKg: "Weight in kilograms",
	specification: "Specification of this name",
	family: "Family",
	option1Name: "Option 1 name",
	option1Value: "Option 1 value",
	option2Name: "Option 2 name",
	option2Value: "Option 2 value",
	option3Name: "Option 3 name",
	option3Value: "Option 3 value",
	option: "Option of this name",
} as const;
export const optionName = (number: number) => `Option ${number} name`;
export const optionValue = (number: number) => `Option ${number} value`;
export const optionsNeedFamily =
	"Say which column has the family of a tool, or do not read its options.";
export const columnsOfSupplier = (supplier: string) => `Read with the columns of ${supplier}.`;
export const changeColumns = "Change the columns";
export const mapping = {
	about:
		"The shop does not know all columns of this file. Say what each of them is; what it does not need is not read.",
	column: (heading: string) => `What is “${heading}”?`,
	noHeading: (place: number) => `column ${place}`,
	empty: "empty",
	supplier: "Supplier",
	supplierHint:
		"Optional. The columns are remembered for the next file of this supplier, and its new tools get this name.",
	submit: "Read the file",
	missing: "Missing for new tools",
	needed: {
		name: "A name: without it no line can add a tool.",
		price: "A price: without it no line can add a tool.",
		sku: "A SKU, a GTIN or the ID of the shop: without one every line adds a tool, and none changes one.",
		quantity: "The stock: new tools have none.",
		images: "A picture: new tools are drafts until they have one.",
		description:
			"A description: new tools are drafts, described by their name, until they have one.",
		category: "A category: new tools have none.",
	},
} as const;
export const chosenTwice = (name: string) => `Two columns are ${name}. Choose one of them.`;
export const nothingChosen = "Choose what at least one column is.";
export const notUtf8 = "We can't read the letters of this file. Save it as “CSV UTF-8”.";
export const notCsv = (line: number) =>
	`The file is not CSV from line ${line} on: a quotation mark is missing or too many.`;
export const tooManyLines = (max: number) =>
	`The file has more than ${formatNumber(max)} lines. Split it.`;
export const noLines = "The file has no lines below its headings.";
export const fileRequired = "Choose a CSV file.";
export const notZip = "The zip can't be read. Pack it again, without a password.";
export const zipTwice = "Choose one CSV file and one zip at most.";
export const zipWithoutCsv = "The zip has no CSV file. Choose the CSV file together with it.";
export const zipWithCsvFiles = "There is more than one CSV file. Keep only one.";
export const zipWithFiles = (max: number) =>
	`The zip has more than ${formatNumber(max)} files. Split it.`;
export const zipWithImages = (max: number) => `The zip has more than ${max} images. Split it.`;
export const zipNameTooLong = (max: number) =>
	`The zip has an image whose name, with its folders, has more than ${max} characters.`;
export const zipProgress = (done: number, of: number) =>
	`${done} of ${of} images are uploaded. Stay on this page until all are.`;
export const fileTooLarge = (max: string) => `The file has more than ${max}. Split it.`;

export const unknownTool = "There is no tool with this ID. Leave the cell empty to add a new tool.";
export const idTwice = (line: number) => `Line ${line} has the same ID.`;
export const addressTwice = (line: number) => `Line ${line} has the same address.`;
export const skuTwice = (line: number) => `Line ${line} has the same SKU.`;
export const gtinTwice = (line: number) => `Line ${line} has the same GTIN.`;
export const toolTwice = (line: number) => `Line ${line} is about the same tool.`;
export const gtinOfSeveral = (names: readonly string[]) =>
	`Several tools have this GTIN: ${listed(names)}. Write the ID or the SKU of the one that you mean.`;
export const familyOfSeveral = (name: string) =>
	`Several families are named “${name}”. Write the end of the address of the one that you mean.`;
export const optionsOfFirst =
	"The first line of a new family names what its tools differ by, such as Size.";
export const otherOptions = (names: readonly string[]) =>
	`The tools of this family differ by: ${listed(names)}. Others are added in the editor of the family.`;
export const sameOptionsAs = (name: string) => `“${name}” has the same options.`;
export const sameOptionsAsLine = (line: number) => `Line ${line} has the same options.`;
export const familyGone = "Somebody has deleted the family.";
export const optionsChanged = "Somebody has changed the options of the family.";
export const partUnknown = (code: string) =>
	`There is no tool with the SKU or the ID “${code}”. Import the parts of a kit before it.`;
export const partsUnread = (text: string) =>
	`“${text}” can't be read. Write pieces and SKUs, such as 2x CK-13; 1x CB-1.`;
export const unknownCategory = (slug: string) =>
	`There is no category “${slug}”. Use its name, or the end of its address.`;
export const unknownState = (states: readonly string[]) => `Use one of: ${listed(states)}.`;
export const imageMissing = "A tool needs an image.";
export const imageUnknown =
	"Use the path of an uploaded image, an address that starts with https://, or the name of an image in the zip.";
export const imageTwice = "The same image is there twice.";
export const tooManyImages = (max: number) => `Use at most ${max} images.`;
export const tooManyCells = "The line has more cells than there are columns.";

export const changedSince = (fields: readonly string[]) =>
	`Somebody has changed this since the preview: ${listed(fields)}.`;
export const deletedSince = "Somebody has deleted the tool.";
export const changedSinceImport = (fields: readonly string[]) =>
	`Somebody has changed this since the import: ${listed(fields)}.`;
export const soldSince = "Too few are left to take the imported pieces out of stock.";

export const alreadyStarted = "This import was started already.";
export const hasWrongLines =
	"Some lines are wrong. Correct the file, or import the good lines only.";
export const nothingToSave = "Nothing would change.";
export const notRevertable = "This import can't be reverted.";
export const revertedByItself = (line: number, message: string) =>
	`Line ${line} could not be saved, so nothing was: ${message}`;
export const givenUp = "The shop could not finish it. Its log has the reason.";
export const imageNotFetched = (status: number) => `The address answered ${status}.`;
export const imageUnreachable = "The address did not answer in time.";
export const imageHostForbidden = "The address must be one of the public internet.";
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

export const notANumber = "Write a number such as 1299.50.";
export const unclearNumber =
	"This could be thousands or decimals. Write it without a separator of thousands, such as 1299 or 1299.00.";
export const capabilityUnread = (line: string) =>
	`“${line}” can't be read. Write what it does, to what, and which standards, such as turn spoke-nipple: square-323.`;
export const uploadHint =
	"UTF-8, at most 10 MB and 10,000 lines. Images can come from a zip with the CSV file in it, or beside it: at most 300 in 200 MB. Nothing changes before you have seen the preview.";
export const aboutColumns =
	"The first line names the columns, in any order. Leave out the columns that are to stay as they are. A line with an ID changes that tool, as does one with the SKU or the GTIN of a tool; any other adds a tool. Lines with the same family are variants of one. What columns are that the shop does not know you say in the next step, once for each supplier.";
export const howToImport =
	"Export your tools to see the columns, change the file, and import it: what would change is shown before it is saved.";
export const noImports = "Nothing was imported yet.";

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
	wrong: "Wrong lines",
	rejected: "Not imported",
	kept: "Not reverted",
	saved: "Imported",
	reverted: "Reverted",
} as const;
export const newTool = "New tool";
export const nothing = "nothing";
export const goesOn = "You can leave this page: the import continues.";

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
		"The file names categories that the shop does not have yet. Make each one, or choose where its tools go instead.",
	ofLines: (lines: number) => plural(lines, { one: "in # line", other: "in # lines" }),
	make: (name: string) => `Make “${name}”`,
	none: "No category",
	inShop: "Use one of yours",
	/** How many can be made. */
	room: (room: number, most: number) =>
		`A shop has at most ${most} categories: ${plural(room, { one: "# more", other: "# more" })} can be made.`,
	made: (names: readonly string[]) => `New categories: ${listOf(names)}.`,
} as const;

export const previewOf = ({ new: added, changed, unchanged, wrong }: Counts) =>
	sentence([
		plural(added, { one: "# new tool", other: "# new tools" }),
		`${formatNumber(changed)} changed`,
		`${formatNumber(unchanged)} unchanged`,
		plural(wrong, { one: "# wrong line", other: "# wrong lines" }),
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
export const wrongToolsLeftOut = "Tools that can't be changed like this stay as they are.";
export const wrongLeftOut =
	"Correct the file and upload it again, or import it without the wrong lines.";
export const revertableUntil = (date: string) => `It can be reverted until ${date}.`;
export const revertMeans = (count: number) =>
	plural(count, {
		one: "# tool gets back what it had before the import, and tools that the import has added are removed. Those that somebody has changed since stay as they are and are listed.",
		other:
			"# tools get back what they had before the import, and tools that it has added are removed. Those that somebody has changed since stay as they are and are listed.",
	});

export const aboutExports =
	"CSV files (UTF-8). Without days they have everything; days are those of the shop's time zone. “For Excel” adds a byte order mark, by which Excel knows UTF-8. A text that a spreadsheet could run as a formula starts with an apostrophe, which an import removes again.";
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
		"All tools, also drafts and archived ones, by the day they were added. Change cells and import the file: only what you have changed changes.",
	shipping:
		"A line for each order to send, with its address, service and weight, for the program of a carrier. Fill in the carrier and the tracking number, and Packing ships the orders of the file.",
	orders: "A line for each order, by the day it was placed, without deleted and expired ones.",
	returns: "A line for each line of a return or a withdrawal, by the day it was asked for.",
	customers: "Everyone with an account, by the day they signed up.",
	reviews: "Also hidden ones, by the day they were written.",
	questions: "About tools, also hidden ones, by the day they were asked.",
	giftCards:
		"An entry for each time that a gift card or store credit was issued, spent, given back or has expired. The sum of all amounts is what the shop owes.",
	accounting:
		"A line for each payment and each refund, by its day. Refunds have negative amounts, with their part of tax and shipping, so that the sum of a column is payments less refunds; the column Refund has them apart, and adds up to the overview's refunds. Net is gross without tax; shipping is a part of gross. Rate is the tax in percent of net. Fee, net after fee and payout are Stripe's, empty until they are known. A dispute has lines of its own: what the bank took, its fee, and what came back if you won; the overview does not count them. A payment that came too late and was sent back is not in it.",
	taxes:
		"The same payments and refunds, summed by month, country of delivery and rate of tax. Gross is payments less refunds, and net and tax make up gross.",
	invoices:
		"A line for each invoice and credit note, and for each rate of tax on it, by its day. Credit notes have negative amounts, so that the sum of Gross is payments less refunds.",
} as const;

export const moreLines = "More lines";
export const revertImport = "Revert this import";
export const revertQuestion = "Revert this import?";
export const revert = "Revert";
export const csvFile = "CSV file";
export const uploading = "Uploading …";
export const uploadAndPreview = "Upload and preview";
export const forExcel = "For Excel";
export const allImports = "All imports";
export const columnsOfFile = "The columns of the file";
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
