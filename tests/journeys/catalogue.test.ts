/** The catalogue's filters and categories: on a phone without JavaScript, and every choice of their HTML. */
import { expect } from "@playwright/test";
import { nearTools } from "../../src/messages/search.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { shopUrl, test } from "./fixtures.ts";

test("filters narrow the catalogue without JavaScript", async ({ browser }) => {
	const context = await browser.newContext({
		javaScriptEnabled: false,
		viewport: { width: 390, height: 844 },
	});
	const page = await context.newPage();
	await page.goto("/tools");
	await page.getByRole("button", { name: "Filters" }).click();
	await page.getByRole("link", { name: "Wheels and hubs 3" }).click();
	await expect(page).toHaveURL("/tools/c/wheels");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wheels and hubs");
	await expect(page.getByRole("article")).toHaveCount(3);
	const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
	await expect(breadcrumb.getByRole("link", { name: "Tools" })).toHaveAttribute("href", "/tools");

	await page.getByRole("button", { name: "Filters" }).click();
	await page.getByLabel("To", { exact: true }).fill("100");
	await page.getByRole("button", { name: "Set price" }).click();
	await expect(page).toHaveURL(/\/tools\/c\/wheels\?.*price-to=100/);
	await expect(page.getByRole("article")).toHaveCount(2);
	const price = await page.locator(".tool-card .price").allTextContents();
	expect(price).toEqual(["$7.50", "$38.00"]);

	await page.getByRole("link", { name: "Remove Wheels and hubs" }).click();
	await expect(page).toHaveURL("/tools?price-to=100");
	await page.getByRole("link", { name: "Highest price" }).click();
	await expect(page).toHaveURL("/tools?price-to=100&sort=-price");
	await page.getByRole("button", { name: "Filters" }).click();
	await page.getByRole("link", { name: /^In stock/ }).click();
	await expect(page).toHaveURL("/tools?price-to=100&in-stock=1&sort=-price");
	await expect(page.locator(".tool-card-name").first()).toHaveText("Torque wrench, 2 to 25 Nm");
	await expect(page.getByText("Sold out")).toHaveCount(0);
	await context.close();
});

/** A link of a page, and the count beside it. */
interface Choice {
	href: string;
	count: number | undefined;
}

const pages = new Map<string, Promise<string>>();

/** The HTML of a page, each asked for once. Searches have a limit a network. */
function htmlOf(path: string): Promise<string> {
	const known = pages.get(path);
	if (known) return known;
	const headers = { "CF-Connecting-IP": newIpAddress() };
	const asked = fetch(new URL(path, shopUrl()), { headers }).then((response) => response.text());
	pages.set(path, asked);
	return asked;
}

const plain = (text = "") => text.replaceAll("&amp;", "&").replaceAll("&#38;", "&");

/** The links in the part of a page from one mark to another. */
function choicesIn(html: string, from: string, to: string): Choice[] {
	const start = html.indexOf(from);
	if (start < 0) return [];
	const part = html.slice(start, html.indexOf(to, start));
	return [...part.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].flatMap(
		([link, href, text = ""]) => {
			const [, count] = /<span[^>]*>(\d+)<\/span>/.exec(text) ?? [];
			// One that is on is taken back by its link, and the filter by a bike asks for one.
			const isLeft = /data-fits-bike|aria-current="true"/.test(link);
			return isLeft ? [] : [{ href: plain(href), count: count ? Number(count) : undefined }];
		},
	);
}

/** How many tools a page and those after it have. */
async function countOf(path: string): Promise<number> {
	const html = await htmlOf(path);
	// Instead of results: the nearest tools.
	if (Object.values(nearTools).some((heading) => html.includes(`>${heading}</h2>`))) return 0;
	const own = html.split('class="tool-card"').length - 1;
	const [next] = /<a [^>]*rel="next"[^>]*>/.exec(html) ?? [];
	const [, href] = /href="([^"]*)"/.exec(next ?? "") ?? [];
	return own + (href ? await countOf(plain(href)) : 0);
}

test("chips and facets of the catalogue lead to tools, as many as stand beside them", async () => {
	// All of them: tests/shop/catalogue.test.ts. Here are the links of a page of each kind.
	const starts = [
		"/tools",
		"/tools?fits=chain:11",
		"/tools?q=wrench&price-to=50",
		"/tools/c/wheels?in-stock=1",
	];
	const wrong: string[] = [];
	const tapped = new Set<string>();
	for (const path of starts) {
		const html = await htmlOf(path);
		const chips = choicesIn(html, 'class="category-groups', "</dl>");
		const facets = choicesIn(html, 'id="filters"', "</form>");
		for (const { href } of chips) {
			if (!href.includes("fits=")) continue;
			tapped.add(href);
			if ((await countOf(href)) === 0) wrong.push(`${path}: ${href} has none`);
		}
		for (const { href, count } of facets) {
			const found = await countOf(href);
			// Without a count nobody has looked for all of them.
			const isTrue = count === undefined ? found > 0 : found === count;
			if (!isTrue) wrong.push(`${path}: ${href} has ${found}, not ${count ?? "any"}`);
		}
	}
	expect(wrong).toEqual([]);
	expect(tapped.size).toBeGreaterThan(5);
});
