/** Reads CSV files (RFC 4180), also those that a spreadsheet has saved with semicolons or tabs. */
import { CsvError, parse } from "csv-parse/sync";
import { byteOrderMark, unescapeFormula } from "./csv.ts";

/** A record and the line of the file in which it starts, from 1. */
export interface CsvRecord {
	line: number;
	cells: string[];
}

/** The line in which a file is not CSV. */
export class MalformedCsv extends Error {
	readonly line: number;

	constructor(line: number, cause: unknown) {
		super("The file is not CSV", { cause });
		this.name = "MalformedCsv";
		this.line = line;
	}
}

const delimiters = [",", ";", "\t"];

/** Returns the delimiter that the first line has most often outside of quotes. */
function delimiterOf(text: string): string {
	const [heading = ""] = text.replaceAll(/"[^"]*"/g, "").split(/\r|\n/, 1);
	const counts = delimiters.map((one) => heading.split(one).length);
	return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Returns the records of a file without its empty lines. Throws MalformedCsv. */
export function parseCsv(file: string): CsvRecord[] {
	const text = file.startsWith(byteOrderMark) ? file.slice(1) : file;
	const records: CsvRecord[] = [];
	let next = 1;
	try {
		parse(text, {
			delimiter: delimiterOf(text),
			relax_column_count: true,
			on_record: (cells: string[]) => {
				const line = next;
				// The library's own count takes a line break of two characters inside of quotes twice.
				next += 1 + (cells.join("").match(/\r\n|\r|\n/g)?.length ?? 0);
				if (cells.some((cell) => cell.trim() !== ""))
					records.push({ line, cells: cells.map(unescapeFormula) });
				return null;
			},
		});
	} catch (cause) {
		if (!(cause instanceof CsvError)) throw cause;
		throw new MalformedCsv(next, cause);
	}
	return records;
}
