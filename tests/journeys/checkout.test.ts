import { expect, type Page } from "@playwright/test";
import { sessionEnded } from "../../src/messages/account.ts";
import * as messages from "../../src/messages/messages.ts";
import { placeButton } from "../../src/messages/place-order.ts";
import { allowConsole, openAsNewCustomer, signIn, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

async function addToCart(page: Page, tool: string): Promise<void> {
	await page.goto(`/tools/${tool}`);
	await page.getByRole("button", { name: /^Add to cart/ }).click();
	await expect(page.getByText(messages.addedToCart)).toBeVisible();
}

const placeOrder = (page: Page) => page.getByRole("button", { name: placeButton(false) }).click();

/** Fills the address of a customer of whom only the name is known. */
async function fillAddress(page: Page): Promise<void> {
	await page.getByLabel("Country").selectOption("United States");
	await page.getByLabel("Address", { exact: true }).fill("9 Workshop Lane");
	await page.getByLabel("City").fill("Portland");
	await page.getByLabel("State").selectOption("Oregon");
	await page.getByLabel("ZIP code").fill("97201");
	await page.getByLabel("Phone").fill("+1 555 0123");
}

test("a line that was sold out meanwhile is named, the rest is ordered without it, and the next order is filled in", async ({
	page,
}) => {
	allowConsole(page, /409 \(Conflict\)/);
	await openAsNewCustomer(page, "/manageTools");
	for (const tool of ["chain-breaker", "pedal-wrench"]) await addToCart(page, tool);
	await page.goto("/checkout");
	await fillAddress(page);
	// Acts as if others had bought the rest since the page was loaded.
	await page.route("**/api/checkout", async (route) => {
		const body = route.request().postDataJSON();
		if (body.lines.length === 2) body.lines[1].quantity = 1000;
		await route.continue({ postData: JSON.stringify(body) });
	});
	await placeOrder(page);
	const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Pedal wrench" });
	await expect(line.getByText(/^Only \d+ left/)).toBeVisible();
	await expect(page.getByRole("button", { name: placeButton(false) })).toBeDisabled();
	await page.getByRole("button", { name: "Continue without it" }).click();
	await expect(line).toHaveCount(0);
	await placeOrder(page);
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await page.goto("/cart");
	await expect(page.getByText("Pedal wrench").first()).toBeVisible();
	await expect(page.getByText("Chain breaker")).toHaveCount(0);

	// The next order is filled in.
	await page.goto("/checkout");
	await expect(page.getByLabel("City")).toHaveValue("Portland");
});

test("a session that ends in the middle leads to the login page, which says so, and back to what was typed", async ({
	page,
}) => {
	allowConsole(page, /status of 401/, /status of 422/);
	const person = await openAsNewCustomer(page, "/robots.txt");
	await addToCart(page, "chain-breaker");
	await page.goto("/checkout");
	await fillAddress(page);
	await page.getByLabel("City").fill("Bend");
	await page.context().clearCookies();
	await page.evaluate(() => localStorage.removeItem("accessToken"));
	await placeOrder(page);
	await expect(page).toHaveURL("/login?from=%2Fcheckout&by=session");
	await expect(page.getByRole("status").filter({ hasText: sessionEnded })).toBeVisible();
	await signIn(page, person);
	await expect(page).toHaveURL("/checkout");
	await expect(page.getByLabel("City")).toHaveValue("Bend");
	await placeOrder(page);
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
});
