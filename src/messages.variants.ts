/** The texts of the grid in which an administrator maintains the tools of a family. */
import { plural } from "./messages.numbers.ts";

export const valueRequired = "Please give it a value.";
export const optionRequired = "Name what the tools differ by, such as Size.";
export const optionTwice = "Two options have the same name.";
export const tooManyOptions = (max: number) => `Use at most ${max} options.`;
export const tooManyVariants = (max: number) => `A family has at most ${max} tools.`;
export const sameOptions = (row: number) => `Row ${row} has the same options.`;
export const sameSku = (row: number) => `Row ${row} has the same SKU.`;
export const notOfFamily = "This tool is in another family, or is gone.";

export const variants = "Variants";
export const aboutVariants =
	"Tools that differ by a size or a colour alone share a card and a page. Each has its own stock, price and codes.";
export const familyName = "Name of the family";
export const familyDescription = "What they have in common";
export const optionName = (number: number) => `Option ${number}`;
export const optionPart = (number: number) => `Its values are standards of, ${number}`;
export const noPart = "Nothing: any text";
export const partHint = "Then the customer's bike chooses the value.";
export const addOption = "Add an option";
export const removeOption = (name: string) => `Remove the option ${name}`;
export const addVariant = "Add a row";
export const pasteHint =
	"Paste rows from a spreadsheet into any cell: they fill the cells from there on, and rows are added as needed. A row that you add becomes a tool like this one.";
export const cellLabel = (column: string, row: number) => `${column}, row ${row}`;
export const removeVariant = (row: number) => `Take row ${row} out of the family`;
export const rowError = (row: number, column: string, message: string) =>
	`Row ${row}, ${column}: ${message}`;
export const saveVariants = "Save the variants";
export const variantsSaved = (count: number) =>
	plural(count, { one: "The family has # tool now.", other: "The family has # tools now." });
export const noFamilyNow = "The tools are on their own again.";
export const openVariant = "Open";
export const makeFamily = "Make variants of it";
