/** The script of the head agrees with what the page's scripts read from the same storage. */
import { expect, it } from "vitest";
import { storedMarks } from "./stored-marks.ts";

/** The marks that it sets for a browser with this storage. */
function marksOf(stored: Record<string, string> | undefined): string[] {
	const marks: string[] = [];
	const toggleAttribute = (name: string, isSet: boolean) => isSet && marks.push(name);
	const document = { documentElement: { toggleAttribute } };
	const localStorage = stored && { getItem: (key: string) => stored[key] ?? null };
	new Function("document", "localStorage", storedMarks)(document, localStorage);
	return marks;
}

it.each([
	[undefined, []],
	[{}, []],
	[{ bikes: JSON.stringify([["Road", "cassette=hg"]]) }, ["data-has-bikes"]],
	// No bike is chosen of those that are saved.
	[
		{
			bikes: JSON.stringify([
				["", ""],
				["Road", "cassette=hg"],
			]),
		},
		[],
	],
	// An order was placed, and the server was not asked since.
	[{ unpaid: "" }, []],
	[{ unpaid: JSON.stringify({ orders: [["id", "1001", 1]], at: 1 }) }, ["data-has-unpaid"]],
	[{ unpaid: JSON.stringify({ orders: [], at: 1 }) }, []],
])("of %j are %j", (stored, marks) => {
	expect(marksOf(stored)).toEqual(marks);
});
