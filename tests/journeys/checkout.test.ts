import { expect, type Page } from "@playwright/test";
import { localKeys } from "../../local/settings.ts";
import * as checkoutMessages from "../../src/messages.checkout.ts";
import { placeAndPay } from "../../src/messages.place-order.ts";
import * as messages from "../../src/messages.ts";
import {
	admin,
	allowConsole,
	fillCard,
	findMail,
	mailSubjects,
	newPerson,
	openAs,
	openAsNewCustomer,
	signUp,
	storedToken,
	stripeUrl,
	test,
	toast,
} from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 } });

async function addToCart(page: Page, tool: string): Promise<void> {
	await page.goto(`/tools/${tool}`);
	await page.getByRole("button", { name: /^Add to cart/ }).click();
	await expect(page.getByText(messages.addedToCart)).toBeVisible();
}

const placeLine = (page: Page) => page.getByRole("button", { name: placeAndPay }).click();

/** Fills the address of a customer of whom only the name is known. */
async function fillAddress(page: Page): Promise<void> {
	await page.getByLabel("Country").selectOption("United States");
	await page.getByLabel("Address", { exact: true }).fill("9 Workshop Lane");
	await page.getByLabel("City").fill("Portland");
	await page.getByLabel("State").selectOption("Oregon");
	await page.getByLabel("ZIP code").fill("97201");
	await page.getByLabel("Phone").fill("+1 555 0123");
}

/** What the customer's orders cost less what was refunded, and what Stripe holds of their payment, in cents. */
async function accountsOf(page: Page, email: string): Promise<{ shop: number; stripe: number }> {
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const listed = await page.request.get("/api/order", { headers, params: { email } });
	const lines = await listed.json();
	const toCents = (price: number) => Math.round(price * 100);
	let shop = 0;
	for (const { totalPrice, refunded, refundedPrice = 0 } of lines)
		shop += refunded ? 0 : toCents(totalPrice) - toCents(refundedPrice);
	const { STRIPE_SECRET_KEY: key } = localKeys();
	const [{ transactionId }] = lines;
	const charges = await page.request.get(
		`${stripeUrl()}/v1/charges?payment_intent=${transactionId}`,
		{ headers: { Authorization: `Bearer ${key}` } },
	);
	const [{ amount, amount_refunded }] = (await charges.json()).data;
	return { shop, stripe: amount - amount_refunded };
}

test("two tools of a visitor's cart are paid with 3-D Secure; one is cancelled, the other shipped and refunded in part, and the accounts add up", async ({
	page,
	otherPage: their,
}) => {
	test.slow();
	for (const tool of ["chain-breaker", "pedal-wrench"]) await addToCart(page, tool);
	await page.goto("/cart");
	await page.getByRole("link", { name: "Check out" }).click();

	await page.getByRole("main").getByRole("link", { name: checkoutMessages.signIn }).click();
	await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
	await page.getByRole("link", { name: "Create an account" }).click();
	const rider = newPerson();
	await signUp(page, rider);

	await expect(page.getByRole("heading", { name: "Checkout" })).toBeVisible();
	const main = page.getByRole("main");
	await expect(main.locator(".checkout-line")).toHaveCount(2);
	await expect(page.getByLabel("Name")).toHaveValue(rider.name);
	// What is missing is named at its field, and nothing is ordered.
	await page.getByLabel("Country").selectOption("United States");
	await placeLine(page);
	for (const error of ["City is Required", "State is Required", "ZIP code is Required"])
		await expect(page.getByRole("alert").filter({ hasText: error })).toBeVisible();
	await fillAddress(page);
	expect(
		await main.getByRole("textbox").or(main.getByRole("combobox")).count(),
	).toBeLessThanOrEqual(8);
	await page.getByRole("button", { name: "Add: Apartment" }).click();
	await page.getByLabel("Apartment").fill("Unit 4");
	const total = await main.locator(".checkout-totals dd").last().textContent();
	await placeLine(page);

	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await expect(main.locator(".checkout-line")).toHaveCount(2);
	for (const fact of [
		`Total${total}`,
		"Address9 Workshop Lane, Unit 4, Portland, OR 97201, United States",
	])
		await expect(main.locator("dl > div", { hasText: fact })).toBeVisible();
	await fillCard(page, "4000 0025 0000 3155");
	await page.getByRole("button", { name: `Pay ${total}` }).click();
	const challenge = page.frameLocator('iframe[title="Secure 3-D Secure frame"]');
	await challenge.getByRole("button", { name: "Complete" }).click();
	await expect(page.getByText(messages.transactionId)).toBeVisible();

	await findMail(page, rider.email, mailSubjects.receipt);
	for (const fact of ["Chain breaker", "Pedal wrench", total ?? ""])
		await expect(page.getByText(fact).first()).toBeVisible();
	await page.goto("/dashboard/myorders");
	const mine = page.getByRole("article", { name: "Order of 2 tools" });
	for (const name of ["Chain breaker", "Pedal wrench"]) {
		const line = mine.getByRole("listitem").filter({ hasText: name });
		await expect(line.getByText("Paid", { exact: true })).toBeVisible();
	}
	await mine.getByRole("link", { name: /^Details/ }).click();
	const orderPage = page.url();
	await page.getByRole("button", { name: "Cancel Chain breaker" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Cancel order" }).click();
	await expect(toast(page, "$34.50 is refunded.")).toBeVisible();

	await openAs(their, admin, orderPage);
	await their.getByRole("button", { name: "Ship with tracking" }).click();
	const parcel = their.getByRole("dialog", { name: "Ship with tracking" });
	await parcel.getByLabel("Carrier").selectOption("UPS");
	await parcel.getByLabel("Tracking number").fill("1Z 8");
	await parcel.getByLabel("Tracking number").press("Enter");
	await expect(toast(their, "1 order is shipped.")).toBeVisible();
	await their.reload();
	await expect(their.getByRole("link", { name: "Track UPS 1Z 8" })).toBeVisible();
	await their.getByRole("button", { name: "Refund", exact: true }).click();
	const refund = their.getByRole("dialog", { name: "Refund this order?" });
	await refund.getByRole("radio", { name: "An amount" }).check();
	await refund.getByLabel("Amount", { exact: true }).fill("2.00");
	await refund.getByLabel("Reason").selectOption({ label: "Damaged" });
	await refund.getByRole("button", { name: "Refund $2.00" }).click();
	await expect(toast(their, "$2.00 is refunded.")).toBeVisible();

	await page.reload();
	const history = page.getByRole("region", { name: "History" }).getByRole("listitem");
	await expect(history.filter({ hasText: "Refunded $34.50" })).toContainText("Chain breaker");
	await expect(history.filter({ hasText: "Refunded $2.00" })).toContainText("Pedal wrench");
	await expect(history.getByRole("link", { name: "Track UPS 1Z 8" })).toBeVisible();
	const { shop, stripe } = await accountsOf(page, rider.email);
	expect(shop).toBe(Math.round(Number(total?.replace(/[^\d.]/g, "")) * 100) - 3450 - 200);
	expect(stripe).toBe(shop);

	await page.goto("/cart");
	await expect(page.getByText("Your cart is empty.")).toBeVisible();

	// The next order is filled in.
	await addToCart(page, "chain-breaker");
	await page.goto("/checkout");
	await expect(page.getByLabel("City")).toHaveValue("Portland");
	await placeLine(page);
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
});

test("a line that was sold out meanwhile is named, and the rest is ordered without it", async ({
	page,
}) => {
	allowConsole(page, /409 \(Conflict\)/);
	await openAsNewCustomer(page, "/manageTools");
	for (const tool of ["chain-breaker", "pedal-wrench"]) await addToCart(page, tool);
	await page.goto("/checkout");
	await fillAddress(page);
	// As if others had bought the rest since the page was loaded.
	await page.route("**/api/checkout", async (route) => {
		const body = route.request().postDataJSON();
		if (body.lines.length === 2) body.lines[1].quantity = 1000;
		await route.continue({ postData: JSON.stringify(body) });
	});
	await placeLine(page);
	const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Pedal wrench" });
	await expect(line.getByText(/^Only \d+ left/)).toBeVisible();
	await expect(page.getByRole("button", { name: placeAndPay })).toBeDisabled();
	await page.getByRole("button", { name: "Continue without it" }).click();
	await expect(line).toHaveCount(0);
	await placeLine(page);
	await expect(page.getByRole("heading", { name: "Payment" })).toBeVisible();
	await page.goto("/cart");
	await expect(page.getByText("Pedal wrench").first()).toBeVisible();
	await expect(page.getByText("Chain breaker")).toHaveCount(0);
});
