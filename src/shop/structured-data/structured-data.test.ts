/** The shapes, by Google's rules (the validator) and in what the types of schema.org leave open. */
import Validator from "@adobe/structured-data-validator";
import type { Thing } from "schema-dts";
import { describe, expect, it } from "vitest";
import { brandOf } from "./brand.ts";
import {
	breadcrumbs,
	howTo,
	organization,
	product,
	toJsonLd,
	toolList,
	webSite,
} from "./structured-data.ts";

const origin = "https://shop.example";
const tool = {
	_id: "chain-whip",
	name: "Chain whip </script><script>",
	image: "/images/1",
	description: "Holds the cassette.",
	minOrderQuantity: 1,
	quantity: 3,
	price: 25.5,
};

/** A thing as a search engine reads it. */
// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, checked by the test
function read(thing: Thing): any {
	const { "@context": context, "@graph": graph } = JSON.parse(toJsonLd([thing]));
	expect(context).toBe("https://schema.org");
	expect(graph).toHaveLength(1);
	return graph[0];
}

async function errorsOf(thing: Thing): Promise<string[]> {
	const data = read(thing);
	const issues = await new Validator().validate({ jsonld: { [data["@type"]]: [data] } });
	return issues.filter(({ severity }) => severity === "ERROR").map((issue) => issue.issueMessage);
}

describe("structured data", () => {
	it("ends no script element", () => {
		expect(toJsonLd([product(origin, tool)])).not.toContain("<");
		expect(read(product(origin, tool)).name).toBe(tool.name);
	});

	it.each<[string, Thing]>([
		["a tool", product(origin, tool)],
		["a tool with reviews", product(origin, { ...tool, rating: { count: 3, average: 13 / 3 } })],
		["where a page stands", breadcrumbs(origin, { name: "Tools", path: "/tools" })],
		[
			"a job",
			howTo({
				title: "True",
				summary: "A wheel",
				minutes: 30,
				supplies: [],
				tools: ["Spin"],
				steps: ["Turn"],
			}),
		],
		["the site", webSite(origin)],
	])("of %s has what Google requires", async (_, thing) => {
		expect(await errorsOf(thing)).toEqual([]);
	});

	it("of a list has the place and the page of each tool", () => {
		expect(read(toolList(origin, [tool]))).toEqual({
			"@type": "ItemList",
			itemListElement: [
				{ "@type": "ListItem", position: 1, url: "https://shop.example/tools/chain-whip" },
			],
		});
	});

	it("of the site has its search, and who runs it", () => {
		expect(read(webSite(origin))).toMatchInlineSnapshot(`
			{
			  "@type": "WebSite",
			  "name": "Cogsmith",
			  "potentialAction": {
			    "@type": "SearchAction",
			    "query-input": "required name=search_term_string",
			    "target": {
			      "@type": "EntryPoint",
			      "urlTemplate": "https://shop.example/tools?q={search_term_string}",
			    },
			  },
			  "url": "https://shop.example/",
			}
		`);
		expect(read(organization(origin))).toMatchInlineSnapshot(`
			{
			  "@type": "Organization",
			  "address": "Cogsmith workshop, 9 Workshop Lane, Portland, OR 97201",
			  "email": "hello@cogsmith.test",
			  "logo": "https://shop.example/favicon.svg",
			  "name": "Cogsmith",
			  "url": "https://shop.example/",
			}
		`);
	});

	it("of a page has its place, and of a job its steps, tools and supplies", () => {
		expect(read(breadcrumbs(origin, { name: "Tools", path: "/tools" }))).toMatchInlineSnapshot(`
			{
			  "@type": "BreadcrumbList",
			  "itemListElement": [
			    {
			      "@type": "ListItem",
			      "item": "https://shop.example/",
			      "name": "Cogsmith",
			      "position": 1,
			    },
			    {
			      "@type": "ListItem",
			      "item": "https://shop.example/tools",
			      "name": "Tools",
			      "position": 2,
			    },
			  ],
			}
		`);
		const job = {
			title: "True",
			summary: "A wheel",
			minutes: 30,
			tools: ["Spin"],
			steps: ["Turn"],
		};
		expect(read(howTo({ ...job, supplies: ["Spoke"] }))).toMatchInlineSnapshot(`
			{
			  "@type": "HowTo",
			  "description": "A wheel",
			  "name": "True",
			  "step": [
			    {
			      "@type": "HowToStep",
			      "text": "Turn",
			    },
			  ],
			  "supply": [
			    {
			      "@type": "HowToSupply",
			      "name": "Spoke",
			    },
			  ],
			  "tool": [
			    {
			      "@type": "HowToTool",
			      "name": "Spin",
			    },
			  ],
			  "totalTime": "PT30M",
			}
		`);
		expect(read(howTo({ ...job, supplies: [] }))).not.toHaveProperty("supply");
	});

	it("of a tool without a name is an error of the validator", async () => {
		expect(await errorsOf({ "@type": "Product" })).not.toEqual([]);
	});

	it("has a price, whether it can be ordered, and the average of the stars", () => {
		const { offers, aggregateRating } = read(
			product(origin, { ...tool, rating: { count: 3, average: 13 / 3 } }),
		);
		expect(offers).toMatchObject({ price: "25.50", priceCurrency: "USD" });
		expect(offers.availability).toBe("https://schema.org/InStock");
		expect(aggregateRating).toMatchObject({ ratingValue: 4.33, reviewCount: 3 });
	});

	it("has all that its page says", () => {
		const all = { ...tool, name: "Whip", minOrderQuantity: 2, brand: "Sprocket" };
		const rated = { ...all, rating: { count: 3, average: 13 / 3 } };
		const offers = {
			...{ "@type": "Offer", url: "https://shop.example/tools/chain-whip", price: "25.50" },
			...{ priceCurrency: "USD", availability: "https://schema.org/InStock" },
			itemCondition: "https://schema.org/NewCondition",
		};
		expect(read(product(origin, rated))).toEqual({
			...{ "@type": "Product", name: "Whip", description: "Holds the cassette." },
			...{ image: "https://shop.example/images/1", sku: "chain-whip" },
			brand: { "@type": "Brand", name: "Sprocket" },
			offers: { ...offers, eligibleQuantity: { "@type": "QuantitativeValue", minValue: 2 } },
			aggregateRating: { "@type": "AggregateRating", ratingValue: 4.33, reviewCount: 3 },
		});
		expect(read(product(origin, tool)).offers).toEqual(offers);
	});

	it("says that less than the minimum order is out of stock, and has no rating without reviews", () => {
		const data = read(product(origin, { ...tool, minOrderQuantity: 4 }));
		expect(data.offers.availability).toBe("https://schema.org/OutOfStock");
		expect(data.offers.eligibleQuantity.minValue).toBe(4);
		expect(data).not.toHaveProperty("aggregateRating");
		expect(data).not.toHaveProperty("brand");
	});

	it("has the brand of the specifications", () => {
		const brand = brandOf([
			{ name: "Weight", value: "90 g" },
			{ name: " brand", value: "Sprocket" },
		]);
		expect(read(product(origin, { ...tool, brand })).brand.name).toBe("Sprocket");
		expect(brandOf([])).toBeUndefined();
	});
});
