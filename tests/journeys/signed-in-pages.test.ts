/** All pages of the signed in as they open: axe once, bytes of the shop's own script, and layout shift. */
import { expect, type Page, type Response } from "@playwright/test";
import { expectClean } from "./accessible.ts";
import { admin, newCustomer, openAs, payByApi, test } from "./fixtures.ts";
import { adminPages, customerPages } from "./guarded-pages.ts";
import { expectSmallScripts, layoutShifts, screens, watchRequests } from "./measure.ts";

const customerPaths = [
	...Object.keys(customerPages),
	"/checkout",
	"/tools/headset-press/alert",
	"/tools/torque-wrench/questions",
];
const adminPaths = [
	"/manageTools",
	...Object.keys(adminPages),
	"/dashboard/reviews?view=all",
	"/dashboard/shipping?q=nothing",
];

/** Some pages a test, so that two processes share them. */
const pagesOfTest = 8;

/**
 * Opens a page and checks the bytes of the shop's own script, without Stripe's, and the
 * layout shift until it is idle. The payment is created only after the page has loaded, so its form
 * arrives late and could shift others.
 */
async function expectWithinBudgets(page: Page, path: string): Promise<void> {
	const held = Promise.withResolvers<void>();
	const late = "**/api/create-payment-intent";
	const isPayment = path.startsWith("/payment/");
	if (isPayment) {
		await page.route(late, async (route) => {
			await held.promise;
			await route.continue();
		});
	}
	const responses: Response[] = [];
	const addResponse = (response: Response) => responses.push(response);
	page.on("response", addResponse);
	const settle = watchRequests(page);
	const asked = isPayment ? page.waitForRequest(late) : undefined;
	await Promise.all([asked, page.goto(path)]);
	expect(await layoutShifts(page), path).toEqual([]);
	held.resolve();
	await settle();
	page.off("response", addResponse);
	if (isPayment) await page.unroute(late);
	expect(await layoutShifts(page), path).toEqual([]);
	await expectSmallScripts(path, responses);
}

/** Expects a page of staff to have one primary button at most: what is repeated in each row is outlined. */
async function expectOneMainAction(page: Page): Promise<void> {
	const primary = page.locator(".staff main .btn-primary").filter({ visible: true });
	expect((await primary.allTextContents()).slice(1), page.url()).toEqual([]);
}

const [phone] = screens;
test.use({ viewport: phone });

/** Expects pages to be within their budgets and accessible. */
async function expectAll(page: Page, paths: string[]): Promise<void> {
	for (const path of paths) {
		await page.setViewportSize(phone);
		await expectWithinBudgets(page, path);
		await expectClean(page);
		await expectOneMainAction(page);
	}
}

const noPage = "page shifts or ships more than 85 KB of script, and all are accessible";

test(`no customer's ${noPage}`, async ({ page }) => {
	test.slow();
	const payment = await newCustomer(page);
	await expectAll(page, [payment, payment.replace("/payment/", "/orders/"), ...customerPaths]);
});

for (let first = 0; first < adminPaths.length; first += pagesOfTest) {
	test(`no administrator's ${noPage}, from page ${first + 1}`, async ({ page }) => {
		test.slow();
		const payment = await newCustomer(page);
		// The overview has figures once something is sold today.
		await payByApi(page, payment);
		await openAs(page, admin, "/robots.txt");
		const order = first === 0 ? [payment.replace("/payment/", "/orders/")] : [];
		await expectAll(page, [...order, ...adminPaths.slice(first, first + pagesOfTest)]);
	});
}
