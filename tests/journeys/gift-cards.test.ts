/** Staff issue a gift card, and a customer pays with it; another one goes to somebody on a day. */
import { expect } from "@playwright/test";
import { placeButton } from "../../src/messages/place-order.ts";
import { expectStateClean } from "./accessible.ts";
import {
	admin,
	allowConsole,
	fillCard,
	openAs,
	openAsNewCustomer,
	storedToken,
	test,
	toolsByApi,
} from "./fixtures.ts";

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
	await expect(page.getByLabel("Recipient's e-mail")).toBeFocused();
	await expect(page.getByLabel("Value")).toHaveValue("5000");
	await page.getByLabel("Recipient's e-mail").fill("");
	await page.getByRole("button", { name: "Issue gift card" }).click();
	const shown = await page.getByRole("status").textContent();
	const [code = ""] = shown?.match(/\w{4}(-\w{4}){4}/) ?? [];

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
	await customer.getByRole("link", { name: "Check out" }).click();
	await customer.getByLabel("Country").selectOption("United States");
	await customer.getByLabel("Address", { exact: true }).fill("9 Workshop Lane");
	await customer.getByLabel("City").fill("Portland");
	await customer.getByLabel("State").selectOption("Oregon");
	await customer.getByLabel("ZIP code").fill("97201");
	await customer.getByLabel("Phone").fill("+1 555 0123");
	await expect(customer.getByText("Left to pay")).toBeVisible();
	await expectStateClean(customer, "a checkout with a gift card");
	await customer.getByRole("button", { name: placeButton(false) }).click();
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

test("a gift card goes to somebody on a day, whose address its buyer corrects", async ({
	page,
	otherPage,
}) => {
	allowConsole(page, /422/);
	await openAs(otherPage, admin, "/");
	const tools = await toolsByApi(otherPage);
	const id = await tools.add("Card of a journey", { price: 50 });
	const changed = await otherPage.request.patch(`/api/service/${id}`, {
		headers: { Authorization: `Bearer ${await storedToken(otherPage)}` },
		data: { giftCard: true },
	});
	expect(changed.status(), await changed.text()).toBe(200);
	await openAsNewCustomer(page, `/tools/${id}`);
	await page.getByRole("button", { name: /^Add to cart/ }).click();
	await page.goto("/cart");
	await page.getByRole("link", { name: "Check out" }).click();
	await page.getByLabel("Send gift cards to someone else").check();
	await page.getByLabel("Recipient's e-mail").fill("wrong@example.test");
	const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
	await page.getByLabel("Send on").fill(day);
	await page.getByLabel("Message (optional)").fill("See example.test");
	await page.getByRole("button", { name: placeButton(true) }).click();
	await expect(page.getByText("Leave out web addresses.")).toBeVisible();
	await page.getByLabel("Message (optional)").fill("Ride well!");
	await page.getByRole("button", { name: placeButton(true) }).click();
	await page.waitForURL("**/payment/*");
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: /^Pay / }).click();
	await expect(page.getByText("We'll e-mail the gift to wrong@example.test on")).toBeVisible();
	await page.getByRole("link", { name: "Order and receipt" }).click();
	await page.getByLabel("Recipient's e-mail").fill("a@b");
	await page.getByRole("button", { name: "Save e-mail" }).click();
	await expect(page.getByLabel("Recipient's e-mail")).toHaveAttribute("aria-invalid", "true");
	await page.getByLabel("Recipient's e-mail").fill("right@example.test");
	await page.getByRole("button", { name: "Save e-mail" }).click();
	await expect(page.getByText("We'll e-mail the gift to right@example.test on")).toBeVisible();
	await expectStateClean(page, "an order with a gift");
	await tools.remove(id);
});
