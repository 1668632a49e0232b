/** Playwright fixtures of the elements' tests: a blog, and mocked shop data. */
import type { Page } from "@playwright/test";
import { test as base } from "../journeys/fixtures.ts";
import { type BlogServer, startBlog } from "./blog-server.ts";

/** Mocks the shop's embed data. */
export async function mockEmbedData(page: Page, data: unknown, status = 200): Promise<void> {
	await page.route("**/embed/v1/**", (route) =>
		route.fulfill({
			status,
			headers: { "Access-Control-Allow-Origin": "*", "Content-Type": "application/json" },
			body: typeof data === "string" ? data : JSON.stringify(data),
		}),
	);
}

export const test = base.extend<object, { blog: BlogServer }>({
	blog: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
		async ({}, use) => {
			const blog = await startBlog();
			await use(blog);
			await blog.close();
		},
		{ scope: "worker" },
	],
});
