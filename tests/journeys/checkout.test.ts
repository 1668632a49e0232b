import { expect, type Page } from "@playwright/test";
import * as checkoutMessages from "../../src/messages.checkout.ts";
import * as messages from "../../src/messages.ts";
import { allowConsole, fillCard, newPerson, openAsNewCustomer, signUp, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

async function addToCart(page: Page, tool: string): Promise<void> {
	await page.goto(`/tools/${tool}`);
	await page.getByRole("button", { name: /^Add to cart/ }).click();
	await expect(page.getByText(messages.addedToCart)).toBeVisible();
}

const placeOrder = (page: Page) => page.getByRole("button", { name: messages.placeAndPay }).click();

/** Fills the address of a customer of whom only the name is known. */
async function fillAddress(page: Page): Promise<void> {
	await page.getByLabel("Country").selectOption("United States");
	await page.getByLabel("Address", { exact: true }).fill("9 Workshop Lane");
	await page.getByLabel("City").fill("Portland");
	await page.getByLabel("State").selectOption("Oregon");
	await page.getByLabel("ZIP code").fill("97201");
	await page.getByLabel("Phone").fill("+1 555 0123");
}

test("two tools of a visitor's cart are ordered and paid at once", async ({ page }) => {
	for (const tool of ["chain-breaker", "pedal-wrench"]) await addToCart(page, tool);
	await page.goto("/cart");
	await page.getByRole("link", { name: "Check out" }).click();

	await page.getByRole("main").getByRole("link", { name: checkoutMessages.signIn }).click();
	await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
	await page.getByRole("link", { name: "Create an account" }).click();
	const rider = newPerson();
	await signUp(page, rider);

	await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
	const main = page.getByRole("main");
	await expect(main.getByRole("listitem")).toHaveCount(2);
	await expect(page.getByLabel("Name")).toHaveValue(rider.name);
	// What is missing is named at its field, and nothing is ordered.
	await page.getByLabel("Country").selectOption("United States");
	await placeOrder(page);
	for (const error of ["City is Required", "State is Required", "ZIP code is Required"])
		await expect(page.getByRole("alert").filter({ hasText: error })).toBeVisible();
	await fillAddress(page);
	expect(
		await main.getByRole("textbox").or(main.getByRole("combobox")).count(),
	).toBeLessThanOrEqual(8);
	await page.getByRole("button", { name: "Add: Apartment" }).click();
	await page.getByLabel("Apartment").fill("Unit 4");
	const total = await main.locator(".checkout-totals dd").last().textContent();
	await placeOrder(page);

	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await expect(main.getByRole("listitem")).toHaveCount(2);
	for (const fact of [
		`Total${total}`,
		"Address9 Workshop Lane, Unit 4, Portland, OR 97201, United States",
	])
		await expect(main.locator("dl > div", { hasText: fact })).toBeVisible();
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: `Pay ${total}` }).click();
	await expect(page.getByText(messages.transactionId)).toBeVisible();

	await main.getByRole("link", { name: "My Orders" }).click();
	for (const name of ["Chain breaker", "Pedal wrench"]) {
		const order = page.getByRole("article", { name: `Order of ${name}` });
		await expect(order.getByText("Paid", { exact: true })).toBeVisible();
	}
	await page.goto("/cart");
	await expect(page.getByText("Your cart is empty.")).toBeVisible();

	// The next checkout is filled in.
	await addToCart(page, "chain-breaker");
	await page.goto("/checkout");
	await expect(page.getByLabel("City")).toHaveValue("Portland");
	await placeOrder(page);
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
});

test("a line that was sold out meanwhile is named, and the rest is ordered without it", async ({
	page,
}) => {
	allowConsole(page, /409 \(Conflict\)/);
	await openAsNewCustomer(page, "/manageTools");
	for (const tool of ["chain-breaker", "pedal-wrench"]) await addToCart(page, tool);
	await page.goto("/checkout");
	await fillAddress(page);
	// As if others had bought the rest since the page was loaded.
	await page.route("**/api/checkout", async (route) => {
		const body = route.request().postDataJSON();
		if (body.lines.length === 2) body.lines[1].quantity = 1000;
		await route.continue({ postData: JSON.stringify(body) });
	});
	await placeOrder(page);
	const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Pedal wrench" });
	await expect(line.getByText(/^Only \d+ left/)).toBeVisible();
	await expect(page.getByRole("button", { name: messages.placeAndPay })).toBeDisabled();
	await page.getByRole("button", { name: "Go on without it" }).click();
	await expect(line).toHaveCount(0);
	await placeOrder(page);
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await page.goto("/cart");
	await expect(page.getByText("Pedal wrench").first()).toBeVisible();
	await expect(page.getByText("Chain breaker")).toHaveCount(0);
});
