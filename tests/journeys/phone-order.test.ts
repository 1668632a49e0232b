/** An order that staff enter at the telephone, change, and that its customer pays by the link in the e-mail. */
import { expect } from "@playwright/test";
import * as messages from "../../src/messages/messages.ts";
import { expectStateClean } from "./accessible.ts";
import { admin, fillCard, findMail, newPerson, openAs, test, toast } from "./fixtures.ts";

test("an order by telephone is entered, changed, and paid by its link", async ({
	page,
	otherPage,
}) => {
	test.slow();
	const customer = newPerson();
	await openAs(page, admin, "/dashboard/orders/new");
	await page.getByLabel("Find a tool").fill("chain breaker");
	await page.getByRole("button", { name: /^Add: Chain breaker/ }).click();
	await page.getByRole("button", { name: /^One more/ }).click();
	await page.getByLabel("Country").selectOption("Germany");
	for (const [label, text] of [
		["Name", customer.name],
		["Address", "Invalidenstr. 1"],
		["Postal code", "10115"],
		["City", "Berlin"],
		["Phone", "+49 30 1"],
		["Customer's e-mail", customer.email],
	] as const)
		await page.getByLabel(label, { exact: true }).fill(text);
	await page.getByRole("button", { name: "Save and send the payment link" }).click();
	await expect(toast(page, "saved.")).toBeVisible();
	await expect(page.getByText("This order was entered by phone.")).toBeVisible();
	await expect(page.getByRole("button", { name: "Change the delivery" })).toBeEnabled();
	await expectStateClean(page, "an order by telephone");

	await page.getByRole("button", { name: "Change the delivery" }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Address", { exact: true }).fill("Torstr. 5");
	await expectStateClean(page, "another delivery");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("Torstr. 5").first()).toBeVisible();

	await page.getByRole("button", { name: "Add a tool", exact: true }).click();
	await dialog.getByLabel("Find a tool").fill("torque wrench");
	await dialog.getByRole("button", { name: /^Add: Torque wrench, 2/ }).click();
	await expectStateClean(page, "a tool to add");
	await dialog.getByRole("button", { name: "Add", exact: true }).click();
	await expect(page.getByRole("link", { name: "Torque wrench, 2 to 25 Nm" }).first()).toBeVisible();

	await findMail(otherPage, customer.email, "please pay");
	await otherPage.getByRole("link", { name: /\/payment\// }).click();
	await expect(otherPage.getByRole("heading", { name: "Payment" })).toBeVisible();
	await fillCard(otherPage, "4242 4242 4242 4242");
	await otherPage.getByRole("button", { name: "Pay $158.00" }).click();
	await expect(otherPage.getByText(messages.transactionId)).toBeVisible();
	await page.reload();
	await expect(page.getByRole("region", { name: "Status" }).getByText("To pack")).toBeVisible();
});
