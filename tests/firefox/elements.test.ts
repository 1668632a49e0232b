/** The core of tests/widgets, in Firefox instead of Chromium. */
import type { Browser, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { elementHeight } from "../../src/shop/embeds/sizes.ts";
import { shopUrl } from "../setup/test-shop.ts";
import {
	type BlogServer,
	blogPage,
	cardHtml,
	feedHtml,
	scriptTag,
	startBlog,
} from "../widgets/blog-server.ts";
import {
	computedStyle,
	fieldByLabel,
	hasFocus,
	linkTarget,
	openFirefox,
	openWatchedPage,
	queryAll,
	waitForAll,
	waitForOne,
	waitForText,
} from "./browser.ts";

const wrench = "Torque wrench, 2 to 25 Nm";
const purchase = `Purchase ${wrench}`;
const fallback = "To the torque-wrench";

let firefox: Browser;
let host: BlogServer;
let page: Page;
let consoleMessages: string[];
/** Messages that Firefox logs when a test blocks a resource. */
const corsWarning = /Cross-Origin Request Blocked.*did not succeed/;
let allowed: RegExp | undefined;

beforeAll(async () => {
	[firefox, host] = await Promise.all([openFirefox(), startBlog()]);
}, 60_000);

afterAll(async () => {
	await Promise.all([firefox?.close(), host?.close()]);
});

beforeEach(async () => {
	allowed = undefined;
	({ page, consoleMessages } = await openWatchedPage(firefox));
});

afterEach(async () => {
	await page.close();
	const stray = consoleMessages.filter((line) => !allowed?.test(line));
	expect(stray, "stray console output").toEqual([]);
});

it("shows a card and a feed", async () => {
	await page.goto(host.page(blogPage(cardHtml() + feedHtml('limit="2"'))));
	await waitForOne(page, "link", purchase);
	await waitForOne(page, "heading", wrench);
	await waitForText(page, "$89.00");
	await waitForText(page, "18 in stock");
	await waitForAll(page, 2, "listitem");
	await waitForOne(page, "image", "4 out of 5 stars");
	await waitForOne(page, "link", "All reviews");
	expect(await queryAll(page, "link", fallback)).toEqual([]);
});

it("works as a classic script too", async () => {
	const classic = `<script src="${shopUrl()}/w/1/widgets.js"></script>`;
	await page.goto(host.page(blogPage(cardHtml() + feedHtml(), classic)));
	await waitForOne(page, "link", purchase);
	await waitForAll(page, 3, "listitem");
});

it("works under a strict Content-Security-Policy, with image and style", async () => {
	await page.goto(host.example("strict-policy.html"));
	const link = await waitForOne(page, "link", purchase);
	await waitForAll(page, 2, "listitem");
	expect(await computedStyle(link, "background-color")).not.toBe("rgba(0, 0, 0, 0)");
	const width = () =>
		page.$eval("cogsmith-tool-card >>> img", (img) =>
			img instanceof HTMLImageElement ? img.naturalWidth : 0,
		);
	await vi.waitFor(async () => expect(await width()).toBe(320), 10_000);
});

it("upgrades the markup that WordPress leaves", async () => {
	await page.goto(host.example("wordpress.html"));
	const link = await waitForOne(page, "link", `Kaufen ${wrench}`);
	expect(await linkTarget(link)).toBe(`${shopUrl()}/purchase/torque-wrench?seen-on=wp-blog`);
	await waitForAll(page, 2, "listitem");
	await waitForOne(page, "link", "Ein Link, der einer bleibt");
});

it("follows React's state, and fires events to React", async () => {
	await page.goto(host.example("react.html"));
	await waitForOne(page, "link", purchase);
	await (await waitForOne(page, "button", "Show Chain breaker")).click();
	await (await waitForOne(page, "link", "Purchase Chain breaker")).click();
	await waitForText(page, "Chosen: chain-breaker");
});

/** Writes an element's error code into the page's title. */
const errorReporter = `<script>addEventListener("cogsmith-error", ({ detail }) => { document.title = detail.code; });</script>`;

it("leaves the link for an unknown tool", async () => {
	const gone = cardHtml("", "no-such-tool");
	await page.goto(host.page(blogPage(gone, errorReporter + scriptTag())));
	await page.waitForFunction(() => document.title === "not-found");
	await waitForOne(page, "link", "To the no-such-tool");
});

it("leaves the link offline, and loads the card when reinserted", async () => {
	await page.goto(host.page(blogPage('<div id="place"></div>', errorReporter + scriptTag())));
	await page.waitForFunction(() => customElements.get("cogsmith-tool-card"));
	allowed = corsWarning;
	await page.setOfflineMode(true);
	await page.$eval(
		"#place",
		(place, markup) => place.insertAdjacentHTML("beforeend", markup),
		cardHtml(),
	);
	await page.waitForFunction(() => document.title === "offline");
	await waitForOne(page, "link", fallback);
	await page.setOfflineMode(false);
	await page.$eval("cogsmith-tool-card", (element) => element.parentElement?.appendChild(element));
	await waitForOne(page, "link", purchase);
});

it("light and dark are fixed, and auto follows the page, here the system's scheme", async () => {
	const cards =
		cardHtml('theme="light"') +
		cardHtml('theme="dark"', "chain-breaker") +
		cardHtml("", "tire-levers");
	const both = `${scriptTag()}<meta name="color-scheme" content="light dark">`;
	await page.goto(host.page(blogPage(cards, both)));
	await waitForAll(page, 3, "article");
	const grounds = async () =>
		Promise.all(
			(await queryAll(page, "article")).map((shown) => computedStyle(shown, "background-color")),
		);
	expect(await grounds()).toEqual(["rgb(247, 244, 237)", "rgb(27, 30, 33)", "rgb(27, 30, 33)"]);
});

it("prefers its own lang attribute to the page's", async () => {
	const cards = cardHtml() + cardHtml('lang="nl"', "chain-breaker");
	await page.goto(host.page(blogPage(cards, scriptTag(), 'lang="fr"')));
	await waitForOne(page, "link", `Acheter ${wrench}`);
	await waitForOne(page, "link", "Kopen Chain breaker");
	await waitForText(page, "18 en stock");
});

it("fires events, and the click event can be cancelled", async () => {
	const listening = `<output></output><script>
		for (const name of ["load", "select"]) document.addEventListener("cogsmith-" + name, (event) => {
			document.querySelector("output").textContent += name + JSON.stringify(event.detail) + event.composed;
			if (name === "select") event.preventDefault();
		});</script>`;
	await page.goto(host.page(blogPage(listening + cardHtml('partner="velo-blog"'))));
	await (await waitForOne(page, "link", purchase)).click();
	const href = `${shopUrl()}/purchase/torque-wrench?seen-on=velo-blog`;
	const detail = JSON.stringify({ toolId: "torque-wrench", href });
	expect(await page.$eval("output", (output) => output.textContent)).toBe(
		`loadnulltrueselect${detail}true`,
	);
});

it("takes Tab in reading order", async () => {
	await page.goto(host.page(blogPage(`<a href="#">Before</a>${cardHtml()}<a href="#">After</a>`)));
	await waitForOne(page, "link", purchase);
	await (await waitForOne(page, "link", "Before")).focus();
	for (const name of [wrench, purchase, "After"]) {
		await page.keyboard.press("Tab");
		expect(await hasFocus(await waitForOne(page, "link", name)), name).toBe(true);
	}
});

it("shifts nothing with reserved space", async () => {
	const below = async (): Promise<number> => {
		await page.goto(host.example("plain.html"));
		return page.$eval("#after", (after) => after.getBoundingClientRect().top);
	};
	await page.setViewport({ width: 1280, height: 1400 });
	allowed = corsWarning;
	await page.setRequestInterception(true);
	const withhold = (request: Parameters<Parameters<typeof page.on<"request">>[1]>[0]) =>
		void (request.url().includes("/w/") ? request.abort() : request.continue());
	page.on("request", withhold);
	const before = await below();
	page.off("request", withhold);
	await page.setRequestInterception(false);
	await below();
	await waitForOne(page, "link", purchase);
	await waitForAll(page, 3, "listitem");
	expect(await page.$eval("#after", (after) => after.getBoundingClientRect().top)).toBe(before);
});

it("stores nothing in the browser", async () => {
	await page.goto(host.page(blogPage(cardHtml() + feedHtml())));
	await waitForOne(page, "link", purchase);
	await waitForAll(page, 3, "listitem");
	expect(await page.browserContext().cookies()).toEqual([]);
	expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

it("works with the configurator's snippet", async () => {
	await page.setViewport({ width: 1280, height: 1400 });
	await page.goto(`${shopUrl()}/widgets`);
	await waitForAll(page, 3, "link", purchase);
	await page.select('select[name="tool"]', "chain-breaker");
	await fieldByLabel(page, "Name of your site").fill("velo-blog");
	await waitForAll(page, 3, "link", "Purchase Chain breaker");
	const snippet = await page.$eval('[data-snippet="element"]', (code) => code.textContent ?? "");
	await page.goto(host.page(blogPage(snippet, "")));
	const link = await waitForOne(page, "link", "Purchase Chain breaker");
	expect(await linkTarget(link)).toBe(`${shopUrl()}/purchase/chain-breaker?seen-on=velo-blog`);
});

it("shows the card in a frame that reports its height and is not clipped", async () => {
	const frame = `<iframe src="${shopUrl()}/embed/v1/tools/torque-wrench?partner=velo-blog" title="Tool" width="560" height="${elementHeight("tool", 560)}" sandbox="allow-scripts"></iframe>`;
	const listening = `<script>addEventListener("message", ({ data }) => { if (data.message === "height") document.title = data.value; });</script>`;
	await page.goto(host.page(blogPage(frame, listening)));
	const inside = await (await page.waitForSelector("iframe"))?.contentFrame();
	if (!inside) throw new Error("the frame has no page");
	const link = await waitForOne(inside, "link", purchase);
	expect(await linkTarget(link)).toBe(`${shopUrl()}/purchase/torque-wrench?seen-on=velo-blog`);
	await page.waitForFunction(() => Number(document.title) > 0);
	expect(Number(await page.title())).toBeLessThanOrEqual(elementHeight("tool", 560));
});
