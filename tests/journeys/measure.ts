/** Measurements for the page budgets: transferred bytes and layout shift. */
import { brotliCompressSync, constants } from "node:zlib";
import { expect, type Page, type Response } from "@playwright/test";
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

/** The layout shift of a page so far (W3C Layout Instability). */
export function layoutShift(page: Page): Promise<number> {
	return page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				new PerformanceObserver((list) => {
					for (const entry of list.getEntries()) {
						if ("value" in entry) sum += Number(entry.value);
					}
				}).observe({ type: "layout-shift", buffered: true });
				// Two frames later, all earlier entries have been reported.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
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

/** How much slower the processor is while the time to the next paint is measured. */
const slowdown = 4;

/** The browser reports no event that takes less, in milliseconds (W3C Event Timing). */
const shortest = 16;

/**
 * Presses keys one after the other at a quarter of the processor, and returns the median time from the key to
 * the next paint, in milliseconds.
 */
export async function timeToPaint(page: Page, keys: readonly string[]): Promise<number> {
	const session = await page.context().newCDPSession(page);
	await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
	const durations: number[] = [];
	for (const key of keys) {
		const painted = await page.evaluateHandle((durationThreshold) => {
			const times: number[] = [];
			const observer = new PerformanceObserver((list) => {
				for (const { name, duration } of list.getEntries())
					if (name === "keydown") times.push(duration);
			});
			// The type has no `durationThreshold` yet.
			observer.observe({ type: "event", durationThreshold } as PerformanceObserverInit);
			return { observer, times };
		}, shortest);
		await page.keyboard.press(key);
		durations.push(
			await painted.evaluate(async ({ observer, times }) => {
				// An event is reported after the frame that shows it.
				for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
				await new Promise((resolve) => setTimeout(resolve));
				const found = observer.takeRecords().filter(({ name }) => name === "keydown");
				observer.disconnect();
				return Math.max(0, ...times, ...found.map(({ duration }) => duration));
			}),
		);
		await painted.dispose();
	}
	await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
	await session.detach();
	const sorted = durations.map((duration) => Math.max(duration, shortest)).sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
