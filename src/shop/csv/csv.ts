/** Writes CSV files (RFC 4180) that are safe in a spreadsheet, and that an import reads back exactly. */

/** The byte order mark by which Excel knows UTF-8. */
export const byteOrderMark = "\ufeff";

/**
 * How spreadsheets recognize a formula, some of them by full-width signs too (OWASP: CSV Injection). Also behind
 * apostrophes that are already there.
 */
const formulaStart = /^'*[=+\-@＝＋－＠\t\r\n]/;
const plainNumber = /^-?\d+(\.\d+)?$/;

/** Returns the text of a cell. One that a spreadsheet would run as a formula gets an apostrophe first. */
export function escapeFormula(text: string): string {
	return formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
}

/** Removes the apostrophe of `escapeFormula`. */
export function unescapeFormula(text: string): string {
	return text.startsWith("'") && formulaStart.test(text) ? text.slice(1) : text;
}

/** A cell: nothing is empty. */
export type Cell = string | number | null | undefined;

function formatCell(value: Cell): string {
	const text = escapeFormula(String(value ?? ""));
	return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a line of a CSV file. */
export function csvLine(cells: readonly Cell[]): string {
	return `${cells.map(formatCell).join(",")}\r\n`;
}

/** Returns a whole CSV file that staff open in a spreadsheet, with the byte order mark by which Excel knows UTF-8. */
export const csvFile = (rows: readonly (readonly Cell[])[]): string =>
	byteOrderMark + rows.map(csvLine).join("");
