/** What the elements' tests in Playwright need: a blog, and a shop that answers as a test says. */
import type { Page } from "@playwright/test";
import { test as base } from "../journeys/shop.ts";
import { type Host, openHost } from "./blog.ts";

/** Answers for the shop's embed data. */
export async function answer(page: Page, data: unknown, status = 200): Promise<void> {
	await page.route("**/embed/v1/**", (route) =>
		route.fulfill({
			status,
			headers: { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" },
			body: typeof data === "string" ? data : JSON.stringify(data),
		}),
	);
}

export const test = base.extend<object, { host: Host }>({
	host: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
		async ({}, use) => {
			const host = await openHost();
			await use(host);
			await host.close();
		},
		{ scope: "worker" },
	],
});
