import { expect, type Page } from "@playwright/test";
import { smallTargets } from "../journeys/accessible.ts";
import { axeViolations } from "../journeys/axe.ts";
import { allowConsole, shopUrl } from "../journeys/fixtures.ts";
import { blogPage, cardHtml, feedHtml, scriptTag } from "./blog-server.ts";
import { mockEmbedData, test } from "./fixtures.ts";

const purchase = { name: /^Purchase Torque wrench/ };

async function expectAccessible(page: Page): Promise<void> {
	expect(await axeViolations(page)).toEqual([]);
}

/** Expects no element wider than the page and no clipped card. */
async function expectFits(page: Page): Promise<void> {
	const wide = await page.evaluate(() => {
		const width = document.documentElement.clientWidth;
		return [...document.querySelectorAll("cogsmith-tool-card, cogsmith-review-feed")]
			.map((element) => element.getBoundingClientRect())
			.filter((box) => box.right > width + 1 || box.left < -1 || box.width < 100).length;
	});
	expect(wide).toBe(0);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
		await page.evaluate(() => document.documentElement.clientWidth),
	);
}

test("the plain example works", async ({ page, blog }) => {
	await page.goto(blog.example("plain.html"));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await expect(page.getByRole("listitem")).toHaveCount(3);
	await expectAccessible(page);
});

test("every link of an element is a target of 24 px, in a narrow and in a wide column", async ({
	page,
	blog,
}) => {
	// The shop has no such tool, and the browser logs that.
	allowConsole(page, /404/);
	const chosen = `${cardHtml()}${cardHtml("", "no-such-tool")}${feedHtml()}`;
	await page.goto(blog.page(blogPage(chosen.replaceAll(/<a [^>]*>[^<]*<\/a>/g, ""))));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await expect(page.getByRole("link", { name: "All reviews" })).toBeVisible();
	for (const width of [200, 390, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await smallTargets(page), `${width} px`).toEqual([]);
	}
});

test("the example with a strict Content-Security-Policy works", async ({ page, blog }) => {
	await page.goto(blog.example("strict-policy.html"));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await expect(page.getByRole("listitem")).toHaveCount(2);
	const image = page.locator("cogsmith-tool-card img");
	await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
	await expect(page.getByRole("link", purchase)).not.toHaveCSS(
		"background-color",
		"rgba(0, 0, 0, 0)",
	);
});

test("the React example works", async ({ page, blog }) => {
	await page.goto(blog.example("react.html"));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await page.getByRole("button", { name: "Show Chain breaker" }).click();
	await page.getByRole("link", { name: "Purchase Chain breaker" }).click();
	await expect(page.getByRole("status")).toHaveText("Chosen: chain-breaker");
});

test("the markup that WordPress leaves works", async ({ page, blog }) => {
	await page.goto(blog.example("wordpress.html"));
	await expect(page.getByRole("link", { name: /^Kaufen Torque wrench/ })).toHaveAttribute(
		"href",
		`${shopUrl()}/tools/torque-wrench?seen-on=wp-blog`,
	);
	await expect(page.getByRole("listitem")).toHaveCount(2);
	await expect(page.getByRole("heading", { level: 2 })).toHaveCount(2);
	await expect(page.getByRole("link", { name: "Ein Link, der einer bleibt" })).toBeVisible();
});

test("fits into any container", async ({ page, blog }) => {
	await page.setViewportSize({ width: 700, height: 900 });
	const containers = [
		["display:flex", ""],
		["", "float:left"],
		["", "display:inline-block"],
		["display:table-cell", ""],
		["display:grid;grid-template-columns:1fr 1fr", ""],
		["width:200px", ""],
	].map(([style, own]) => {
		const inside = cardHtml(own && `style="${own}"`) + feedHtml('limit="1"');
		return `<div style="display:flow-root"><div style="${style}">${inside}</div></div>`;
	});
	await page.goto(blog.page(blogPage(containers.join(""))));
	await expect(page.getByRole("link", purchase)).toHaveCount(containers.length);
	await expect(page.getByRole("listitem")).toHaveCount(containers.length);
	await expectFits(page);
});

test("a host page's styles do not reach into an element", async ({ page, blog }) => {
	const hostile =
		"<style>html{font-size:62.5%}*{color:red!important;font:30px/3 cursive!important;letter-spacing:1em!important;text-transform:uppercase!important;background:lime!important;border-radius:0!important;text-align:right!important}</style>";
	await page.goto(blog.page(blogPage(cardHtml(), scriptTag() + hostile)));
	const title = page.getByRole("link", { name: /^Torque wrench/ });
	await expect(title).toHaveCSS("font-size", "20px");
	await expect(title).toHaveCSS("letter-spacing", "normal");
	await expect(title).toHaveCSS("text-transform", "none");
	const stock = page.getByText(/^\d+ in stock/);
	await expect(stock).toHaveCSS("font-size", "14px");
	await expect(stock).not.toHaveCSS("color", "rgb(255, 0, 0)");
});

test("custom properties and parts restyle an element", async ({ page, blog }) => {
	const own =
		"<style>cogsmith-tool-card{--cogsmith-accent:rgb(0,0,100);--cogsmith-card-max-width:300px}cogsmith-tool-card::part(price){color:rgb(0,100,0)}</style>";
	await page.goto(blog.page(blogPage(cardHtml(), scriptTag() + own)));
	await expect(page.getByRole("link", purchase)).toHaveCSS("background-color", "rgb(0, 0, 100)");
	await expect(page.getByText("$89.00")).toHaveCSS("color", "rgb(0, 100, 0)");
	expect((await page.getByRole("article").boundingBox())?.width).toBe(300);
});

test("an element is accessible in every scheme", async ({ page, blog }) => {
	const ground = '<meta name="color-scheme" content="light dark">';
	await page.goto(
		blog.page(blogPage(`<h2>Tools</h2>${cardHtml()}${feedHtml()}`, scriptTag() + ground)),
	);
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await expect(page.getByRole("listitem")).toHaveCount(3);
	for (const options of [
		{ colorScheme: "light" },
		{ colorScheme: "dark" },
		{ colorScheme: "light", forcedColors: "active" },
		{ forcedColors: "none", reducedMotion: "reduce" },
	] as const) {
		await page.emulateMedia(options);
		expect(await axeViolations(page), JSON.stringify(options)).toEqual([]);
	}
});

test("an element is accessible while it loads and when it fails", async ({ page, blog }) => {
	allowConsole(page, /404/);
	await page.route("**/embed/v1/**", () => undefined);
	await page.goto(blog.page(blogPage(cardHtml() + feedHtml())));
	await expect(page.getByRole("link", { name: "To the torque-wrench" })).toBeVisible();
	await expectAccessible(page);
	await page.unrouteAll({ behavior: "ignoreErrors" });
	await mockEmbedData(page, {}, 404);
	await page.reload();
	await expect(page.locator("[part=error]")).toHaveCount(2);
	await expectAccessible(page);
	await mockEmbedData(page, []);
	await page.goto(blog.page(blogPage(feedHtml())));
	await expect(page.getByText("No reviews yet")).toBeVisible();
	await expectAccessible(page);
});

test("light and dark are fixed, and auto follows the page rather than the system", async ({
	page,
	blog,
}) => {
	const [light, dark] = ["rgb(247, 244, 237)", "rgb(27, 30, 33)"];
	await page.emulateMedia({ colorScheme: "dark" });
	const cards = ['theme="light"', 'theme="dark"', 'theme="auto"', ""]
		.map((theme) => cardHtml(theme))
		.join("");
	const grounds = () =>
		page
			.getByRole("article")
			.evaluateAll((shown) => shown.map((one) => getComputedStyle(one).backgroundColor));
	for (const [said, auto] of [
		["", light],
		['<meta name="color-scheme" content="light dark">', dark],
		["<style>:root{color-scheme:light}</style>", light],
		["<style>main{color-scheme:dark}</style>", dark],
	] as const) {
		await page.goto(blog.page(blogPage(cards, scriptTag() + said)));
		await expect(page.getByRole("article")).toHaveCount(4);
		expect(await grounds(), said).toEqual([light, dark, auto, auto]);
	}
});

test("pictures are square and covered", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(cardHtml() + feedHtml())));
	await expect(page.getByRole("listitem")).toHaveCount(3);
	for (const image of await page
		.locator("cogsmith-tool-card img, cogsmith-review-feed img")
		.all()) {
		await expect(image).toHaveCSS("object-fit", "cover");
		const { width = 0, height } = (await image.boundingBox()) ?? {};
		expect(height).toBeCloseTo(width, 0);
	}
});

test("in right-to-left text, the image is on the right", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(cardHtml(), scriptTag(), 'lang="ar" dir="rtl"')));
	const image = await page.locator("cogsmith-tool-card img").boundingBox();
	const title = await page.getByRole("heading", { level: 3 }).boundingBox();
	expect(image?.x).toBeGreaterThan(title?.x ?? 0);
	// The facts are in the element's language: "18 in stock" reads from left to right.
	await expect(page.locator("cogsmith-tool-card [part=facts]")).toHaveCSS("direction", "ltr");
});

test("a wide feed has no empty column", async ({ page, blog }) => {
	await page.setViewportSize({ width: 1000, height: 900 });
	await page.goto(blog.page(blogPage(`<div style="width:900px">${feedHtml()}</div>`)));
	await expect(page.getByRole("listitem")).toHaveCount(3);
	const [list, last] = await Promise.all([
		page.getByRole("list").boundingBox(),
		page.getByRole("listitem").last().boundingBox(),
	]);
	const end = (box: typeof list) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
	expect(end(last)).toBe(end(list));
});

test("an element is readable at 400% zoom", async ({ page, blog }) => {
	await page.setViewportSize({ width: 320, height: 256 });
	await page.goto(blog.page(blogPage(cardHtml() + feedHtml('limit="1"'))));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await expect(page.getByRole("listitem")).toHaveCount(1);
	await expectFits(page);
});

test("Tab moves through an element in reading order", async ({ page, blog }) => {
	await page.goto(blog.page(blogPage(`<a href="#">Before</a>${cardHtml()}<a href="#">After</a>`)));
	await expect(page.getByRole("link", purchase)).toBeVisible();
	await page.getByRole("link", { name: "Before" }).focus();
	for (const name of [/^Torque wrench/, /^Purchase Torque wrench/, /^After$/]) {
		await page.keyboard.press("Tab");
		await expect(page.getByRole("link", { name })).toBeFocused();
	}
});

test("a cross-origin isolated page can show an element", async ({ page, blog }) => {
	const address = blog.page(blogPage(cardHtml()), {
		"Cross-Origin-Embedder-Policy": "require-corp",
		"Cross-Origin-Opener-Policy": "same-origin",
	});
	await page.goto(address);
	await expect(page.getByRole("link", purchase)).toBeVisible();
	const image = page.locator("cogsmith-tool-card img");
	await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320);
});
