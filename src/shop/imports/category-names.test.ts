import { describe, expect, it } from "vitest";
import { categoryIn, knownCategories, namesIn, newCategories } from "./category-names.ts";

const known = knownCategories([
	{ slug: "ol", name: "Öl & Fett" },
	{ slug: "chain", name: "Chain tools" },
	{ slug: "tires", name: "Tires, tubes" },
	{ slug: "cranks", name: "Pedals/cranks" },
]);

describe("the category of a cell", () => {
	it.each([
		["chain", "chain"],
		["CHAIN-TOOL", "chain"],
		["Workshop > Chain tools", "chain"],
		["Sale, Workshop > Chain tools", "chain"],
		["ol und fett", undefined],
		["Ol & fett", "ol"],
		["Workshop > Brakes", undefined],
		["chain > tools > hubs", undefined],
		[">", undefined],
		["Default Category/Workshop/Chain tools,Default Category/Sale", "chain"],
		["Default Category/Sale, Default Category/Workshop/Chain tools", "chain"],
		["Home, Wheels, Chain tools", "chain"],
		["Tires, tubes", "tires"],
		["Parts > Tires, tubes", "tires"],
		["Pedals/Cranks", "cranks"],
		["Parts > Pedals/Cranks", "cranks"],
		["Chain tools/Sale", undefined],
		["Home", undefined],
		["/", undefined],
	])("%j is %j", (cell, slug) => {
		expect(categoryIn(cell, known)).toBe(slug);
	});

	it.each([
		["Tools > Chain", ["Chain"]],
		["Tools>Chain >  Quick   links ", ["Quick links"]],
		["Tools > Brakes, Sale", ["Brakes", "Sale"]],
		["Sale, Tools > Brakes", ["Brakes", "Sale"]],
		["Home, Wheels", ["Wheels", "Home"]],
		["Default Category/Workshop/Stands,Default Category/Sale", ["Stands", "Sale"]],
		["Default Category", ["Default Category"]],
		["Tools > Pedals/cranks", ["Pedals/cranks"]],
		["Tools >", []],
	])("of %j is the first of %j", (cell, names) => {
		expect(namesIn(cell)).toEqual(names);
	});
});

describe("new categories", () => {
	it("are each there once, as written first, whatever their case, accents, plural and path", () => {
		const cells = [
			"Tools > Brake",
			"BRAKES",
			"bräkes",
			"Chain tools",
			"Hubs",
			"Parts > hub",
			"3618",
		];
		expect(newCategories(cells, known, 9)).toEqual([
			{ slug: "brake", name: "Brake", lines: 3, target: "brake" },
			{ slug: "hubs", name: "Hubs", lines: 2, target: "hubs" },
		]);
	});

	it("count the lines that will be in each, also those that name another one first", () => {
		const cells = ["Default Category/Stands,Default Category/Sale", "Sale", "Sale, Chain tools"];
		expect(newCategories(cells, known, 9)).toMatchObject([
			{ name: "Stands", lines: 1 },
			{ name: "Sale", lines: 2 },
		]);
		expect(newCategories(["3618, Rims", "Home"], known, 9)).toMatchObject([
			{ name: "Rims" },
			{ name: "Home" },
		]);
	});

	it("have an address that no other has, also without Latin letters", () => {
		expect(newCategories(["Chain", "Ключи", "工具", "Chain!"], known, 9)).toMatchObject([
			{ slug: "category", name: "Ключи" },
			{ slug: "category-2", name: "工具" },
		]);
		const taken = knownCategories([{ slug: "brakes", name: "Old" }]);
		expect(newCategories(["Brake"], taken, 9)).toMatchObject([{ slug: "brake" }]);
		expect(newCategories(["Brakes (disc)", "Brakes: disc!"], taken, 9)).toHaveLength(1);
	});

	it("are made as far as there is room, and are at most a hundred", () => {
		const letters = Array.from(
			{ length: 120 },
			(_, n) => `Kind ${String.fromCodePoint(0x4e00 + n)}`,
		);
		const found = newCategories(letters, known, 2);
		expect(found).toHaveLength(100);
		expect(found.filter(({ target }) => target !== "")).toHaveLength(2);
		expect(new Set(found.map(({ slug }) => slug)).size).toBe(100);
		expect(newCategories(["x".repeat(5000)], known, 2)).toEqual([]);
	});
});
