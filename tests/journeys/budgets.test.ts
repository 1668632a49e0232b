/**
 * The public pages' budgets as reproducible counts: bytes, scripts, requests, layout shift. D1 queries
 * are counted in cache.test.ts, where no other test writes.
 */
import { expect, type Page, type Response, type Route } from "@playwright/test";
import { allowConsole, shopUrl, test } from "./fixtures.ts";
import { brotli, fetchPage, kilobyte, layoutShift, screens } from "./measure.ts";

const firstPaintBudget = 14 * kilobyte;
const scriptBudget = 3 * kilobyte;
/** The configurator shows the elements, so it loads their 4 KB and its own script. */
const widgetsPageScriptBudget = 8 * kilobyte;
const fontBudget = 10 * kilobyte;
/** A page's requests without pictures: itself, a font, three scripts, the icon. */
const requestBudget = 7;
/** Pictures visible before scrolling, on a phone and on a desktop. */
const firstScreenImageBudget = 64 * kilobyte;

const plainPages = [
	"/",
	"/tools",
	"/tools/torque-wrench",
	"/review",
	"/blogs",
	"/portfolio",
	"/nope",
];
const publicPages = [...plainPages, "/widgets"];
/** Public pages with forms. */
const formPages = ["/login", "/signup", "/forgot", "/reset", "/verify"];

/** All scripts of a page: inline, loaded by tags and islands, and everything they import. */
async function scriptsOf(html: string): Promise<string[]> {
	const found = new Map<string, string>();
	for (const [, attributes = "", inline = ""] of html.matchAll(
		/<script\b([^>]*)>([\s\S]*?)<\/script>/g,
	)) {
		const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
		if (source) await load(source, found);
		else found.set(`inline ${found.size}`, inline);
	}
	for (const [, source = ""] of html.matchAll(/\b(?:component|renderer)-url="([^"]+)"/g)) {
		await load(source, found);
	}
	return [...found.values()];
}

/** Loads a script and, recursively, its imports. */
async function load(source: string, found: Map<string, string>): Promise<void> {
	if (found.has(source)) return;
	const { text } = await fetchPage(source);
	found.set(source, text);
	for (const [, path = ""] of text.matchAll(/(?:from|import)\s*["'](\.{1,2}\/[^"']+)["']/g)) {
		await load(new URL(path, new URL(source, shopUrl())).pathname, found);
	}
}

for (const path of plainPages) {
	test(`${path} ships little script, and no React`, async () => {
		await expectScript(path, scriptBudget);
	});
}

test("/widgets ships little script, and no React", async () => {
	await expectScript("/widgets", widgetsPageScriptBudget);
});

async function expectScript(path: string, maxBytes: number): Promise<void> {
	const scripts = await scriptsOf((await fetchPage(path)).text);
	expect(scripts.reduce((sum, part) => sum + brotli(part), 0)).toBeLessThanOrEqual(maxBytes);
	for (const part of scripts) expect(part).not.toMatch(/react|hydrateRoot/i);
}

for (const path of publicPages) {
	test(`${path} paints from one congestion window`, async () => {
		const { text } = await fetchPage(path);
		const links = [...text.matchAll(/<link[^>]+rel="stylesheet"[^>]*href="([^"]+)"/g)];
		const styles = await Promise.all(
			links.map(async ([, href = ""]) => (await fetchPage(href)).text),
		);
		const bytes = [text, ...styles].reduce((sum, part) => sum + brotli(part), 0);
		expect(bytes).toBeLessThanOrEqual(firstPaintBudget);
	});
}

for (const screen of screens) {
	test(`no public page shifts at ${screen.width} px`, async ({ page }) => {
		allowConsole(page, /404/);
		await page.setViewportSize(screen);
		const browser = await page.context().newCDPSession(page);
		for (const path of [...publicPages, ...formPages]) {
			await browser.send("Network.clearBrowserCache");
			await page.goto(path, { waitUntil: "networkidle" });
			expect(await layoutShift(page), path).toBe(0);
			await scrollThrough(page);
			expect(await layoutShift(page), `${path}, scrolled`).toBe(0);
		}
	});

	for (const [what, addresses] of [
		["its font and pictures", /\.(woff2|svg)$|\/images\//],
		["its scripts", /\.js$/],
		["what its elements show", /\/embed\//],
	] as const) {
		test(`no public page shifts at ${screen.width} px when ${what} load late`, async ({ page }) => {
			allowConsole(page, /404/);
			await page.setViewportSize(screen);
			await page.route(addresses, (route) => waitForPaint(page, route));
			for (const path of [...publicPages, ...formPages]) {
				await page.goto(path, { waitUntil: "networkidle" });
				await scrollThrough(page);
				expect(await layoutShift(page), path).toBe(0);
			}
		});
	}
}

/** Continues a request once the page has painted without it. */
async function waitForPaint(page: Page, route: Route): Promise<void> {
	const painted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
	await page.waitForFunction(painted).catch(() => undefined);
	await route.continue().catch(() => undefined);
}

/** Scrolls to the end of the page and waits for its pictures and elements. */
async function scrollThrough(page: Page): Promise<void> {
	for (;;) {
		const atEnd = await page.evaluate(() => {
			const root = document.documentElement;
			root.scrollBy({ top: innerHeight, behavior: "instant" });
			return root.scrollTop + innerHeight >= root.scrollHeight - 1;
		});
		await page.waitForFunction(() => {
			const near = (element: Element) => {
				const { top, bottom, left } = element.getBoundingClientRect();
				return top < innerHeight && bottom > 0 && left >= 0 && left < innerWidth;
			};
			const elements = [...document.querySelectorAll("cogsmith-tool-card")];
			return (
				[...document.images].filter(near).every((image) => image.complete) &&
				elements.filter(near).every(({ shadowRoot }) => shadowRoot?.querySelector("article"))
			);
		});
		if (atEnd) return;
	}
}

/** Transferred bytes of a picture; an SVG is compressed text. */
async function imageBytes(picture: Response): Promise<number> {
	const body = await picture.body();
	const drawn = picture.headers()["content-type"]?.startsWith("image/svg");
	return drawn ? brotli(body.toString()) : body.length;
}

/** The URLs of the pictures visible without scrolling. */
function firstScreenImages(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.images]
			.filter((image) => {
				const { top, bottom, left } = image.getBoundingClientRect();
				return top < innerHeight && bottom > 0 && left < innerWidth;
			})
			.map(({ currentSrc }) => currentSrc),
	);
}

for (const [screen, deviceScaleFactor] of [
	[screens[0], 3],
	[screens[1], 1],
] as const) {
	test.describe(`at ${screen.width} px, ${deviceScaleFactor} dots to a pixel`, () => {
		test.use({ viewport: screen, deviceScaleFactor });

		test("a public page makes few requests, and its first screen's pictures are small", async ({
			page,
		}) => {
			allowConsole(page, /404/);
			const browser = await page.context().newCDPSession(page);
			for (const path of plainPages) {
				await browser.send("Network.clearBrowserCache");
				const answers = await collectResponses(page, path);
				const isPicture = (answer: Response) => answer.request().resourceType() === "image";
				const others = answers.filter((answer) => !isPicture(answer)).map((one) => one.url());
				expect(others.length, `${path}: ${others.join(" ")}`).toBeLessThanOrEqual(requestBudget);
				const seen = await firstScreenImages(page);
				const pictures = answers.filter((one) => isPicture(one) && seen.includes(one.url()));
				const sizes = await Promise.all(pictures.map(imageBytes));
				const bytes = sizes.reduce((sum, size) => sum + size, 0);
				expect(bytes, path).toBeLessThanOrEqual(firstScreenImageBudget);
			}
		});

		test("a picture has as many pixels as are shown, and hardly more", async ({ page }) => {
			for (const path of ["/", "/tools", "/tools/torque-wrench", "/review"]) {
				await page.goto(path, { waitUntil: "networkidle" });
				const pictures = await page.evaluate(() =>
					[...document.images]
						.filter((image) => image.srcset !== "" && image.currentSrc !== "")
						.map((image) => ({
							chosen: Number(new URL(image.currentSrc).searchParams.get("w")),
							shown: image.getBoundingClientRect().width * devicePixelRatio,
							most: Math.max(
								...image.srcset.split(",").map((one) => parseInt(one.split(" ").at(-1) ?? "", 10)),
							),
						})),
				);
				expect(pictures.length, path).toBeGreaterThan(0);
				for (const { chosen, shown, most: maxBytes } of pictures) {
					// Neighbouring widths in srcset differ at most by a factor of two; the browser takes the nearer.
					expect(chosen, path).toBeLessThanOrEqual(shown * 2);
					expect(chosen, path).toBeGreaterThan(Math.min(shown, maxBytes) * 0.7);
				}
			}
		});
	});
}

/** The responses a page loads before scrolling. */
async function collectResponses(page: Page, path: string): Promise<Response[]> {
	const answers: Response[] = [];
	const note = (answer: Response) => answers.push(answer);
	page.on("response", note);
	await page.goto(path, { waitUntil: "networkidle" });
	page.off("response", note);
	return answers;
}

test("a public page has one font, which is preloaded, used and small", async ({ page }) => {
	allowConsole(page, /404/);
	const browser = await page.context().newCDPSession(page);
	for (const path of [...publicPages, ...formPages]) {
		await browser.send("Network.clearBrowserCache");
		const fonts = (await collectResponses(page, path)).filter((answer) =>
			answer.url().endsWith(".woff2"),
		);
		expect(fonts.length, path).toBe(1);
		expect((await fonts[0]?.body())?.length, path).toBeLessThanOrEqual(fontBudget);
		await expect(page.locator('link[rel="preload"][as="font"]'), path).toHaveCount(1);
		const used = await page.evaluate(() =>
			[...document.querySelectorAll("h1, h2, header a")].some(
				(element) =>
					element.getBoundingClientRect().top < innerHeight &&
					[...document.fonts].some(
						({ family, status }) =>
							status === "loaded" && getComputedStyle(element).fontFamily.includes(family),
					),
			),
		);
		expect(used, path).toBe(true);
	}
});
