import { expect } from "@playwright/test";
import {
	allowConsole,
	expectUncovered,
	fillCard,
	newPerson,
	signUp,
	test,
	toast,
} from "./fixtures.ts";

test("a visitor signs up, orders, is declined, pays and sees the order paid", async ({ page }) => {
	// A declined card is an HTTP 402, which the browser logs.
	allowConsole(page, /402 \(Payment Required\)/);
	const rider = newPerson();

	await page.goto("/");
	await page.getByRole("link", { name: "Tools", exact: true }).click();
	await page.getByRole("link", { name: "Chain breaker" }).click();
	await page.getByRole("link", { name: "Purchase" }).click();

	await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
	await page.getByRole("link", { name: "Create an account" }).click();
	await signUp(page, rider);

	await expect(page.getByRole("heading", { name: "Chain breaker" })).toBeVisible();
	// Continues at a phone's width: the form comes first, and toasts don't cover it.
	await page.setViewportSize({ width: 390, height: 844 });
	const main = page.getByRole("main");
	const menu = page.getByRole("button", { name: "Menu" });
	const line = page.getByRole("button", { name: "Order with obligation to pay" });
	await expect(line).toBeInViewport({ ratio: 1 });
	await page.getByLabel("Quantity").fill("");
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await line.click();
	const header = [menu, page.getByRole("link", { name: /, home$/ }), page.locator(".cart-link")];
	const tool = [main.getByRole("heading", { level: 1 }), main.getByText("$34.50 each")];
	const empty = toast(page, "Empty Quantity");
	await expect(empty).toHaveAttribute("data-mounted", "true");
	await expectUncovered(empty, [...header, ...tool]);
	await page.getByLabel("Quantity").fill("2");
	await line.click();
	const ordered = toast(page, "Chain breaker has been ordered Please check my order");
	await expect(ordered).toHaveAttribute("data-mounted", "true");
	await expectUncovered(ordered, [
		...header,
		...tool,
		page.getByRole("link", { name: "Pay now" }),
		main.getByRole("link", { name: "My Orders" }),
	]);
	await page.getByRole("link", { name: "Pay now" }).click();

	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	const asked = page.getByText("Please pay 69$ to confirm your order");
	await expect(asked).toBeVisible();
	await expect(main.getByRole("listitem").filter({ hasText: "2 × $34.50" })).toBeVisible();
	const lines = ["ShippingFree", "Total$69.00", "Address5 Spoke Street"];
	for (const line of lines) await expect(main.locator("dl > div", { hasText: line })).toBeVisible();
	const number = main.locator("dl > div", { hasText: "Order number" }).locator("dd");
	await expect(number).toHaveText(/^1\d{3}$/);
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
	const paymentPage = page.url();
	for (const again of [false, true]) {
		if (again) await page.goto(paymentPage);
		await expect(asked).toHaveCount(0);
		await expect(page.getByRole("button", { name: /^Pay/ })).toHaveCount(0);
		for (const line of lines)
			await expect(main.locator("dl > div", { hasText: line })).toBeVisible();
		await expect(main.getByText(transaction)).toBeVisible();
	}

	await main.getByRole("link", { name: "My Orders" }).click();
	const mine = page.getByRole("article", { name: "Order of Chain breaker" });
	await expect(mine.getByText("Being packed", { exact: true })).toBeVisible();
	await mine.getByText("Receipt", { exact: true }).click();
	await expect(mine.getByText(transaction)).toBeVisible();

	await page.goto("/dashboard/myprofile");
	for (const given of ["+1 555 0123", "5 Spoke Street"])
		await expect(main.getByText(given)).toBeVisible();
});
