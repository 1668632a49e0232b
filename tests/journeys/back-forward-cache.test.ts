/** The back-forward cache: Back and Forward restore pages as they were left. */
import { expect, type Page } from "@playwright/test";
import { wholeBrowser } from "../../playwright.config.ts";
import {
	admin,
	allowConsole,
	newCustomer,
	openAs,
	openAsNewCustomer,
	orderTool,
	test,
} from "./fixtures.ts";
import { openAndSettle } from "./measure.ts";

// Playwright disables the back-forward cache, which these tests need.
test.use({
	launchOptions: async ({ launchOptions }, use) =>
		use({
			...launchOptions,
			executablePath: wholeBrowser,
			ignoreDefaultArgs: ["--disable-back-forward-cache"],
		}),
});

/** Leaves a page and goes back; returns how the browser navigated, and why not from its cache. */
async function leaveAndGoBack(page: Page, path: string, away: string): Promise<string> {
	await openAndSettle(page, path);
	await page.goto(away);
	return navigateBy(page, "back");
}

/**
 * Goes back or forward; returns how the browser navigated, and why not from its cache. Uses the DevTools
 * protocol, because Playwright waits for a load event that a restored page does not fire.
 */
async function navigateBy(page: Page, direction: "back" | "forward"): Promise<string> {
	const browser = await page.context().newCDPSession(page);
	await browser.send("Page.enable");
	const navigated = new Promise<string>((resolve) => {
		browser.on("Page.frameNavigated", ({ frame, type }) => {
			if (!frame.parentId) resolve(`${type} ${new URL(frame.url).pathname}`);
		});
	});
	await page.evaluate((step) => setTimeout(() => history[step]()), direction);
	const how = await navigated;
	await browser.detach();
	return how.startsWith("Navigation") ? `${how}: ${await notRestoredReasons(page)}` : how;
}

/** Why the browser did not restore a page (HTML Standard, NotRestoredReasons). */
async function notRestoredReasons(page: Page): Promise<string> {
	await page.waitForLoadState();
	return page.evaluate(() => {
		const [navigation] = performance.getEntriesByType("navigation");
		const found: unknown = navigation && Reflect.get(navigation, "notRestoredReasons");
		if (typeof found !== "object" || found === null) return "nothing is said";
		const reasons: unknown = Reflect.get(found, "reasons");
		if (!Array.isArray(reasons)) return "nothing is said";
		return reasons
			.map((one: { reason: string }) => one.reason)
			.filter((reason) => reason !== "masked")
			.join(", ");
	});
}

const restored = (path: string) => `BackForwardCacheRestore ${path}`;

/** Opens the pages in pairs: leaves the first for the second, goes back to it, and forward again. */
async function expectRestored(page: Page, paths: readonly string[]): Promise<void> {
	for (let first = 0; first < paths.length; first += 2) {
		const [path = "", next = "/blogs"] = paths.slice(first, first + 2);
		await openAndSettle(page, path);
		await openAndSettle(page, next);
		expect.soft(await navigateBy(page, "back")).toBe(restored(path));
		if (first + 1 < paths.length)
			expect.soft(await navigateBy(page, "forward")).toBe(restored(next));
	}
}

// A page of each script: what keeps a page from the cache is what its script does, and how it is sent.
test("Back restores public pages as they were left", async ({ page }) => {
	await expectRestored(page, [
		"/tools",
		"/tools/torque-wrench",
		"/widgets",
		"/fit",
		"/login",
		"/cart",
	]);
});

test("Back reloads a page that was 404", async ({ page }) => {
	allowConsole(page, /404/);
	const why = "response-status-not-ok";
	expect(await leaveAndGoBack(page, "/nope", "/")).toBe(`Navigation /nope: ${why}`);
});

/**
 * Chromium restores private pages despite `no-store` until a cookie changes, except those that fetched a
 * `no-store` response. Only the payment page does: it creates the intent after loading.
 */
const privateFetchReason =
	"response-cache-control-no-store, response-cache-control-no-store-with-js-network-request";

test("Back restores a customer's pages, but reloads a payment", async ({ page }) => {
	const payment = await newCustomer(page);
	await expectRestored(page, ["/purchase/torque-wrench", "/dashboard/addreview"]);
	const paying = await leaveAndGoBack(page, payment, "/blogs");
	expect(paying).toBe(`Navigation ${payment}: ${privateFetchReason}`);
});

test("Back restores an administrator's pages", async ({ page }) => {
	await openAs(page, admin, "/blogs");
	await expectRestored(page, ["/dashboard/products/torque-wrench", "/dashboard/manageOrders"]);
});

test("Back to a tool ordered in the meantime shows its remaining stock", async ({ page }) => {
	const inStock = page.getByText(/^\d+ in stock\./);
	await openAsNewCustomer(page, "/tools/inner-tube");
	const before = Number.parseInt((await inStock.textContent()) ?? "", 10);
	await page.getByRole("link", { name: "Purchase" }).click();
	await orderTool(page);
	await expect(page.getByRole("link", { name: "Pay now" })).toBeVisible();
	await page.evaluate(() => history.back());
	await expect(page.getByRole("link", { name: "Purchase" })).toBeVisible();
	await expect(inStock).toHaveText(new RegExp(`^${before - 5} in stock\\.`));
});
