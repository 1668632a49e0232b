import { expect, type Page } from "@playwright/test";
import { admin, newCustomer, openAs, payByApi, test, toast } from "./fixtures.ts";

/** A new customer orders a tool and pays it. */
async function buy(page: Page): Promise<void> {
	await payByApi(page, await newCustomer(page, "chain-breaker"));
	await page.goto("/dashboard/myorders");
}

test("an administrator refunds a part, and the customer cancels the rest", async ({
	page,
	otherPage: their,
}) => {
	test.slow();
	await buy(page);
	const line = page.getByRole("article");
	const id = await page.evaluate(async () => {
		const token = localStorage.getItem("accessToken");
		const email = JSON.parse(atob((token ?? "").split(".")[1] ?? "")).email as string;
		const response = await fetch(`/api/order?email=${encodeURIComponent(email)}`, {
			headers: { Authorization: `Bearer ${token}` },
		});
		return ((await response.json()) as { _id: string }[])[0]?._id ?? "";
	});

	await openAs(their, admin, `/dashboard/manageOrders?q=${id}`);
	// With the keyboard alone.
	const refund = their.getByRole("button", { name: /^Refund order of/ });
	await expect(refund).toBeEnabled();
	await refund.press("Enter");
	const dialog = their.getByRole("dialog", { name: "Refund this order?" });
	await expect(dialog.getByLabel("Amount")).not.toHaveValue("");
	await dialog.getByLabel("Amount").fill("99999");
	await dialog.getByLabel("Amount").press("Escape");
	await expect(dialog).toBeHidden();
	await expect(refund).toBeFocused();
	await refund.press("Enter");
	await dialog.getByLabel("Amount").fill("1.00");
	await dialog.getByLabel("Reason").selectOption({ label: "Damaged" });
	await dialog.getByLabel("Amount").press("Enter");
	await expect(toast(their, "$1.00 is refunded.")).toBeVisible();
	await expect(their.getByText("Partly refunded, $1.00")).toBeVisible();
	await expect(their.getByRole("button", { name: /^Shipped: order/ })).toBeDisabled();

	await page.reload();
	await expect(line.getByText("Partly refunded, $1.00")).toBeVisible();
	await line.getByRole("button", { name: /^Cancel order of/ }).click();
	const question = page.getByRole("dialog", { name: "Cancel this order?" });
	await question.getByRole("button", { name: "Keep order" }).click();
	await expect(question).toBeHidden();
	await line.getByRole("button", { name: /^Cancel order of/ }).click();
	await question.getByRole("button", { name: "Cancel order" }).click();
	await expect(line.getByText("Cancelled", { exact: true })).toBeVisible();
	await expect(line.getByText("Refunded", { exact: true })).toBeVisible();
	await expect(line.getByRole("button", { name: /^Cancel/ })).toHaveCount(0);
});
