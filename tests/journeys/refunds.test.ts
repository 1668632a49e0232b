import { expect, type Page } from "@playwright/test";
import { admin, newCustomer, openAs, payByApi, pressEnter, test, toast } from "./fixtures.ts";

/** A new customer orders a tool and pays it. Returns the path of the order's page. */
async function buy(page: Page): Promise<string> {
	const payment = await newCustomer(page, "chain-breaker");
	await payByApi(page, payment);
	return payment.replace("/payment/", "/orders/");
}

test("an administrator refunds a part, and the customer cancels the rest", async ({
	page,
	otherPage: their,
}) => {
	test.slow();
	const path = await buy(page);
	await page.goto(path);

	await openAs(their, admin, path);
	// With the keyboard alone.
	const refund = their.getByRole("button", { name: "Refund", exact: true });
	await pressEnter(refund);
	const dialog = their.getByRole("dialog", { name: "Refund this order?" });
	await expect(dialog.getByRole("button", { name: "Refund $34.50" })).toBeEnabled();
	await dialog.getByRole("radio", { name: "An amount" }).press("Space");
	const amount = dialog.getByLabel("Amount", { exact: true });
	await amount.fill("99999");
	await expect(dialog.getByText("Enter an amount up to what's left.")).toBeVisible();
	await expect(dialog.getByRole("button", { name: /^Refund/ })).toBeDisabled();
	await amount.press("Escape");
	await expect(dialog).toBeHidden();
	await expect(refund).toBeFocused();
	await pressEnter(refund);
	await dialog.getByRole("radio", { name: "An amount" }).press("Space");
	await amount.fill("1.00");
	await dialog.getByLabel("Reason").selectOption({ label: "Damaged" });
	await amount.press("Enter");
	const state = their.getByRole("region", { name: "Status" });
	await expect(state.getByText("Partly refunded, $1.00")).toBeVisible();
	// What is left is right the next time.
	await pressEnter(refund);
	await expect(dialog.getByText("$33.50")).not.toHaveCount(0);

	await page.reload();
	await expect(page.getByText("Partly refunded, $1.00")).toBeVisible();
	await page.getByRole("button", { name: "Cancel order" }).click();
	const question = page.getByRole("dialog", { name: "Cancel this order?" });
	await question.getByRole("button", { name: "Keep order" }).click();
	await expect(question).toBeHidden();
	await page.getByRole("button", { name: "Cancel order" }).click();
	await question.getByRole("button", { name: "Cancel order" }).click();
	await expect(toast(page, "$33.50 refunded.")).toBeVisible();
	await expect(page.getByRole("heading", { name: "This order was canceled." })).toBeVisible();
	await expect(page.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
});
