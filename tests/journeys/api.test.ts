import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test("the API reference is readable without JavaScript", async ({ browser, baseURL, request }) => {
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
	const page = await context.newPage();
	await page.goto("/api/docs");
	await expect(page).toHaveTitle(/^API/);
	await expect(page.getByRole("heading", { name: "API", level: 1 })).toBeVisible();

	const document = await (await request.get("/api/openapi.json")).json();
	const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	const contents = page.getByRole("navigation", { name: "Contents" });
	const contentLinks = await contents.getByRole("link").allInnerTexts();
	const articles = await page
		.getByRole("article")
		.evaluateAll((all) =>
			all.map((one) =>
				document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.textContent?.trim(),
			),
		);
	expect(contentLinks.filter((name) => /^[A-Z]+ \//.test(name)).toSorted()).toEqual(
		operations.toSorted(),
	);
	expect(articles.toSorted()).toEqual(operations.toSorted());

	await contents.getByRole("link", { name: "POST /order", exact: true }).click();
	const call = page.getByRole("article", { name: "POST /order", exact: true });
	await expect(call).toBeInViewport();
	await expect(call.getByText("Idempotency-Key")).toBeVisible();
	await expect(call.getByText("409 out_of_stock")).toBeVisible();
	await expect(call.getByText('curl -X POST "')).toBeVisible();
	await context.close();
});
