/** The core of what tests/widgets asks in Chromium, asked of Firefox. */
import type { Browser, Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { heightAt } from "../../src/shop/embeds/sizes.ts";
import { shopUrl } from "../setup/shop.ts";
import { blog, card, feed, type Host, openHost, script } from "../widgets/blog.ts";
import {
	all,
	field,
	focused,
	found,
	hrefOf,
	one,
	openFirefox,
	reads,
	styleOf,
	watchedPage,
} from "./browser.ts";

const wrench = "Torque wrench, 2 to 25 Nm";
const purchase = `Purchase ${wrench}`;
const fallback = "To the torque-wrench";

let firefox: Browser;
let host: Host;
let page: Page;
let heard: string[];
/** What Firefox says of its own accord when a test keeps something from it. */
const kept = /Cross-Origin Request Blocked.*did not succeed/;
let allowed: RegExp | undefined;

beforeAll(async () => {
	[firefox, host] = await Promise.all([openFirefox(), openHost()]);
}, 60_000);

afterAll(async () => {
	await Promise.all([firefox?.close(), host?.close()]);
});

beforeEach(async () => {
	allowed = undefined;
	({ page, heard } = await watchedPage(firefox));
});

afterEach(async () => {
	await page.close();
	const stray = heard.filter((line) => !allowed?.test(line));
	expect(stray, "stray console output").toEqual([]);
});

it("shows a card and a feed", async () => {
	await page.goto(host.page(blog(card() + feed('limit="2"'))));
	await one(page, "link", purchase);
	await one(page, "heading", wrench);
	await reads(page, "$89.00");
	await reads(page, "18 in stock");
	await found(page, 2, "listitem");
	await one(page, "image", "4 out of 5 stars");
	await one(page, "link", "All reviews");
	expect(await all(page, "link", fallback)).toEqual([]);
});

it("does so as a classic script too", async () => {
	const classic = `<script src="${shopUrl()}/w/1/widgets.js"></script>`;
	await page.goto(host.page(blog(card() + feed(), classic)));
	await one(page, "link", purchase);
	await found(page, 3, "listitem");
});

it("works under a strict policy, picture and style as well", async () => {
	await page.goto(host.example("strict-policy.html"));
	const link = await one(page, "link", purchase);
	await found(page, 2, "listitem");
	expect(await styleOf(link, "background-color")).not.toBe("rgba(0, 0, 0, 0)");
	const width = () =>
		page.$eval("cogsmith-tool-card >>> img", (img) =>
			img instanceof HTMLImageElement ? img.naturalWidth : 0,
		);
	await vi.waitFor(async () => expect(await width()).toBe(320), 10_000);
});

it("upgrades what WordPress leaves of it", async () => {
	await page.goto(host.example("wordpress.html"));
	const link = await one(page, "link", `Kaufen ${wrench}`);
	expect(await hrefOf(link)).toBe(`${shopUrl()}/purchase/torque-wrench?seen-on=wp-blog`);
	await found(page, 2, "listitem");
	await one(page, "link", "Ein Link, der einer bleibt");
});

it("follows React's state, and tells React what was chosen", async () => {
	await page.goto(host.example("react.html"));
	await one(page, "link", purchase);
	await (await one(page, "button", "Show Chain breaker")).click();
	await (await one(page, "link", "Purchase Chain breaker")).click();
	await reads(page, "Chosen: chain-breaker");
});

/** Puts what an element fails with into the page's title. */
const told = `<script>addEventListener("cogsmith-error", ({ detail }) => { document.title = detail.code; });</script>`;

it("leaves the link where there is no such tool", async () => {
	const gone = card("", "no-such-tool");
	await page.goto(host.page(blog(gone, told + script())));
	await page.waitForFunction(() => document.title === "not-found");
	await one(page, "link", "To the no-such-tool");
});

it("leaves the link offline, and gets the card once it is put in anew", async () => {
	await page.goto(host.page(blog('<div id="place"></div>', told + script())));
	await page.waitForFunction(() => customElements.get("cogsmith-tool-card"));
	allowed = kept;
	await page.setOfflineMode(true);
	await page.$eval(
		"#place",
		(place, markup) => place.insertAdjacentHTML("beforeend", markup),
		card(),
	);
	await page.waitForFunction(() => document.title === "offline");
	await one(page, "link", fallback);
	await page.setOfflineMode(false);
	await page.$eval("cogsmith-tool-card", (element) => element.parentElement?.appendChild(element));
	await one(page, "link", purchase);
});

it("themes are what they say; auto follows the page, which takes what the reader's system has", async () => {
	const cards =
		card('theme="light"') + card('theme="dark"', "chain-breaker") + card("", "tire-levers");
	const both = `${script()}<meta name="color-scheme" content="light dark">`;
	await page.goto(host.page(blog(cards, both)));
	await found(page, 3, "article");
	const grounds = async () =>
		Promise.all((await all(page, "article")).map((shown) => styleOf(shown, "background-color")));
	expect(await grounds()).toEqual(["rgb(247, 244, 237)", "rgb(27, 30, 33)", "rgb(27, 30, 33)"]);
});

it("speaks its own language before that of the page", async () => {
	const cards = card() + card('lang="nl"', "chain-breaker");
	await page.goto(host.page(blog(cards, script(), 'lang="fr"')));
	await one(page, "link", `Acheter ${wrench}`);
	await one(page, "link", "Kopen Chain breaker");
	await reads(page, "18 en stock");
});

it("tells what happens, and a followed link can be held", async () => {
	const listening = `<output></output><script>
		for (const name of ["load", "select"]) document.addEventListener("cogsmith-" + name, (event) => {
			document.querySelector("output").textContent += name + JSON.stringify(event.detail) + event.composed;
			if (name === "select") event.preventDefault();
		});</script>`;
	await page.goto(host.page(blog(listening + card('partner="velo-blog"'))));
	await (await one(page, "link", purchase)).click();
	const href = `${shopUrl()}/purchase/torque-wrench?seen-on=velo-blog`;
	const detail = JSON.stringify({ toolId: "torque-wrench", href });
	expect(await page.$eval("output", (output) => output.textContent)).toBe(
		`loadnulltrueselect${detail}true`,
	);
});

it("the keyboard goes through it in reading order", async () => {
	await page.goto(host.page(blog(`<a href="#">Before</a>${card()}<a href="#">After</a>`)));
	await one(page, "link", purchase);
	await (await one(page, "link", "Before")).focus();
	for (const name of [wrench, purchase, "After"]) {
		await page.keyboard.press("Tab");
		expect(await focused(await one(page, "link", name)), name).toBe(true);
	}
});

it("moves nothing where the place is reserved", async () => {
	const below = async (): Promise<number> => {
		await page.goto(host.example("plain.html"));
		return page.$eval("#after", (after) => after.getBoundingClientRect().top);
	};
	await page.setViewport({ width: 1280, height: 1400 });
	allowed = kept;
	await page.setRequestInterception(true);
	const withhold = (request: Parameters<Parameters<typeof page.on<"request">>[1]>[0]) =>
		void (request.url().includes("/w/") ? request.abort() : request.continue());
	page.on("request", withhold);
	const before = await below();
	page.off("request", withhold);
	await page.setRequestInterception(false);
	await below();
	await one(page, "link", purchase);
	await found(page, 3, "listitem");
	expect(await page.$eval("#after", (after) => after.getBoundingClientRect().top)).toBe(before);
});

it("leaves nothing behind in the reader's browser", async () => {
	await page.goto(host.page(blog(card() + feed())));
	await one(page, "link", purchase);
	await found(page, 3, "listitem");
	expect(await page.browserContext().cookies()).toEqual([]);
	expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

it("the configurator's snippet works on a page of one's own", async () => {
	await page.setViewport({ width: 1280, height: 1400 });
	await page.goto(`${shopUrl()}/widgets`);
	await found(page, 3, "link", purchase);
	await page.select('select[name="tool"]', "chain-breaker");
	await field(page, "Name of your site").fill("velo-blog");
	await found(page, 3, "link", "Purchase Chain breaker");
	const snippet = await page.$eval('[data-snippet="element"]', (code) => code.textContent ?? "");
	await page.goto(host.page(blog(snippet, "")));
	const link = await one(page, "link", "Purchase Chain breaker");
	expect(await hrefOf(link)).toBe(`${shopUrl()}/purchase/chain-breaker?seen-on=velo-blog`);
});

it("frames show the card, tell their height and are not cut", async () => {
	const frame = `<iframe src="${shopUrl()}/embed/v1/tools/torque-wrench?partner=velo-blog" title="Tool" width="560" height="${heightAt("tool", 560)}" sandbox="allow-scripts"></iframe>`;
	const listening = `<script>addEventListener("message", ({ data }) => { if (data.message === "height") document.title = data.value; });</script>`;
	await page.goto(host.page(blog(frame, listening)));
	const inside = await (await page.waitForSelector("iframe"))?.contentFrame();
	if (!inside) throw new Error("the frame has no page");
	const link = await one(inside, "link", purchase);
	expect(await hrefOf(link)).toBe(`${shopUrl()}/purchase/torque-wrench?seen-on=velo-blog`);
	await page.waitForFunction(() => Number(document.title) > 0);
	expect(Number(await page.title())).toBeLessThanOrEqual(heightAt("tool", 560));
});
