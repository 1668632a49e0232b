/** A new, empty shop: every list shows its empty state. */
import { expect } from "@playwright/test";
import { openTestShop, type TestShop } from "../setup/test-shop.ts";
import { admin, newPerson, signIn, signUp, test } from "./fixtures.ts";

test.describe.configure({ mode: "serial" });

let shop: TestShop;
test.beforeAll(async () => {
	shop = await openTestShop({ SHOP_DEMO: "0" });
});
test.afterAll(() => shop?.close());

test("visitors see empty lists that say so", async ({ page }) => {
	await page.goto(`${shop.url}/review`);
	const waiting = page.getByRole("status").filter({ hasText: "Waiting for the first review" });
	await expect(waiting).toBeVisible();
	await expect(waiting.locator(".spinner")).toBeVisible();
	await page.goto(`${shop.url}/tools`);
	await expect(page.getByText("There are no tools yet.")).toBeVisible();
	await page.goto(shop.url);
	await expect(page.getByRole("heading", { name: "Tools", exact: true })).toBeVisible();
	await expect(page.getByText("There are no tools yet.")).toBeVisible();
	await expect(page.getByText("Waiting for the first review")).toBeVisible();
});

test("a customer sees no orders and a link to the tools", async ({ page }) => {
	await page.goto(`${shop.url}/signup?from=/dashboard/myorders`);
	await signUp(page, newPerson());
	await expect(page.getByText("No Order Found Go to All Tools To order")).toBeVisible();
	await page.getByRole("main").getByRole("link", { name: "All Tools" }).click();
	await expect(page.getByText("There are no tools yet.")).toBeVisible();
});

test("an administrator sees empty lists", async ({ page }) => {
	await page.goto(`${shop.url}/login?from=/dashboard/manageOrders`);
	await signIn(page, admin);
	await expect(page.getByText("There are no orders yet.")).toBeVisible();
	await page.getByRole("link", { name: "Manage Products" }).click();
	await expect(page.getByText("There are no tools yet.")).toBeVisible();
});
