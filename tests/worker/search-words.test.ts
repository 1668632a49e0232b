/** The search for visitors in the demo shop: corrections, filters, and rows read. */
import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withD1Metrics } from "../../src/platform/database/d1-metrics.ts";
import { catalogueSorts } from "../../src/shop/catalogue/catalogue.ts";
import { searchContent } from "../../src/shop/search/content.server.ts";
import {
	type SearchOptions,
	searchPageSize,
	searchTools,
	sortedPageSize,
} from "../../src/shop/search/search.server.ts";
import { suggest } from "../../src/shop/search/suggest.server.ts";
import searches from "../fixtures/searches.json";
import { addDemoCatalogue } from "../helpers/demo-catalogue.ts";
import { addTool, archiveTool } from "../helpers/shop.ts";

const content = await searchContent();

/** Searches, and checks that it takes at most two round trips and reads at most sixty rows. */
async function search(q: string, options: Partial<SearchOptions> = {}) {
	const [result, { rowsRead, trips }] = await withD1Metrics(() =>
		searchTools({ q, ...options }, content),
	);
	expect({ q, isQuick: trips <= 2 || trips, isBounded: rowsRead <= 60 || rowsRead }).toEqual({
		q,
		isQuick: true,
		isBounded: true,
	});
	if (!result) throw new Error("no such category");
	return result;
}

const found = async (q: string, options: Partial<SearchOptions> = {}) => {
	const { tools, near } = await search(q, options);
	return near ? [] : tools.map(({ _id }) => _id);
};

beforeAll(addDemoCatalogue);

it("reads at most sixty rows in two trips, whatever is looked for", async () => {
	// tests/shop/search-relevance.test.ts has what all of them find.
	for (const queries of Object.values(searches))
		for (const q of queries.slice(0, 2)) await search(q);
});

it.each([
	["chian breaker", "chain-breaker"],
	["chaintool", "chain-breaker"],
	["BB", "bottom-bracket-tool"],
	["bottom braket", "bottom-bracket-tool"],
	["tyre lever", "tire-levers"],
	["allen key", "hex-key-set"],
	["8mm hex", "hex-key-set"],
	["spoke key", "spoke-wrench"],
	["torque under 100", "torque-wrench"],
	["chain skips", "chain-checker"],
	["wheel wobbles", "spoke-wrench"],
])("%s brings %s first", async (q, tool) => {
	expect((await found(q))[0]).toBe(tool);
});

it.each([
	[1, "chain breaker"],
	[1, "wheel wobbles"],
	[1, "GXP"],
	[1, "returns"],
	[1, "gift card"],
	[2, "chian breaker"],
	[2, "26 inch stand"],
	[2, "carbon torque flux"],
])("takes %i round trip(s): %s", async (expected, q) => {
	const [, { trips }] = await withD1Metrics(() => searchTools({ q }, content));
	expect(trips).toBe(expected);
});

describe("a search", () => {
	it("finds words, not letters inside of others", async () => {
		// "rubber" has "BB" in it, "housing" has "using".
		expect(await found("BB")).not.toContain("spoke-wrench");
		expect(await found("using")).toEqual([]);
	});

	it("corrects a misspelt word, and says so", async () => {
		expect((await search("chian breaker")).correctedTo).toBe("chain breaker");
		expect((await search('"chian" breaker')).correctedTo).toBeUndefined();
		expect((await search("chain breaker")).correctedTo).toBeUndefined();
	});

	it("corrects to the shop's own words, but never a name that a tool has, a number or a unit", async () => {
		const own = await addTool({ name: "Zyrquon spreader" });
		expect(await found("zyrqoun")).toEqual([own]);
		expect((await search("zyrqoun")).correctedTo).toBe("zyrquon");
		const odd = await addTool({ name: "Chian gadget" });
		expect(await found("chian gadget")).toEqual([odd]);
		expect((await search("9mm hex")).correctedTo).toBeUndefined();
		await Promise.all([own, odd].map(archiveTool));
		expect(await found("zyrquon")).toEqual([]);
	});

	it("forgets the words of a tool that was renamed or archived", async () => {
		const tool = await addTool({ name: "Bottem bracket cup" });
		expect((await search("bottem")).correctedTo).toBeUndefined();
		await env.DB.prepare("update tools set name = 'Vexillum' where id = ?").bind(tool).run();
		expect((await search("bottem")).correctedTo).toBe("bottom");
		expect((await search("vexillun")).correctedTo).toBe("vexillum");
		await archiveTool(tool);
		expect((await search("vexillun")).correctedTo).toBeUndefined();
	});

	it("filters by the price in it, and by what else is asked for", async () => {
		const prices = (await search("wrench under 10")).tools.map(({ price }) => price);
		expect(Math.max(...prices)).toBeLessThanOrEqual(10);
		expect(await found("headset press", { inStock: true })).toEqual([]);
		expect(await found("press")).toContain("headset-press");
		expect(await found("over $300")).toEqual(["truing-stand"]);
	});

	it("follows changes of a tool's name, price and stock", async () => {
		const id = await addTool({ name: "Mandrel", priceCents: 900 });
		await env.DB.prepare(
			"update tools set name = 'Burnisher', regular_price_cents = 40000, quantity = 0 where id = ?",
		)
			.bind(id)
			.run();
		expect(await found("mandrel")).toEqual([]);
		expect(await found("burnisher over 300")).toEqual([id]);
		expect(await found("burnisher", { inStock: true })).toEqual([]);
		await env.DB.prepare("delete from tools where id = ?").bind(id).run();
		expect(await found("burnisher")).toEqual([]);
	});

	it("brings best sellers first among equals", async () => {
		const [few, many] = [await addTool({ name: "Swage" }), await addTool({ name: "Swage" })];
		await env.DB.prepare("update tools set sold = iif(id = ?, 40, 2) where id in (?, ?)")
			.bind(few, few, many)
			.run();
		expect(await found("swage")).toEqual([few, many]);
		await Promise.all([few, many].map(archiveTool));
	});

	it("without a match brings the nearest tools", async () => {
		const { near, tools } = await search("carbon torque flux");
		expect(near).toBe("nearest");
		expect(tools.map(({ _id }) => _id)).toContain("torque-wrench");
		expect((await search("§§ \"' OR NEAR( *")).tools.length).toBeGreaterThan(0);
	});

	it("without a match has no correction, and the newest tools if none is near", async () => {
		expect(await search("zzyzx")).toMatchObject({ near: "newest", correctedTo: undefined });
		expect(await search("chian zzyzx")).toMatchObject({
			near: "nearest",
			correctedTo: undefined,
		});
	});

	it("with a price or a category that nothing matches brings the nearest tool without them", async () => {
		const nearest = async (q: string, options?: Partial<SearchOptions>) => {
			const { near, tools } = await search(q, options);
			return [near, tools[0]?._id];
		};
		expect(await nearest("pump under 30")).toEqual(["nearest", "floor-pump"]);
		expect(await nearest("pump", { category: "pedals" })).toEqual(["nearest", "floor-pump"]);
		expect(await nearest("pump", { maxCents: 3000 })).toEqual(["nearest", "floor-pump"]);
	});

	it("finds a size that the range of a name includes, and not one outside of it", async () => {
		expect(await found("26 inch stand")).toEqual(["truing-stand"]);
		expect(await found("32 inch stand")).toEqual([]);
		expect(await found("26 inch stand under 30")).toEqual([]);
		// "12 functions, hex 2 to 8 mm" has no 12 mm.
		expect(await found("12 mm hex")).toEqual([]);
	});

	it.each([
		"lube",
		"mole grips",
		"needle nose",
		"Park tool",
		"shed",
		"zip ties",
		"wera",
		"shortens",
	])("does not correct %s", async (q) => {
		expect((await search(q)).correctedTo).toBeUndefined();
	});

	it("corrects swapped letters, and not two others", async () => {
		const own = await addTool({ name: "Brillow vqued" });
		expect((await search("vuqed")).correctedTo).toBe("vqued");
		expect((await search("vukxd")).correctedTo).toBeUndefined();
		expect((await search("vqxad")).correctedTo).toBeUndefined();
		await archiveTool(own);
	});

	it("has room for two long unknown words", async () => {
		expect((await search(`${"abcdefghijkl".repeat(2)} ${"mnopqrstuvwx".repeat(2)}`)).near).toBe(
			"newest",
		);
	});

	it("of one word that only symptoms have brings what their jobs need", async () => {
		const { jobs: about } = await search("creaking");
		expect(about.map(({ slug }) => slug)).toContain("bottom-bracket-cartridge");
		// Finds it by a description too: "it does not slip".
		expect((await found("skips"))[0]).toBe("chain-checker");
		expect((await search("lever")).jobs).toEqual([]);
	});

	it("of a word of symptoms has all of its tools, page by page", async () => {
		const own = await Promise.all(
			Array.from({ length: searchPageSize + 3 }, () => addTool({ name: "Lever of a kind" })),
		);
		const first = await search("lever");
		expect(first.tools).toHaveLength(searchPageSize);
		const second = await search("lever", { cursor: first.next });
		const ids = [...first.tools, ...second.tools].map(({ _id }) => _id);
		expect(own.filter((id) => !ids.includes(id))).toEqual([]);
		await Promise.all(own.map(archiveTool));
	});

	it("links the jobs it is about", async () => {
		const slugs = async (q: string) => (await search(q)).jobs.map(({ slug }) => slug);
		expect(await slugs("chain skips")).toContain("check-chain-wear");
		expect(await slugs("replace a Shimano threaded bottom bracket")).toContain(
			"bottom-bracket-outboard-44",
		);
	});
});

it("suggestions complete the last word, by one query of few rows", async () => {
	const names = async (q: string) => {
		const [list, { rowsRead, trips }] = await withD1Metrics(() => suggest(q, content));
		expect(trips).toBeLessThanOrEqual(1);
		expect(rowsRead).toBeLessThanOrEqual(30);
		return list.map(({ name }) => name);
	};
	expect((await names("chain br"))[0]).toBe("Chain breaker");
	expect(await names("tyre le")).toEqual(["Tire levers, set of three"]);
	expect(await names("bott")).toContain("Bottom bracket tool, 44 mm");
	expect(await names("wheel wobbles")).toContain("True a wheel");
	expect(await names("b")).toEqual([]);
	// Sorts like the results: what was typed first, without the price and the size.
	expect((await names("chain"))[0]).toBe("Chain, 11-speed, 118 links");
	expect(await names("spokes")).toEqual(["Round spoke wrench"]);
	expect(await names("pump under 80")).toEqual(["Floor pump with gauge"]);
	expect((await names("8mm hex"))[0]).toBe("Hex key set, 1.5 to 10 mm");
	expect(await names("tyer levers")).toEqual(["Tire levers, set of three"]);
	expect((await names("chian skips")).slice(0, 2)).toEqual([
		"The chain skips",
		"Check whether the chain is worn",
	]);
});

describe("the filters within a search", () => {
	const q = "wrench";
	const options: Partial<SearchOptions>[] = [undefined, "wheels"].flatMap((category) =>
		[undefined, true].flatMap((inStock) =>
			[undefined, true].flatMap((wellRated) =>
				[{}, { minCents: 2000 }, { maxCents: 3000 }].map((price) => ({
					category,
					inStock,
					wellRated,
					...price,
				})),
			),
		),
	);
	let matching: Record<string, number | string>[];

	beforeAll(async () => {
		await env.DB.prepare("update tools set stars_5 = 1 where number % 2 = 0").run();
		await env.DB.prepare("update tools set quantity = 0 where number % 3 = 0").run();
		const { tools, next } = await search(q);
		expect(next).toBeUndefined();
		const { results } = await env.DB.prepare(
			"select id, category_slug, price_cents, created_at, quantity >= min_order_quantity as stock, rating_rank as rank from tools where id in (select value from json_each(?))",
		)
			.bind(JSON.stringify(tools.map(({ _id }) => _id)))
			.all<Record<string, number | string>>();
		matching = results;
	});

	afterAll(async () => {
		await env.DB.prepare("update tools set stars_5 = 0, quantity = stocked").run();
	});

	const expected = (filter: Partial<SearchOptions>) =>
		matching
			.filter(
				(tool) =>
					(!filter.category || tool.category_slug === filter.category) &&
					(!filter.inStock || tool.stock === 1) &&
					(!filter.wellRated || Number(tool.rank) >= 4e9) &&
					Number(tool.price_cents) >= (filter.minCents ?? 0) &&
					Number(tool.price_cents) <= (filter.maxCents ?? Infinity),
			)
			.map(({ id }) => String(id));

	it("find what they say, with the counts of each choice", async () => {
		for (const filter of options) {
			const { tools, near, facets } = await search(q, filter);
			const message = JSON.stringify(filter);
			const ids = near ? [] : tools.map(({ _id }) => _id);
			expect(ids.toSorted(), message).toEqual(expected(filter).toSorted());
			for (const [facet, choice] of [
				[facets.chosen, {}],
				[facets.inStock, { inStock: true }],
				[facets.wellRated, { wellRated: true }],
				...facets.categories.map(({ facet, slug }) => [facet, { category: slug }] as const),
			] as const) {
				const { length } = expected({ ...filter, ...choice });
				const isWider = "category" in choice && filter.category && choice.category !== "wheels";
				if (isWider) expect([undefined, length], message).toContain(facet);
				else expect(facet, message).toBe(length);
			}
		}
	});

	it.each([
		["price", "price_cents", 1],
		["-price", "price_cents", -1],
		["newest", "created_at", -1],
		["rating", "rank", -1],
	] as const)("sorted by %s", async (sort, column, sign) => {
		const { tools } = await search(q, { sort });
		const keys = tools.map(
			({ _id }) => sign * Number(matching.find(({ id }) => id === _id)?.[column]),
		);
		expect(keys).toEqual(keys.toSorted((one, other) => one - other));
		expect(keys).toHaveLength(matching.length);
	});

	it("an unknown category is not found", async () => {
		expect(await searchTools({ q, category: "nothing" }, content)).toBeUndefined();
	});

	it("nothing found shows the nearest categories too, the one with the word first", async () => {
		const { nearCategories } = await search("flux pedals");
		expect(nearCategories[0]?.name).toMatch(/pedal/i);
		expect((await search("qqqqq")).nearCategories).not.toEqual([]);
	});
});

describe("with two thousand tools", () => {
	beforeAll(async () => {
		await env.DB.prepare(
			"with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2000) insert into tools (id, name, description, image, min_order_quantity, quantity, stocked, regular_price_cents, created_at, updated_at) select 't' || n, 'Counted wrench ' || n, 'Forged, with a handle. A common thing.', '/images/none', 1, n, n, 1000 + n, n, n from numbers",
		).run();
	});

	afterAll(async () => {
		await env.DB.prepare("delete from tools where name like 'Counted wrench %'").run();
	});

	it("reads at most sixty rows, whatever is searched for, on each page", async () => {
		for (const q of [
			"wrench",
			"handle",
			"countde wrnech",
			"forged handle",
			"nothign",
			"common under 15",
		]) {
			const first = await search(q);
			expect(first.tools.length, q).toBeGreaterThan(0);
			if (first.next) {
				const second = await search(q, { cursor: first.next });
				expect(second.tools).toHaveLength(searchPageSize);
				const ids = new Set([...first.tools, ...second.tools].map(({ _id }) => _id));
				expect(ids.size).toBe(2 * searchPageSize);
			}
		}
	});

	it("filters and sorts read as few, and say nothing instead of a count", async () => {
		for (const sort of [undefined, ...catalogueSorts]) {
			const { tools, facets, next } = await search("wrench", {
				sort,
				inStock: true,
				maxCents: 2500,
			});
			expect(tools).toHaveLength(sort ? sortedPageSize : searchPageSize);
			expect(facets.chosen).toBeUndefined();
			const second = await search("wrench", { sort, inStock: true, maxCents: 2500, cursor: next });
			expect(second.tools.some(({ _id }) => tools.some((tool) => tool._id === _id))).toBe(false);
			await search("countde wrnech", { sort, wellRated: true, cursor: next });
		}
	});

	it("pages reach the last match", async () => {
		let { tools, next } = await search("common thing under 11");
		const ids = tools.map(({ _id }) => _id);
		while (next) {
			({ tools, next } = await search("common thing under 11", { cursor: next }));
			ids.push(...tools.map(({ _id }) => _id));
		}
		expect(new Set(ids).size).toBe(100);
		expect(ids).toHaveLength(100);
	});
});
