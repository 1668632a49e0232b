/** All pages of the signed in as they open: axe, bytes of the shop's own script, and layout shift. */
import { expect, type Page, type Response } from "@playwright/test";
import { expectClean } from "./accessible.ts";
import { admin, newCustomer, openAs, payByApi, test } from "./fixtures.ts";
import { adminPages, customerPages } from "./guarded-pages.ts";
import { expectSmallScripts, layoutShifts, screens, watchRequests } from "./measure.ts";

/** What each opens, beside what `open` returns. */
const pathsOfCustomer = [
	...Object.keys(customerPages),
	"/checkout",
	"/tools/headset-press/alert",
	"/tools/torque-wrench/questions",
];
const pathsOfAdmin = [
	...Object.keys(adminPages),
	"/dashboard/reviews?view=all",
	"/dashboard/shipping?q=nothing",
];

/** Signs up a customer with an order; returns its pages. */
async function openAsCustomer(page: Page): Promise<string[]> {
	const payment = await newCustomer(page);
	return [payment, payment.replace("/payment/", "/orders/")];
}

/** Signs in the administrator after a customer has paid; returns the first pages to check. */
async function openAsAdmin(page: Page): Promise<string[]> {
	const payment = await newCustomer(page);
	await payByApi(page, payment);
	await openAs(page, admin, "/blogs");
	return ["/manageTools", payment.replace("/payment/", "/orders/")];
}

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

const [phone] = screens;
test.use({ viewport: phone });

for (const [reader, open, otherPaths] of [
	["customer", openAsCustomer, pathsOfCustomer],
	["administrator", openAsAdmin, pathsOfAdmin],
] as const) {
	test(`no ${reader}'s page shifts or ships more than 85 KB of script, and all are accessible`, async ({
		page,
	}) => {
		test.slow();
		const paths = [...(await open(page)), ...otherPaths];
		for (const path of paths) {
			await page.setViewportSize(phone);
			await expectWithinBudgets(page, path);
			await expectClean(page);
		}
	});
}
