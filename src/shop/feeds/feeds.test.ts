import { XMLValidator } from "fast-xml-parser";
import { afterEach, describe, expect, it, vi } from "vitest";
import { countries } from "../../config/countries.ts";
import { escapeXml } from "../../values/xml.ts";
import type { ShippingConfig } from "../costs/shipping.ts";
import { product } from "../structured-data/structured-data.ts";
import { atomFeed } from "./atom.ts";
import { feedPaths, feedsOf } from "./feeds.ts";
import { llmsTxt } from "./llms.ts";
import { productFeedEnd, productFeedItem, productFeedStart } from "./product-feed.ts";
import { robotsTxt } from "./robots.ts";
import { securityTxt } from "./security-txt.ts";
import { numbersInPart, sitemapIndex, sitemapParts, sitemapUrls, toolsPerPart } from "./sitemap.ts";

const origin = "https://shop.example";

it("text in XML is escaped, without characters that XML forbids", () => {
	expect(escapeXml(`a<b>&"'\u0000\u001b\ufffe\n🚲`)).toBe("a&lt;b&gt;&amp;&quot;&apos;\n🚲");
});

describe("the sitemap", () => {
	it("has a part for each range of row numbers", () => {
		expect(sitemapParts(0)).toEqual(["pages"]);
		expect(sitemapParts(toolsPerPart)).toEqual(["pages", "tools-1"]);
		expect(sitemapParts(toolsPerPart + 1).at(-1)).toBe("tools-2");
		expect(numbersInPart("tools-2")).toEqual({ after: toolsPerPart, upTo: 2 * toolsPerPart });
		for (const name of [
			"tools-0",
			"tools-01",
			"tools-",
			"tools-1x",
			"x-tools-1",
			"pages",
			"tools-1234567890",
		])
			expect(numbersInPart(name), name).toBeUndefined();
	});

	it("covers each of 100,000 tools once, in parts that the page cache stores", () => {
		const parts = sitemapParts(100_000).flatMap((part) => numbersInPart(part) ?? []);
		expect(parts.length).toBeLessThan(50_000);
		expect(parts[0]?.after).toBe(0);
		for (const [index, { upTo }] of parts.entries())
			expect(parts[index + 1]?.after ?? upTo).toBe(upTo);
		expect(parts.at(-1)?.upTo).toBeGreaterThanOrEqual(100_000);
		const address = `https://a-long-name-of-a-shop.example-registry.com/tools/${"x".repeat(22)}`;
		const page = { address, changed: new Date() };
		const text = sitemapUrls(Array.from({ length: toolsPerPart }, () => page));
		expect(text.length).toBeLessThan(256 * 1024);
	});
});

it("a part of the sitemap has each page, and when it changed if that is known", () => {
	const pages = [
		{ address: `${origin}/tools/a&b`, changed: new Date(86_400_000) },
		{ address: `${origin}/fit` },
	];
	expect(sitemapUrls(pages)).toMatchInlineSnapshot(`
		"<?xml version="1.0" encoding="UTF-8"?>
		<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://shop.example/tools/a&amp;b</loc><lastmod>1970-01-02T00:00:00.000Z</lastmod></url><url><loc>https://shop.example/fit</loc></url></urlset>
		"
	`);
});

it("an empty Atom feed is valid too", () => {
	const text = atomFeed({ url: `${origin}/a`, page: origin, title: "New", entries: [] });
	expect(XMLValidator.validate(text)).toBe(true);
	expect(text).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
});

it("an Atom feed has the time of its newest entry, and each entry its author, page and image", () => {
	const entry = {
		id: `${origin}/r/1`,
		title: "Whip & chain",
		url: `${origin}/t?a=1&b=2`,
		published: new Date(86_400_000),
		text: "Good <b>",
		image: `${origin}/i`,
	};
	const entries = [entry, { ...entry, author: "Ada", published: new Date(0) }];
	const text = atomFeed({ url: `${origin}/a`, page: `${origin}/p`, title: "New", entries });
	expect(XMLValidator.validate(text)).toBe(true);
	expect(text).toMatchInlineSnapshot(`
		"<?xml version="1.0" encoding="UTF-8"?>
		<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><id>https://shop.example/a</id><title>New</title><updated>1970-01-02T00:00:00.000Z</updated><author><name>Cogsmith</name></author><link rel="self" type="application/atom+xml" href="https://shop.example/a"/><link rel="alternate" type="text/html" href="https://shop.example/p"/><entry><id>https://shop.example/r/1</id><title>Whip &amp; chain</title><published>1970-01-02T00:00:00.000Z</published><updated>1970-01-02T00:00:00.000Z</updated><link rel="alternate" type="text/html" href="https://shop.example/t?a=1&amp;b=2"/><content type="html">&lt;p&gt;&lt;img src=&quot;https://shop.example/i&quot; alt=&quot;&quot;&gt;&lt;/p&gt;&lt;p&gt;Good &amp;lt;b&amp;gt;&lt;/p&gt;</content></entry><entry><id>https://shop.example/r/1</id><title>Whip &amp; chain</title><published>1970-01-01T00:00:00.000Z</published><updated>1970-01-01T00:00:00.000Z</updated><author><name>Ada</name></author><link rel="alternate" type="text/html" href="https://shop.example/t?a=1&amp;b=2"/><content type="html">&lt;p&gt;&lt;img src=&quot;https://shop.example/i&quot; alt=&quot;&quot;&gt;&lt;/p&gt;&lt;p&gt;Good &amp;lt;b&amp;gt;&lt;/p&gt;</content></entry></feed>
		"
	`);
});

it("the index of the sitemap names its parts, and robots.txt the index", () => {
	expect(sitemapIndex([`${origin}/1`, `${origin}/2`])).toMatchInlineSnapshot(`
		"<?xml version="1.0" encoding="UTF-8"?>
		<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>https://shop.example/1</loc></sitemap><sitemap><loc>https://shop.example/2</loc></sitemap></sitemapindex>
		"
	`);
	expect(robotsTxt(origin)).toMatchInlineSnapshot(`
		"User-agent: *
		Disallow: /api/
		Allow: /api/docs
		Allow: /api/openapi.json

		Sitemap: https://shop.example/sitemap.xml
		"
	`);
});

it("security.txt has the shop's contact, and always expires in less than a year", () => {
	expect(securityTxt(origin, new Date("2026-11-28T18:00:00Z"))).toMatchInlineSnapshot(`
		"Contact: mailto:hello@cogsmith.test
		Expires: 2027-05-27T00:00:00.000Z
		Preferred-Languages: en
		Canonical: https://shop.example/.well-known/security.txt
		"
	`);
	expect(securityTxt(origin, new Date("2031-11-28T18:00:00Z"))).toContain("Expires: 2032-05-26T");
});

it("a product has the price of its smallest order, its stock and what shipping costs", () => {
	const tool = {
		_id: "whip",
		name: "Whip & chain",
		image: "/images/1",
		description: "x".repeat(6000),
		minOrderQuantity: 2,
		quantity: 1,
		price: 12.5,
		saleStartedAt: null,
		furtherImages: [],
		isBundle: false,
		isGiftCard: false,
		category: "Chain & cassette",
		maker: null,
		sku: null,
		gtin: null,
		mpn: null,
		weightGrams: null,
		group: null,
	};
	const item = productFeedItem(origin, tool);
	expect(item).toContain("<g:price>25.00 USD</g:price>");
	expect(item).toContain("<g:availability>out_of_stock</g:availability>");
	expect(item).toContain("<g:shipping><g:price>0.00 USD</g:price></g:shipping>");
	expect(item).toContain("<g:product_type>Chain &amp; cassette</g:product_type>");
	expect(item).toContain(
		"<g:brand>Cogsmith</g:brand><g:identifier_exists>no</g:identifier_exists>",
	);
	expect(item).not.toContain("x".repeat(5001));
	expect(productFeedItem(origin, { ...tool, quantity: 2 })).toContain("in_stock");
	const reduced = {
		...tool,
		saleStartedAt: new Date("2026-11-27T00:00:00Z"),
		sale: { before: 15, endsAt: "2026-12-04T00:00:00.000Z" },
	};
	expect(productFeedItem(origin, reduced)).toContain(
		"<g:price>30.00 USD</g:price><g:sale_price>25.00 USD</g:sale_price><g:sale_price_effective_date>2026-11-27T00:00:00.000Z/2026-12-04T00:00:00.000Z</g:sale_price_effective_date>",
	);
	const branded = {
		...tool,
		description: "Holds <it>.",
		maker: "Cog",
		sku: "WH-1",
		gtin: "4006381333931",
		mpn: "W-1",
		contents: "80 cm",
		weightGrams: 320,
		group: "whips",
		address: "whip-1",
	};
	expect(productFeedItem(origin, branded)).toMatchInlineSnapshot(
		`"<item><g:id>WH-1</g:id><title>Whip &amp; chain</title><description>Holds &lt;it&gt;.</description><link>https://shop.example/tools/whip-1</link><g:image_link>https://shop.example/images/1</g:image_link><g:availability>out_of_stock</g:availability><g:price>25.00 USD</g:price><g:unit_pricing_measure>160 cm</g:unit_pricing_measure><g:unit_pricing_base_measure>1 m</g:unit_pricing_base_measure><g:condition>new</g:condition><g:brand>Cog</g:brand><g:gtin>4006381333931</g:gtin><g:mpn>W-1</g:mpn><g:item_group_id>whips</g:item_group_id><g:product_type>Chain &amp; cassette</g:product_type><g:shipping_weight>320 g</g:shipping_weight><g:shipping><g:price>0.00 USD</g:price></g:shipping></item>"`,
	);
	for (const [sku, id] of [
		[null, "whip"],
		["WH-1", "WH-1"],
		["W".repeat(51), "whip"],
	] as const) {
		expect(productFeedItem(origin, { ...tool, sku })).toContain(`<g:id>${id}</g:id>`);
		expect(product(origin, { ...tool, facts: { ...(sku && { sku }) } }).sku).toBe(id);
	}
	expect(XMLValidator.validate(productFeedStart(origin) + item + productFeedEnd)).toBe(true);
	const kit = { ...tool, isBundle: true, furtherImages: ["/images/2", "/images/3"] };
	expect(productFeedItem(origin, kit)).toContain(
		"<g:image_link>https://shop.example/images/1</g:image_link><g:additional_image_link>https://shop.example/images/2</g:additional_image_link><g:additional_image_link>https://shop.example/images/3</g:additional_image_link>",
	);
	expect(productFeedItem(origin, kit)).toContain("<g:is_bundle>yes</g:is_bundle>");
	const card = productFeedItem(origin, { ...branded, isGiftCard: true });
	expect(card).not.toContain("g:shipping_weight");
	expect(card).toContain("<g:shipping><g:price>0.00 USD</g:price></g:shipping></item>");
	const long = productFeedItem(origin, { ...tool, name: "y".repeat(151) });
	expect(long).toContain(`<title>${"y".repeat(150)}</title>`);
});

describe("the shipping of a product", () => {
	afterEach(() => {
		vi.doUnmock("../../config/config.ts");
		vi.resetModules();
	});

	/** The countries and prices that a product of 25.00 has in a shop that ships like this. */
	async function shippingOf(shipping: ShippingConfig): Promise<string[]> {
		vi.resetModules();
		vi.doMock("../../config/config.ts", async (importOriginal) => ({
			...(await importOriginal<object>()),
			shipping,
		}));
		const feed = await import("./product-feed.ts");
		const item = feed.productFeedItem(origin, {
			_id: "whip",
			name: "Whip",
			image: "/images/1",
			description: "Holds.",
			minOrderQuantity: 1,
			quantity: 1,
			price: 25,
			category: null,
			maker: null,
			sku: null,
			gtin: null,
			mpn: null,
			weightGrams: null,
			group: null,
			saleStartedAt: null,
			furtherImages: [],
			isBundle: false,
			isGiftCard: false,
			address: "whip",
		});
		const pattern =
			/<g:shipping>(?:<g:country>(\w+)<\/g:country>)?<g:price>(\S+) USD<\/g:price><\/g:shipping>/g;
		return [...item.matchAll(pattern)].map(
			([, country = "anywhere", price]) => `${country} ${price}`,
		);
	}

	it.each<[what: string, shipping: ShippingConfig, expected: string[]]>([
		[
			"the same everywhere",
			{ countries: "all", rates: [{ countries: "all", price: 5 }] },
			["anywhere 5.00"],
		],
		[
			"another one to some countries, which are named alone",
			{
				countries: "all",
				rates: [
					{ countries: ["DE", "AT"], price: 4.9 },
					{ countries: "all", price: 9.5 },
				],
			},
			["DE 4.90", "AT 4.90"],
		],
		[
			"free to some of the countries",
			{
				countries: ["DE", "CH"],
				rates: [
					{ countries: ["DE"], price: 4.9, freeFrom: 25 },
					{ countries: "all", price: 9.5, freeFrom: 25.01 },
				],
			},
			["DE 0.00", "CH 9.50"],
		],
		[
			"the same to the only countries",
			{ countries: ["DE", "AT"], rates: [{ countries: "all", price: 5 }] },
			["DE 5.00", "AT 5.00"],
		],
	])("is %s", async (_, shipping, expected) => {
		expect(await shippingOf(shipping)).toEqual(expected);
	});

	it("names at most a hundred countries", async () => {
		const rates: ShippingConfig["rates"] = [{ countries: "all", price: 5 }];
		const named = await shippingOf({ countries: countries.slice(0, 120), rates });
		expect(named).toEqual(countries.slice(0, 100).map((country) => `${country} 5.00`));
	});
});

it("llms.txt has no empty section, and no name ends a link", () => {
	const job = { name: "True [a] wheel", path: "/jobs/true.json", note: "First\nsecond" };
	const text = llmsTxt(origin, { categories: [], jobs: [job], hasFit: false });
	expect(text).toContain(`- [True \\[a\\] wheel](${origin}/jobs/true.json): First second\n`);
	expect(text).not.toContain("Categories");
	expect(text).not.toContain("My bike");
	const categories = [{ name: "Chain", path: "/tools/c/chain", note: "Whips" }];
	const whole = llmsTxt(origin, { categories, jobs: [job], hasFit: false });
	expect(text).toBe(whole.replace(/## Categories\n\n.*\n\n/, ""));
});

it("llms.txt has all sections", () => {
	const categories = [{ name: "Chain", path: "/tools/c/chain", note: "Whips" }];
	const jobs = [{ name: "True a wheel", path: "/jobs/true.json", note: "Straight" }];
	expect(llmsTxt(origin, { categories, jobs, hasFit: true })).toMatchInlineSnapshot(`
		"# Cogsmith

		> Workshop tools and parts for bicycles, from tire levers to truing stands, with honest notes on what fits.

		Prices are in US dollars. A tool's page has its price, stock and rating as JSON-LD.

		## Shop

		- [Tools](https://shop.example/tools): all bicycle tools and parts, with price and stock
		- [Reviews](https://shop.example/review): as customers wrote them
		- [My bike](https://shop.example/fit): which tools fit a bike

		## Categories

		- [Chain](https://shop.example/tools/c/chain): Whips

		## Jobs, as JSON under CC BY 4.0

		- [True a wheel](https://shop.example/jobs/true.json): Straight

		## Data

		- [Products](https://shop.example/feeds/products.xml): RSS with Google Merchant's fields
		- [New tools](https://shop.example/feeds/tools.atom): Atom
		- [New reviews](https://shop.example/feeds/reviews.atom): Atom
		- [API](https://shop.example/api/openapi.json): OpenAPI
		"
	`);
});

it("a page links to the feeds of what it lists", () => {
	const paths = (page: string) => feedsOf(page).map(({ path }) => path);
	expect(paths("/")).toEqual([feedPaths.tools, feedPaths.reviews]);
	expect(paths("/tools")).toEqual([feedPaths.tools]);
	expect(paths("/review")).toEqual([feedPaths.reviews]);
	expect(paths("/blogs")).toEqual([]);
});
