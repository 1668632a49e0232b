/** What search engines, feed readers and link previews get of the built shop, each read by a parser of its kind. No browser. */
import { Readable } from "node:stream";
import Validator from "@adobe/structured-data-validator";
import { expect } from "@playwright/test";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseAtomFeed } from "feedsmith";
import robotsParser from "robots-parser";
import sharp from "sharp";
import { parseSitemap, parseSitemapIndex } from "sitemap";
import { shopUrl, test } from "./fixtures.ts";
import { fetchPage } from "./measure.ts";

const at = (path: string) => new URL(path, shopUrl()).href;

async function read(address: string, type: string): Promise<string> {
	const response = await fetch(address);
	expect(response.status, address).toBe(200);
	expect(response.headers.get("content-type"), address).toMatch(
		new RegExp(`^${type.replace("+", "\\+")}(; ?charset=utf-8)?$`, "i"),
	);
	return response.text();
}

/** The value of an attribute in the head of a page. */
function headValue(html: string, pattern: RegExp): string | undefined {
	return pattern.exec(html.slice(0, html.indexOf("</head>")))?.[1]?.replaceAll("&amp;", "&");
}

const canonicalOf = (html: string) => headValue(html, /<link rel="canonical" href="([^"]*)"/);

// biome-ignore lint/suspicious/noExplicitAny: parsed JSON, checked by the test
type Data = any;

/** The structured data of a page, without an error by Google's rules. */
async function structuredData(path: string): Promise<Data[]> {
	const { text } = await fetchPage(path);
	const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
	const { "@context": context, "@graph": things }: Data = JSON.parse(json);
	expect(context, path).toBe("https://schema.org");
	for (const thing of things) {
		// The validator wants a name for each entry; a summary page's list has none (Google: Carousel).
		if (thing["@type"] === "ItemList") continue;
		const issues = await new Validator().validate({ jsonld: { [thing["@type"]]: [thing] } });
		expect(
			issues.filter(({ severity }) => severity === "ERROR"),
			path,
		).toEqual([]);
	}
	return things;
}

/** Three addresses of each kind: one page shows all tools, and so on. Those of no kind are all there. */
function fewOfEachKind(addresses: string[]): string[] {
	const kindOf = (address: string) => new URL(address).pathname.split("/").slice(1, -1).join("/");
	const kinds = Map.groupBy(addresses, kindOf);
	return [...kinds].flatMap(([kind, all]) => (kind ? all.slice(0, 3) : all));
}

test("the sitemap lists every public page; each is there and names itself as canonical", async () => {
	test.slow();
	const robots = robotsParser(at("/robots.txt"), await read(at("/robots.txt"), "text/plain"));
	const [sitemap = "", ...more] = robots.getSitemaps();
	expect([sitemap, more]).toEqual([at("/sitemap.xml"), []]);
	const parts = await parseSitemapIndex(Readable.from(await read(sitemap, "application/xml")));
	expect(parts.map(({ url }) => url)).toEqual([
		at("/sitemap/pages.xml"),
		at("/sitemap/tools-1.xml"),
	]);
	const pages = [];
	for (const { url } of parts)
		pages.push(...(await parseSitemap(Readable.from(await read(url, "application/xml")))));
	const addresses = pages.map(({ url }) => url);
	expect(new Set(addresses).size).toBe(addresses.length);
	for (const path of ["/", "/tools", "/jobs/true-wheel", "/fit/cassette", "/tools/torque-wrench"])
		expect(addresses).toContain(at(path));
	for (const { url, lastmod } of pages) {
		expect(robots.isAllowed(url), url).toBe(true);
		if (lastmod) expect(Date.parse(lastmod)).toBeLessThanOrEqual(Date.now());
	}
	for (const url of fewOfEachKind(addresses)) {
		const html = await read(url, "text/html");
		expect(canonicalOf(html), url).toBe(url);
		expect(html, url).not.toContain('name="robots"');
	}
	expect(robots.isAllowed(at("/api/order"))).toBe(false);
	expect((await fetch(at("/sitemap/tools-2.xml"))).status).toBe(404);
});

test("links to pages show an image of 1200 by 630", async () => {
	for (const path of ["/", "/tools/torque-wrench"]) {
		const { text } = await fetchPage(path);
		const value = (name: string) =>
			headValue(text, new RegExp(`<meta property="og:${name}" content="([^"]*)"`));
		expect(value("url")).toBe(at(path));
		expect(value("title")).toBeTruthy();
		expect(value("description")).toBeTruthy();
		expect(value("site_name")).toBe("Cogsmith");
		expect([value("image:width"), value("image:height")]).toEqual(["1200", "630"]);
		const image = await fetch(value("image") ?? "");
		expect(image.headers.get("content-type"), path).toBe("image/jpeg");
		const { width, height } = await sharp(await image.arrayBuffer()).metadata();
		expect([width, height], path).toEqual([1200, 630]);
		expect(headValue(text, /<meta name="twitter:card" content="([^"]*)"/)).toBe(
			"summary_large_image",
		);
	}
	for (const path of [
		"/cart",
		"/tools/nothing",
		"/login",
		"/login?from=%2Fcheckout",
		"/signup",
		"/forgot",
		"/reset",
		"/verify",
		"/checkout",
		"/tools/headset-press/alert",
	]) {
		const { text } = await fetchPage(path);
		expect(canonicalOf(text), path).toBeUndefined();
		expect(text, path).toContain('<meta name="robots" content="noindex">');
	}
});

test("pages have the structured data of what they show", async () => {
	const types = async (path: string) => (await structuredData(path)).map((one) => one["@type"]);
	expect(await types("/")).toEqual(["WebSite", "Organization"]);
	const [list] = await structuredData("/tools");
	expect(list["@type"]).toBe("ItemList");
	expect(list.itemListElement[0]).toEqual({
		"@type": "ListItem",
		position: 1,
		// Other tests add tools.
		url: expect.stringContaining(at("/tools/")),
	});
	for (const path of ["/tools/c", "/jobs"]) expect(await types(path), path).toEqual(["ItemList"]);
	expect(await types("/tools/c/drivetrain-parts")).toEqual(["BreadcrumbList", "ItemList"]);
	expect(await types("/jobs/true-wheel")).toEqual(["HowTo", "BreadcrumbList"]);
	const [product, place] = await structuredData("/tools/torque-wrench");
	expect(product.offers).toMatchObject({ price: "89.00", priceCurrency: "USD" });
	expect(product).toMatchObject({ url: at("/tools/torque-wrench"), category: expect.any(String) });
	expect(product.offers).toMatchObject({
		shippingDetails: [{ "@type": "OfferShippingDetails" }],
		hasMerchantReturnPolicy: { "@type": "MerchantReturnPolicy", merchantReturnDays: 14 },
	});
	expect(product.aggregateRating.reviewCount).toBeGreaterThan(0);
	expect(place.itemListElement.at(-1).item).toBe(at("/tools/torque-wrench"));
	const [{ offers }] = await structuredData("/tools/headset-press");
	expect(offers.availability).toBe("https://schema.org/OutOfStock");
});

test("feed readers find the newest tools and reviews", async () => {
	for (const [page, path, type] of [
		["/tools", "/feeds/tools.atom", "New tools"],
		["/review", "/feeds/reviews.atom", "Reviews"],
	] as const) {
		const { text } = await fetchPage(page);
		expect(
			headValue(text, /<link rel="alternate" type="application\/atom\+xml" href="([^"]*)"/),
		).toBe(path);
		const feed = parseAtomFeed(await read(at(path), "application/atom+xml"));
		expect(feed.title?.value, path).toMatch(type);
		expect(feed.id).toBe(at(path));
		expect(feed.links?.find(({ rel }) => rel === "self")?.href).toBe(at(path));
		const { entries = [] } = feed;
		expect(entries.length).toBeGreaterThan(5);
		expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
		const times = entries.map(({ updated = "" }) => Date.parse(String(updated)));
		expect(times).toEqual(times.toSorted((one, other) => other - one));
		expect(times[0]).toBe(Date.parse(String(feed.updated)));
		for (const { title, links } of entries) {
			expect(title?.value).toBeTruthy();
			expect(links?.[0]?.href?.startsWith(shopUrl())).toBe(true);
		}
	}
});

test("Merchant Center gets every tool", async () => {
	const text = await read(at("/feeds/products.xml"), "application/xml");
	expect(XMLValidator.validate(text)).toBe(true);
	const { channel } = new XMLParser({ parseTagValue: false }).parse(text).rss;
	const part = await read(at("/sitemap/tools-1.xml"), "application/xml");
	const listed = await parseSitemap(Readable.from(part));
	// The tools of a family share its page, which the sitemap has once.
	const pages = channel.item.map(({ link, "g:item_group_id": family }: Data) =>
		family ? at(`/tools/${family}`) : link,
	);
	expect(new Set(pages)).toEqual(new Set(listed.map(({ url }) => url)));
	for (const item of channel.item) {
		expect(item["g:id"].length).toBeLessThanOrEqual(50);
		expect(item["g:price"]).toMatch(/^\d+\.\d\d USD$/);
		expect(["in_stock", "out_of_stock"]).toContain(item["g:availability"]);
		expect(item["g:condition"]).toBe("new");
		expect(item["g:image_link"]).toMatch(/\/images\/[0-9a-f]{32}$/);
		expect(item["g:shipping"]["g:price"]).toBe("0.00 USD");
	}
	const wrench = channel.item.find(({ link }: Data) => link === at("/tools/torque-wrench"));
	expect(wrench["g:product_type"]).toBe("Torque wrenches");
});

/** The product with this address, on its page or among the others of its family, with its group. */
function productAt(things: Data[], url: string): Data {
	const products = things.flatMap(({ hasVariant, ...thing }) =>
		hasVariant ? hasVariant.map((one: Data) => ({ ...one, group: thing.productGroupID })) : [thing],
	);
	return products.find((thing: Data) => thing["@type"] === "Product" && thing.url === url);
}

test("feed, page, its data, embed and call say the same price and identifier of each tool", async () => {
	test.slow();
	const text = await read(at("/feeds/products.xml"), "application/xml");
	const { channel } = new XMLParser({ parseTagValue: false }).parse(text).rss;
	const minimums = new Set();
	const identifiers = new Set();
	for (const item of channel.item) {
		const { link } = item;
		const address = new URL(link).pathname.split("/").at(-1);
		const before = item["g:sale_price"] && item["g:price"];
		const [amount = ""] = (item["g:sale_price"] ?? item["g:price"]).split(" ");
		const {
			sku,
			group,
			offers: offer,
		} = productAt(await structuredData(new URL(link).pathname), link);
		expect([sku, group], link).toEqual([item["g:id"], item["g:item_group_id"]]);
		identifiers.add(sku);
		expect(offer.price, link).toBe(amount);
		const struck = offer.priceSpecification?.find(({ priceType }: Data) => priceType)?.price;
		expect(struck && `${struck} USD`, link).toBe(before);
		const { text: html } = await fetchPage(new URL(link).pathname);
		// A tool that is sold out has nothing to add.
		const isSoldOut = item["g:availability"] === "out_of_stock";
		const [, bar] = /buy-price[^>]*>(?:\d+ for )?\$([\d.,]+)</.exec(html) ?? [];
		expect(bar?.replace(",", ""), link).toBe(isSoldOut ? undefined : amount);
		const embed = JSON.parse(await read(at(`/embed/v1/tools/${address}.json`), "application/json"));
		expect(embed.smallestOrder.price.toFixed(2), link).toBe(amount);
		const [tool] = JSON.parse(await read(at(`/api/service?id=${embed._id}`), "application/json"));
		expect(embed.amount, link).toBe(tool.price);
		expect(embed.smallestOrder.quantity, link).toBe(tool.minOrderQuantity);
		expect((tool.price * tool.minOrderQuantity).toFixed(2), link).toBe(amount);
		expect(embed.sale, link).toEqual(tool.sale);
		minimums.add(tool.minOrderQuantity > 1);
	}
	expect(minimums).toEqual(new Set([true, false]));
	expect(identifiers.size).toBe(channel.item.length);
});

test("language models find the shop's pages and data", async () => {
	const text = await read(at("/llms.txt"), "text/plain");
	expect(text).toMatch(/^# [^\n]+\n\n> [^\n]+\n/);
	const links = [...text.matchAll(/^- \[(.+)\]\((\S+)\)(?:: .+)?$/gm)].map(([, , url = ""]) => url);
	expect(links.length).toBeGreaterThan(30);
	// Each line is a heading, a link or text between them (llmstxt.org).
	expect(text.match(/^- /gm)).toHaveLength(links.length);
	for (const url of links.filter((url) => /\/(tools|jobs|api)/.test(url)).slice(0, 5))
		expect((await fetch(url)).status, url).toBe(200);
});
