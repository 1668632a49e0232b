import { type Browser, expect, type Page } from "@playwright/test";
import { demoTools } from "../../local/demo/data.ts";
import { cataloguePageSize } from "../../src/shop/tools/tools.ts";
import {
	admin,
	allowConsole,
	fillCard,
	fillTool,
	followMail,
	mailSubjects,
	openAs,
	openAsNewCustomer,
	openAsVerifiedCustomer,
	order,
	shopUrl,
	signIn,
	storedToken,
	test,
	toast,
} from "./fixtures.ts";

const newTool = () =>
	`Test gauge ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

async function openPage(page: Page, path: string, heading: string): Promise<void> {
	await openAs(page, admin, path);
	await expect(page.getByRole("heading", { name: heading })).toBeVisible();
}

/** Adds a tool with the form and returns the URL of its page. */
async function addTool(page: Page, name: string): Promise<string> {
	await fillTool(page, name);
	await page.getByRole("button", { name: "Add product" }).click();
	await expect(toast(page, "Success!")).toBeVisible();
	return (await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "";
}

/** A new customer orders a tool and pays for it, in their own browser context. */
async function buy(browser: Browser, toolId: string) {
	const context = await browser.newContext({ baseURL: shopUrl() });
	const page = await context.newPage();
	const customer = await openAsNewCustomer(page, `/purchase/${toolId}`);
	await order(page);
	await page.getByRole("link", { name: "Pay now" }).click();
	await fillCard(page, "4242 4242 4242 4242");
	await page.getByRole("button", { name: /^Pay/ }).click();
	await expect(page.getByText("Your transaction Id:")).toBeVisible();
	await context.close();
	return customer;
}

test("a tool is added, changed in place, sold, shipped and deleted", async ({ page, browser }) => {
	const name = newTool();
	await openPage(page, "/dashboard/addProducts", "Add products");
	const address = await addTool(page, name);
	await expect(page.getByLabel("Name")).toHaveValue("");

	await page.getByRole("link", { name: "Manage Products" }).click();
	await page.getByLabel("Search tools").fill(name);
	await expect(page.getByText("1 tool", { exact: true })).toBeVisible();
	const stock = page.getByLabel(`Stock of ${name}`);
	const save = page.getByRole("button", { name: `Save ${name}` });
	await stock.fill("99");
	await stock.press("Escape");
	await expect(stock).toHaveValue("5");
	await expect(save).toBeDisabled();
	await stock.fill("7");
	await page.getByLabel(`Price of ${name}`).fill("");
	await save.click();
	await expect(page.getByText("Product Price is Required")).toBeVisible();
	await page.getByLabel(`Price of ${name}`).fill("13");
	await page.getByLabel(`Price of ${name}`).press("Enter");
	await expect(toast(page, `${name}have been updated`)).toBeVisible();
	await page.reload();
	await expect(page.getByLabel("Search tools")).toHaveValue(name);
	await expect(stock).toHaveValue("7");

	const customer = await buy(browser, address.split("/").at(-1) ?? "");

	allowConsole(page, /409 \(Conflict\)/);
	await stock.fill("9");
	await save.click();
	await expect(page.getByRole("alert").filter({ hasText: "The stock has changed" })).toBeVisible();
	await expect(stock).toHaveValue("6");

	await page.getByRole("link", { name: "Manage Orders" }).click();
	await page.getByLabel("Search orders").fill(customer.email);
	const sold = page.getByRole("article", { name: `Order of ${name} by ${customer.name}` });
	await expect(sold.getByText("Pending", { exact: true })).toBeVisible();
	await expect(sold.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
	const ship = sold.getByRole("button", { name: /^Shipped/ });
	const undo = toast(page, "Status is updated").getByRole("button", { name: "Undo" });
	await ship.click();
	await undo.click();
	await expect(ship).toBeEnabled();
	await expect(sold.getByText("Pending", { exact: true })).toBeVisible();
	await page.clock.install();
	await ship.click();
	await expect(undo).toBeVisible();
	await expect(ship).toBeDisabled();
	await page.clock.runFor(8_000);
	await expect(undo).toBeVisible();
	await page.clock.runFor(3_000);
	await expect(undo).toBeHidden();
	await page.reload();
	await expect(ship).toBeDisabled();

	await page.goto(`/manageTools?q=${encodeURIComponent(name)}`);
	await page.getByRole("button", { name: `Delete ${name}` }).click();
	const question = page.getByRole("dialog", { name: "Delete this tool?" });
	await expect(question.getByText(name)).toBeVisible();
	await question.getByRole("button", { name: "Delete tool" }).click();
	await expect(page.getByText("Nothing matches")).toBeVisible();
	allowConsole(page, /404/);
	expect((await page.goto(address))?.status()).toBe(404);
});

test("a user is made an administrator and no longer one", async ({ page, browser }) => {
	const theirs = await browser.newContext({ baseURL: shopUrl() });
	const their = await theirs.newPage();
	const person = await openAsNewCustomer(their, "/dashboard/myprofile");

	// The e-mail's owner may be someone other than who typed it.
	await openPage(page, `/dashboard/makeAdmin?q=${person.email}`, "Make Admin");
	await expect(page.getByText("Not verified")).toBeVisible();
	await expect(page.getByRole("button", { name: `Make Admin: ${person.email}` })).toBeDisabled();
	await followMail(their, person.email, mailSubjects.verify);
	await expect(their.getByText("Thank you. Your e-mail is verified.")).toBeVisible();

	await page.goto("/dashboard/makeAdmin");
	await page.getByLabel("Search users").fill(person.email);
	const row = page.getByRole("row").filter({ hasText: person.email });
	await row.getByRole("button", { name: "Make Admin" }).click();
	const granting = page.getByRole("dialog", { name: "Make this user an administrator?" });
	await expect(granting.getByText(person.email)).toBeVisible();
	await granting.getByRole("button", { name: "Cancel" }).click();
	await expect(row.getByText("Customer")).toBeVisible();
	await row.getByRole("button", { name: "Make Admin" }).click();
	await granting.getByRole("button", { name: "Make Admin" }).click();
	await expect(toast(page, `Successfully made ${person.email} an admin`)).toBeVisible();
	await their.goto("/dashboard/manageOrders");
	await expect(their.getByRole("heading", { name: "Manage Orders" })).toBeVisible();

	await row.getByRole("button", { name: "Remove Admin" }).click();
	const question = page.getByRole("dialog", { name: "Remove this administrator?" });
	await expect(question.getByText(person.email)).toBeVisible();
	await question.getByRole("button", { name: "Remove Admin" }).click();
	await expect(toast(page, `Successfully removed ${person.email} as admin`)).toBeVisible();
	await expect(row.getByRole("button", { name: "Make Admin" })).toBeVisible();
	await their.reload();
	await expect(their).toHaveURL(/\/login/);
	await theirs.close();
});

test("an administrator who removes their own role is signed out", async ({ page, browser }) => {
	const theirs = await browser.newContext({ baseURL: shopUrl() });
	const their = await theirs.newPage();
	const person = await openAsVerifiedCustomer(their);
	await openPage(page, `/dashboard/makeAdmin?q=${person.email}`, "Make Admin");
	await page.getByRole("button", { name: `Make Admin: ${person.email}` }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Make Admin" }).click();
	await expect(toast(page, "Successfully made")).toBeVisible();

	await their.goto(`/dashboard/makeAdmin?q=${person.email}`);
	await their.getByRole("button", { name: `Remove Admin: ${person.email}` }).click();
	const question = their.getByRole("dialog", { name: "Remove your own admin role?" });
	await question.getByRole("button", { name: "Remove Admin" }).click();
	await expect(their.getByRole("heading", { name: "Login" })).toBeVisible();
	// The toast appears on the next page, because the current one is gone.
	await expect(toast(their, `Successfully removed ${person.email} as admin`)).toBeVisible();
	await theirs.close();
});

test("a rejected role change shows an error, and a double click sends one request", async ({
	page,
}) => {
	allowConsole(page, /403 \(Forbidden\)/);
	let asked = 0;
	await page.route("**/api/user/admin/*", async (route) => {
		asked += 1;
		await route.fulfill({
			status: 403,
			json: { error: { code: "forbidden", message: "You don't have permission to do this." } },
		});
	});
	await openPage(page, "/dashboard/makeAdmin?q=rider@cogsmith.test", "Make Admin");
	await page.getByRole("button", { name: "Make Admin: rider@cogsmith.test" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Make Admin" }).dblclick();
	await expect(toast(page, "Failed to Make an admin")).toBeVisible();
	expect(asked).toBe(1);

	await page.route("**/api/user/removeAdmin/*", (route) =>
		route.fulfill({
			status: 403,
			json: { error: { code: "forbidden", message: "You don't have permission to do this." } },
		}),
	);
	await page.goto("/dashboard/makeAdmin?q=admin@cogsmith.test");
	await page.getByRole("button", { name: "Remove Admin: admin@cogsmith.test" }).click();
	const question = page.getByRole("dialog", { name: "Remove your own admin role?" });
	await question.getByRole("button", { name: "Remove Admin" }).click();
	await expect(toast(page, "Failed to Remove admin@cogsmith.test from admin")).toBeVisible();
});

test("a sold-out tool's price changes without restocking it", async ({ page }) => {
	const price = page.getByLabel(/^Price of Headset press/);
	const change = async (to: string) => {
		await price.fill(to);
		await page.getByRole("button", { name: /^Save Headset press/ }).click();
		await expect(toast(page, "Headset press, 1 to 1.5 inchhave been updated")).toBeVisible();
		await page.reload();
		await expect(price).toHaveValue(`${to}.00`);
	};
	await openPage(page, "/dashboard/manageProducts?q=Headset press", "Manage Products");
	await change("151");
	await expect(page.getByLabel(/^Stock of Headset press/)).toHaveValue("0");
	await change("149");
});

test("the Update form shows a saved price with its cents, and saves the next one", async ({
	page,
}) => {
	const name = newTool();
	await openPage(page, "/dashboard/addProducts", "Add products");
	const address = await addTool(page, name);
	await page.goto(address.replace("/tools/", "/update/"));
	const price = page.getByLabel("Price ($)");
	await expect(price).toHaveValue("12.50");
	for (const [typed, shown] of [
		["13.5", "13.50"],
		["14", "14.00"],
	] as const) {
		await price.fill(typed);
		await page.getByRole("button", { name: "Update product" }).click();
		await expect(price).toHaveValue(shown);
		await page.reload();
		await expect(price).toHaveValue(shown);
	}
	await page.getByLabel("Quantity", { exact: true }).fill("8");
	await page.getByRole("button", { name: "Update product" }).click();
	await expect(page.getByText("8 in stock now.")).toBeVisible();
	await expect(price).toHaveValue("14.00");
});

test("unsaved changes in a row survive the end of the session, and leaving warns", async ({
	page,
}) => {
	allowConsole(page, /401 \(Unauthorized\)/);
	// This session ends, so it is not the shared one.
	await page.goto("/login?from=/dashboard/manageProducts?q=Chain breaker");
	await signIn(page, admin);
	await expect(page.getByRole("heading", { name: "Manage Products" })).toBeVisible();
	const price = page.getByLabel("Price of Chain breaker");
	const was = await price.inputValue();
	await price.fill("36.5");

	const other = await page.context().newPage();
	await other.goto("/");
	await other.getByRole("button", { name: "Sign Out" }).click();
	await expect(other.getByRole("link", { name: "Login" })).toBeVisible();
	await other.close();

	await price.press("Enter");
	await expect(page.getByRole("heading", { name: "Login" })).toBeVisible();
	await signIn(page, admin);
	await expect(price).toHaveValue("36.5");
	await expect(page.getByRole("button", { name: "Save Chain breaker" })).toBeEnabled();

	const asked = page.waitForEvent("dialog");
	await page.close({ runBeforeUnload: true });
	const question = await asked;
	expect(question.type()).toBe("beforeunload");
	await question.dismiss();
	await price.press("Escape");
	await expect(price).toHaveValue(was);
});

test("a product that can't be added shows 'error' and keeps the form's values", async ({
	page,
}) => {
	allowConsole(page, /503 \(/);
	await page.route("**/api/service", (route) =>
		route.fulfill({
			status: 503,
			json: { error: { code: "unavailable", message: "The shop can't do this just now." } },
		}),
	);
	await openPage(page, "/dashboard/addProducts", "Add products");
	await fillTool(page, "A tool that is rejected");
	await page.getByRole("button", { name: "Add product" }).click();
	await expect(toast(page, "error")).toBeVisible();
	await expect(page.getByLabel("Name")).toHaveValue("A tool that is rejected");
	await expect(page.getByRole("button", { name: "Add product" })).toBeEnabled();
});

test("Back restores a list's search, sort and scroll position", async ({ page }) => {
	await openPage(page, "/manageTools", "All tools");
	await page.getByLabel("Search tools").fill("wrench");
	await page.getByLabel("Sort by").selectOption({ label: "Highest price" });
	await expect(page).toHaveURL("/manageTools?q=wrench&sort=-price");
	// The URL changes before the results arrive, and the same tool is in the list before.
	const found = demoTools.filter(({ name }) => /wrench/i.test(name));
	await expect(page.getByRole("article")).toHaveCount(found.length);
	const last = page.getByRole("link", { name: "Round spoke wrench", exact: true });
	await last.scrollIntoViewIfNeeded();
	await last.click();
	await expect(page.getByRole("heading", { name: "Round spoke wrench" })).toBeVisible();
	await page.goBack();
	await expect(page.getByLabel("Search tools")).toHaveValue("wrench");
	await expect(page.getByLabel("Sort by")).toHaveValue("-price");
	await expect(last).toBeInViewport();
});

test("Back shows as many items of a list as before", async ({ page }) => {
	await openAs(page, admin, "/manageTools");
	const headers = { Authorization: `Bearer ${await storedToken(page)}` };
	const [{ image }] = await (await page.request.get("/api/service?limit=1")).json();
	const name = newTool();
	const added: string[] = [];
	for (let n = 0; n <= cataloguePageSize; n += 1) {
		const data = { name: `${name} ${n}`, description: "One of many.", image, price: 5 };
		const amounts = { minOrderQuantity: 1, quantity: 5 };
		const tool = await page.request.post("/api/service", {
			headers,
			data: { ...data, ...amounts },
		});
		added.push((await tool.json()).insertedId);
	}
	await page.goto(`/manageTools?q=${name}`);
	await expect(page.getByRole("article")).toHaveCount(cataloguePageSize);
	await page.getByRole("button", { name: "More tools" }).click();
	await expect(page.getByRole("article")).toHaveCount(cataloguePageSize + 1);
	const last = page.getByRole("link", { name: `${name} 0`, exact: true });
	await last.click();
	await expect(page.getByRole("heading", { name: `${name} 0` })).toBeVisible();
	await page.goBack();
	await expect(page.getByRole("article")).toHaveCount(cataloguePageSize + 1);
	await expect(last).toBeInViewport();
	for (const id of added) await page.request.delete(`/api/service?id=${id}`, { headers });
});

test("a list that can't be loaded shows an error and a retry", async ({ page }) => {
	allowConsole(page, /ERR_FAILED/);
	await openPage(page, "/dashboard/manageOrders", "Manage Orders");
	await page.route("**/api/order?*", (route) => route.abort());
	await page.getByLabel("Sort by").selectOption("createdAt");
	await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
	await page.unroute("**/api/order?*");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(
		page
			.getByRole("status")
			.filter({ hasText: /order/ })
			.or(page.getByText("There are no orders yet.")),
	).toBeVisible();
});
