import { expect } from "@playwright/test";
import { expectNoise, fillCard, newPerson, signUp, test, toast } from "./shop.ts";

test("a visitor signs up, orders, is declined, pays and sees the order paid", async ({ page }) => {
	// A declined card is an HTTP 402, which the browser's console mentions.
	expectNoise(page, /402 \(Payment Required\)/);
	const rider = newPerson();

	await page.goto("/");
	await page.getByRole("link", { name: "Tools", exact: true }).click();
	await page.getByRole("link", { name: "Chain breaker" }).click();
	await page.getByRole("link", { name: "Purchase" }).click();

	await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
	await page.getByRole("link", { name: "Create an account" }).click();
	await signUp(page, rider);

	await expect(page.getByRole("heading", { name: "Chain breaker" })).toBeVisible();
	await page.getByLabel("Quantity").fill("2");
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order" }).click();
	await expect(toast(page, "Chain breaker has been ordered Please check my order")).toBeVisible();
	await page.getByRole("link", { name: "Pay now" }).click();

	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await expect(page.getByText("Please pay 69$ to confirm your order")).toBeVisible();
	await fillCard(page, "4000 0000 0000 0002");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(
		page.getByRole("alert").filter({ hasText: "Your card was declined." }),
	).toBeVisible();

	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: /^Pay/ }).click();
	const congratulations = "Congrats! Your payment is completed. Check My Orders Page";
	await expect(toast(page, congratulations)).toBeVisible();
	await expect(page.getByRole("status").getByText(congratulations)).toBeVisible();
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	const transaction = (await page.getByText(/^pi_/).textContent()) ?? "";

	await page.getByRole("main").getByRole("link", { name: "My Orders" }).click();
	const order = page.getByRole("article", { name: "Order of Chain breaker" });
	await expect(order.getByText("Paid", { exact: true })).toBeVisible();
	await expect(order.getByText(transaction)).toBeVisible();
});
