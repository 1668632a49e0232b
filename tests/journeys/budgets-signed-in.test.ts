/** The budgets of signed-in pages: bytes of the shop's own script, and layout shift. */
import { expect, type Page, type Request } from "@playwright/test";
import { admin, newCustomer, openAs, shopUrl, test } from "./fixtures.ts";
import { brotli, fetchPage, kilobyte, layoutShift, screens } from "./measure.ts";

const signedInScriptBudget = 85 * kilobyte;

const formPages = ["/login", "/signup", "/forgot", "/reset?token=none", "/cart"];

const customerPages = [
	"/checkout",
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

/**
 * Opens a page with an empty cache and checks the bytes of the shop's own script, without Stripe's, and the
 * layout shift until it is idle. The payment is created only after the page has loaded, so its form
 * arrives late and could shift others.
 */
async function expectWithinBudgets(page: Page, path: string): Promise<void> {
	const held = Promise.withResolvers<void>();
	const late = "**/api/create-payment-intent";
	// Playwright disables the cache for pages with routes.
	await page.route(late, async (route) => {
		await held.promise;
		await route.continue();
	});
	const scripts = new Set<string>();
	const addScript = (request: Request) => {
		if (request.resourceType() === "script") scripts.add(request.url());
	};
	page.on("request", addScript);
	const asked = path.startsWith("/payment/") ? page.waitForRequest(late) : undefined;
	await Promise.all([asked, page.goto(path)]);
	expect(await layoutShift(page), path).toBe(0);
	held.resolve();
	await page.waitForLoadState("networkidle");
	page.off("request", addScript);
	await page.unroute(late);
	expect(await layoutShift(page), path).toBe(0);
	expect(await ownScriptBytes(scripts), path).toBeLessThanOrEqual(signedInScriptBudget);
}

/** Compressed sizes by URL: pages share most scripts. */
const scriptSizes = new Map<string, Promise<number>>();

async function ownScriptBytes(scripts: Set<string>): Promise<number> {
	const own = [...scripts].filter((source) => source.startsWith(shopUrl()));
	expect(own.length).toBeGreaterThan(0);
	const sizes = await Promise.all(
		own.map((source) => {
			const size = scriptSizes.get(source) ?? fetchPage(source).then(({ text }) => brotli(text));
			scriptSizes.set(source, size);
			return size;
		}),
	);
	return sizes.reduce((sum, size) => sum + size, 0);
}

for (const screen of screens) {
	test.describe(`at ${screen.width} px`, () => {
		test.use({ viewport: screen });

		test("no page with a form shifts or ships more than 85 KB of script", async ({ page }) => {
			for (const path of formPages) await expectWithinBudgets(page, path);
		});

		test("no customer's page shifts or ships more than 85 KB of script", async ({ page }) => {
			for (const path of [await newCustomer(page), ...customerPages])
				await expectWithinBudgets(page, path);
		});

		test("no administrator's page shifts or ships more than 85 KB of script", async ({ page }) => {
			await openAs(page, admin, "/blogs");
			for (const path of adminPages) await expectWithinBudgets(page, path);
		});
	});
}
