/** The budgets of signed-in pages: the shop's own script. */
import { expect, type Page } from "@playwright/test";
import { brotli, get, kilobyte } from "./budgets.ts";
import { admin, newPerson, shopUrl, signIn, signUp, test } from "./shop.ts";

const signedInScript = 85 * kilobyte;
/** Its rows are forms inside a list: the one page with both libraries of ours. */
const manageProductsScript = 87 * kilobyte;

/** Bytes of the shop's own scripts that a page asks for until it is quiet; Stripe's are not ours. */
async function scriptBytes(page: Page, path: string): Promise<number> {
	const sources = new Set<string>();
	const note = (request: { resourceType(): string; url(): string }) => {
		if (request.resourceType() === "script") sources.add(request.url());
	};
	page.on("request", note);
	await page.goto(path, { waitUntil: "networkidle" });
	page.off("request", note);
	const own = [...sources].filter((source) => source.startsWith(shopUrl()));
	expect(own.length).toBeGreaterThan(0);
	const sizes = await Promise.all(own.map(async (source) => brotli((await get(source)).text)));
	return sizes.reduce((sum, size) => sum + size, 0);
}

test("a customer's pages ship at most 85 KB of script", async ({ page }) => {
	for (const path of ["/login", "/signup"]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
	await page.goto("/signup?from=/purchase/torque-wrench");
	await signUp(page, newPerson());
	await page.getByLabel("Phone").fill("+1 555 0123");
	await page.getByLabel("Address").fill("5 Spoke Street");
	await page.getByRole("button", { name: "Order", exact: true }).click();
	const payment = await page.getByRole("link", { name: "Pay now" }).getAttribute("href");
	for (const path of [
		"/purchase/torque-wrench",
		payment ?? "",
		"/manageTools",
		"/dashboard/myprofile",
		"/dashboard/myorders",
		"/dashboard/addreview",
	]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
});

test("an administrator's pages ship at most 85 KB of script", async ({ page }) => {
	await page.goto("/login");
	await signIn(page, admin);
	await expect(page.getByRole("button", { name: "Sign Out" })).toBeVisible();
	for (const path of [
		"/manageTools",
		"/update/torque-wrench",
		"/dashboard/makeAdmin",
		"/dashboard/addProducts",
		"/dashboard/manageOrders",
		"/dashboard/history",
		"/dashboard/partners",
	]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScript);
	}
	const rows = await scriptBytes(page, "/dashboard/manageProducts");
	expect(rows).toBeLessThanOrEqual(manageProductsScript);
});
