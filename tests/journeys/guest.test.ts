/** Buying on a phone without an account, and with one whose profile is known. */

import { expect, type Locator, type Page } from "@playwright/test";
import * as accountTexts from "../../src/messages/account.ts";
import * as checkoutMessages from "../../src/messages/checkout.ts";
import * as messages from "../../src/messages/messages.ts";
import { placeButton } from "../../src/messages/place-order.ts";
import * as unpaid from "../../src/messages/unpaid.ts";
import {
	expectUncovered,
	fillCard,
	followMail,
	mailSubjects,
	newCustomer,
	newPerson,
	test,
} from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const fieldsOf = (page: Page): Locator => {
	const main = page.getByRole("main");
	return main.getByRole("textbox").or(main.getByRole("combobox"));
};

/** What a guest types at the checkout, beside the state. */
const entriesOf = ({ email, name }: ReturnType<typeof newPerson>) =>
	[
		["E-mail", email],
		["Name", name],
		["Address", "9 Workshop Lane"],
		["City", "Portland"],
		["ZIP code", "97201"],
		["Phone", "+1 555 0123"],
	] as const;

/** Fills in the checkout's form. */
async function fillIn(page: Page, guest: ReturnType<typeof newPerson>): Promise<void> {
	await page.getByLabel("Country").selectOption("United States");
	for (const [label, text] of entriesOf(guest))
		await page.getByLabel(label, { exact: true }).fill(text);
	await page.getByLabel("State").selectOption("Oregon");
}

const notice = (page: Page) => page.getByRole("region", { name: unpaid.label });

test("a guest orders two tools and pays within 45 seconds, with eight fields; later they are in the account", async ({
	page,
}) => {
	test.slow();
	const guest = newPerson();
	const startedAt = Date.now();
	for (const tool of ["chain-breaker", "pedal-wrench"]) {
		await page.goto(`/tools/${tool}`);
		await page.getByRole("button", { name: /^Add to cart/ }).tap();
		await expectUncovered(page.locator(".cart-status"), [
			page.getByRole("link", { name: /, home$/ }),
			page.locator(".cart-link"),
			page.getByRole("heading", { level: 1 }),
			page.locator(".buy-price"),
		]);
	}
	await page.getByRole("link", { name: "View cart" }).tap();
	await page.getByRole("link", { name: "Check out" }).tap();
	await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
	await expect(
		page.getByRole("main").getByRole("link", { name: checkoutMessages.signIn }),
	).toHaveAttribute("href", "/login?from=%2Fcheckout");

	await fillIn(page, guest);
	expect(await fieldsOf(page).count()).toBeLessThanOrEqual(8);
	// What was typed survives a reload.
	await page.reload();
	await expect(page.getByText(checkoutMessages.draftRestored)).toBeVisible();
	for (const [label, text] of [...entriesOf(guest), ["Country", "US"], ["State", "OR"]] as const)
		await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
	await page.getByRole("button", { name: placeButton(false) }).tap();
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: /^Pay/ }).tap();
	await expect(page.getByText(messages.transactionId)).toBeVisible();
	await expect(page.getByRole("link", { name: messages.orderAndReceipt })).toBeVisible();
	expect(Date.now() - startedAt).toBeLessThan(45_000);
	// Back leads to what was paid, and no page says any more that it waits.
	await page.goBack();
	await expect(page).toHaveURL(/\/orders\/[\w-]+$/);
	await expect(
		page.getByRole("heading", { name: "Paid. We'll e-mail you when it ships." }),
	).toBeVisible();
	await page.goto("/cart");
	await expect(page.getByText(messages.cartEmpty)).toBeVisible();
	await expect(notice(page)).toBeHidden();

	// The e-mail's link opens the order in any browser, and the address then has no token.
	await page.context().clearCookies();
	await followMail(page, guest.email, mailSubjects.receipt);
	await expect(
		page.getByRole("heading", { name: "Paid. We'll e-mail you when it ships." }),
	).toBeVisible();
	expect(new URL(page.url()).search).toBe("");
	await page.getByLabel("Password").fill(guest.password);
	await page.getByRole("button", { name: accountTexts.createAccount }).tap();
	await expect(page.getByText(accountTexts.accountCreated(guest.email))).toBeVisible();
	await followMail(page, guest.email, mailSubjects.verify);
	await expect(page.getByText("Thank you. Your e-mail is verified.")).toBeVisible();
	await page.goto("/dashboard/myorders");
	const mine = page.getByRole("article", { name: "Order of 2 tools" });
	for (const name of ["Chain breaker", "Pedal wrench"])
		await expect(mine.getByRole("heading", { name })).toBeVisible();
});

test("who comes back from the payment page finds the order on every page, changes it in two tabs and cancels it", async ({
	page,
	context,
}) => {
	await page.goto("/tools/chain-breaker");
	await page.getByRole("button", { name: /^Add to cart/ }).tap();
	await page.getByRole("link", { name: "View cart" }).tap();
	await page.getByRole("link", { name: "Check out" }).tap();
	await fillIn(page, newPerson());
	await page.getByRole("button", { name: placeButton(false) }).tap();
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	const payment = page.url();
	await page.goBack();
	await expect(notice(page)).toBeVisible();
	await page.goto("/cart");
	await expect(notice(page).getByText(/^Order \d+ waits to be paid:$/)).toBeVisible();

	const save = (tab: Page) => tab.getByRole("button", { name: unpaid.save }).tap();
	const other = await context.newPage();
	for (const tab of [page, other]) {
		await tab.goto("/tools");
		await notice(tab).getByRole("link", { name: unpaid.change }).tap();
		await expect(tab.getByLabel("City")).toHaveValue("Portland");
	}
	await page.getByLabel("City").fill("Beaverton");
	await other.getByLabel("Phone").fill("+1 555 0199");
	for (const tab of [page, other]) {
		await save(tab);
		await expect(tab).toHaveURL(/\/orders\/[\w-]+$/);
	}
	// What one tab has changed is not undone by the other.
	const delivery = other.getByRole("main");
	await expect(delivery.getByText("Beaverton, OR 97201")).toBeVisible();
	await expect(delivery.getByText("+1 555 0199")).toBeVisible();

	await other.goto("/tools");
	await page.goto("/cart");
	await notice(page).getByRole("link", { name: unpaid.cancel }).tap();
	await page.getByRole("button", { name: unpaid.cancelOrder }).tap();
	const isOver = page.getByRole("heading", { name: /^Order \d+ is canceled$/ });
	await expect(isOver).toBeVisible();
	await expect(notice(other)).toBeHidden();
	await page.goto(payment);
	await expect(isOver).toBeVisible();
	await other.close();
});

test("with a known profile, a tool is paid with five taps", async ({ page }) => {
	await newCustomer(page);
	let taps = 0;
	const tap = async (target: Locator) => {
		taps += 1;
		await target.tap();
	};
	await page.goto("/tools/chain-breaker");
	await tap(page.getByRole("main").getByRole("link", { name: /^Purchase/ }));
	await tap(page.getByRole("button", { name: "Order with obligation to pay" }));
	await tap(page.getByRole("link", { name: "Pay now" }));
	const card = page.frameLocator('iframe[title="Secure card payment input frame"]');
	await tap(card.getByLabel("Credit or debit card number"));
	await fillCard(page, "4242 4242 4242 4242");
	await tap(page.getByRole("button", { name: /^Pay/ }));
	await expect(page.getByText(messages.transactionId)).toBeVisible();
	expect(taps).toBeLessThanOrEqual(5);
});
