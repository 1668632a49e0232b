/** Measurements for the page budgets: transferred bytes and layout shift. */
import { brotliCompressSync, constants } from "node:zlib";
import { expect, type Page, type Request, type Response } from "@playwright/test";
import { shopUrl } from "./fixtures.ts";

export const kilobyte = 1024;

/** The viewports every page is measured at: a phone and a desktop. */
export const screens = [
	{ width: 390, height: 844 },
	{ width: 1440, height: 900 },
] as const;

/** Compressed sizes of texts: pages share styles and scripts. */
const brotliSizes = new Map<string, number>();

/** Bytes of a text compressed with brotli, level 11. */
export function brotli(text: string): number {
	const params = { [constants.BROTLI_PARAM_QUALITY]: 11 };
	const size = brotliSizes.get(text) ?? brotliCompressSync(text, { params }).length;
	brotliSizes.set(text, size);
	return size;
}

/** The shop's response to a visitor. */
export async function fetchPage(path: string): Promise<{ text: string; headers: Headers }> {
	const response = await fetch(new URL(path, shopUrl()));
	return { text: await response.text(), headers: response.headers };
}

const nextIdle = () =>
	new Promise<void>((resolve) => {
		requestIdleCallback(() => resolve());
	});

/** The script that a public page loads after `load`; a module runs once, whoever imports it. */
async function importPageScript(): Promise<void> {
	const url = document.querySelector<HTMLMetaElement>("meta[name=script]")?.content;
	if (url) await import(url);
}

/**
 * Watches a page's requests from now on; returns a function that waits until the page has its script, has hydrated, has
 * nothing to do and waits for no response. Playwright's `networkidle` waits for half a second more.
 */
export function watchRequests(page: Page): () => Promise<void> {
	const open = new Set<Request>();
	page.on("request", (request) => open.add(request));
	page.on("requestfinished", (request) => open.delete(request));
	page.on("requestfailed", (request) => open.delete(request));
	return async () => {
		// One that is loaded when it comes into sight may be below the window.
		await expect(page.locator("astro-island[ssr]:not([client=visible])")).toHaveCount(0);
		await page.evaluate(importPageScript);
		for (;;) {
			await page.evaluate(nextIdle);
			if (open.size === 0) return;
			await expect.poll(() => open.size, { intervals: [20] }).toBe(0);
		}
	};
}

/** Opens a page and waits until it has all that it loads by itself. */
export async function openAndSettle(page: Page, path: string): Promise<void> {
	const settle = watchRequests(page);
	await page.goto(path);
	await settle();
}

/** What moved on a page so far, by how much: the score and the elements of each layout shift (W3C Layout Instability). */
export function layoutShifts(page: Page): Promise<string[]> {
	return page.evaluate(
		() =>
			new Promise<string[]>((resolve) => {
				interface Source {
					node?: Node | null;
					previousRect: DOMRectReadOnly;
					currentRect: DOMRectReadOnly;
				}
				const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => `${x} ${y} ${width} ${height}`;
				const describe = ({ node, previousRect, currentRect }: Source) => {
					const element = node instanceof Element ? node : node?.parentElement;
					return `${element?.outerHTML.slice(0, 200)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`;
				};
				const shifts: string[] = [];
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries() as (PerformanceEntry & {
						value: number;
						sources: Source[];
					})[])
						if (entry.value > 0)
							shifts.push(`${entry.value}: ${entry.sources.map(describe).join(", ")}`);
				}).observe({ type: "layout-shift", buffered: true });
				// Two frames later, all earlier entries have been reported.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts)));
			}),
	);
}

/** Compressed sizes by URL: pages share most scripts. */
const scriptSizes = new Map<string, Promise<number>>();

/** Pages with forms and islands: compressed bytes of their scripts, without Stripe's. */
const islandScriptBudget = 85 * kilobyte;

/** Expects a page with these responses to be within its budget of the shop's own scripts. */
export async function expectSmallScripts(path: string, responses: Response[]): Promise<void> {
	const scripts = responses.filter((one) => one.request().resourceType() === "script");
	const own = new Set(scripts.map((one) => one.url()).filter((url) => url.startsWith(shopUrl())));
	const sizes = await Promise.all(
		[...own].map((source) => {
			const size = scriptSizes.get(source) ?? fetchPage(source).then(({ text }) => brotli(text));
			scriptSizes.set(source, size);
			return size;
		}),
	);
	const html = await responses
		.findLast((one) => one.request().resourceType() === "document")
		?.text();
	const inline = [...(html ?? "").matchAll(/<script(?! type="(?!module))[^>]*>([^<]+)<\/script>/g)];
	sizes.push(...inline.map(([, source = ""]) => brotli(source)));
	const bytes = sizes.reduce((sum, size) => sum + size, 0);
	expect(bytes, path).toBeGreaterThan(0);
	expect(bytes, path).toBeLessThanOrEqual(islandScriptBudget);
}

/**
 * Presses keys one after the other, and returns the median CPU time of the page's main thread from a key to the
 * frame that shows it, in milliseconds. CPU time, because on a busy machine a page waits for the processor; the bench
 * measures the time to the next paint itself.
 */
export async function cpuTimeOfKeys(page: Page, keys: readonly string[]): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send("Performance.enable", { timeDomain: "threadTicks" });
	const taskSeconds = async () => {
		const { metrics } = await session.send("Performance.getMetrics");
		return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
	};
	const times: number[] = [];
	for (const key of keys) {
		const before = await taskSeconds();
		await page.keyboard.press(key);
		await page.evaluate(
			() =>
				new Promise((resolve) =>
					requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined))),
				),
		);
		times.push(((await taskSeconds()) - before) * 1000);
	}
	await session.detach();
	return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
