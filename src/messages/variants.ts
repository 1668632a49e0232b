/** The texts of the grid in which an administrator maintains the tools of a family. */
import { plural } from "./numbers.ts";

export const valueRequired = "Enter a value.";
export const optionRequired = "Enter how the tools differ, such as Size.";
export const optionTwice = "Two options have the same name.";
export const tooManyOptions = (max: number) => `Use at most ${max} options.`;
export const tooManyVariants = (max: number) => `A family has at most ${max} tools.`;
export const sameOptions = (row: number) => `Row ${row} has the same options.`;
export const sameSku = (row: number) => `Row ${row} has the same SKU.`;
export const notOfFamily = "This tool is in another family, or was deleted.";

export const variants = "Variants";
export const aboutVariants =
	"Tools that differ only in size or color share a card and a page. Each has its own stock, price and codes.";
export const familyName = "Family name";
export const familyDescription = "What they have in common";
export const options = "Options";
export const optionName = (number: number) => `Option ${number}`;
export const optionPart = (number: number) => `Part of the bike for option ${number}`;
export const noPart = "None: any text";
export const partHint = "If you choose one, the customer's bike selects the value.";
export const addOption = "Add an option";
export const removeOption = (name: string) => `Remove the option ${name}`;
export const addVariant = "Add a row";
export const pasteHint =
	"Paste rows from a spreadsheet into any cell: they fill the cells from there, adding rows as needed. Each new row becomes a tool like this one.";
export const cellLabel = (column: string, row: number) => `${column}, row ${row}`;
export const removeVariant = (row: number) => `Remove row ${row} from the family`;
export const saveVariants = "Save the variants";
export const variantsSaved = (count: number) =>
	plural(count, { one: "The family now has # tool.", other: "The family now has # tools." });
export const noFamilyNow = "The tools are separate again.";
export const openVariant = "Open";
export const makeFamily = "Make variants of it";
