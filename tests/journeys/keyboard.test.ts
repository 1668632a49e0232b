/** The main tasks of a customer and an administrator, by keyboard alone. */
import { expect, type FrameLocator, type Locator, type Page } from "@playwright/test";
import { transactionId } from "../../src/messages/messages.ts";
import { placeButton } from "../../src/messages/place-order.ts";
import { admin, newPerson, openAs, test, toast } from "./fixtures.ts";

/** The most presses of Tab a page may need. */
const maxTabPresses = 80;

/** Moves the focus to an element by Tab alone, and checks that the focus is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeEnabled();
	// Looked up once: by its role and name it takes longer than the press.
	const wanted = await target.elementHandle();
	for (let presses = 0; presses < maxTabPresses; presses += 1) {
		await page.keyboard.press("Tab");
		if (await wanted?.evaluate((element) => element === document.activeElement)) {
			return expectVisibleFocus(target);
		}
	}
	throw new Error(`Tab does not reach ${String(target)}`);
}

/** Expects an outline around the element or a parent. */
async function expectVisibleFocus(target: Locator): Promise<void> {
	const outlined = () =>
		target.evaluate((element) =>
			[element, element.parentElement].some((drawn) => {
				const { outlineStyle, outlineWidth } = getComputedStyle(drawn ?? element);
				return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
			}),
		);
	await expect.poll(outlined).toBe(true);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.type(text);
}

async function followLink(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press("Enter");
}

/** Submits a form with Enter, which does nothing while its button is disabled, as before hydration. */
async function submitForm(page: Page, button: string): Promise<void> {
	await expect(page.getByRole("button", { name: button, exact: true })).toBeEnabled();
	await page.keyboard.press("Enter");
}

/** Types a card into Stripe's frame, which Tab enters like any field. */
async function typeCard(page: Page, card: FrameLocator): Promise<void> {
	const number = card.getByLabel("Credit or debit card number");
	await expect(number).toBeVisible();
	const wanted = await number.elementHandle();
	for (let presses = 0; presses < maxTabPresses; presses += 1) {
		await page.keyboard.press("Tab");
		if (await wanted?.evaluate((field) => field === document.activeElement && document.hasFocus()))
			break;
	}
	await page.keyboard.type("4242424242424242");
	for (const [label, digits] of [
		["Credit or debit card expiration date", "1234"],
		["Credit or debit card CVC/CVV", "123"],
	] as const) {
		const field = card.getByLabel(label);
		if (!(await field.evaluate((element) => element === document.activeElement))) {
			await page.keyboard.press("Tab");
		}
		await page.keyboard.type(digits);
	}
}

test("a guest checks out and pays by keyboard", async ({ page }) => {
	await page.goto("/login");
	await page.evaluate(
		(cart) => localStorage.setItem("cogsmith-cart", cart),
		JSON.stringify([{ toolId: "chain-whip", quantity: 1, price: 29 }]),
	);
	await page.goto("/checkout");
	const guest = newPerson();
	await typeInto(page, page.getByLabel("E-mail"), guest.email);
	await typeInto(page, page.getByLabel("Name"), guest.name);
	await typeInto(page, page.getByLabel("Country"), "United States");
	await typeInto(page, page.getByLabel("Address", { exact: true }), "9 Workshop Lane");
	await followLink(page, page.getByRole("button", { name: "Add apartment" }));
	await typeInto(page, page.getByLabel("City"), "Portland");
	await typeInto(page, page.getByLabel("State"), "Oregon");
	await typeInto(page, page.getByLabel("ZIP code"), "97201");
	await typeInto(page, page.getByLabel("Phone"), "+1 555 0123");
	await submitForm(page, placeButton(false));
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await typeCard(page, page.frameLocator('iframe[title="Secure card payment input frame"]'));
	await followLink(page, page.getByRole("button", { name: /^Pay/ }));
	await expect(page.getByText(transactionId)).toBeVisible();
});

test("a dialog traps the focus, and returns it", async ({ page }) => {
	await openAs(page, admin, `/dashboard/makeAdmin?q=${admin.email}`);
	const remove = page.getByRole("button", { name: `Remove Admin: ${admin.email}` });
	await followLink(page, remove);
	const question = page.getByRole("dialog", { name: "Remove your own admin role?" });
	await expect(question).toBeVisible();
	const inside = () =>
		question.evaluate((dialog) => {
			const focused = document.activeElement;
			// The browser's own controls come between a dialog's last and first element.
			return focused === document.body || dialog.contains(focused);
		});
	for (let presses = 0; presses < 6; presses += 1) {
		await page.keyboard.press("Tab");
		expect(await inside()).toBe(true);
	}
	await page.keyboard.press("Escape");
	await expect(question).toBeHidden();
	await expect(remove).toBeFocused();
});

test("an administrator changes a price by keyboard", async ({ page }) => {
	await openAs(page, admin, "/dashboard/manageProducts?q=Patch kit");
	const price = page.getByLabel("Price of Patch kit");
	await tabTo(page, price);
	await page.keyboard.press("Control+A");
	await page.keyboard.type("4.75");
	await page.keyboard.press("Enter");
	await expect(toast(page, "Patch kithave been updated")).toBeVisible();
	await expect(price).toBeFocused();
	await page.keyboard.press("Control+A");
	await page.keyboard.type("4.50");
	await page.keyboard.press("Enter");
	await expect(page.getByRole("button", { name: "Save Patch kit" })).toBeDisabled();
});
