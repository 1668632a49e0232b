import { expect, it } from "vitest";
import { addRow, parsePasted, paste, pathOf, toVariants, withOption } from "./variant-rows.ts";

it.each([
	[
		"5 mm\tHK-5\n6 mm\tHK-6\n",
		[
			["5 mm", "HK-5"],
			["6 mm", "HK-6"],
		],
	],
	["5 mm\r\n6 mm\r\n", [["5 mm"], ["6 mm"]]],
	["5 mm", [["5 mm"]]],
	['"a\nb"\t"6 ""mm"""', [["a\nb", '6 "mm"']]],
	[
		"\t5\n\t6",
		[
			["", "5"],
			["", "6"],
		],
	],
	["", []],
])("the clipboard %j has the cells %j", (text, cells) => {
	expect(parsePasted(text)).toEqual(cells);
});

const row = {
	key: 4,
	_id: "key-4",
	quantityWas: 7,
	cells: ["4 mm", "HK-4", "", "", "4.00", "7", ""],
};

it("forty pasted rows fill the cells from one on, and add rows", () => {
	const pasted = Array.from({ length: 40 }, (_, index) => [`${index + 4} mm`, `HK-${index + 4}`]);
	const rows = paste([row], pasted, { row: 0, column: 0 }, 1);
	expect(rows).toHaveLength(40);
	expect(rows[0]).toEqual(row);
	expect(rows[39]).toEqual({ key: 43, cells: ["43 mm", "HK-43", "", "", "4.00", "0", ""] });
	const prices = paste(rows, [["5.5"], ["6"]], { row: 1, column: 4 }, 1);
	expect(prices.slice(0, 3).map(({ cells }) => cells[4])).toEqual(["4.00", "5.5", "6"]);
	expect(toVariants(prices, 1).slice(0, 2)).toEqual([
		{
			_id: "key-4",
			quantityWas: 7,
			values: ["4 mm"],
			sku: "HK-4",
			gtin: null,
			mpn: null,
			price: 4,
			quantity: 7,
			weight: null,
		},
		{
			values: ["5 mm"],
			sku: "HK-5",
			gtin: null,
			mpn: null,
			price: 5.5,
			quantity: 0,
			weight: null,
		},
	]);
	// Beyond the last column nothing is pasted, nor beyond the most rows.
	expect(paste([row], [["9", "too much"]], { row: 0, column: 6 }, 1)[0]?.cells[6]).toBe("9");
	expect(
		paste(
			[row],
			Array.from({ length: 120 }, () => ["x"]),
			{ row: 0, column: 0 },
			1,
		),
	).toHaveLength(100);
});

it("another option has a cell of its own in each row, and an error its cell", () => {
	const [two] = withOption([row], 1, "add");
	expect(two?.cells.slice(0, 3)).toEqual(["4 mm", "", "HK-4"]);
	expect(withOption(two ? [two] : [], 0, "remove")[0]?.cells.slice(0, 2)).toEqual(["", "HK-4"]);
	expect(addRow([], 2)[0]).toEqual({ key: 0, cells: ["", "", "", "", "", "", "0", ""] });
	expect([1, 2, 5].map((column) => pathOf(3, column, 2))).toEqual([
		"variants.3.values.1",
		"variants.3.sku",
		"variants.3.price",
	]);
});
