/** Ordering as a guest in a browser without JavaScript, from a tool's page to the order's page. Axe needs JavaScript: it is in cart.test.ts. */
import { expect, type Page } from "@playwright/test";
import { orderWithoutAccount } from "../../src/messages/account.ts";
import * as cartTexts from "../../src/messages/cart.ts";
import * as checkoutTexts from "../../src/messages/checkout.ts";
import * as giftTexts from "../../src/messages/gifts.ts";
import * as messages from "../../src/messages/messages.ts";
import { needsScript } from "../../src/messages/payment.ts";
import { placeButton } from "../../src/messages/place-order.ts";
import * as unpaid from "../../src/messages/unpaid.ts";
import { newIpAddress } from "../helpers/ip-address.ts";
import { admin, allowConsole, newPerson, openAs, test } from "./fixtures.ts";

test.use({ javaScriptEnabled: false });
// Without JavaScript each order's link is sent, of which a network has a number a day.
test.beforeEach(({ page }) => page.setExtraHTTPHeaders({ "CF-Connecting-IP": newIpAddress() }));

const addButton = (page: Page) => page.getByRole("button", { name: /^Add to cart/ });
const entries = [
	["Name", "Grace Hopper"],
	["Address", "9 Workshop Lane"],
	["City", "Portland"],
	["ZIP code", "97201"],
	["Phone", "+1 555 0123"],
] as const;
const place = (page: Page) => page.getByRole("button", { name: placeButton(false) });

test("a guest fills the cart, corrects the checkout's form and gets to the order", async ({
	page,
}) => {
	allowConsole(page, /status of 422/);
	const guest = newPerson();
	await page.goto("/tools/chain-breaker");
	await addButton(page).first().click();
	await expect(page.getByText(messages.addedToCart)).toBeVisible();
	// A card adds the minimum order.
	await page.goto("/tools?q=pedal+wrench");
	await addButton(page).first().click();
	await page.getByRole("banner").getByRole("link", { name: messages.cart }).click();
	await expect(page.getByText("2 items")).toBeVisible();
	await page.getByLabel("Quantity of Chain breaker", { exact: true }).fill("2");
	await page.getByRole("button", { name: "Change the quantity of Chain breaker" }).click();
	await expect(page.getByLabel("Quantity of Chain breaker", { exact: true })).toHaveValue("2");
	await page.getByRole("button", { name: "Remove Pedal wrench" }).click();
	await expect(page.getByRole("article", { name: "Pedal wrench" })).toHaveCount(0);

	await page.getByRole("link", { name: cartTexts.checkOut }).click();
	await page.getByLabel("Country").first().selectOption("United States");
	await page.getByRole("button", { name: checkoutTexts.takeCountry }).first().click();
	await page.getByLabel("E-mail").fill("no e-mail");
	for (const [label, text] of entries)
		await page.getByLabel(label, { exact: true }).first().fill(text);
	await page.getByLabel("State").first().selectOption("Oregon");
	await page.getByLabel("Phone").press("Enter");
	await page.getByRole("alert").getByRole("link", { name: messages.emailInvalid }).click();
	await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(
		new RegExp(messages.emailInvalid),
	);
	for (const [label, text] of entries)
		await expect(page.getByLabel(label, { exact: true }).first()).toHaveValue(text);
	await page.getByLabel("E-mail").fill(guest.email);
	await place(page).click();
	await expect(page).toHaveURL(/\/orders\/[\w-]+$/);
	const note = page.locator("noscript p", { hasText: needsScript });
	await expect(note).toBeVisible();
	await page.goto("/cart/basic");
	await expect(page.getByText(messages.cartEmpty)).toBeVisible();

	// The cart leads to the order until it is paid: to change it, and to cancel it.
	const notice = page.getByRole("region", { name: unpaid.label });
	await notice.getByRole("link", { name: unpaid.change }).click();
	await page.getByLabel("ZIP code").fill("1");
	await page.getByLabel("City").fill("Beaverton");
	await page.getByRole("button", { name: unpaid.save }).click();
	await expect(page.getByLabel("ZIP code")).toHaveAttribute("aria-invalid", "true");
	await page.getByLabel("ZIP code").fill("97005");
	await page.getByRole("button", { name: unpaid.save }).click();
	await expect(page.getByText("Beaverton, OR 97005")).toBeVisible();
	await page.goto("/cart/basic");
	await notice.getByRole("link", { name: unpaid.cancel }).click();
	await page.getByRole("button", { name: unpaid.cancelOrder }).click();
	await expect(page.getByRole("heading", { name: /^Order \d+ is canceled$/ })).toBeVisible();
	await page.goto("/cart/basic");
	await expect(notice).toBeHidden();
});

test("a partner's older card leads a guest past the login page to an order that counts for the partner", async ({
	page,
	otherPage: desk,
}) => {
	const partner = `older-${Date.now().toString(36)}`;
	await page.goto(`/purchase/chain-breaker?seen-on=${partner}`);
	await expect(page).toHaveURL(/\/login\?/);
	await page.getByRole("link", { name: orderWithoutAccount }).click();
	await expect(page).toHaveURL(new RegExp(`/tools/chain-breaker\\?seen-on=${partner}$`));
	await addButton(page).first().click();
	// The header's link is the same for everyone: it has no partner.
	await page.getByRole("banner").getByRole("link", { name: messages.cart }).click();
	await expect(page).toHaveURL(/\/cart\/basic$/);
	await page.getByRole("link", { name: cartTexts.checkOut }).click();
	await page.getByLabel("Country").first().selectOption("United States");
	await page.getByRole("button", { name: checkoutTexts.takeCountry }).first().click();
	for (const [label, text] of [["E-mail", newPerson().email], ...entries] as const)
		await page.getByLabel(label, { exact: true }).first().fill(text);
	await page.getByLabel("State").first().selectOption("Oregon");
	await place(page).click();
	await expect(page).toHaveURL(/\/orders\/[\w-]+$/);
	await openAs(desk, admin, "/robots.txt");
	const sales = await desk.request.get("/dashboard/partners.csv");
	expect(await sales.text()).toContain(`${partner},1,0,0.00\r\n`);
});

test("the ticked tools of a job get into the cart with one tap", async ({ page }) => {
	await page.goto("/jobs/replace-chain?chain=11");
	await page.getByRole("checkbox", { name: "Master link pliers" }).check();
	await page.getByRole("button", { name: messages.addTicked }).click();
	await expect(page).toHaveURL(/\/cart\/basic/);
	for (const name of ["Chain wear checker", "Master link pliers", "Chain breaker"])
		await expect(page.getByRole("article", { name })).toBeVisible();
});

test("four taps lead from the home page to a cart that holds a gift", async ({ page }) => {
	await page.goto("/");
	await page.getByRole("list", { name: giftTexts.giftGuide }).getByText("Mountain bike").click();
	await page.getByRole("link", { name: giftTexts.mendNames.unknown }).click();
	await page.getByRole("link", { name: giftTexts.upTo("$50") }).click();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText(
		giftTexts.giftsFor("mountain", "$50"),
	);
	const first = page.getByRole("article").first();
	await expect(first).toContainText(`${giftTexts.fitsLabel} ${giftTexts.fitsKind("mountain")}`);
	const name = (await first.getByRole("heading").textContent()) ?? "";
	await addButton(page).first().click();
	await page.getByRole("banner").getByRole("link", { name: messages.cart }).click();
	await expect(page.getByRole("article", { name })).toBeVisible();
});
