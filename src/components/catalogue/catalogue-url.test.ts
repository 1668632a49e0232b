import { expect, it } from "vitest";
import { parseCatalogueQuery } from "../../shop/catalogue/catalogue.ts";
import { encodeCursor } from "../../values/paging.ts";
import { canonicalUrl } from "./catalogue-url.ts";

const cursor = encodeCursor({ value: 7, id: "chain-whip" });

it.each([
	["", "/tools"],
	["sort=price", "/tools"],
	[`sort=-price&cursor=${cursor}`, "/tools"],
	[`cursor=${cursor}`, `/tools?cursor=${cursor}`],
	["category=wheels&sort=name", "/tools/c/wheels"],
])("search engines find the list with %j at %s, however it is sorted", (query, expected) => {
	expect(canonicalUrl(parseCatalogueQuery(new URLSearchParams(query)))).toBe(expected);
});
