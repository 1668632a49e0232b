import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteOrderMark, csvLine, escapeFormula } from "./csv.ts";
import { MalformedCsv, parseCsv } from "./parse-csv.server.ts";

const cellsOf = (file: string) => parseCsv(file).map(({ cells }) => cells);

describe("a CSV file", () => {
	it("is read as it was written, whatever its cells have", () => {
		const text = fc.string({
			unit: fc.constantFrom(..."ab,;\"'=+-@＝\t\r\n 1.é🔧"),
			maxLength: 8,
		});
		fc.assert(
			fc.property(fc.array(text, { minLength: 2, maxLength: 4 }), (cells) => {
				// A line of blanks is none, and a comma in each line tells the delimiter.
				fc.pre(cells.some((cell) => cell.trim() !== ""));
				expect(
					cellsOf(csvLine(["first", "second", "third", "fourth"]) + csvLine(cells))[1],
				).toEqual(cells);
			}),
		);
	});

	it.each([
		"=1+1",
		"+1+1",
		"-1+1",
		"@SUM(A1)",
		"＝1+1",
		"＠SUM(A1)",
		"\tx",
		"\rx",
		"\n=1",
		"'=1+1",
	])("%j does not begin as a formula", (text) => {
		expect(escapeFormula(text)).toBe(`'${text}`);
	});

	it.each(["-12.50", "-3", "3", "a=b", "'a", ""])("%j stays as it is", (text) => {
		expect(escapeFormula(text)).toBe(text);
	});

	it("may come from a spreadsheet: a byte order mark, semicolons or tabs, any line breaks", () => {
		const expected = [
			["Name", "Price"],
			["Key, small", "5"],
		];
		for (const file of [
			`${byteOrderMark}Name,Price\r\n"Key, small",5\r\n`,
			"Name;Price\nKey, small;5",
			'Name\tPrice\r"Key, small"\t5\r',
		])
			expect(cellsOf(file)).toEqual(expected);
	});

	it("has quotes where they are needed alone", () => {
		expect(csvLine(["a b", " a", "a ", 'a"b', "a;b", 5, null, undefined])).toBe(
			'a b," a","a ","a""b","a;b",5,,\r\n',
		);
	});

	it("has the delimiter that its headings have outside of quotes", () => {
		expect(cellsOf('"a;b;c;d",e\n1,2')).toEqual([
			["a;b;c;d", "e"],
			["1", "2"],
		]);
	});

	it("counts the lines of a file, also empty ones and those inside of cells", () => {
		const lines = parseCsv('a,b\r\n"1\r\n2",3\r\n\r\n,\r\n4,5').map(({ line }) => line);
		expect(lines).toEqual([1, 2, 6]);
	});

	it.each(['a,b\n1,2\n3,"x', 'a,b\n1,2\n3,x"y"'])("%j is wrong in line 3", (file) => {
		expect(() => parseCsv(file)).toThrow(MalformedCsv);
		expect(() => parseCsv(file)).toThrow(expect.objectContaining({ line: 3 }));
	});
});
