/** The budgets of signed-in pages: bytes of the shop's own script, and layout shift. */
import { expect, type Page } from "@playwright/test";
import { admin, newCustomer, shopUrl, signInAs, test } from "./fixtures.ts";
import { brotli, fetchPage, kilobyte, layoutShift, screens } from "./measure.ts";

const signedInScriptBudget = 85 * kilobyte;

const formPages = ["/login", "/signup", "/forgot", "/reset?token=none"];

const customerPages = [
	"/purchase/torque-wrench",
	"/manageTools",
	"/dashboard/myprofile",
	"/dashboard/addreview",
	"/dashboard/myorders",
];

const adminPages = [
	"/manageTools",
	"/update/torque-wrench",
	"/dashboard/addProducts",
	"/dashboard/makeAdmin",
	"/dashboard/manageOrders",
	"/dashboard/manageProducts",
	"/dashboard/history",
	"/dashboard/partners",
];

/** Bytes of the shop's own scripts that a page loads until the network is idle, without Stripe's. */
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
	const sizes = await Promise.all(
		own.map(async (source) => brotli((await fetchPage(source)).text)),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

test("a customer's pages ship at most 85 KB of script", async ({ page }) => {
	for (const path of formPages) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScriptBudget);
	}
	for (const path of [await newCustomer(page), ...customerPages]) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScriptBudget);
	}
});

test("an administrator's pages ship at most 85 KB of script", async ({ page }) => {
	await signInAs(page, admin);
	for (const path of adminPages) {
		expect(await scriptBytes(page, path), path).toBeLessThanOrEqual(signedInScriptBudget);
	}
});

/**
 * Opens a page with an empty cache and returns its layout shift until it is idle. The payment is created
 * only after the page has loaded, so its form arrives late and could shift others.
 */
async function layoutShiftOnOpen(page: Page, path: string): Promise<number> {
	const held = Promise.withResolvers<void>();
	const late = "**/api/create-payment-intent";
	// Playwright disables the cache for pages with routes.
	await page.route(late, async (route) => {
		await held.promise;
		await route.continue();
	});
	const asked = path.startsWith("/payment/") ? page.waitForRequest(late) : undefined;
	await Promise.all([asked, page.goto(path)]);
	const before = await layoutShift(page);
	held.resolve();
	await page.waitForLoadState("networkidle");
	await page.unroute(late);
	return Math.max(before, await layoutShift(page));
}

for (const screen of screens) {
	test(`no page with a form shifts at ${screen.width} px`, async ({ page }) => {
		await page.setViewportSize(screen);
		for (const path of formPages) expect(await layoutShiftOnOpen(page, path), path).toBe(0);
	});

	test(`no customer's page shifts at ${screen.width} px`, async ({ page }) => {
		await page.setViewportSize(screen);
		for (const path of [await newCustomer(page), ...customerPages]) {
			expect(await layoutShiftOnOpen(page, path), path).toBe(0);
		}
	});

	test(`no administrator's page shifts at ${screen.width} px`, async ({ page }) => {
		await signInAs(page, admin);
		await page.setViewportSize(screen);
		for (const path of adminPages) {
			expect(await layoutShiftOnOpen(page, path), path).toBe(0);
		}
	});
}
