/** axe in the states of components: errors, dialogs, long names. Pages as they open: the tests of all pages. */
import { expect, type Page } from "@playwright/test";
import {
	expectClean,
	expectNoHorizontalScrolling,
	expectStateClean,
	smallTargets,
} from "./accessible.ts";
import {
	admin,
	allowConsole,
	fillCard,
	newCustomer,
	newPerson,
	openAs,
	openAsNewCustomer,
	orderTool,
	payByApi,
	shopUrl,
	storedToken,
	test,
	toolsByApi,
} from "./fixtures.ts";
import { makeImage } from "./images.ts";

/** Keeps a toast open by hovering over it: colours of a fading toast can't be checked. */
async function holdToastOpen(page: Page, text: string): Promise<void> {
	await page.getByText(text).hover();
}

test("the description of the API is accessible", async ({ page }) => {
	await page.goto("/api/docs");
	// One component describes all calls, so one call of each noun is enough: all of them take axe seven seconds.
	await page.evaluate(() => {
		for (const call of document.querySelectorAll("article:nth-of-type(n + 2)")) call.remove();
	});
	await expect(page.getByRole("article")).not.toHaveCount(0);
	await expectClean(page);
});

test("a cart with changed and sold-out tools is accessible", async ({ page }) => {
	await page.goto("/robots.txt");
	const line = (toolId: string, quantity: number, price: number) => ({ toolId, quantity, price });
	const lines = [line("chain", 9999, 1), line("headset-press", 1, 149), line("nothing", 1, 1)];
	await page.evaluate(
		(text) => localStorage.setItem("cogsmith-cart", text),
		JSON.stringify([line("torque-wrench", 1, 89), ...lines]),
	);
	await page.evaluate(
		(text) => localStorage.setItem("cogsmith-saved", text),
		JSON.stringify([line("chain-breaker", 1, 34.5)]),
	);
	await page.goto("/cart");
	await expect(page.getByRole("heading", { name: "Saved for later" })).toBeVisible();
	await page.getByLabel("Quantity of Torque wrench").fill("0");
	await expect(page.getByText("The minimum order is 1.")).toBeVisible();
	await expectStateClean(page, "a cart");
	for (const width of [320, 390, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await smallTargets(page), `the cart at ${width} px`).toEqual([]);
		await expectNoHorizontalScrolling(page, "/cart");
	}
	await page.evaluate(() => localStorage.clear());
	await page.goto("/cart");
	await expect(page.getByText("Your cart is empty.")).toBeVisible();
	await expectStateClean(page, "an empty cart");
});

test("a guest's checkout with errors and with a tool that is gone is accessible, and so is making an account", async ({
	page,
}) => {
	await page.goto("/login");
	const line = (toolId: string, price: number) => ({ toolId, quantity: 1, price });
	await page.evaluate(
		(text) => localStorage.setItem("cogsmith-cart", text),
		JSON.stringify([line("torque-wrench", 89), line("chain-breaker", 1), line("nothing", 1)]),
	);
	await page.goto("/checkout");
	await page.getByLabel("Country").selectOption("United States");
	await page.getByRole("button", { name: "Add apartment" }).click();
	await expectStateClean(page, "a tool that is gone");
	await page.getByRole("button", { name: "Continue without it" }).click();
	for (const more of ["This is a company order", "Bill to a different address", "This is a gift"])
		await page.getByLabel(more).check();
	await page.getByRole("button", { name: "Place order and pay" }).click();
	await expect(page.getByText("City is Required").first()).toBeVisible();
	await expectStateClean(page, "checkout rejected");
	for (const width of [320, 390, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		expect(await smallTargets(page), `the checkout at ${width} px`).toEqual([]);
		await expectNoHorizontalScrolling(page, "/checkout");
	}
	await page.getByLabel("Bill to a different address").uncheck();
	for (const [label, text] of [
		["E-mail", newPerson().email],
		["Name", "Grace"],
		["Address", "9 Workshop Lane"],
		["City", "Portland"],
		["ZIP code", "97201"],
		["Phone", "+1 555 0123"],
	] as const)
		await page.getByLabel(label, { exact: true }).fill(text);
	await page.getByLabel("State").selectOption("Oregon");
	await page.getByRole("button", { name: "Place order and pay" }).click();
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(page.getByRole("heading", { name: "Create an account" })).toBeVisible();
	await expectStateClean(page, "create an account");
});

test("a customer's form errors and dialogs are accessible", async ({ page }) => {
	test.slow();
	allowConsole(page, /401 \(|402 \(/);
	await page.goto("/login");
	await page.getByRole("button", { name: "Login" }).click();
	await expect(page.getByText("Email is Required")).toBeVisible();
	await expectStateClean(page, "login rejected");

	await openAsNewCustomer(page, "/purchase/torque-wrench");
	await orderTool(page);
	await expect(page.getByRole("link", { name: "Pay now" })).toBeVisible();
	await holdToastOpen(page, "has been ordered");
	await expectStateClean(page, "ordered");

	await page.getByRole("link", { name: "Pay now" }).click();
	await fillCard(page, "4000 0000 0000 0002");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(page.getByRole("alert").filter({ hasText: "declined" })).toBeVisible();
	await expectStateClean(page, "declined");

	await page.goto("/dashboard/myorders");
	await page.getByRole("button", { name: /^Delete/ }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "delete an order");
	await page.getByRole("button", { name: "Delete order", exact: true }).click();
	await expect(page.getByText("The order was deleted")).toBeVisible();

	await page.goto("/dashboard/myprofile");
	await page.getByRole("button", { name: "Update Profile" }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "update profile");
});

test("a paid order's page and its dialogs are accessible", async ({ page }) => {
	test.slow();
	const payment = await newCustomer(page, "chain-breaker");
	await payByApi(page, payment);
	await page.goto(payment.replace("/payment/", "/orders/"));
	await page.getByRole("button", { name: "Order again" }).click();
	await expect(page.getByText("1 tool added to the cart.")).toBeVisible();
	await expectStateClean(page, "an order's page");
	const line = (toolId: string, price: number) => ({ toolId, quantity: 1, price });
	const placed = await page.request.post("/api/checkout", {
		headers: { Authorization: `Bearer ${await storedToken(page)}` },
		data: {
			lines: [line("chain-breaker", 34.5), line("torque-wrench", 89)],
			company: "Wheels Ltd",
			taxNumber: "1",
			giftNote: "Ride well",
		},
	});
	expect(placed.status()).toBe(201);
	await page.goto(`/orders/${(await placed.json()).insertedId}`);
	await expectStateClean(page, "a company's order");
	await page.goto("/dashboard/myorders");
	await expectStateClean(page, "my orders");
	const orderPath = payment.replace("/payment/", "/orders/");
	await page.goto(orderPath);
	await page.getByRole("button", { name: "Cancel order" }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "cancel an order");
	await openAs(page, admin, orderPath);
	await page.getByRole("button", { name: "Refund", exact: true }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByRole("radio", { name: "An amount" }).check();
	await expectStateClean(page, "refund an order");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Ship with tracking" }).click();
	await dialog.getByLabel("Carrier").selectOption("UPS");
	await dialog.getByLabel("Tracking number").fill("1Z9");
	await expectStateClean(page, "ship with tracking");
	await dialog.getByRole("button", { name: "Ship", exact: true }).click();
	await page.getByRole("button", { name: "Change tracking" }).click();
	await expect(dialog.getByLabel("Tracking number")).toHaveValue("1Z9");
	await expectStateClean(page, "change tracking");
	await page.keyboard.press("Escape");
	const slip = page.getByRole("link", { name: /^Packing slip/ }).first();
	await page.goto((await slip.getAttribute("href")) ?? "");
	await expectStateClean(page, "packing slip");
	await page.goto(payment.replace("/payment/", "/orders/"));
	await expect(page.getByRole("button", { name: "Add note" })).toBeVisible();
	await expectStateClean(page, "an order to manage");
	await page.getByRole("link", { name: /^Invoice INV-/ }).click();
	await expectStateClean(page, "an invoice");
	await page.goto("/dashboard/orders?tab=all");
	await page.getByRole("button", { name: "Tracking file" }).click();
	await dialog.getByLabel("Or paste it here").fill("Order,Tracking\n1,2");
	await dialog.getByRole("button", { name: "Read" }).click();
	await expect(dialog.getByText("There is no order 1.")).toBeVisible();
	await expectStateClean(page, "a file of tracking numbers");
	await page.keyboard.press("Escape");
	await page.getByRole("button", { name: "Keyboard" }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "keyboard help");
});

test("an administrator's dialogs and errors are accessible", async ({ page }) => {
	test.slow();
	allowConsole(page, /ERR_FAILED/);
	await openAs(page, admin, "/dashboard/manageProducts?q=Chain whip");
	await page.getByRole("button", { name: "Delete Chain whip" }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "delete a tool");

	await page.goto("/dashboard/manageProducts?q=nothing of that name");
	await expect(page.getByText("Nothing matches")).toBeVisible();
	await expectStateClean(page, "nothing found");

	await page.goto("/dashboard/manageProducts");
	await page.route("**/api/service?*", (route) => route.abort());
	await page.getByLabel("Sort by").selectOption("price");
	await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
	await expectStateClean(page, "tools not loaded");
});

test("reviews and roles in the dashboard are accessible", async ({ page, request }) => {
	test.slow();
	await openAs(page, admin, "/dashboard/addreview");
	await page.getByRole("radio", { name: "4 stars" }).check();
	await page.getByLabel("Description").fill("Held its torque");
	await page.locator('input[type="file"]').setInputFiles(await makeImage("#1d6540"));
	await page.getByRole("button", { name: "Add review" }).click();
	await expect(page.getByLabel("Description")).toHaveValue("");
	await page.goto("/dashboard/addreview");
	const remove = page.getByRole("button", { name: /^Delete the review from / }).first();
	await expect(remove).toBeEnabled();
	await expectStateClean(page, "own reviews");
	await remove.click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "delete a review");
	await page.getByRole("button", { name: "Delete review" }).click();
	await expect(page.getByRole("dialog")).toBeHidden();

	await page.goto(`/dashboard/makeAdmin?q=${admin.email}`);
	await page.getByRole("button", { name: `Remove Admin: ${admin.email}` }).click();
	await expect(page.getByRole("dialog")).toBeVisible();
	await expectStateClean(page, "remove an administrator");

	const { email, password } = newPerson();
	await request.post("/api/auth/sign-up/email", {
		headers: { Origin: shopUrl() },
		data: { name: "I", email, password },
	});
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/dashboard/makeAdmin?q=${email}`);
	await expect(page.getByRole("link", { name: "I", exact: true })).toBeVisible();
	expect(await smallTargets(page), "a name of one letter").toEqual([]);
});

test("long and right-to-left names stay inside their page", async ({ page }) => {
	const unbroken = `Unbreakable${Date.now().toString(36)}`.padEnd(120, "x");
	const rightToLeft = `مفتاح عزم الدوران ${Date.now().toString(36)}`;
	await openAs(page, admin, "/robots.txt");
	const { add, remove } = await toolsByApi(page);
	const [longId, rightToLeftId] = [await add(unbroken), await add(rightToLeft)];
	const [longOne, rightToLeftOne] = [`/tools/${longId}`, `/tools/${rightToLeftId}`];
	await page.setViewportSize({ width: 320, height: 640 });
	for (const path of [
		longOne,
		rightToLeftOne,
		longOne.replace("/tools/", "/purchase/"),
		"/tools",
		`/manageTools?q=${unbroken}`,
		`/dashboard/manageProducts?q=${unbroken}`,
	]) {
		await page.goto(path);
		await expect(
			page.getByText(path === rightToLeftOne ? rightToLeft : unbroken).first(),
		).toBeVisible();
		await expectNoHorizontalScrolling(page, path);
		if (path !== rightToLeftOne) continue;
		const heading = page.getByRole("heading", { name: rightToLeft });
		await expect(heading).toHaveCSS("unicode-bidi", "plaintext");
	}
	for (const id of [longId, rightToLeftId]) await remove(id);
});

test("the mobile menu works by keyboard alone", async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto("/");
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
	const menu = page.getByRole("button", { name: "Menu" });
	await menu.focus();
	await page.keyboard.press("Enter");
	await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
	await page.keyboard.press("Tab");
	await expect(page.getByRole("link", { name: "Tools", exact: true })).toBeFocused();
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL("/tools");
});
