import { expect, type Page } from "@playwright/test";
import { cataloguePageSize } from "../../src/shop/tools/tools.ts";
import {
	admin,
	allowConsole,
	coveredByToasts,
	fillTool,
	followMail,
	mailSubjects,
	openAs,
	openAsNewCustomer,
	openWithOwnSession,
	payByApi,
	placeLine,
	signIn,
	test,
	toast,
	toolsByApi,
} from "./fixtures.ts";

const newTool = () =>
	`Test gauge ${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`;

async function openPage(page: Page, path: string, heading: string): Promise<void> {
	await openAs(page, admin, path);
	await expect(page.getByRole("heading", { name: heading })).toBeVisible();
}

test("a tool is added, changed in place, sold, shipped and deleted", async ({
	page,
	otherPage: their,
}) => {
	const name = newTool();
	await openPage(page, "/dashboard/addProducts", "Add products");
	await fillTool(page, name);
	allowConsole(page, /503 \(/);
	await page.route(
		"**/api/service",
		(route) =>
			route.fulfill({
				status: 503,
				json: { error: { code: "unavailable", message: "The shop can't do this just now." } },
			}),
		{ times: 1 },
	);
	const add = page.getByRole("button", { name: "Add product" });
	await add.click();
	await expect(toast(page, "error")).toBeVisible();
	await expect(page.getByLabel("Name")).toHaveValue(name);
	await expect(add).toBeEnabled();
	await add.click();
	await expect(toast(page, "Success!")).toBeVisible();
	const added = page.getByRole("link", { name, exact: true });
	const address = (await added.getAttribute("href")) ?? "";
	await expect(page.getByLabel("Name")).toHaveValue("");

	const menu = page.getByRole("navigation", { name: "Dashboard", exact: true });
	await menu.getByRole("link", { name: "Manage Products" }).click();
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

	const customer = await openAsNewCustomer(their, "/robots.txt");
	await payByApi(their, await placeLine(their, address.split("/").at(-1) ?? ""));

	allowConsole(page, /409 \(Conflict\)/);
	await stock.fill("9");
	await save.click();
	await expect(page.getByRole("alert").filter({ hasText: "The stock has changed" })).toBeVisible();
	await expect(stock).toHaveValue("6");

	await menu.getByRole("link", { name: "Manage Orders" }).click();
	await page.getByRole("searchbox", { name: "Search" }).fill(customer.email);
	await page.keyboard.press("Enter");
	const sold = page.getByRole("article", { name: `Order of ${name} by ${customer.name}` });
	await expect(sold.getByText("Pending", { exact: true })).toBeVisible();
	await expect(sold.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
	const ship = sold.getByRole("button", { name: /^Shipped/ });
	const undo = toast(page, "Status is updated").getByRole("button", { name: "Undo" });
	await ship.click();
	await undo.click();
	await expect(ship).toBeEnabled();
	await expect(sold.getByText("Pending", { exact: true })).toBeVisible();
	// With the clock stopped its toast would stay.
	await expect(undo).toHaveCount(0);
	await page.clock.install();
	await ship.click();
	await expect(undo).toBeVisible();
	const window = page.viewportSize();
	for (const width of [390, 768, 1024, 1280, 1440]) {
		await page.setViewportSize({ width, height: 720 });
		expect(await coveredByToasts(page), `at ${width} px`).toEqual([]);
	}
	if (window) await page.setViewportSize(window);
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
	await page.goto(address);
	await expect(page.getByText("No longer sold")).toBeVisible();
});

test("a user is made an administrator and no longer one", async ({ page, otherPage: their }) => {
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
	await their.reload();
	await expect(their).toHaveURL(/\/login/);

	// An administrator who removes their own role is signed out.
	await row.getByRole("button", { name: "Make Admin" }).click();
	await granting.getByRole("button", { name: "Make Admin" }).click();
	await expect(row.getByRole("button", { name: "Remove Admin" })).toBeVisible();
	await openWithOwnSession(their, person, `/dashboard/makeAdmin?q=${person.email}`);
	await their.getByRole("button", { name: `Remove Admin: ${person.email}` }).click();
	const own = their.getByRole("dialog", { name: "Remove your own admin role?" });
	await own.getByRole("button", { name: "Remove Admin" }).click();
	await expect(their.getByRole("heading", { name: "Login" })).toBeVisible();
	// The toast appears on the next page, because the current one is gone.
	await expect(toast(their, `Successfully removed ${person.email} as admin`)).toBeVisible();
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

test("a tool with less stock than its minimum says so, and staff lower the minimum with one tap", async ({
	page,
}) => {
	const name = newTool();
	await openAs(page, admin, "/robots.txt");
	const tools = await toolsByApi(page);
	const id = await tools.add(name, { minOrderQuantity: 5, quantity: 3 });
	const words = "Only 3 left; the minimum order is 5";
	await page.goto(`/tools/${id}`);
	const purchase = page.getByRole("button", { name: "Purchase" });
	await expect(purchase).toBeDisabled();
	await expect(purchase).toHaveAccessibleDescription(words);
	await page.goto(`/tools?q=${encodeURIComponent(name)}`);
	const card = page.getByRole("article").filter({ hasText: name });
	await expect(card.getByText(words)).toBeVisible();
	await expect(card.getByText("Sold out")).toHaveCount(0);

	const cantBeSold = page.getByText("Can't be sold: 3 in stock, minimum order 5.");
	await page.goto(`/dashboard/products/${id}`);
	await expect(cantBeSold).toBeVisible();
	await page.goto(`/dashboard/manageProducts?q=${encodeURIComponent(name)}`);
	await expect(cantBeSold).toBeVisible();
	await page.getByRole("button", { name: `Lower the minimum to 3: ${name}` }).click();
	await expect(page.getByLabel(`Minimum order of ${name}`)).toHaveValue("3");
	await expect(cantBeSold).toHaveCount(0);
	// The tool's own page and its buy bar have it as stored.
	await page.goto(`/dashboard/products/${id}`);
	await expect(page.getByRole("heading", { name })).toBeVisible();
	await expect(cantBeSold).toHaveCount(0);
	await page.goto(`/tools/${id}`);
	await expect(page.getByText("3 for $37.50")).toBeVisible();
	await tools.remove(id);
});

test("the Update form shows a saved price with its cents, and saves the next one", async ({
	page,
}) => {
	await openAs(page, admin, "/robots.txt");
	const { add, remove } = await toolsByApi(page);
	const id = await add(newTool());
	await page.goto(`/update/${id}`);
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
	await remove(id);
});

test("unsaved changes in a row survive the end of the session, and leaving warns", async ({
	page,
}) => {
	allowConsole(page, /401 \(Unauthorized\)/);
	await openWithOwnSession(page, admin, "/dashboard/manageProducts?q=Chain breaker");
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

test("Back restores a list's search, sort, scroll position and number of items", async ({
	page,
}) => {
	test.slow();
	await openAs(page, admin, "/robots.txt");
	const { add, remove } = await toolsByApi(page);
	const name = newTool();
	const added: string[] = [];
	for (let n = 0; n <= cataloguePageSize; n += 1) added.push(await add(`${name} ${n}`));
	await page.goto("/manageTools");
	await page.getByLabel("Search tools").fill(name);
	await page.getByLabel("Sort by").selectOption({ label: "Highest price" });
	await expect(page).toHaveURL(`/manageTools?q=${name.replaceAll(" ", "+")}&sort=-price`);
	// The URL changes before the results arrive.
	await expect(page.getByRole("article").filter({ hasText: name })).toHaveCount(cataloguePageSize);
	await page.getByRole("button", { name: "More tools" }).click();
	await expect(page.getByRole("article")).toHaveCount(cataloguePageSize + 1);
	const last = page.getByRole("link", { name: new RegExp(`^${name} \\d+$`) }).last();
	const heading = (await last.textContent()) ?? "";
	await last.click();
	await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
	await page.goBack();
	await expect(page.getByLabel("Search tools")).toHaveValue(name);
	await expect(page.getByLabel("Sort by")).toHaveValue("-price");
	await expect(page.getByRole("article")).toHaveCount(cataloguePageSize + 1);
	await expect(last).toBeInViewport();
	for (const id of added) await remove(id);
});

test("a list that can't be loaded shows an error and a retry", async ({ page }) => {
	allowConsole(page, /ERR_FAILED/);
	await openPage(page, "/dashboard/manageProducts", "Manage Products");
	await page.route("**/api/service?*", (route) => route.abort());
	await page.getByLabel("Sort by").selectOption("price");
	await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
	await page.unroute("**/api/service?*");
	await page.getByRole("button", { name: "Try again" }).click();
	await expect(page.getByRole("status").filter({ hasText: /tools/ })).toBeVisible();
});
