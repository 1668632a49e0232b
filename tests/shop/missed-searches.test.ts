/** Searches that find nothing: which are counted, and how many. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { parseCatalogueQuery } from "../../src/shop/catalogue/catalogue.ts";
import { searchCatalogue } from "../../src/shop/search/lists.server.ts";
import { addMissed, listMissed } from "../../src/shop/search/missed.server.ts";
import { addTool } from "../helpers/shop.ts";

beforeEach(() => env.DB.prepare("delete from missed_searches").run());

const counted = async () => (await listMissed()).map(({ query, times }) => [query, times]);
const dayMs = 86_400_000;

it("a search is counted if it finds nothing, whatever its letters; one that finds something is not", async () => {
	await addTool({ name: "Dropper lever" });
	const search = (text: string) => {
		const query = parseCatalogueQuery(new URLSearchParams(text));
		return searchCatalogue(query.q ?? "", query);
	};
	await search("q=Xylophone");
	await search("q=xylophone");
	await search("q=xylophone&in-stock=1");
	await search("q=dropper lever");
	await search("q=me@xylophone.test");
	await vi.waitFor(async () => expect(await counted()).toEqual([["xylophone", 2]]));
});

it("two hundred words a day are counted at most, and after 90 days they are gone", async () => {
	const now = Date.now();
	await addMissed("old", now - 91 * dayMs);
	await env.DB.prepare(
		"with recursive n(i) as (select 1 union all select i + 1 from n where i < 199) insert into missed_searches select ?, 'word ' || i, 1 from n",
	)
		.bind(Math.floor(now / dayMs))
		.run();
	await addMissed("last", now);
	await addMissed("one more", now);
	await addMissed("last", now);
	const { results } = await env.DB.prepare(
		"select query, count from missed_searches where query not like 'word %'",
	).all();
	expect(results).toEqual([{ query: "last", count: 2 }]);
	expect((await counted())[0]).toEqual(["last", 2]);
});
