/** Staff issue a gift card; a customer pays an order with it, in full. */
import { expect } from "@playwright/test";
import { placeAndPay } from "../../src/messages.place-order.ts";
import { expectStateClean } from "./accessible.ts";
import { admin, allowConsole, openAs, openAsNewCustomer, test } from "./fixtures.ts";

test("a gift card is issued, pays an order in full, and is disabled", async ({ browser, page }) => {
	allowConsole(page, /422/);
	await openAs(page, admin, "/dashboard/gift-cards/new");
	await page.getByLabel("Value").fill("5000");
	await page.getByLabel("Recipient's e-mail").fill("nobody");
	await page
		.locator("form")
		.last()
		.evaluate((form: HTMLFormElement) => {
			form.noValidate = true;
		});
	await page.getByRole("button", { name: "Issue gift card" }).click();
	await expect(page.getByRole("alert")).toContainText("Provide a valid Email");
	await page.getByLabel("Recipient's e-mail").fill("");
	await page.getByRole("button", { name: "Issue gift card" }).click();
	const shown = await page.getByRole("status").textContent();
	const [code = ""] = shown?.match(/\w{4}(-\w{4}){4}/) ?? [];
	await expectStateClean(page, "a gift card's code");

	const context = await browser.newContext();
	const customer = await context.newPage();
	await openAsNewCustomer(customer, "/tools/torque-wrench");
	await customer.getByRole("button", { name: /^Add to cart/ }).click();
	await customer.goto("/cart");
	await customer.getByLabel("Discount code or gift card").fill(code.toLowerCase());
	await customer.getByRole("button", { name: "Apply" }).click();
	await expect(
		customer.getByText(`Gift card ending in ${code.slice(-4)}: $5,000.00`),
	).toBeVisible();
	await expectStateClean(customer, "a cart with a gift card");
	await customer.getByRole("link", { name: "Check out" }).click();
	await customer.getByLabel("Country").selectOption("United States");
	await customer.getByLabel("Address", { exact: true }).fill("9 Workshop Lane");
	await customer.getByLabel("City").fill("Portland");
	await customer.getByLabel("State").selectOption("Oregon");
	await customer.getByLabel("ZIP code").fill("97201");
	await customer.getByLabel("Phone").fill("+1 555 0123");
	await expect(customer.getByText("Left to pay")).toBeVisible();
	await expectStateClean(customer, "a checkout with a gift card");
	await customer.getByRole("button", { name: placeAndPay("US") }).click();
	await expect(customer.getByText(/Order .* is paid\./)).toBeVisible();
	await customer.getByRole("link", { name: "Order and receipt" }).click();
	await expect(customer.getByText("Gift card and store credit")).toBeVisible();

	await page.goto("/dashboard/gift-cards");
	await page.getByRole("link", { name: `Gift card ending in ${code.slice(-4)}` }).click();
	await expect(page.getByRole("region", { name: "Entries" })).toContainText("Spent");
	await expectStateClean(page, "a gift card");
	await page.getByRole("button", { name: "Disable the card" }).click();
	await expect(page.getByRole("button", { name: "Enable the card again" })).toBeVisible();
	await context.close();
});
