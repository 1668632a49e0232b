/** A customer sends something back with plain forms; staff decide, check it in and refund it. And a withdrawal. */
import { expect } from "@playwright/test";
import { ofOrder as orderReturns, withdrawal } from "../../src/messages/returns.ts";
import { expectStateClean } from "./accessible.ts";
import {
	admin,
	allowConsole,
	newCustomer,
	openAs,
	payByApi,
	shopUrl,
	storedToken,
	test,
} from "./fixtures.ts";

test("a tool is sent back, approved, checked in and refunded", async ({
	page,
	otherPage: their,
}) => {
	for (const one of [page, their]) allowConsole(one, /422/);
	const payment = await newCustomer(page, "chain-breaker");
	await payByApi(page, payment);
	const path = payment.replace("/payment/", "/orders/");
	await openAs(their, admin, path);
	const headers = { Authorization: `Bearer ${await storedToken(their)}` };
	const shipped = await their.request.put(`/api/order?id=${path.split("/").at(-1)}`, {
		headers,
		data: { status: "Shipped" },
	});
	expect(shipped.status()).toBe(200);

	await page.goto(path);
	await page.getByRole("link", { name: "Return items" }).click();
	await expectStateClean(page, "a return to ask for");
	await page.getByLabel("Why?").selectOption("It doesn't fit");
	await page.getByRole("spinbutton", { name: "Quantity of" }).fill("0");
	await page.getByRole("button", { name: "Request the return" }).click();
	await expect(page.getByRole("alert")).toContainText("Choose at least one item.");
	await page.getByRole("spinbutton", { name: "Quantity of" }).fill("1");
	await page.getByLabel("Optional: anything we should know").fill("Too short for <my> rivets.");
	await page.getByRole("button", { name: "Request the return" }).click();
	const own = page.getByRole("region", { name: "Returns" });
	await expect(own).toContainText("We're reviewing your request and will e-mail you.");
	await expectStateClean(page, "an order with a return");

	await their.goto("/dashboard/returns");
	await expectStateClean(their, "a list of returns");
	await their.goto(path);
	await their.getByRole("link", { name: /^Return R/ }).click();
	await expect(their.getByText("Too short for <my> rivets.")).toBeVisible();
	await expectStateClean(their, "a return to decide");
	await their.getByRole("button", { name: "Approve" }).click();
	await expect(their.getByRole("status")).toContainText("Approved.");
	await page.reload();
	await expect(own).toContainText("Please send it to us.");

	const condition = their.getByRole("combobox", { name: "Condition" });
	await condition.selectOption("Opened");
	await their.getByLabel("Restock").fill("9");
	await their.getByRole("button", { name: "Check in" }).click();
	await expect(their.getByLabel("Restock")).toHaveAccessibleDescription(
		/no more items than arrived/,
	);
	await expect(condition).toHaveValue("opened");
	await their.getByLabel("Restock").fill("");
	await their.getByRole("button", { name: "Check in" }).click();
	await their.getByLabel("Amount").fill("30");
	await their.getByRole("button", { name: "Refund it", exact: true }).click();
	await expect(their.getByRole("status")).toContainText("The refund is on its way.");
	await page.reload();
	await expect(own).toContainText("Refunded.");
	await expect(page.getByText("Partly refunded, $30.00")).toBeVisible();

	await page.goto("/withdraw");
	await expectStateClean(page, "a withdrawal");
});

test("a withdrawal by number and e-mail waits for a day, and its customer undoes it", async ({
	page,
	otherPage: their,
}) => {
	allowConsole(page, /409/);
	const payment = await newCustomer(page, "chain-breaker");
	await payByApi(page, payment);
	const path = payment.replace("/payment/", "/orders/");
	await page.goto(path);
	const number = (await page.getByRole("heading", { level: 1 }).textContent())?.match(/\d+/)?.[0];
	const email = (await page.locator("address p", { hasText: "@" }).first().textContent()) ?? "";
	const declare = async () => {
		await page.goto("/withdraw");
		await page.getByLabel("Order number").fill(number ?? "");
		await page.getByLabel(/^E-mail/).fill(email);
		await page.getByLabel("Your name").fill("Ada");
		await page.getByRole("button", { name: "Continue" }).click();
		await page.getByRole("button", { name: "Confirm withdrawal" }).click();
	};
	await declare();
	await expect(page.getByRole("status")).toContainText("We have received your withdrawal.");

	await openAs(their, admin, path);
	await expectStateClean(their, "a withdrawal that waits");
	await their.getByRole("link", { name: /R\d/ }).click();
	await expect(their.getByRole("button", { name: "Check in" })).toHaveCount(0);

	await page.goto(path);
	await page.getByRole("button", { name: orderReturns.undo }).click();
	await expect(page.getByRole("button", { name: orderReturns.undo })).toHaveCount(0);
	await declare();
	await expect(page.getByRole("alert")).toContainText(withdrawal.undone);
});

test("a consumer withdraws from an order by its number, in two steps and without JavaScript", async ({
	browser,
}) => {
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(shopUrl());
	await page.getByRole("link", { name: "Withdraw from contract here" }).click();
	await page.getByLabel("Order number").fill("1001");
	await page.getByLabel(/^E-mail/).fill("nobody@example.test");
	await page.getByLabel("Your name").fill("Ada");
	await page.getByLabel("Only some items").check();
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByRole("alert")).toContainText("Enter the items");
	await page.getByRole("textbox", { name: "Items", exact: true }).fill("1 × <chain> whip");
	await page.getByRole("button", { name: "Continue" }).click();
	await expect(page.getByText("1 × <chain> whip")).toBeVisible();
	await page.getByRole("button", { name: "Change it" }).click();
	await expect(page.getByRole("textbox", { name: "Items", exact: true })).toHaveValue(
		"1 × <chain> whip",
	);
	await page.getByRole("button", { name: "Continue" }).click();
	await page.getByRole("button", { name: "Confirm withdrawal" }).click();
	await expect(page.getByRole("status")).toContainText("We have received your withdrawal.");
	await context.close();
});
