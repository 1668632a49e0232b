/** The cart: filled by a visitor, kept by the browser, with prices and stock as they are now. */
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import { openSession } from "../../local/session.ts";
import { expectClean } from "./accessible.ts";
import {
	admin,
	allowConsole,
	newPerson,
	openAsNewCustomer,
	shopUrl,
	signUp,
	test,
	toast,
} from "./fixtures.ts";
import { uploadImage } from "./images.ts";

/** The cart's link in the navigation, whose name has the number of pieces. */
const cartLink = (page: Page, name: string) =>
	page.getByRole("banner").getByRole("link", { name, exact: true });

const addButton = (page: Page) => page.getByRole("button", { name: /^Add to cart: / });
const row = (page: Page, name: string) => page.getByRole("article", { name });
const quantityOf = (page: Page, name: string) => page.getByLabel(`Quantity of ${name}`);
const subtotal = (page: Page) => page.getByRole("region", { name: "Summary" }).locator("output");

/** Tools of a test of its own, as an administrator changes them. */
async function toolsOfTest(request: APIRequestContext) {
	const { email, password } = admin;
	const { token } = await openSession(shopUrl(), { email, password });
	const headers = { Authorization: `Bearer ${token}` };
	const image = await uploadImage(request, shopUrl(), headers);
	return {
		async add(name: string, fields: object): Promise<string> {
			const data = { name, image, description: "For the cart.", ...fields };
			const response = await request.post("/api/service", { headers, data });
			return (await response.json()).insertedId;
		},
		async change(id: string, data: object): Promise<void> {
			expect((await request.put(`/api/service?id=${id}`, { headers, data })).status()).toBe(200);
		},
		async remove(id: string): Promise<void> {
			expect((await request.delete(`/api/service?id=${id}`, { headers })).status()).toBe(200);
		},
	};
}

test("a visitor fills a cart, changes it in two tabs, and keeps it across signing up and out", async ({
	page,
	context,
	request,
}) => {
	test.slow();
	const unique = Date.now().toString(36);
	const [pump, tube] = [`Cart pump ${unique}`, `Cart tube ${unique}`];
	const tools = await toolsOfTest(request);
	const pumpId = await tools.add(pump, { minOrderQuantity: 1, quantity: 20, price: 30 });
	const tubeId = await tools.add(tube, { minOrderQuantity: 2, quantity: 9, price: 12.5 });

	// Two tools, from the page of each.
	await page.goto(`/tools/${pumpId}`);
	await expect(cartLink(page, "Cart")).toBeVisible();
	await addButton(page).click();
	await expect(page.getByText("Added to cart.")).toBeVisible();
	await expect(cartLink(page, "Cart 1")).toBeVisible();
	await page.goto(`/tools/${tubeId}`);
	await page.getByLabel("Quantity").fill("1");
	await addButton(page).click();
	await expect(cartLink(page, "Cart 1")).toBeVisible();
	await page.getByLabel("Quantity").fill("3");
	await page.getByLabel("Quantity").blur();
	await expect(page.getByRole("link", { name: "Purchase" })).toHaveAttribute(
		"href",
		/\/purchase\/.+\?quantity=3$/,
	);
	await page.getByLabel("Quantity").fill("2");
	await addButton(page).click();
	await expect(cartLink(page, "Cart 3")).toBeVisible();
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "View cart" })).toBeFocused();
	await page.keyboard.press("Enter");

	// The minimum order of each, at the price of now.
	await expect(page.getByRole("heading", { name: "Cart", level: 1 })).toBeVisible();
	await expect(page.getByRole("status").filter({ hasText: "3 items" })).toBeVisible();
	await expect(quantityOf(page, tube)).toHaveValue("2");
	await expect(subtotal(page)).toHaveText("$55.00");
	await expect(page.getByRole("region", { name: "Summary" })).toContainText("ShippingFree");

	// Steps and typing stay within the minimum and the stock.
	const less = page.getByRole("button", { name: `One less: ${tube}` });
	await expect(less).toHaveAttribute("aria-disabled", "true");
	await page.getByRole("button", { name: `One more: ${tube}` }).click();
	await expect(quantityOf(page, tube)).toHaveValue("3");
	await quantityOf(page, pump).fill("99");
	await expect(row(page, pump).getByRole("alert")).toHaveText(/Only 20 left/);
	await quantityOf(page, pump).press("Enter");
	await expect(quantityOf(page, pump)).toHaveValue("20");
	await quantityOf(page, pump).fill("4");
	await expect(subtotal(page)).toHaveText("$157.50");

	// Another tab follows, and is followed.
	const otherTab = await context.newPage();
	await otherTab.goto("/cart");
	await expect(quantityOf(otherTab, pump)).toHaveValue("4");
	await otherTab.getByRole("button", { name: `One less: ${pump}` }).click();
	await expect(quantityOf(page, pump)).toHaveValue("3");
	await page.getByRole("button", { name: `One more: ${tube}` }).click();
	await expect(quantityOf(otherTab, tube)).toHaveValue("4");
	await otherTab.goto("/blogs");

	// A removed tool comes back to its place.
	await page.getByRole("button", { name: `Remove ${pump}` }).click();
	await expect(row(page, pump)).toHaveCount(0);
	await expect(page.getByRole("status").filter({ hasText: "1 tool" })).toBeFocused();
	await expect(cartLink(otherTab, "Cart 4")).toBeVisible();
	await toast(page, `${pump} was removed.`).getByRole("button", { name: "Undo" }).click();
	await expect(page.getByRole("article").first()).toHaveAccessibleName(pump);
	await expect(quantityOf(page, pump)).toHaveValue("3");
	await expect(cartLink(otherTab, "Cart 7")).toBeVisible();
	await otherTab.close();

	// What is saved for later leaves the cart and comes back.
	await page.getByRole("button", { name: `Save for later: ${tube}` }).click();
	await expect(cartLink(page, "Cart 3")).toBeVisible();
	await page.reload();
	await page.getByRole("button", { name: `Move to cart: ${tube}` }).click();
	await expect(page.getByRole("heading", { name: "Saved for later" })).toHaveCount(0);
	await expect(quantityOf(page, tube)).toHaveValue("4");

	// An account neither changes nor empties it.
	await page.goto("/signup?from=/cart");
	await signUp(page, newPerson());
	await expect(quantityOf(page, tube)).toHaveValue("4");
	await page.getByRole("button", { name: "Sign Out" }).click();
	await expect(page.getByRole("link", { name: "Login" })).toBeVisible();
	await expect(cartLink(page, "Cart 7")).toBeVisible();

	// What changed in the meantime is told, and settled with one press each.
	await tools.change(tubeId, { price: 13, quantity: 3, minOrderQuantity: 2 });
	await tools.remove(pumpId);
	await page.goto("/cart");
	await expect(page.getByText("The price was $12.50 and is now $13.00.")).toBeVisible();
	await expect(row(page, tube)).toContainText("Only 3 left.");
	const checkOut = page.getByRole("button", { name: "Check out" });
	await expect(checkOut).toBeDisabled();
	await expect(checkOut).toHaveAccessibleDescription("Change the marked quantities first.");
	const gone = row(page, "Unknown tool");
	await expect(gone).toContainText("No longer sold");
	await page.getByRole("button", { name: `Change to 3: ${tube}` }).click();
	await page.getByRole("button", { name: /^OK: The price was/ }).click();
	await expect(page.getByText("The price was")).toHaveCount(0);
	await expect(subtotal(page)).toHaveText("$39.00");
	await expect(
		page.getByText("One tool can't be ordered right now and isn't included."),
	).toBeVisible();
	await expect(page.getByRole("link", { name: "Check out" })).toHaveAttribute("href", "/checkout");
	await gone.getByRole("button", { name: "Remove Unknown tool" }).click();
	await page.getByRole("button", { name: `Remove ${tube}` }).click();
	await expect(page.getByText("Your cart is empty.")).toBeVisible();
	await expect(cartLink(page, "Cart")).toBeVisible();
	await page.getByRole("link", { name: "All Tools" }).click();
	await expect(page).toHaveURL("/tools");
});

test("a card of a customer's list adds to the cart, but not what is sold out", async ({ page }) => {
	await openAsNewCustomer(page, "/manageTools?q=wrench");
	await page.getByRole("button", { name: "Add to cart: Torque wrench, 2 to 25 Nm" }).click();
	await expect(cartLink(page, "Cart 1")).toBeVisible();
	await page.goto("/manageTools?q=headset");
	const soldOut = page.getByRole("button", { name: "Add to cart: Headset press" });
	await expect(soldOut).toBeDisabled();
	await expect(soldOut).toHaveAccessibleDescription("Sold out");
	await page.goto("/manageTools?q=patch");
	await page.getByRole("button", { name: /^Add to cart: Patch kit/ }).click();
	await toast(page, "Added to cart.").getByRole("button", { name: "View cart" }).click();
	await expect(page).toHaveURL("/cart");
	await expect(page.getByLabel(/^Quantity of Patch kit/)).toHaveValue("10");
});

test("a cart that can't be loaded is tried again, and garbage in storage is an empty one", async ({
	page,
}) => {
	allowConsole(page, /ERR_FAILED/);
	await page.goto("/tools/chain-whip");
	await addButton(page).click();
	await page.route("**/api/cart", (route) => route.abort());
	await page.goto("/cart");
	await expect(page.getByText("The shop can't be reached.")).toBeVisible();
	await page.unroute("**/api/cart");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByLabel("Quantity of Chain whip")).toHaveValue("1");
	await page.evaluate(() => localStorage.setItem("cogsmith-cart", '[{"toolId":7},null'));
	await page.reload();
	await expect(page.getByText("Your cart is empty.")).toBeVisible();
	// What a form has added before the page's script had come moves here.
	const headers = { Origin: shopUrl() };
	await page.request.post("/cart/lines", { headers, form: { tool: "chain-whip" } });
	await page.goto("/cart/basic");
	await expect(page).toHaveURL("/cart");
	await expect(page.getByLabel("Quantity of Chain whip")).toHaveValue("1");
});

test("a browser that stores nothing says so, and orders by the forms of one without JavaScript", async ({
	page,
}) => {
	allowConsole(page, /status of 422/);
	await page.addInitScript(() => {
		Object.defineProperty(window, "localStorage", {
			get: () => {
				throw new DOMException("disabled", "SecurityError");
			},
		});
	});
	await page.goto("/tools/chain-whip");
	await addButton(page).click();
	await expect(page.getByText("This browser does not let the shop store a cart.")).toBeVisible();
	await page.goto("/cart");
	await expect(page.getByText("Your cart is empty.")).toBeVisible();
	// The cart without JavaScript works there, since its lines can't move.
	const headers = { Origin: shopUrl() };
	await page.request.post("/cart/lines", { headers, form: { tool: "chain-whip" } });
	await page.goto("/cart/basic");
	await expectClean(page);
	await page.getByRole("link", { name: "Check out" }).click();
	await expect(page).toHaveURL("/cart/checkout");
	await page.getByRole("button", { name: "Order with obligation to pay" }).click();
	await expect(page.getByRole("alert").filter({ hasText: "Please fix" })).toBeFocused();
	await expectClean(page);
});

test("the cart is not for search engines, and its page is the same for everyone", async ({
	request,
}) => {
	const html = await (await request.get("/cart")).text();
	expect(html).toContain('<meta name="robots" content="noindex">');
	const { email, password } = admin;
	const { cookie } = await openSession(shopUrl(), { email, password });
	expect(await (await request.get("/cart", { headers: { Cookie: cookie } })).text()).toBe(html);
});
