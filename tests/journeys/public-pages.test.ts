/**
 * All public pages as they open: axe, and the budgets as reproducible counts: bytes, scripts, requests,
 * layout shift. D1 queries are counted in cache.test.ts, where no other test writes.
 */
import { expect, type Page, type Response, type Route } from "@playwright/test";
import { expectClean } from "./accessible.ts";
import { allowConsole, shopUrl, test } from "./fixtures.ts";
import {
	brotli,
	expectSmallScripts,
	fetchPage,
	kilobyte,
	layoutShifts,
	openAndSettle,
	screens,
} from "./measure.ts";
import { pathsWithStates, storeStates } from "./stored-states.ts";

const firstPaintBudget = 14 * kilobyte;
const scriptBudget = 3 * kilobyte;
/** The configurator shows the elements, so it loads their 4.3 KB and its own script: the limit of 3 KB is not for it. */
const widgetsPageScriptBudget = 8.5 * kilobyte;
const fontBudget = 10 * kilobyte;
/** A page's requests without images: itself, a font, the icon, and a script and styles that public pages share. */
const requestBudget = 5;
/** All that pages with many images load before scrolling. */
const loadBudgets: Record<string, { requests: number; bytes: number }> = {
	"/": { requests: 14, bytes: 90 * kilobyte },
	"/tools/torque-wrench": { requests: 10, bytes: 75 * kilobyte },
};

const plainPages = [
	"/",
	"/tools",
	"/tools/torque-wrench",
	// Sold out: with a form to ask for an e-mail.
	"/tools/headset-press",
	// A family, with a choice of its tools.
	"/tools/inner-tubes",
	// Another, with the heaviest picture.
	"/tools/chains",
	"/review",
	"/blogs",
	"/portfolio",
	"/fit",
	"/fit?kind=city",
	"/fit?kind=road&shifter=sram&sprockets=12",
	"/fit?bottom-bracket=bsa-24-44&cassette=xd",
	"/fit?tool=cassette-lockring-tool&cassette=xd",
	"/fit/bottom-bracket",
	"/tools/c",
	"/tools/c/wheels",
	"/jobs",
	"/symptoms",
	"/symptoms/creaks",
	"/gift",
	"/gift?kind=road&mends=unknown",
	"/gift?kind=road&mends=gears&up-to=100",
	// With drawn steps, torque values, troubles and a kit.
	"/jobs/index-gears",
	"/nope",
];
const publicPages = [...plainPages, "/widgets"];
/** Public pages with forms. */
const formPages = ["/login", "/signup", "/forgot", "/reset?token=none", "/verify", "/cart"];
const pagesWithImages = ["/", "/tools", "/tools/torque-wrench", "/review"];

/** What no first paint waits for: the font, images, scripts, the styles below the first screen and the data of elements. */
const lateAddresses = /\.(woff2|svg|js|css)$|\/images\/|\/embed\//;

/** All scripts of a page: inline, loaded by tags and islands, and everything they import. */
async function scriptsOf(html: string): Promise<string[]> {
	const found = new Map<string, string>();
	for (const [, attributes = "", inline = ""] of html.matchAll(
		/<script\b([^>]*)>([\s\S]*?)<\/script>/g,
	)) {
		// Data for search engines and the speculation rules count as HTML: no browser runs them.
		if (/type="(application\/ld\+json|speculationrules)"/.test(attributes)) continue;
		const source = /\bsrc="([^"]+)"/.exec(attributes)?.[1];
		if (source) await load(source, found);
		else found.set(`inline ${found.size}`, inline);
	}
	const late = /\b(?:component|renderer)-url="([^"]+)"|<meta name="script" content="([^"]+)"/g;
	for (const [, island, script = ""] of html.matchAll(late)) await load(island ?? script, found);
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

for (const path of publicPages) {
	test(`${path} paints from one congestion window, with little script and no React`, async () => {
		const { text } = await fetchPage(path);
		// Styles that are files come after the first screen: below, no first paint waits for one.
		expect(brotli(text)).toBeLessThanOrEqual(firstPaintBudget);
		const scripts = await scriptsOf(text);
		const budget = path === "/widgets" ? widgetsPageScriptBudget : scriptBudget;
		expect(brotliSum(scripts)).toBeLessThanOrEqual(budget);
		for (const part of scripts) expect(part).not.toMatch(/react|hydrateRoot/i);
	});
}

const brotliSum = (parts: string[]) => parts.reduce((sum, part) => sum + brotli(part), 0);

/**
 * Holds a page's late requests until it has painted without them, and those that follow until it has painted again. All
 * that are open at a time wait together: dozens of images would ask the page one after the other.
 */
function holdUntilPainted(page: Page): (route: Route) => Promise<void> {
	const painted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
	let waiting: Promise<void> | undefined;
	const wait = async () => {
		await page.waitForFunction(painted).catch(() => undefined);
		await page.evaluate(twoFrames).catch(() => undefined);
		waiting = undefined;
	};
	return async (route) => {
		waiting ??= wait();
		await waiting;
		await route.continue().catch(() => undefined);
	};
}

const twoFrames = () =>
	new Promise<void>((resolve) =>
		requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
	);

/** Pages that end in a long list of equal cards. */
const listPages = ["/tools", "/review"];

/**
 * Scrolls to the end of the page, or through some of its cards if they are all equal, and waits for
 * images and elements: each new width of an image is half a second of work for the local Images.
 */
async function scrollThrough(page: Page, path: string): Promise<void> {
	const maxScreens = listPages.includes(path) ? 2 : Number.POSITIVE_INFINITY;
	for (let scrolled = 0; scrolled < maxScreens; scrolled += 1) {
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

/** Transferred bytes of a response. An SVG is compressed text, other images and fonts are compressed already. */
async function transferredBytes(response: Response): Promise<number> {
	const body = await response.body();
	const type = response.headers()["content-type"] ?? "";
	return /^(image\/(?!svg)|font)/.test(type) ? body.length : brotli(body.toString());
}

/** The images of a page: what the browser chose and shows. */
function shownImages(page: Page) {
	return page.evaluate(() =>
		[...document.images].map((image) => {
			const { top, bottom, left, width } = image.getBoundingClientRect();
			return {
				url: image.currentSrc,
				onFirstScreen: top < innerHeight && bottom > 0 && left < innerWidth,
				widths: image.srcset
					? image.srcset.split(",").map((one) => parseInt(one.split(" ").at(-1) ?? "", 10))
					: [],
				shown: width * devicePixelRatio,
			};
		}),
	);
}

type ShownImage = Awaited<ReturnType<typeof shownImages>>[number];

/** An image has as many pixels as are shown, and hardly more. */
function expectFittingWidths(path: string, images: ShownImage[]): void {
	// One that is shown twice is loaded once, for its larger place.
	const largest = new Map<string, ShownImage>();
	for (const image of images.toSorted((one, other) => one.shown - other.shown))
		largest.set(image.url, image);
	const chosenOnes = [...largest.values()].filter(({ url, widths }) => url && widths.length > 0);
	if (pagesWithImages.includes(path)) expect(chosenOnes.length, path).toBeGreaterThan(0);
	for (const { url, widths, shown } of chosenOnes) {
		const chosen = Number(new URL(url).searchParams.get("w"));
		// Neighbouring widths in srcset differ at most by a factor of two; the browser takes the nearer.
		expect(chosen, path).toBeLessThanOrEqual(shown * 2);
		expect(chosen, path).toBeGreaterThan(Math.min(shown, Math.max(...widths)) * 0.7);
	}
}

/** A page makes few requests beside its images; one with many images loads little before scrolling. */
async function expectFewRequests(path: string, responses: Response[]): Promise<void> {
	const isImage = (response: Response) => response.request().resourceType() === "image";
	const others = responses.filter((response) => !isImage(response)).map((one) => one.url());
	expect(others.length, `${path}: ${others.join(" ")}`).toBeLessThanOrEqual(requestBudget);
	const budget = loadBudgets[path];
	if (!budget) return;
	const urls = responses.map((one) => one.url()).join(" ");
	expect(responses.length, urls).toBeLessThanOrEqual(budget.requests);
	const sizes = await Promise.all(responses.map(transferredBytes));
	expect(
		sizes.reduce((sum, size) => sum + size, 0),
		urls,
	).toBeLessThanOrEqual(budget.bytes);
}

/** A page has one font, which is preloaded, used and small. */
async function expectOneFont(page: Page, path: string, responses: Response[]): Promise<void> {
	const fonts = responses.filter((response) => response.url().endsWith(".woff2"));
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

/** Measured with three dots to a pixel. Two do for lists, whose images would each be made in one more width. */
const sharpPages = ["/", "/tools/torque-wrench"];
const otherPages = [...publicPages, ...formPages].filter((path) => !sharpPages.includes(path));
/**
 * Pages of each kind that a desktop shows with other columns and images, and those that what a browser has stored changes:
 * all with all of that.
 */
const widePages = [...new Set([...pathsWithStates, "/review", "/widgets", "/login"])];
/** Pages on which it only adds something, so that axe looks at them once. */
const checkedWide = widePages.filter((path) => !formPages.includes(path));

for (const [screen, deviceScaleFactor, paths] of [
	[screens[0], 3, sharpPages],
	[screens[0], 2, otherPages],
	[screens[1], 1, widePages],
] as const) {
	test.describe(`at ${screen.width} px, ${deviceScaleFactor} dots to a pixel`, () => {
		test.use({ viewport: screen, deviceScaleFactor });

		for (const path of paths) {
			const isWide = screen === screens[1];
			const checkAxe = isWide || !checkedWide.includes(path);

			// What loads late can only shift a page more than what is there at once.
			test(`${path}${checkAxe ? " is accessible," : ""} makes few requests, loads fitting images and one font, and does not shift when all of it is late`, async ({
				page,
			}) => {
				allowConsole(page, /404/);
				if (isWide) await storeStates(page);
				await page.route(lateAddresses, holdUntilPainted(page));
				const responses: Response[] = [];
				page.on("response", (response) => responses.push(response));
				await openAndSettle(page, path);
				const beforeScrolling = [...responses];
				expect(await layoutShifts(page)).toEqual([]);
				if (plainPages.includes(path) && !isWide) await expectFewRequests(path, beforeScrolling);
				await expectOneFont(page, path, beforeScrolling);
				await scrollThrough(page, path);
				expectFittingWidths(path, await shownImages(page));
				expect(await layoutShifts(page), "scrolled").toEqual([]);
				if (formPages.includes(path)) await expectSmallScripts(path, responses);
				if (!checkAxe) return;
				// A link that the header half covers is too small a target for axe.
				await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
				await expectClean(page);
			});
		}
	});
}

/** Pages that preload their first slide, and screens that would choose different widths of it. */
const slidePages = ["/", "/tools/torque-wrench", "/tools/inner-tubes"];
const slideScreens = [
	[360, 640, 2],
	[390, 844, 3],
	[412, 823, 1.75],
	[768, 1024, 2],
	[1440, 900, 1],
] as const;

test("the first slide is requested once, and the others and the page's script after it", async ({
	browser,
}) => {
	for (const [width, height, deviceScaleFactor] of slideScreens) {
		const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor });
		const page = await context.newPage();
		for (const path of slidePages) {
			const at = `${path} at ${width} x ${height}, ${deviceScaleFactor}`;
			await openAndSettle(page, shopUrl() + path);
			const {
				first = "",
				others,
				loaded,
			} = await page.evaluate(() => {
				const slides = [...document.images].filter((image) => image.closest(".carousel-frame"));
				const [own, ...rest] = slides.map(({ currentSrc }) => currentSrc);
				const script = document.querySelector<HTMLMetaElement>("meta[name=script]")?.content ?? "";
				return {
					first: own,
					others: [...rest.filter((url) => url !== own), new URL(script, location.href).href],
					loaded: performance
						.getEntriesByType("resource")
						.filter((entry) => entry instanceof PerformanceResourceTiming)
						.map(({ name, startTime, responseEnd }) => ({ name, startTime, responseEnd })),
				};
			});
			const [picture] = first.split("?");
			const requested = loaded.filter(({ name }) => name.split("?")[0] === picture);
			expect(
				requested.map(({ name }) => name),
				at,
			).toEqual([first]);
			const later = loaded.filter(({ name }) => others.includes(name));
			expect(later.length, at).toBeGreaterThan(0);
			for (const { name, startTime } of later)
				expect(startTime, `${at}: ${name}`).toBeGreaterThanOrEqual(requested[0]?.responseEnd ?? 0);
		}
		await context.close();
	}
});
