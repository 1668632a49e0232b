/** An administrator blocks a spammer and looks at roles; a packer ships without seeing prices. */
import { expect } from "@playwright/test";
import { expectStateClean } from "./accessible.ts";
import {
	admin,
	newCustomer,
	openAs,
	openAsNewCustomer,
	packer,
	payByApi,
	rider,
	signIn,
	test,
	toast,
} from "./fixtures.ts";

test("a spammer is blocked, signed out and can't sign in", async ({ page, otherPage: theirs }) => {
	const person = await openAsNewCustomer(theirs, "/dashboard/myorders");
	await openAs(page, admin, `/dashboard/customers?q=${person.email}`);
	await page.getByRole("link", { name: person.name }).click();
	await page.getByRole("button", { name: "Block" }).click();
	await page.getByRole("textbox", { name: "Reason" }).fill("Sends spam");
	await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
	await expect(toast(page, `${person.name} is blocked.`)).toBeVisible();
	await expect(page.getByText("Blocked", { exact: true })).toBeVisible();
	await expect(page.getByText("Sends spam", { exact: true })).toBeVisible();
	await theirs.reload();
	await expect(theirs).toHaveURL("/login?from=%2Fdashboard%2Fmyorders");
	await signIn(theirs, person);
	await expect(theirs.getByText("This account is blocked.")).toBeVisible();

	await page.goto("/dashboard/customers/demo-rider");
	await page.getByRole("button", { name: "Change role" }).click();
	await page.getByRole("radio", { name: "Manager" }).check();
	await expect(page.getByText(`${rider.name} will be able to see sales`)).toBeVisible();
	await expectStateClean(page, "change a role");
});

test("a packer ships an order without seeing its price, and sees no products", async ({ page }) => {
	const payment = await newCustomer(page);
	await payByApi(page, payment);
	await openAs(page, packer, `/dashboard/shipping?q=${payment.split("/").at(-1)}`);
	const list = page.locator("astro-island[component-export=OrdersToShip]");
	await expect(
		list.getByRole("listitem").filter({ hasText: "1 × Torque wrench" }).first(),
	).toBeVisible();
	expect(await list.getAttribute("props")).not.toMatch(/price|cents/i);
	await page.getByRole("button", { name: /^Mark as packed for / }).click();
	await expect(list.getByText("Packed", { exact: true })).toBeVisible();
	await page.getByRole("button", { name: /^Ship with tracking to / }).click();
	const dialog = page.getByRole("dialog");
	await dialog.getByLabel("Carrier").selectOption("UPS");
	await dialog.getByLabel("Tracking number").fill("1Z999AA10123456784");
	await dialog.getByRole("button", { name: "Ship", exact: true }).click();
	await expect(list.getByText("Shipped", { exact: true })).toBeVisible();
	await page.goto(`/dashboard/shipping?tab=shipped&q=${payment.split("/").at(-1)}`);
	await page.getByRole("button", { name: /^Change tracking for / }).click();
	await dialog.getByLabel("Tracking number").fill("1Z999AA10123456799");
	await dialog.getByRole("button", { name: "Save" }).click();
	await expect(page.getByText("UPS, 1Z999AA10123456799")).toBeVisible();
	await expectStateClean(page, "shipped parcels");
	const products = await page.request.get("/dashboard/manageProducts", { maxRedirects: 0 });
	expect(products.status()).toBe(302);
});
