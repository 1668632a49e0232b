/** Six hundred searches of the demo shop, and what they are for. tests/worker/search-words.test.ts counts the rows they read. */
import { env } from "cloudflare:workers";
import { beforeAll, expect, it } from "vitest";
import { searchContent } from "../../src/shop/search/content.server.ts";
import { searchTools } from "../../src/shop/search/search.server.ts";
import { splitWords } from "../../src/shop/search/words.ts";
import { foldedLetters } from "../../src/values/ascii-text.ts";
import searches from "../fixtures/searches.json";
import { addDemoCatalogue } from "../helpers/demo-catalogue.ts";
import { addTool, callApi, idsOf, signUp } from "../helpers/shop.ts";

const content = await searchContent();

beforeAll(addDemoCatalogue);

type SearchResult = NonNullable<Awaited<ReturnType<typeof searchTools>>>;

/** Where a search has what was expected: a tool, `job:` a job, `page:` a page; `nothing` if it says so and shows no tool. */
function placeOf({ tools, jobs, pages, near }: SearchResult, expected: string): number {
	const [kind, name] = expected.split(":");
	// Who looks for a gift card or the returns is shown no odd tools.
	if (kind === "page" && tools.length > 0) return -1;
	if (kind === "nothing") return near === "none" && jobs.length + pages.length === 0 ? 0 : -1;
	if (kind === "job") return jobs.findIndex(({ slug }) => slug === name);
	if (kind === "page") return pages.findIndex(({ id }) => id === name);
	return tools.findIndex(({ _id }) => _id === expected);
}

it("six hundred searches bring what they are for: 95 in 100 first, 99 in 100 among the first three", async () => {
	const list = Object.entries(searches).flatMap(([expected, queries]) =>
		queries.map((q) => ({ q, expected: expected.split("|") })),
	);
	expect(list.length).toBeGreaterThanOrEqual(600);
	const later: string[] = [];
	const missing: string[] = [];
	for (const { q, expected } of list) {
		const result = await searchTools({ q }, content);
		if (!result) throw new Error("no such category");
		const places = expected.map((one) => placeOf(result, one)).filter((place) => place >= 0);
		const place = Math.min(...places);
		if (place > 0) later.push(q);
		if (place > 2) missing.push(q);
	}
	expect(later.length, later.join(", ")).toBeLessThanOrEqual(list.length * 0.05);
	expect(missing.length, missing.join(", ")).toBeLessThanOrEqual(list.length * 0.01);
});

it("part numbers are found as they are engraved, and letters as people can type them", async () => {
	const tool = await addTool({ name: "Jørgen Großmann's puller" });
	await env.DB.prepare("update tools set sku = 'ABC/12-3', mpn = 'TL-FC36' where id = ?")
		.bind(tool)
		.run();
	const codes = ["TLFC36", "tl-fc36", "TL–FC36", "TL FC36", "abc123", "ABC/12-3", "ABC\u200b123"];
	for (const q of [...codes, "jorgen", "joergen", "Jørgen", "grossmann", "Großmann puller"]) {
		const result = await searchTools({ q }, content);
		expect([q, result?.near, result?.tools[0]?._id]).toEqual([q, undefined, tool]);
	}
	// Staff find the same codes, in their own lists.
	const { token } = await signUp({ role: "admin" });
	for (const q of codes) {
		const { body } = await callApi("GET", `/find?q=${encodeURIComponent(q)}`, { token });
		expect([q, idsOf(body.tools)]).toEqual([q, [tool]]);
	}
	for (const letter of foldedLetters)
		expect(splitWords(letter[0]).join(""), letter[0]).toBe(letter[1]);
});
