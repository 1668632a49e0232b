/** What the tests of the pages' budgets measure with: bytes as they travel, and what moves. */
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "@playwright/test";
import { shopUrl } from "./fixtures.ts";

export const kilobyte = 1024;

/** The sizes every page is measured at: a phone and a desktop. */
export const screens = [
	{ width: 390, height: 844 },
	{ width: 1440, height: 900 },
] as const;

/** Bytes of a text after brotli 11. */
export function brotli(text: string): number {
	return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** What the shop answers to someone who is not signed in. */
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
				// Two frames on, what was noted before has been told.
				requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
			}),
	);
}
