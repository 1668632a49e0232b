/** The catalogue's filters and categories, on a phone and without JavaScript. */
import { expect } from "@playwright/test";
import { test } from "./fixtures.ts";

test("filters narrow the catalogue without JavaScript", async ({ browser }) => {
	const context = await browser.newContext({
		javaScriptEnabled: false,
		viewport: { width: 390, height: 844 },
	});
	const page = await context.newPage();
	await page.goto("/tools");
	await page.getByRole("button", { name: "Filters" }).click();
	await page.getByRole("link", { name: "Wheels and hubs 3" }).click();
	await expect(page).toHaveURL("/tools/c/wheels");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Wheels and hubs");
	await expect(page.getByRole("article")).toHaveCount(3);
	const breadcrumb = page.getByRole("navigation", { name: "Breadcrumb" });
	await expect(breadcrumb.getByRole("link", { name: "Tools" })).toHaveAttribute("href", "/tools");

	await page.getByRole("button", { name: "Filters" }).click();
	await page.getByLabel("To", { exact: true }).fill("100");
	await page.getByRole("button", { name: "Set price" }).click();
	await expect(page).toHaveURL(/\/tools\/c\/wheels\?.*price-to=100/);
	await expect(page.getByRole("article")).toHaveCount(2);
	const price = await page.locator(".tool-card .price").allTextContents();
	expect(price).toEqual(["$7.50", "$38.00"]);

	await page.getByRole("link", { name: "Remove Wheels and hubs" }).click();
	await expect(page).toHaveURL("/tools?price-to=100");
	await page.getByRole("link", { name: "Highest price" }).click();
	await expect(page).toHaveURL("/tools?price-to=100&sort=-price");
	await page.getByRole("button", { name: "Filters" }).click();
	await page.getByRole("link", { name: /^In stock/ }).click();
	await expect(page).toHaveURL("/tools?price-to=100&in-stock=1&sort=-price");
	await expect(page.locator(".tool-card-name").first()).toHaveText("Torque wrench, 2 to 25 Nm");
	await expect(page.getByText("Sold out")).toHaveCount(0);
	await context.close();
});
